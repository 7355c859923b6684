import { SourceFile } from '@attractor/dot';
import type { Attribute, Attributes, Edge, Graph, Group, Node } from '@attractor/pipeline';

const nowhere = { start: 0, end: 0 };

export interface NodeSpec {
  readonly id: string;
  readonly type?: string;
  readonly attributes?: Readonly<Record<string, string>>;
  readonly groups?: readonly string[];
}

export interface GraphSpec {
  readonly name?: string;
  readonly attributes?: Readonly<Record<string, string>>;
  readonly nodes: readonly NodeSpec[];
  /** `['a', 'b']` or `['a', 'b', attributes]`; conditions are not parsed. */
  readonly edges?: readonly (readonly [string, string, Readonly<Record<string, string>>?])[];
  readonly groups?: readonly { readonly id: string; readonly className?: string }[];
}

/** A node made without a file, for tests of a single handler. */
export function testNode(spec: NodeSpec): Node {
  return {
    id: spec.id,
    type: spec.type ?? 'codergen',
    attributes: attributes(spec.attributes),
    classes: [],
    groups: spec.groups ?? [],
    range: nowhere,
    implicit: false,
  };
}

/** A graph made without a file. Tests of the language itself parse text instead. */
export function testGraph(spec: GraphSpec): Graph {
  const nodes = spec.nodes.map(testNode);
  return {
    name: spec.name ?? 'test',
    attributes: attributes(spec.attributes),
    nodes: new Map(nodes.map((node) => [node.id, node])),
    edges: (spec.edges ?? []).map(([from, to, own], index): Edge => ({ index, from, to, attributes: attributes(own), range: nowhere })),
    groups: (spec.groups ?? []).map((group): Group => ({ label: group.id, nodes: [], range: nowhere, ...group })),
    source: new SourceFile('test.dot', ''),
  };
}

function attributes(record: Readonly<Record<string, string>> = {}): Attributes {
  return new Map(Object.entries(record).map(([name, text]): [string, Attribute] => [name, { name, text, origin: 'own' }]));
}
