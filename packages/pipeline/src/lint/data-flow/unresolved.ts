import type { Attribute, Graph } from '../../model.ts';
import { type KeyAnswer, KeyFlow } from './key-flow.ts';
import { type Reading, readingsOf } from './readings.ts';
import type { ReadOptions } from './written.ts';

/** A reading of a key that is not known to be possible. */
export interface Unresolved {
  readonly reading: Reading;
  /** The key as the engine would look it up. */
  readonly key: string;
  readonly answer: Exclude<KeyAnswer, { readonly is: 'possible' }>;
}

interface Flow {
  readonly flow: KeyFlow;
  readonly unresolved: readonly Unresolved[];
}

const cache = new WeakMap<Graph, Flow>();

/** The key flow of a graph and the readings it cannot explain; computed once a graph. */
export function flowOf(graph: Graph, options: ReadOptions): Flow {
  const known = cache.get(graph);
  if (known !== undefined) return known;
  const readings = [...readingsOf(graph)];
  const asked = new Set<string>();
  for (const { candidates } of readings) for (const name of candidates) for (const key of keysOf(name)) asked.add(key);
  const flow = new KeyFlow(graph, options, asked);
  const unresolved: Unresolved[] = [];
  for (const reading of readings) {
    const found = resolve(graph, flow, reading);
    if (found !== undefined) unresolved.push(found);
  }
  const result = { flow, unresolved };
  cache.set(graph, result);
  return result;
}

function resolve(graph: Graph, flow: KeyFlow, reading: Reading): Unresolved | undefined {
  const { candidates, kind, node, after, braced } = reading;
  const [longest = ''] = candidates;
  const isContext = longest.startsWith('context.');
  let best: Unresolved | undefined;
  // The shorter names behind `tool.output` (`tool`) are not what is meant either.
  const names = engineName.test(longest) ? candidates.filter((name) => engineName.test(name) || name === 'context') : candidates;
  for (const name of names) {
    // `$context` alone is the last response; with a key behind it, it is not what is meant.
    if (name === 'context' && (isContext || kind === 'text')) {
      if (isContext) continue;
      return undefined;
    }
    for (const key of keysOf(name)) {
      const answer = flow.answer(key, node.id, after);
      if (answer.is === 'possible') return undefined;
      if (best === undefined || rank(answer) > rank(best.answer)) best = { reading, key, answer };
    }
  }
  if (best === undefined || !isMeant(graph, reading, braced)) return undefined;
  return best;
}

/** A more telling answer of another candidate counts. */
function rank(answer: KeyAnswer): number {
  return ['impossible', 'undecided', 'local', 'moved'].indexOf(answer.is);
}

/** The keys behind a name: `context.k` is `k` where there is no such key itself (language.md 3). */
function keysOf(name: string): readonly string[] {
  return name.startsWith('context.') && name.length > 'context.'.length ? [name.slice('context.'.length), name] : [name];
}

const engineName =
  /^(?:context|tool|human\.gate|parallel|manager|stack\.child|graph|previous|feedback\.channel)\.[A-Za-z0-9_]|^prior_critiques_[A-Za-z0-9_]/;
const keyName = /^[A-Za-z_][A-Za-z0-9_-]*(?:\.[A-Za-z0-9_-]+)*$/;

/** Prompts and commands are full of dollar signs that mean nothing to us: only what can hardly be anything else is judged. */
function isMeant(graph: Graph, { kind, candidates, attribute, part, inCode }: Reading, braced: boolean): boolean {
  if (kind === 'condition' || kind === 'export') return true;
  const [name = ''] = candidates;
  if (!keyName.test(name)) return false;
  const [owner = ''] = name.split('.');
  const ofNode = name.includes('.') && graph.nodes.has(owner);
  if (engineName.test(name) || ofNode) return kind === 'text' || !assigns(attribute, owner);
  if (kind === 'command' || inCode || name.includes('.')) return false;
  if (!/^[a-z][a-z0-9_]*[a-z0-9]$/.test(name) || assigns(attribute, name)) return false;
  // `$fn(..)`, `$a[0]`, `$x->y`, `$x = ..`: code that nobody marked as such.
  return braced || !/^(?:\(|\[|->|::|\s*=|\$)/.test(attribute.text.slice(part.end, part.end + 4));
}

const assignment =
  /(?:^|[^A-Za-z0-9_$.])(?:([A-Za-z_]\w*)=|for ([A-Za-z_]\w*) |read (?:-[a-z]+ )*([A-Za-z_]\w*)|(?:let|const|var|my|local) \$?([A-Za-z_]\w*))/g;

const assigned = new WeakMap<Attribute, ReadonlySet<string>>();

/** The text itself sets a variable of that name. */
function assigns(attribute: Attribute, name: string): boolean {
  let names = assigned.get(attribute);
  if (names === undefined) {
    names = new Set([...attribute.text.matchAll(assignment)].map((match) => match[1] ?? match[2] ?? match[3] ?? match[4] ?? ''));
    assigned.set(attribute, names);
  }
  return names.has(name);
}
