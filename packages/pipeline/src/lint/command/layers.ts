import type { Range } from '@attractor/dot';
import { type Command, forEachChild, type HereDocBody, type ParsedScript, type SyntaxNode, type Word, type WordPart } from 'unbash';
import { codeArgument, readsCodeFromInput } from '../../shell/inner-code.ts';
import { type Layer, LayerBuilder, rootLayer } from '../../shell/layer.ts';
import { type MaskedText, maskReferences } from '../../shell/mask.ts';
import { parseShell } from '../../shell/parse-shell.ts';
import { staticText } from '../../shell/static-text.ts';

/** Shell code as one shell reads it: a node's command, or code that stands quoted in another layer (`bash -c '..'`, `eval '..'`). */
export interface CodeLayer {
  /** The text with dotted references under names that the grammar accepts; as long as the text itself. */
  readonly text: string;
  readonly masked: MaskedText;
  readonly tree: ParsedScript;
  /** The name of the shell, without its folder. */
  readonly shell: string;
  /** Options that the shell was started with. */
  readonly options: readonly string[];
  /** Read by the shell around it (`eval`), whose options and variables it shares. */
  readonly shared: boolean;
  /** Code within this layer, by the command that runs it. */
  readonly inner: ReadonlyMap<Command, CodeLayer>;
  /** Every node of the tree, substitutions included, in no special order. */
  readonly nodes: readonly SyntaxNode[];
  /** Where a part of it stands in the node's command. */
  place(part: Range): Range;
}

/** Code inside code inside code: deeper than this it is left alone. */
const maxDepth = 8;

/**
 * A command as the layers of code in it. Undefined when it cannot be parsed: nothing is said about such a command. `isKnown` says
 * which names are context keys (language.md 4).
 */
export function codeLayers(command: string, shell: string, isKnown: (key: string) => boolean): CodeLayer | undefined {
  return readLayer(rootLayer(command, []), { shell, options: [], shared: false }, isKnown);
}

/** A layer and all that stand in it, outermost first. */
export function allLayers(root: CodeLayer | undefined): CodeLayer[] {
  const found = root === undefined ? [] : [root];
  for (const layer of found) found.push(...layer.inner.values());
  return found;
}

type Reader = Pick<CodeLayer, 'shell' | 'options' | 'shared'>;

function readLayer(layer: Layer, reader: Reader, isKnown: (key: string) => boolean): CodeLayer | undefined {
  const masked = maskReferences(layer.text, isKnown);
  const { tree, errors } = parseShell(masked.text);
  if (errors.length > 0) return undefined;
  const nodes: SyntaxNode[] = [];
  const pending: SyntaxNode[] = [tree];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    // Escaped backticks hold a text of their own, whose positions are not this layer's.
    if (node.type === 'Script' && node !== tree && node.source !== undefined) continue;
    nodes.push(node);
    forEachChild(node, (child) => void pending.push(child));
  }
  const inner = new Map<Command, CodeLayer>();
  if (layer.depth < maxDepth) {
    for (const node of nodes) {
      const found = node.type === 'Command' ? innerOf(node, reader) : undefined;
      if (node.type !== 'Command' || found === undefined) continue;
      const code = readLayer(builtFrom(layer, found.code), found.reader, isKnown);
      if (code !== undefined) inner.set(node, code);
    }
  }
  const at = (index: number): number => (index >= layer.text.length ? endOf(layer) : layer.outermost(index));
  return { text: masked.text, masked, tree, ...reader, inner, nodes, place: ({ start, end }) => ({ start: at(start), end: at(end) }) };
}

function endOf(layer: Layer): number {
  return layer.depth === 0 || layer.text.length === 0 ? layer.outermost(layer.text.length) : layer.outermost(layer.text.length - 1) + 1;
}

function innerOf(node: Command, outer: Reader): { readonly code: readonly (Word | HereDocBody)[]; readonly reader: Reader } | undefined {
  const words = [node.name, ...node.args];
  const name = staticText(node.name);
  if (name === 'eval') {
    const code = node.args.filter((item): item is Word => item.type === 'Word');
    return code.length === 0 ? undefined : { code, reader: { ...outer, shared: true } };
  }
  const argument = name === undefined ? undefined : codeArgument(words);
  const document = node.redirects.find((item) => item.type === 'HereDoc');
  if (argument === undefined && !(document?.type === 'HereDoc' && readsCodeFromInput(words))) return undefined;
  const texts = words.map((word) => (word?.type === 'Word' ? staticText(word) : undefined));
  const end = argument === undefined ? words.length : words.indexOf(argument);
  const at = texts.slice(0, end).findLastIndex((text) => text !== undefined && shells.has(baseName(text)));
  const reader = { shell: baseName(texts[at] ?? 'sh'), options: texts.slice(at + 1, end).map((text) => text ?? ''), shared: false };
  return { code: argument === undefined ? [(document as { body: HereDocBody }).body] : [argument], reader };
}

const shells: ReadonlySet<string> = new Set(['sh', 'bash', 'dash', 'ksh', 'zsh']);

/** A program's name without its folder. */
export function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** The text that words become once their quotes are gone; expansions stay as they are written. */
function builtFrom(parent: Layer, words: readonly (Word | HereDocBody)[]): Layer {
  const builder = new LayerBuilder(parent);
  for (const [index, word] of words.entries()) {
    if (index > 0) builder.add(' ', word.pos, word.pos, 'bare');
    const quoted = word.type === 'HereDocBody';
    if (word.parts === undefined) {
      if (quoted) builder.addText(word.pos, word.end, 'heredoc');
      else builder.addEscaped(word.pos, word.end, /[^\n]/, 'bare');
    } else for (const part of word.parts) addPart(builder, part, quoted ? /[$`\\]/ : /[^\n]/);
  }
  return builder.build();
}

function addPart(builder: LayerBuilder, part: WordPart, escapable: RegExp): void {
  switch (part.type) {
    case 'Literal':
      return builder.addEscaped(part.pos, part.end, escapable, 'bare');
    case 'SingleQuoted':
      return builder.addText(part.pos + 1, part.end - 1, 'single');
    case 'AnsiCQuoted':
      return builder.addText(part.pos + 2, part.end - 1, 'ansi');
    case 'DoubleQuoted':
    case 'LocaleString':
      for (const inner of part.parts) addPart(builder, inner, /[$`"\\]/);
      return;
    default:
      return builder.addText(part.pos, part.end, 'bare');
  }
}
