import type { Context, Walk } from './context.ts';

const IDENTIFIER = /^[A-Za-z_][A-Za-z0-9_]*$/;

/** An expansion of a parameter in the layer's text. */
export interface ReferenceSite {
  readonly start: number;
  readonly end: number;
  readonly nameStart: number;
  readonly nameEnd: number;
  /** The name in the masked text. */
  readonly name: string;
}

/** Records an expansion the shell does; a dotted one gets a generated variable in place. */
export function reference(walk: Walk, site: ReferenceSite, context: Context): void {
  const { layer, analysis } = walk;
  const { start, end, nameStart, nameEnd } = site;
  const dotted = walk.masked.dotted.get(start);
  if (dotted === undefined && !IDENTIFIER.test(site.name)) return;
  const name = dotted === undefined ? site.name : analysis.generatedName(dotted.key);
  analysis.read(name, layer.outermost(start), context.arithmetic, context.copyTo);
  const key = dotted?.key ?? (walk.isKnown(name) ? name : undefined);
  if (key === undefined) return;
  analysis.use(name, key, { word: context.command, identifier: context.identifier });
  if (layer.isForced(start)) {
    layer.replace(start, end, layer.text.slice(start, nameStart) + name + layer.text.slice(nameEnd, end));
  } else if (dotted !== undefined) layer.replace(nameStart, nameEnd, name);
}

const IN_QUOTES = /\$(?:\$|\{?([A-Za-z_][A-Za-z0-9_]*))/g;

/**
 * References in single quotes: a plain one stays as it is, for awk or an inner shell, which finds the variable in its environment; a dotted
 * one is taken out of the quotes. `reopen` opens the quotes again.
 */
export function quotedReferences(walk: Walk, start: number, end: number, reopen: string): void {
  const { layer, analysis, masked } = walk;
  for (const match of masked.text.slice(start, end).matchAll(IN_QUOTES)) {
    const [whole, plain] = match;
    if (plain === undefined) continue;
    const at = start + match.index;
    const dotted = masked.dotted.get(at);
    const braced = whole.startsWith('${');
    const nameStart = at + (braced ? 2 : 1);
    const nameEnd = dotted?.nameEnd ?? at + whole.length;
    const name = dotted === undefined ? plain : analysis.generatedName(dotted.key);
    if (dotted === undefined && !walk.isKnown(name)) continue;
    if (dotted === undefined && !layer.isForced(at)) {
      analysis.use(name, name);
      analysis.read(name, layer.outermost(at), 'none', undefined);
      continue;
    }
    const close = braced ? layer.text.indexOf('}', nameEnd) + 1 : nameEnd;
    const tail = layer.text.slice(nameEnd, close);
    if (close === 0 || close > end || /["'`\\$]/.test(tail)) continue;
    analysis.use(name, dotted?.key ?? name);
    analysis.read(name, layer.outermost(at), 'none', undefined);
    layer.replace(at, close, `'"${layer.text.slice(at, nameStart)}${name}${tail}"${reopen}`);
  }
}

const ARITHMETIC_TOKEN = /\$([A-Za-z_][A-Za-z0-9_]*)|\$\{?[^\sA-Za-z_]?[A-Za-z0-9_]*|[0-9][A-Za-z0-9_#@]*|([A-Za-z_][A-Za-z0-9_]*)/g;

/** In arithmetic a bare word is a variable too, and its value is evaluated in turn. */
export function bareNames(walk: Walk, start: number, end: number, context: Context): void {
  if (!context.bareNames) return;
  for (const match of walk.masked.text.slice(start, end).matchAll(ARITHMETIC_TOKEN)) {
    const [whole, expansion, bare] = match;
    const at = start + match.index;
    if (expansion !== undefined) {
      reference(walk, { start: at, end: at + whole.length, nameStart: at + 1, nameEnd: at + whole.length, name: expansion }, context);
    } else if (bare !== undefined) {
      walk.analysis.read(bare, walk.layer.outermost(at), 'lenient', context.copyTo);
      if (walk.isKnown(bare)) walk.analysis.use(bare, bare);
    }
  }
}

/** The script itself sets a variable; it has its value from `at` on. */
export function assign(walk: Walk, name: string, at: number): void {
  walk.analysis.assign(name, walk.layer.outermost(at), walk.layer);
}
