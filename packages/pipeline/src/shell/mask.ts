import { resolveKey } from '../substitution/references.ts';

/** A reference that the shell itself cannot read: `$a.b`, `${a.b:-x}`, `${any key}`. */
export interface DottedReference {
  /** Its name in the masked text. */
  readonly masked: string;
  readonly key: string;
  /** Where the name starts and ends in the text (without `$` and braces). */
  readonly nameStart: number;
  readonly nameEnd: number;
  readonly braced: boolean;
}

export interface MaskedText {
  /** As long as the text, with names the shell grammar accepts in place of the dotted ones. */
  readonly text: string;
  /** By the offset of their `$`. */
  readonly dotted: ReadonlyMap<number, DottedReference>;
}

const CANDIDATE = /\$(?:\$|([A-Za-z_][A-Za-z0-9_]*(?:\.[A-Za-z0-9_]+)+)|\{([#!]?)([^{}$`"'\\\n]+))/g;
/** A key before an operator of the shell: dotted, and then with hyphens, which the operator `-` makes doubtful. */
const BEFORE_OPERATOR = [/^[A-Za-z0-9_]+(?:\.[A-Za-z0-9_]+)+(?=[:\-=?+#%/^,@[])/, /^[A-Za-z0-9_.-]*[A-Za-z0-9_](?=:[-=?+]|[#%/^,@[])/];

/**
 * Gives every known dotted reference a name of equal length that a shell parser accepts, so that positions stay what they are
 * (language.md 4). Names in text that is no reference after all are masked too; only the tree says which are.
 */
export function maskReferences(text: string, isKnown: (key: string) => boolean): MaskedText {
  const dotted = new Map<number, DottedReference>();
  const parts: string[] = [];
  let at = 0;
  for (const match of text.matchAll(CANDIDATE)) {
    const [whole, bare, prefix, content] = match;
    const nameStart = match.index + 1 + (content === undefined ? 0 : 1 + (prefix ?? '').length);
    const closed = text[match.index + whole.length] === '}';
    const found =
      bare !== undefined ? longestKnown(bare, isKnown) : content !== undefined ? bracedKey(content, closed, isKnown) : undefined;
    if (found === undefined) continue;
    const nameEnd = nameStart + found.name.length;
    const masked = found.name.replace(/[^A-Za-z0-9_]/g, '_').replace(/^[0-9]/, '_');
    dotted.set(match.index, { masked, key: found.key, nameStart, nameEnd, braced: content !== undefined });
    parts.push(text.slice(at, nameStart), masked);
    at = nameEnd;
  }
  parts.push(text.slice(at));
  return { text: parts.join(''), dotted };
}

const IDENTIFIER = /^[A-Za-z_][A-Za-z0-9_]*$/;

interface Found {
  readonly name: string;
  readonly key: string;
}

/** Undefined also when the longest known name has no dot: then the shell reads `$a.b` as `$a` and text, which is right. */
function longestKnown(name: string, isKnown: (key: string) => boolean): Found | undefined {
  for (let end = name.length, parts = 0; end > 0 && parts < 64; end = name.lastIndexOf('.', end - 1), parts++) {
    const candidate = name.slice(0, end);
    if (!candidate.includes('.')) return undefined;
    const key = resolveKey(candidate, isKnown);
    if (key !== undefined) return { name: candidate, key };
  }
  return undefined;
}

/** `${any key}` when the braces hold exactly a known key, else a dotted name before an operator of the shell. */
function bracedKey(content: string, closed: boolean, isKnown: (key: string) => boolean): Found | undefined {
  if (closed && !IDENTIFIER.test(content)) {
    const key = resolveKey(content, isKnown);
    if (key !== undefined) return { name: content, key };
  }
  for (const pattern of BEFORE_OPERATOR) {
    const name = pattern.exec(content)?.[0];
    const key = name === undefined ? undefined : resolveKey(name, isKnown);
    if (name !== undefined && key !== undefined && !IDENTIFIER.test(name)) return { name, key };
  }
  return undefined;
}
