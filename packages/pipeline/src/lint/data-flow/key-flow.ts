import type { Graph } from '../../model.ts';
import { descriptorOf } from '../../node-type/registry.ts';
import { isEngineKey } from '../../parameters/engine-keys.ts';
import { nodeValue } from '../../registry/value.ts';
import { type CarryGraph, carryGraph } from './carry-graph.ts';
import { plainToolKeys, previousReach } from './previous.ts';
import { anyWay, keepingTool, Reachability, reached, withinContext } from './reach.ts';
import { wordsOf } from './words.ts';
import { type ReadOptions, type Writer, type Written, writtenIn } from './written.ts';

/** Whether a key can exist at a node. */
export type KeyAnswer =
  | { readonly is: 'possible' }
  /** Nothing says that it writes the key; a node that reports what it likes could. */
  | { readonly is: 'undecided'; readonly reporter: string; readonly byModel: boolean }
  /** Written in a branch or a child only, which keeps it. */
  | { readonly is: 'local'; readonly writer: string; readonly inChild: boolean }
  /** A plain `tool.*` key that a `loop_restart` has moved to `previous.*`. */
  | { readonly is: 'moved' }
  | { readonly is: 'impossible' };

const possible: KeyAnswer = { is: 'possible' };
const plainTool: ReadonlySet<string> = new Set(plainToolKeys);

/** Where the keys of one graph can exist (engine.md 1a, 7, 8, 11). Answers are sound: "impossible" is sure. */
export class KeyFlow {
  readonly written: Written;
  readonly #graph: Graph;
  readonly #carry: CarryGraph;
  readonly #within: Reachability;
  readonly #anyWay: Reachability;
  readonly #many = new Map<string, Uint8Array>();
  readonly #mentions = new Map<string, Writer[]>();
  /** Reporters whose prompt stands in a file that could not be read. */
  readonly #unread: readonly Writer[];
  readonly #printers: readonly string[];
  readonly #models: readonly string[];
  readonly #unknown: Uint8Array;

  /** `asked`: the keys that will be asked for, so that prompts are searched for their names once. */
  constructor(graph: Graph, options: ReadOptions, asked: ReadonlySet<string>) {
    this.#graph = graph;
    this.#carry = carryGraph(graph);
    this.written = writtenIn(graph, options);
    this.#within = new Reachability(this.#carry, withinContext);
    this.#anyWay = new Reachability(this.#carry, anyWay);
    this.#unread = this.written.reporters
      .filter((id) => graph.nodes.get(id)?.attributes.get('prompt')?.text.startsWith('@') === true)
      .map((id) => ({ node: id, kind: 'output' }));
    const isModel = (id: string): boolean => descriptorOf(graph.nodes.get(id)?.type ?? '').decidedBy === 'model';
    this.#printers = this.written.reporters.filter((id) => !isModel(id));
    this.#models = this.written.reporters.filter((id) => isModel(id) && !declaresOutputs(graph, id));
    this.#unknown = this.#from(this.written.unknown);
    for (const id of this.written.reporters) this.#readMentions(id, asked);
  }

