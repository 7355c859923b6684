import { type Attribute, descriptorOf, type Graph } from '@attractor/pipeline';
import { type KnobName, knobs } from './knobs.ts';
import { emptyLayer, type Findings, type Layer, putKnob } from './layer.ts';

/** What the graph says: a station's own attribute beats the graph's (study.md 28). Validation has reported what cannot be read. */
export function readGraph(graph: Graph, findings: Findings): Layer {
  const layer = emptyLayer('graph');
  for (const [name, { text }] of graph.attributes) put(layer, name, text, findings);
  for (const node of graph.nodes.values()) {
    if (descriptorOf(node.type).study !== 'station') continue;
    for (const [name, { text }] of node.attributes as ReadonlyMap<string, Attribute>) put(layer, name, text, findings);
  }
  return layer;
}

function put(layer: Layer, name: string, text: string, findings: Findings): void {
  if (knobs.has(name as KnobName)) putKnob(layer, name as KnobName, text, `\`${name}\` of the graph`, findings);
}
