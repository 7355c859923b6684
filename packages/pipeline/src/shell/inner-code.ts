import type { CommandArgument, HereDocBody, ParameterExpansionPart, SimpleExpansionPart, Word, WordPart } from 'unbash';
import { PLAIN, type Walk } from './context.ts';
import { LayerBuilder, type Quoting } from './layer.ts';
import { staticText } from './static-text.ts';

const SHELLS: ReadonlySet<string> = new Set(['sh', 'bash', 'dash', 'ksh', 'zsh']);
/** Commands whose operands are text, so that a shell's name among them means nothing. */
const TEXT_COMMANDS: ReadonlySet<string> = new Set(['echo', 'printf', 'grep', ':']);
const OPTIONS_WITH_VALUE: ReadonlySet<string> = new Set(['--rcfile', '--init-file']);

/**
 * The code argument of an inner shell: `bash -c CODE`, also behind other commands (`env X=1 timeout 5 sh -euc CODE`, `find -exec sh -c CODE`).
 * The first word is the command's name.
 */
export function codeArgument(words: readonly (CommandArgument | undefined)[]): Word | undefined {
  const texts = words.map((word) => (word?.type === 'Word' ? staticText(word) : undefined));
  if (TEXT_COMMANDS.has(texts[0] ?? '')) return undefined;
  for (const [index, text] of texts.entries()) {
    if (text === undefined || !isShell(text)) continue;
    const at = codeIndex(texts, index + 1);
    const word = at === undefined ? undefined : words[at];
    if (word?.type === 'Word') return word;
  }
  return undefined;
}

function codeIndex(texts: readonly (string | undefined)[], from: number): number | undefined {
  let takesCode = false;
  for (let at = from; at < texts.length; at++) {
    const text = texts[at];
    if (text !== undefined && /^[-+][A-Za-z]+$/.test(text)) {
      if (text.startsWith('-') && text.includes('c')) takesCode = true;
      if (/[oO]$/.test(text)) at++;
    } else if (text !== undefined && OPTIONS_WITH_VALUE.has(text)) at++;
    else if (text === undefined || !/^--[a-z-]+$/.test(text)) return takesCode ? at : undefined;
  }
  return undefined;
}

/** A shell without operands reads code from its standard input. */
export function readsCodeFromInput(words: readonly (CommandArgument | undefined)[]): boolean {
  const texts = words.map((word) => (word?.type === 'Word' ? staticText(word) : undefined));
  return (
    isShell(texts[0] ?? '') &&
    texts.slice(1).every((text, index) => text !== undefined && (/^[-+]/.test(text) || /^[-+][A-Za-z]*o$/.test(texts[index] ?? '')))
  );
}

function isShell(text: string): boolean {
  return SHELLS.has(text.slice(text.lastIndexOf('/') + 1));
}

/**
 * Walks code that stands in a word or here-document. With `force`, a reference that the outer shell would expand there, pasting the value
 * into code, is passed on for the inner shell to expand as data (language.md 4). Names the script sets itself stay the outer shell's.
 */
export function innerCode(walk: Walk, node: Word | HereDocBody, force: boolean): void {
  walk.later(() => {
    const builder = new LayerBuilder(walk.layer);
    if (node.parts === undefined) {
      if (node.type === 'Word') builder.addEscaped(node.pos, node.end, /[^\n]/, 'bare');
      else builder.addEscaped(node.pos, node.end, /[$`\\]/, 'heredoc');
    } else for (const part of node.parts) addPart(walk, builder, part, node.type === 'Word' ? 'bare' : 'heredoc', force);
    const inner = builder.build();
    walk.descend(inner);
    inner.finish();
  });
}

function addPart(walk: Walk, builder: LayerBuilder, part: WordPart, around: 'bare' | 'heredoc' | 'double', force: boolean): void {
  const { pos, end } = part;
  switch (part.type) {
    case 'Literal':
      return builder.addEscaped(pos, end, ESCAPABLE[around], around);
    case 'SingleQuoted':
      return builder.addText(pos + 1, end - 1, 'single');
    case 'DoubleQuoted':
    case 'LocaleString':
      for (const inner of part.parts) addPart(walk, builder, inner, 'double', force);
      return;
    case 'AnsiCQuoted':
      return addAnsi(walk, builder, pos + 2, end - 1);
    case 'SimpleExpansion':
    case 'ParameterExpansion':
      if (force && isForcible(walk, part)) return builder.addForced(pos, end, around);
      break;
    case 'Glob':
    case 'ExtendedGlob':
    case 'BraceExpansion':
      return builder.addText(pos, end, around);
    default:
      break;
  }
  builder.add('0', pos, end, around);
  walk.push(part, PLAIN);
}

const ESCAPABLE: Readonly<Record<'bare' | 'heredoc' | 'double', RegExp>> = { bare: /[^\n]/, heredoc: /[$`\\]/, double: /[$`"\\]/ };

const ANSI_ESCAPES: ReadonlyMap<string, string> = new Map([
  ['n', '\n'],
  ['t', '\t'],
  ["'", "'"],
  ['"', '"'],
  ['\\', '\\'],
]);

function addAnsi(walk: Walk, builder: LayerBuilder, start: number, end: number): void {
  const { text } = walk.layer;
  const quoting: Quoting = 'ansi';
  for (let at = start; at < end; at++) {
    const next = text[at + 1] ?? '';
    if (text[at] === '\\' && at + 1 < end) {
      builder.add(ANSI_ESCAPES.get(next) ?? '0', at, at + 2, quoting);
      at++;
    } else builder.add(text[at] ?? '', at, at + 1, quoting);
  }
}

/** A known reference that an inner shell can expand as well: nothing nested in it, and no variable of the script's own. */
function isForcible(walk: Walk, part: SimpleExpansionPart | ParameterExpansionPart): boolean {
  if (/["'`\\$]/.test(walk.layer.text.slice(part.pos + 1, part.end))) return false;
  if (walk.masked.dotted.has(part.pos)) return true;
  const name = part.type === 'SimpleExpansion' ? walk.layer.text.slice(part.pos + 1, part.end) : part.parameter;
  return /^[A-Za-z_]/.test(name) && walk.isKnown(name) && !walk.analysis.isOwn(name, walk.layer);
}
