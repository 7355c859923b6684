import type { Range } from '@attractor/dot';
import type { Edge, Graph, Node } from '../../model.ts';
import { descriptorOf, roleOf } from '../../node-type/registry.ts';
import { isFailureEdge } from '../../topology/post-dominators.ts';
import { blocksOf } from '../../validation/blocks.ts';
import type { Rule } from '../../validation/rule.ts';
import { jumpTargets } from '../course/course.ts';
import { FAILURE_CLASSES, OTHER } from '../outcomes/cases.ts';
import { choiceEdges, outcomesOf, type Stranded } from '../outcomes/outcomes.ts';
import { atCondition, atNode } from '../places.ts';

/**
 * An outcome for which no edge can match (language.md 8). A WARNING where that is sure, an INFO where it depends on values that nothing
 * here decides: lint says so rather than guess.
 */
export const noMatchingEdge: Rule = {
  id: 'TOPO-013',
  name: 'no_matching_edge',
  severity: 'warning',
  *check({ graph }) {
    for (const node of graph.nodes.values()) {
      // Stations of a study have an ERROR of their own: `study_route`.
      if (roleOf(node) === 'exit' || descriptorOf(node.type).study !== undefined) continue;
      const { stranded } = outcomesOf(graph, node);
      if (stranded.length === 0) continue;
      const edges = choiceEdges(graph, node);
      const catches = failuresAreLeft(graph, node, edges.some(isFailureEdge));
      const wanted = stranded.filter(({ case: { status, label } }) => status !== 'fail' || (label === '' && catches));
      const sure = wanted.filter(({ always, case: { label } }) => always && label !== OTHER);
      const shown = sure.length > 0 ? sure : wanted;
      if (shown.length === 0) continue;
      const block = blocksOf(graph).get(node.id);
      const what = block === undefined ? 'the run' : `its branch of \`${block}\``;
      const when = outcomesText(shown);
      const other = sure.length > 0 ? '' : whenText(shown);
      yield {
        severity: sure.length > 0 ? 'warning' : 'info',
        message:
          sure.length > 0
            ? `no edge of \`${node.id}\` can match ${when}: ${what} ends there; add an edge for it, or one without a condition`
            : `whether an edge of \`${node.id}\` matches ${when} cannot be decided here${other}; an edge without a condition would make sure`,
        ...atNode(node),
        ...firstCondition(edges),
      };
    }
  },
};

/** Where the choice begins: the condition that stands first in the file; a node without one is named itself. */
function firstCondition(edges: readonly Edge[]): { readonly range?: Range } {
  const first = edges.find((edge) => edge.condition !== undefined);
  return first === undefined ? {} : { range: atCondition(first).range };
}

/** Only a node that routes its failures promises to route all of them. */
function failuresAreLeft(graph: Graph, node: Node, routes: boolean): boolean {
  return routes && jumpTargets(graph, node).length === 0;
}

/** `partial_success, skipped` or `success with the label "x"`: each outcome once. */
function outcomesText(stranded: readonly Stranded[]): string {
  const names = new Set<string>();
  const classes = new Set(stranded.filter(({ case: { status } }) => status === 'fail').map(({ case: { failureClass } }) => failureClass));
  const allFailures = classes.size === 1 || classes.size === FAILURE_CLASSES.length;
  const bare = new Set(stranded.filter(({ case: { label } }) => label === '').map(({ case: { status } }) => status));
  for (const { case: each } of stranded) {
    if (each.label !== '' && bare.has(each.status)) continue;
    const reason = each.status === 'fail' && !allFailures ? ` of class ${each.failureClass}` : '';
    const label = each.label === '' ? '' : each.label === OTHER ? ' with a label that no edge names' : ` with the label "${each.label}"`;
    names.add(
      `${each.chosen === undefined ? each.status : `the choice "${each.label}"`}${each.chosen === undefined ? label : ''}${reason}`,
    );
  }
  const all = [...names];
  const last = all.at(-1) ?? '';
  return all.length < 2 ? last : `${all.slice(0, -1).join(', ')} or ${last}`;
}

function whenText(stranded: readonly Stranded[]): string {
  const witness = stranded.find((each) => each.witness !== '')?.witness;
  return witness === undefined ? '' : `: none does when ${witness}`;
}
