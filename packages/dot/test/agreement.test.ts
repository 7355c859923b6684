import { type ASTNode, parse as parseOther } from '@ts-graphviz/ast';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Attribute, type NodeRef, parse, SourceFile, type Statement, type Subgraph } from '../src/index.ts';

/** Both parsers' trees are brought into this form. */
interface Meaning {
  readonly what: string;
  readonly ids?: readonly unknown[];
  readonly attributes?: readonly (readonly [string, string])[];
  readonly body?: readonly Meaning[];
}

function ours(statement: Statement): Meaning {
  switch (statement.kind) {
    case 'node':
      return { what: 'node', ids: [statement.node.id.text], attributes: ourPairs(statement.attributes) };
    case 'edge':
      return { what: 'edge', ids: statement.ends.map(ourEnd), attributes: ourPairs(statement.attributes) };
    case 'defaults':
      return { what: statement.target, attributes: ourPairs(statement.attributes) };
    case 'assignment':
      return { what: 'assignment', attributes: ourPairs([statement.attribute]) };
    case 'subgraph':
      return { what: 'subgraph', ids: [statement.id?.text ?? ''], body: statement.body.map(ours) };
  }
}

function ourEnd(end: NodeRef | Subgraph): unknown {
  if (end.kind === 'node-ref') return end.id.text;
  return end.body.map((statement) => (statement.kind === 'node' ? statement.node.id.text : statement.kind));
}

function ourPairs(attributes: readonly Attribute[]): [string, string][] {
  return attributes.map(({ key, value }) => [key.text, value.text]);
}

function theirs(node: ASTNode): Meaning {
  switch (node.type) {
    case 'Node':
      return { what: 'node', ids: [node.id.value], attributes: theirPairs(node.children) };
    case 'Edge':
      return {
        what: 'edge',
        ids: node.targets.map((end) => (end.type === 'NodeRef' ? end.id.value : end.children.map((ref) => ref.id.value))),
        attributes: theirPairs(node.children),
      };
    case 'AttributeList':
      return { what: node.kind.toLowerCase(), attributes: theirPairs(node.children) };
    case 'Attribute':
      return { what: 'assignment', attributes: theirPairs([node]) };
    case 'Subgraph':
      return { what: 'subgraph', ids: [node.id?.value ?? ''], body: node.children.map(theirs) };
    default:
      return { what: node.type };
  }
}

function theirPairs(nodes: readonly ASTNode[]): [string, string][] {
  return nodes.flatMap((node): [string, string][] => (node.type === 'Attribute' ? [[node.key.value, node.value.value]] : []));
}

const word = fc.stringMatching(/^[a-z_][a-z0-9_]{0,5}$/).filter((text) => !['node', 'edge', 'graph', 'strict'].includes(text));
const quoted = fc.stringMatching(/^[a-zA-Z0-9 .,:;#\-{}[\]=>/]{0,12}$/).map((text) => `"${text}"`);
const id = fc.oneof(word, quoted, fc.integer({ min: 0, max: 999 }).map(String));
const attribute = fc.tuple(word, id).map(([key, value]) => `${key}=${value}`);
const block = fc.array(attribute, { maxLength: 4 }).map((list) => (list.length === 0 ? '' : ` [${list.join(', ')}]`));
const group = fc.array(id, { minLength: 1, maxLength: 3 }).map((ids) => `{ ${ids.join('; ')} }`);
const chain = fc
  .array(fc.oneof({ weight: 4, arbitrary: id }, { weight: 1, arbitrary: group }), { minLength: 2, maxLength: 5 })
  .map((ends) => ends.join(' -> '));

const { statement } = fc.letrec<{ statement: string }>((tie) => ({
  statement: fc.oneof(
    { maxDepth: 3 },
    fc.tuple(id, block).map(([name, attributes]) => `${name}${attributes};`),
    fc.tuple(chain, block).map(([ends, attributes]) => `${ends}${attributes};`),
    attribute.map((pair) => `${pair};`),
    fc.tuple(fc.constantFrom('graph', 'node', 'edge'), attribute).map(([target, pair]) => `${target} [${pair}];`),
    fc.tuple(word, fc.array(tie('statement'), { maxLength: 4 })).map(([name, body]) => `subgraph ${name} {\n${body.join('\n')}\n}`),
  ),
}));

test('language.md 1: on the common subset another parser reads the same nodes, edges and attributes', () => {
  fc.assert(
    fc.property(fc.array(statement, { maxLength: 8 }), (statements) => {
      const text = `digraph G {\n${statements.join('\n')}\n}`;
      const tree = parse(new SourceFile('t.dot', text));
      expect(tree.diagnostics).toEqual([]);
      const graph = parseOther(text).children.find((node) => node.type === 'Graph');
      expect(tree.graph?.body.map(ours)).toEqual(graph?.children.map(theirs));
    }),
    { numRuns: 300 },
  );
});
