import { describe, expect, test } from 'vitest';
import { routesOf } from '../../src/human/routes.ts';
import { graphOf } from '../support/graph.ts';

function routes(edges: string, attributes = '', hasRun: readonly string[] = []) {
  const graph = graphOf(
    `digraph g { start [shape=Mdiamond]; exit [shape=Msquare]; gate [shape=hexagon ${attributes}]
      start -> gate; ${edges}
      ship [shape=parallelogram, tool_command="true"]; ship -> exit
      fix [shape=parallelogram, tool_command="true"]; fix -> gate
    }`,
    ['reachability'],
  );
  const gate = graph.nodes.get('gate');
  if (gate === undefined) throw new Error('no gate');
  return routesOf(graph, gate, (id) => hasRun.includes(id));
}

const choices = (edges: string, attributes = '') =>
  routes(edges, attributes).map(({ choice }) => [choice.key, choice.label, choice.target]);

describe('engine.md 9: choices and keys', () => {
  test('engine.md 9: the out-edges in file order, keys by accelerator', () => {
    expect(
      choices(
        'gate -> ship [label="[S] Ship it"]; gate -> fix [label="F) Fix"]; gate -> exit [label="X - Stop"]; gate -> fix [label="[Later] Not now"]',
      ),
    ).toEqual([
      ['S', 'Ship it', 'ship'],
      ['F', 'Fix', 'fix'],
      ['X', 'Stop', 'exit'],
      ['Later', 'Not now', 'fix'],
    ]);
  });

  test('engine.md 9: without accelerator the first letter, when unique; an edge without label shows its target', () => {
    expect(choices('gate -> ship; gate -> fix [label="repair"]')).toEqual([
      ['s', 'ship', 'ship'],
      ['r', 'repair', 'fix'],
    ]);
    expect(choices('gate -> ship [label="Approve"]; gate -> fix [label="abort"]')).toEqual([
      ['', 'Approve', 'ship'],
      ['', 'abort', 'fix'],
    ]);
  });

  test('gate_key: a key that two labels name is no key; one that a label names wins over a first letter', () => {
    expect(choices('gate -> ship [label="[Y] Yes"]; gate -> fix [label="[y] Yet again"]; gate -> exit [label="No"]')).toEqual([
      ['', 'Yes', 'ship'],
      ['', 'Yet again', 'fix'],
      ['N', 'No', 'exit'],
    ]);
    expect(choices('gate -> ship [label="[A] Go"]; gate -> fix [label="Again"]')).toEqual([
      ['A', 'Go', 'ship'],
      ['', 'Again', 'fix'],
    ]);
  });

  test('engine.md 9: edges that can only hold for a failed gate are no choices', () => {
    expect(
      choices('gate -> ship [label="[A] Go"]; gate -> fix [condition="outcome=fail"]; gate -> exit [condition="status!=success"]'),
    ).toEqual([['A', 'Go', 'ship']]);
    expect(choices('gate -> fix [condition="outcome=fail"]')).toEqual([]);
    expect(choices('gate -> ship [label="Go", condition="context.ready=true"]; gate -> fix')).toHaveLength(2);
  });

  test('engine.md 9: yes takes the edge labelled Yes, else the only edge; no takes the edge labelled No', () => {
    const yesNo = (edges: string) => routes(edges, ', mode=yes_no').map(({ choice, edge }) => [choice.key, choice.label, edge?.to]);
    expect(yesNo('gate -> fix [label="[2] No"]; gate -> ship [label="yes"]')).toEqual([
      ['Y', 'Yes', 'ship'],
      ['2', 'No', 'fix'],
    ]);
    expect(yesNo('gate -> ship')).toEqual([
      ['Y', 'Yes', 'ship'],
      ['N', 'No', undefined],
    ]);
    expect(yesNo('gate -> fix [label="No"]')).toEqual([
      ['Y', 'Yes', undefined],
      ['N', 'No', 'fix'],
    ]);
    expect(yesNo('gate -> ship [label="a"]; gate -> fix [label="b"]')).toEqual([
      ['Y', 'Yes', undefined],
      ['N', 'No', undefined],
    ]);
  });

  test('engine.md 9: says which choices lead back, and what has run when all do', () => {
    expect(routes('gate -> ship; gate -> fix').map(({ choice }) => [choice.leadsBack, choice.hasRun])).toEqual([
      [false, undefined],
      [true, undefined],
    ]);
    expect(routes('gate -> fix; gate -> gate [label="Wait"]', '', ['fix']).map(({ choice }) => [choice.leadsBack, choice.hasRun])).toEqual([
      [true, true],
      [true, false],
    ]);
  });
});
