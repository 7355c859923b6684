import { forEachChild, type SyntaxNode } from 'unbash';
import type { Analysis } from './analysis.ts';
import { type Context, PLAIN, type Visitors, type Walk } from './context.ts';
import type { Layer } from './layer.ts';
import { maskReferences } from './mask.ts';
import { parseShell } from './parse-shell.ts';
import { commandVisitors } from './visit-commands.ts';
import { wordVisitors } from './visit-words.ts';

const visitors: Visitors = { ...wordVisitors, ...commandVisitors };

export interface WalkOptions {
  readonly analysis: Analysis;
  readonly shell: 'bash' | 'sh';
  isKnown(key: string): boolean;
}

/** Code inside code inside code: deeper than this it is left alone. */
const MAX_DEPTH = 8;

/** Finds the references of a layer and rewrites the dotted ones. False when it cannot be parsed; then nothing of it was touched. */
export function walkLayer(layer: Layer, options: WalkOptions): boolean {
  if (layer.depth > MAX_DEPTH) return false;
  const { analysis, shell, isKnown } = options;
  const masked = maskReferences(layer.text, isKnown);
  const { tree, errors } = parseShell(masked.text);
  if (errors.length > 0 || hasNestedErrors(tree)) return false;
  const pending: { readonly node: SyntaxNode; readonly context: Context }[] = [{ node: tree, context: PLAIN }];
  const pushed: typeof pending = [];
  const jobs: (() => void)[] = [];
  const walk: Walk = {
    layer,
    masked,
    analysis,
    shell,
    isKnown,
    push: (node, context) => void pushed.push({ node, context }),
    later: (job) => void jobs.push(job),
    descend: (inner) => walkLayer(inner, options),
  };
  for (;;) {
    // In source order: what a visit pushed comes first, and its first part first.
    for (let last = pushed.pop(); last !== undefined; last = pushed.pop()) pending.push(last);
    const next = pending.pop();
    if (next !== undefined) visit(walk, next.node, next.context);
    else {
      const job = jobs.shift();
      if (job === undefined) return true;
      job();
    }
  }
}

function visit(walk: Walk, node: SyntaxNode, context: Context): void {
  const visitor = visitors[node.type] as ((walk: Walk, node: SyntaxNode, context: Context) => void) | undefined;
  if (visitor !== undefined) visitor(walk, node, context);
  else forEachChild(node, (child) => walk.push(child, context));
}

/** Substitutions report their own errors. */
function hasNestedErrors(tree: SyntaxNode): boolean {
  const pending = [tree];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    if (node.type === 'Script' && 'errors' in node && (node.errors?.length ?? 0) > 0) return true;
    forEachChild(node, (child) => void pending.push(child));
  }
  return false;
}