  /** The key at a node: before it runs, or after it. */
  answer(key: string, nodeId: string, after: boolean): KeyAnswer {
    const node = this.#carry.indexOf.get(nodeId);
    if (node === undefined || this.written.base.has(key) || key.startsWith('study.') || key.startsWith('internal.')) return possible;
    if (this.#unknown[node] === 1 || (after && this.written.unknown.includes(nodeId))) return possible;
    const hasNode = (id: string): boolean => this.#graph.nodes.has(id);
    if (plainTool.has(key)) return this.#tool(key, node, nodeId, after);
    if (key.startsWith('previous.')) return this.#previous(key, node);
    const writers = this.written.byKey.get(key) ?? [];
    if (this.#reachOf(key, writers, node, nodeId, after)) return possible;
    const owner = this.#owner(key);
    if (owner !== undefined && this.#reach([owner], node, nodeId, after, this.#within)) return possible;
    if (isEngineKey(key, hasNode)) return this.#local(key, owner === undefined ? writers : [...writers, owner], node, nodeId);
    const mentioned = this.#mentions.get(key) ?? [];
    if (this.#reachOf(`mention ${key}`, mentioned, node, nodeId, after)) return possible;
    if (this.#reachOf('unread', this.#unread, node, nodeId, after)) return possible;
    const local = this.#local(key, writers, node, nodeId);
    if (local.is === 'local') return local;
    return this.#freeReporter(node, nodeId, after) ?? this.#local(key, mentioned, node, nodeId);
  }

  /** A name that a node's own report may write below its id (engine.md 1a). */
  #owner(key: string): Writer | undefined {
    for (let end = key.length; end > 0; end = key.lastIndexOf('.', end - 1)) {
      const id = key.slice(0, end);
      const node = this.#graph.nodes.get(id);
      if (node === undefined) continue;
      const writes = descriptorOf(node.type).writes?.(node);
      return writes === undefined || writes.reports || nodeValue(node, 'outputs').includes(key) ? { node: id, kind: 'output' } : undefined;
    }
    return undefined;
  }

  /**
   * A node before this one that may report a key nobody names: what a command prints is not told by anything; a model that declares
   * outputs is taken at its word.
   */
  #freeReporter(node: number, nodeId: string, after: boolean): KeyAnswer | undefined {
    for (const [byModel, ids] of [
      [false, this.#printers],
      [true, this.#models],
    ] as const) {
      if (after && ids.includes(nodeId)) return { is: 'undecided', reporter: nodeId, byModel };
      const name = byModel ? 'models' : 'printers';
      let at = this.#many.get(name);
      if (at === undefined) {
        at = this.#from(ids);
        this.#many.set(name, at);
      }
      if (at[node] !== 1) continue;
      const reporter = ids.find((id) => this.#within.leads(this.#carry.indexOf.get(id) as number, node));
      if (reporter !== undefined) return { is: 'undecided', reporter, byModel };
    }
    return undefined;
  }

  #from(ids: readonly string[]): Uint8Array {
    const sources = ids.map((id) => this.#carry.indexOf.get(id)).filter((at) => at !== undefined);
    return reached(this.#carry, sources, withinContext);
  }

  #tool(key: string, node: number, nodeId: string, after: boolean): KeyAnswer {
    const writers = this.written.byKey.get(key) ?? [];
    if (after && writers.some((writer) => writer.node === nodeId)) return possible;
    if (this.#toolAt()[node] === 1) return possible;
    let plain = this.#many.get('tool within');
    if (plain === undefined) {
      plain = this.#from(writers.map((writer) => writer.node));
      this.#many.set('tool within', plain);
    }
    return plain[node] === 1 ? { is: 'moved' } : this.#local(key, writers, node, nodeId);
  }

  #toolAt(): Uint8Array {
    let at = this.#many.get('tool');
    if (at === undefined) {
      const writers = this.written.byKey.get('tool.output') ?? [];
      at = reached(
        this.#carry,
        writers.map((writer) => this.#carry.indexOf.get(writer.node) as number),
        keepingTool,
      );
      this.#many.set('tool', at);
    }
    return at;
  }

  /** `previous.tool.*` is there behind every restart that a tool can have run before. */
  #previous(key: string, node: number): KeyAnswer {
    if (!plainTool.has(key.slice('previous.'.length))) return { is: 'impossible' };
    let at = this.#many.get('previous');
    if (at === undefined) {
      const tools = (this.written.byKey.get('tool.output') ?? []).map((writer) => this.#carry.indexOf.get(writer.node) as number);
      at = previousReach(this.#carry, tools);
      this.#many.set('previous', at);
    }
    return at[node] === 1 ? possible : { is: 'impossible' };
  }

  /** A few writers are asked one by one; from many, one search gives the answer for all nodes. */
  #reachOf(name: string, writers: readonly Writer[], node: number, nodeId: string, after: boolean): boolean {
    if (writers.length <= 4) return this.#reach(writers, node, nodeId, after, this.#within);
    if (after && writers.some((writer) => writer.node === nodeId)) return true;
    let at = this.#many.get(`key ${name}`);
    if (at === undefined) {
      at = this.#from(writers.map((writer) => writer.node));
      this.#many.set(`key ${name}`, at);
    }
    return at[node] === 1;
  }

  #reach(writers: readonly Writer[], node: number, nodeId: string, after: boolean, by: Reachability): boolean {
    for (const writer of writers) {
      if (after && writer.node === nodeId) return true;
      const from = this.#carry.indexOf.get(writer.node);
      if (from !== undefined && by.leads(from, node)) return true;
    }
    return false;
  }

  #local(key: string, writers: readonly Writer[], node: number, nodeId: string): KeyAnswer {
    for (const writer of writers) {
      if (this.#reach([writer], node, nodeId, false, this.#anyWay)) return { is: 'local', writer: writer.node, inChild: false };
    }
    for (const id of this.written.keptByChild.get(key) ?? []) {
      if (this.#reach([{ node: id, kind: 'child' }], node, nodeId, true, this.#within)) return { is: 'local', writer: id, inChild: true };
    }
    return { is: 'impossible' };
  }

  #readMentions(id: string, asked: ReadonlySet<string>): void {
    const node = this.#graph.nodes.get(id);
    if (node === undefined) return;
    for (const word of wordsOf(node)) {
      if (!asked.has(word)) continue;
      const list = this.#mentions.get(word);
      if (list === undefined) this.#mentions.set(word, [{ node: id, kind: 'output' }]);
      else list.push({ node: id, kind: 'output' });
    }
  }
}

function declaresOutputs(graph: Graph, id: string): boolean {
  const node = graph.nodes.get(id);
  return node !== undefined && nodeValue(node, 'outputs').length > 0;
}
