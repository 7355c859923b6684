import type { Range } from '@attractor/dot';
import type { Attribute, Graph, Node } from '../../model.ts';
import { descriptorOf } from '../../node-type/registry.ts';
import { inheritedValue } from '../../registry/value.ts';
import { rangeWithin, withRange } from '../../source-range.ts';
import type { Finding } from '../../validation/rule.ts';
import { knownKeys } from '../data-flow/known-keys.ts';
import { allLayers, baseName, type CodeLayer, codeLayers } from './layers.ts';

/** A node's command, read by the shell that runs it. */
export interface NodeCommand {
  readonly node: Node;
  readonly attribute: Attribute;
  /** The shell's name: that of the node or graph, else bash (engine.md 10). */
  readonly shell: string;
  /** Outermost first; empty when the command cannot be parsed. */
  readonly layers: readonly CodeLayer[];
}

const cache = new WeakMap<Graph, readonly NodeCommand[]>();

/** The commands of a graph's nodes, in file order; parsed once a graph. */
export function nodeCommands(graph: Graph): readonly NodeCommand[] {
  let commands = cache.get(graph);
  if (commands === undefined) {
    commands = [...read(graph)];
    cache.set(graph, commands);
  }
  return commands;
}

function* read(graph: Graph): Generator<NodeCommand> {
  const isKnown = knownKeys(graph);
  // A default gives one command to many nodes.
  const parsed = new Map<string, readonly CodeLayer[]>();
  for (const node of graph.nodes.values()) {
    const attribute = node.attributes.get('tool_command');
    if (attribute === undefined || attribute.text.trim() === '' || !descriptorOf(node.type).requires.includes('tool_command')) continue;
    const shell = baseName((inheritedValue(graph, node, 'shell') ?? '').trim() || 'bash');
    const key = `${shell} ${attribute.text}`;
    const layers = parsed.get(key) ?? allLayers(codeLayers(attribute.text, shell, isKnown));
    parsed.set(key, layers);
    yield { node, attribute, shell, layers };
  }
}

/** A finding about a part of a command; `part` counts in the layer. */
export function commandFinding({ node, attribute }: NodeCommand, layer: CodeLayer, part: Range, message: string): Finding {
  return { message, ...withRange(rangeWithin(attribute, layer.place(part))), node: node.id };
}

/** A part of a command for a message, on one line. */
export function excerpt(layer: CodeLayer, { start, end }: Range): string {
  const text = layer.text.slice(start, end).replace(/\s+/g, ' ').trim();
  return text.length > 60 ? `${text.slice(0, 57)}...` : text;
}

/** The part of a layer that a syntax node stands for. */
export function partOf({ pos, end }: { readonly pos: number; readonly end: number }): Range {
  return { start: pos, end };
}
