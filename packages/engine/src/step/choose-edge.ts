import type { ConditionScope } from '@attractor/pipeline';
import {
  asksForFailure,
  descriptorOf,
  type Edge,
  edgeValue,
  evaluate,
  flowOut,
  type Graph,
  type Node,
  nodeValue,
  normalizeLabel,
} from '@attractor/pipeline';
import type { DecisionRecord } from '../event.ts';
import type { Json } from '../json.ts';
import { failureClassOf, type Outcome } from '../outcome.ts';

export type EdgeRule = GateRule | 'condition' | 'preferred_label' | 'suggested_id' | 'weight' | 'lexical' | 'none';

/** Step 0: who or what chose at a gate (engine.md 9); the handler says so in `human.gate.by`. */
type GateRule = 'human_choice' | 'default_after_timeout' | 'auto_approve';

const gateRules: Readonly<Record<GateRule, string>> = {
  human_choice: 'not the choice of the person',
  default_after_timeout: 'not the default choice',
  auto_approve: 'not the choice of auto-approve',
};

export function isGateRule(rule: EdgeRule): rule is GateRule {
  return Object.hasOwn(gateRules, rule);
}

export interface EdgeChoice {
  readonly edge?: Edge;
  readonly rule: EdgeRule;
  readonly candidates: DecisionRecord['candidates'];
  /** Suggested ids that could not be used, for the failure message (§34). */
  readonly rejectedSuggestions: readonly string[];
  /** Those of them that are no ids at all: neither text nor an integer. */
  readonly malformedSuggestions: readonly string[];
  /** The condition of the edge holds because the node failed (engine.md 6). */
  readonly forFailure: boolean;
}

/** What conditions of a node's edges can see. */
export function conditionScope(node: Node, outcome: Outcome, get: (key: string) => unknown): ConditionScope {
  return {
    status: outcome.status,
    preferredLabel: outcome.preferredLabel ?? '',
    failureClass: failureClassOf(outcome),
    outcomeIsStatus: descriptorOf(node.type).decidedBy === 'person',
    get,
  };
}

/**
 * Chooses among a node's flow edges by engine.md 4b: the person's edge, true conditions, label, suggested ids, weight,
 * target id. A `fail` takes no unconditional edge except to a `runs_on=always|failure` target (§16), unless the graph
 * says `fail_routing=canonical`.
 */
export function chooseEdge(
  graph: Graph,
  node: Node,
  outcome: Outcome,
  scope: ConditionScope,
  canonicalFail: boolean,
  edges = flowOut(graph, node.id),
): EdgeChoice {
  const verdicts = new Map<number, string>();
  const holding: Edge[] = [];
  const open: Edge[] = [];
  for (const edge of edges) {
    if (edge.condition !== undefined) {
      const holds = evaluate(edge.condition, scope);
      verdicts.set(edge.index, holds ? 'condition holds' : 'condition does not hold');
      if (holds) holding.push(edge);
    } else if (outcome.status === 'fail' && !canonicalFail && !runsAfterFailure(graph, edge)) {
      verdicts.set(edge.index, 'a failure takes no unconditional edge');
    } else open.push(edge);
  }
  const rejectedSuggestions: string[] = [];
  const [edge, rule] = pick(graph, node, outcome, scope, holding, open, rejectedSuggestions);
  for (const candidate of holding)
    if (candidate !== edge) verdicts.set(candidate.index, 'condition holds, lower weight or later target id');
  for (const candidate of open) verdicts.set(candidate.index, openVerdict(candidate, edge, rule));
  if (edge !== undefined) {
    const admitted = outcome.status === 'fail' && edge.condition === undefined && runsAfterFailure(graph, edge);
    verdicts.set(edge.index, `chosen by ${rule}${admitted ? '; its target runs after a failure, too (runs_on)' : ''}`);
  }
  return {
    ...(edge === undefined ? {} : { edge }),
    rule,
    candidates: edges.map((candidate) => ({
      edge: candidate.index,
      to: candidate.to,
      condition: candidate.attributes.get('condition')?.text ?? '',
      label: edgeValue(candidate, 'label'),
      weight: edgeValue(candidate, 'weight'),
      verdict: verdicts.get(candidate.index) ?? 'not considered',
    })),
    rejectedSuggestions,
    malformedSuggestions: outcome.suggestedNextIds
      .filter((value) => suggestedId(value) === undefined)
      .map((value) => JSON.stringify(value)),
    forFailure: edge?.condition !== undefined && holdsForFailureOnly(edge, scope),
  };
}

function pick(
  graph: Graph,
  node: Node,
  outcome: Outcome,
  scope: ConditionScope,
  holding: readonly Edge[],
  open: readonly Edge[],
  rejected: string[],
): [Edge | undefined, EdgeRule] {
  if (descriptorOf(node.type).decidedBy === 'person' && outcome.status === 'success') {
    const chosen = humanEdge(graph, node, outcome);
    if (chosen !== undefined) {
      const rule = gateRuleOf(outcome);
      return chosen.condition === undefined || evaluate(chosen.condition, scope) ? [chosen, rule] : [undefined, rule];
    }
  }
  if (holding.length > 0) return [best(holding), 'condition'];
  const label = normalizeLabel(outcome.preferredLabel ?? '');
  if (label !== '') {
    const labelled = open.find((edge) => normalizeLabel(edgeValue(edge, 'label')) === label);
    if (labelled !== undefined) return [labelled, 'preferred_label'];
  }
  for (const suggestion of outcome.suggestedNextIds) {
    const id = suggestedId(suggestion);
    const suggested = id === undefined ? undefined : open.find((edge) => edge.to === id);
    if (suggested !== undefined) return [suggested, 'suggested_id'];
    rejected.push(id ?? `${JSON.stringify(suggestion)} (neither text nor an integer)`);
  }
  if (open.length === 0) return [undefined, 'none'];
  const chosen = best(open);
  const tied = open.some((edge) => edge !== chosen && edgeValue(edge, 'weight') === edgeValue(chosen, 'weight'));
  return [chosen, tied ? 'lexical' : 'weight'];
}

/** The edge whose label a person chose; the handler names it by edge index in `human.gate.edge`. */
function humanEdge(graph: Graph, node: Node, outcome: Outcome): Edge | undefined {
  const index = outcome.systemUpdates?.['human.gate.edge'];
  return typeof index === 'number' ? flowOut(graph, node.id).find((edge) => edge.index === index) : undefined;
}

function gateRuleOf(outcome: Outcome): GateRule {
  const by = outcome.systemUpdates?.['human.gate.by'];
  if (by === 'timeout') return 'default_after_timeout';
  return by === 'auto-approve' ? 'auto_approve' : 'human_choice';
}

/** A reported next id as a node id: text as is, integers (3.0 is 3) in decimal; other shapes are no ids (§34). */
function suggestedId(value: Json): string | undefined {
  if (typeof value === 'string') return value;
  return typeof value === 'number' && Number.isInteger(value) ? String(value) : undefined;
}

function best(edges: readonly Edge[]): Edge {
  return edges.reduce((a, b) => {
    const difference = edgeValue(b, 'weight') - edgeValue(a, 'weight');
    if (difference !== 0) return difference > 0 ? b : a;
    return byteOrder(b.to, a.to) < 0 ? b : a;
  });
}

function byteOrder(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}

export function runsAfterFailure(graph: Graph, edge: Edge): boolean {
  const target = graph.nodes.get(edge.to);
  return target !== undefined && nodeValue(target, 'runs_on') !== 'success';
}

/** Would the same condition, in the same context, not hold had the node passed? Or can it hold for failures only? */
function holdsForFailureOnly(edge: Edge, scope: ConditionScope): boolean {
  if (edge.condition === undefined) return false;
  if (asksForFailure(edge.condition)) return true;
  return !evaluate(edge.condition, { ...scope, status: 'success', preferredLabel: '', failureClass: '' });
}

function openVerdict(candidate: Edge, chosen: Edge | undefined, rule: EdgeRule): string {
  if (candidate === chosen) return `chosen by ${rule}`;
  if (rule === 'condition') return 'unconditional; a true condition goes first';
  if (isGateRule(rule)) return gateRules[rule];
  return rule === 'none' ? 'not taken' : 'lower weight or later target id, or another label or id was asked for';
}
