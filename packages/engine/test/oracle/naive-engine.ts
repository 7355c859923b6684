import { conditions, type EdgePlan, type NodePlan, type OutcomePlan, type Plan, saysAt } from '../support/random-plan.ts';

/**
 * The rules of engine.md 3 to 8 written a second time, as plain loops over a plan and without a journal, effects or
 * concurrency: branches simply run one after the other. Deliberately naive; tests compare the engine with it.
 */
export interface Expected {
  readonly status: 'success' | 'partial_success' | 'fail';
  readonly errorType: string;
  /** Trace of the root: `node:status`. */
  readonly root: readonly string[];
  /** Traces of branches by branch string, all visits of the component one after the other. */
  readonly branches: ReadonlyMap<string, readonly string[]>;
  readonly handled: readonly string[];
  readonly gates: ReadonlyMap<string, boolean>;
  /** A limit ended the run inside a block: what else ran then depends on timing. */
  readonly isTimed: boolean;
}

type Status = OutcomePlan['status'];
interface Said {
  status: Status;
  explicit: boolean;
  label: string;
  suggest: string;
  writes: Readonly<Record<string, string>>;
  dependency: boolean;
  handledByContinue: boolean;
  partialJoin: boolean;
}

interface Frame {
  readonly name: string;
  readonly join: string;
  readonly block: ReadonlySet<string> | undefined;
  context: Map<string, string>;
  visits: Map<string, number>;
  steps: number;
  gates: Map<string, boolean>;
  standing: string[];
  failing: Set<string>;
  marks: Set<string>;
  partialJoins: Set<string>;
  last: Said | undefined;
}

class Limit extends Error {}

export function naiveRun(plan: Plan): Expected {
  const calls = new Map<string, number>();
  /** The number of the first call of each node's present visit. */
  const firstCall = new Map<string, number>();
  const jumps = new Map<string, number>();
  const handled: string[] = [];
  const branches = new Map<string, string[]>();
  const root: string[] = ['start:success'];
  let worked = false;
  let gateRetries = 0;
  let isTimed = false;
  let errorType = '';
  const owners = new Map<string, string>();

  const top = newFrame('', '', undefined);
  top.steps = 1;
  const finish = (status: Expected['status'], type = ''): Expected => ({
    status,
    errorType: type,
    root,
    branches,
    handled,
    gates: top.gates,
    isTimed,
  });
  let at = plan.first;
  for (;;) {
    let end: string;
    try {
      end = walk(top, at);
    } catch (error) {
      if (error instanceof Limit) return finish('fail', error.message);
      throw error;
    }
    if (end !== 'exit') return finish('fail', errorType);
    const open = [...plan.nodes.values()].filter(({ id, flags }) =>
      top.gates.has(id) ? top.gates.get(id) === false : plan.requireAll && flags.goal_gate,
    );
    if (open.length === 0) break;
    const target = redirect(open);
    if (target === undefined || gateRetries >= plan.maxGateRetries) return finish('fail', 'goal_gate_unsatisfied');
    gateRetries++;
    at = target;
  }
  if (top.standing.length > 0) return finish('fail', 'unhandled_failure');
  if (top.last?.status === 'fail') return finish('fail', 'last_node_failed');
  if (!worked) return finish('fail', 'nothing_ran');
  return finish(top.last?.status === 'partial_success' || top.partialJoins.size > 0 ? 'partial_success' : 'success');

  function redirect(open: readonly NodePlan[]): string | undefined {
    for (const gate of open) {
      const target = [gate.retryTarget, gate.fallback, plan.retryTarget].find((id) => id !== undefined && plan.nodes.has(id));
      if (target === undefined) continue;
      const owner = top.gates.has(gate.id) ? owners.get(gate.id) : outermost(gate.id);
      return owner !== undefined && plan.nodes.get(owner)?.block.has(target) === true ? owner : target;
    }
    return undefined;
  }

  function outermost(id: string): string | undefined {
    const around = [...plan.nodes.values()].filter(({ block }) => block.has(id));
    return around.find((node) => !around.some(({ block }) => block.has(node.id)))?.id;
  }

  /** Runs a frame from a node on: `exit`, `join`, or `dead`. */
  function walk(frame: Frame, from: string): 'exit' | 'join' | 'dead' {
    for (let id = from; ; ) {
      if (id === frame.join && frame !== top) return 'join';
      if (id === 'exit') return 'exit';
      // Back at a component around it: the branch has left its block.
      if (frame.name.split('>').some((step) => step.startsWith(`branch:${id}:`))) return 'exit';
      const node = plan.nodes.get(id) as NodePlan;
      if (frame.steps >= plan.maxSteps) return limit(frame, 'max_steps_exceeded');
      if (node.maxVisits !== undefined && (frame.visits.get(id) ?? 0) >= node.maxVisits) return limit(frame, 'max_visits_exceeded');
      frame.visits.set(id, (frame.visits.get(id) ?? 0) + 1);
      const said = visit(frame, node);
      note(frame, node, said);
      const next = route(frame, node, said);
      if (next === undefined) {
        if (!frame.standing.includes(id)) frame.standing.push(id);
        errorType = said.status === 'fail' ? 'node_failed' : 'no_matching_edge';
        return 'dead';
      }
      id = next;
    }
  }

  function limit(frame: Frame, type: string): never {
    if (frame !== top) isTimed = true;
    throw new Limit(type);
  }

  function visit(frame: Frame, node: NodePlan): Said {
    const nothing = { explicit: false, label: '', suggest: '', writes: {}, handledByContinue: false, partialJoin: false };
    if (node.runsOn === 'failure' && frame.failing.size === 0) return { ...nothing, status: 'skipped', dependency: false };
    const missing = node.requires.some((key) => (frame.context.get(key) ?? '') === '' || frame.marks.has(key));
    if (missing) return { ...nothing, status: 'skipped', dependency: true };
    const said: Said = node.kind === 'component' ? block(frame, node) : attempts(node);
    if (said.status === 'skipped' && node.flags.auto_status) Object.assign(said, { status: 'success', explicit: false });
    if (said.status === 'fail' && node.flags.continue_on_fail) {
      Object.assign(said, { status: 'success', explicit: false, handledByContinue: true });
    }
    if (node.kind !== 'component' && node.flags.must_write && passed(said.status) && !artefact(node)) {
      Object.assign(said, { status: 'fail', explicit: false, handledByContinue: false });
    }
    return said;
  }

  function attempts(node: NodePlan): Said {
    const retryOn = node.retryOn === undefined || node.retryOn.length === 0 ? ['retry', 'exception', 'must_write'] : node.retryOn;
    firstCall.set(node.id, calls.get(node.id) ?? 0);
    for (let attempt = 1; ; attempt++) {
      const call = calls.get(node.id) ?? 0;
      calls.set(node.id, call + 1);
      const { status, explicit, label, suggest, writes } = saysAt(node, call);
      const said: Said = { status, explicit, label, suggest, writes, dependency: false, handledByContinue: false, partialJoin: false };
      const violation = node.flags.must_write && !artefact(node);
      const wanted =
        (status === 'retry' && retryOn.includes('retry')) ||
        (status === 'fail' && retryOn.includes('fail')) ||
        (passed(status) && violation && retryOn.includes('must_write'));
      if (wanted && attempt <= (node.maxRetries ?? 0)) continue;
      if (status === 'retry') {
        const partial = node.flags.allow_partial && !violation;
        return { ...said, status: partial ? 'partial_success' : 'fail', explicit: false };
      }
      if (passed(status) && violation) return { ...said, status: 'fail', explicit: false };
      return said;
    }
  }

  /** Did a call of this visit write the node's file? */
  function artefact(node: NodePlan): boolean {
    const upTo = calls.get(node.id) ?? 0;
    for (let call = firstCall.get(node.id) ?? 0; call < upTo; call++) if (saysAt(node, call).artefact) return true;
    return false;
  }

  function block(frame: Frame, node: NodePlan): Said {
    for (const id of node.block) frame.partialJoins.delete(id);
    const results: Status[] = [];
    const routed = (edge: EdgePlan): boolean => edge.condition !== undefined && edge.condition !== 'key';
    const starts = node.edges.filter(
      (edge) =>
        !routed(edge) &&
        (edge.condition === undefined || conditions[edge.condition].holds(scopeOf(frame, { status: 'success', label: '' }))),
    );
    for (const [index, edge] of starts.entries()) {
      const name = `${frame.name === '' ? '' : `${frame.name}>`}branch:${node.id}:${index}`;
      const branch = newFrame(name, node.join, node.block);
      branch.context = new Map(frame.context);
      branch.context.delete('preferred_label');
      branch.marks = new Set(frame.marks);
      const end = walk(branch, edge.to);
      let status: Status = end === 'join' ? 'success' : 'fail';
      if (branch.standing.length > 0 || branch.last?.status === 'fail') status = 'fail';
      else if (status === 'success' && (branch.last?.status === 'partial_success' || branch.partialJoins.size > 0))
        status = 'partial_success';
      results.push(status);
      for (const [gate, ok] of branch.gates) {
        frame.gates.set(gate, ok);
        owners.set(gate, node.id);
      }
      if (passed(status)) for (const id of branch.partialJoins) frame.partialJoins.add(id);
    }
    const failed = results.filter((status) => status === 'fail').length;
    const won = results.length - failed;
    const status =
      results.length === 0 || (failed === 0 && won > 0) ? 'success' : won === 0 ? 'fail' : node.ignore ? 'success' : 'partial_success';
    return {
      status,
      explicit: true,
      label: '',
      suggest: '',
      writes: {},
      dependency: false,
      handledByContinue: false,
      partialJoin: status === 'partial_success',
    };
  }

  function note(frame: Frame, node: NodePlan, said: Said): void {
    const line = `${node.id}:${said.status}`;
    if (frame === top) root.push(line);
    else branches.set(frame.name, [...(branches.get(frame.name) ?? []), line]);
    frame.steps++;
    for (const [key, value] of Object.entries(said.writes)) frame.context.set(key, value);
    if (said.label !== '') frame.context.set('preferred_label', said.label);
    const ok = passed(said.status);
    for (const key of node.outputs)
      if (ok) frame.marks.delete(key);
      else frame.marks.add(key);
    if (node.flags.goal_gate) {
      frame.gates.set(node.id, ok && said.explicit);
      if (frame === top) owners.delete(node.id);
    }
    if (node.kind === 'work' && said.status !== 'skipped') worked = true;
    if (said.handledByContinue) handled.push(`${node.id}:continue_on_fail`);
    if (ok) {
      frame.failing.delete(node.id);
      frame.standing = frame.standing.filter((id) => id !== node.id);
    } else if (said.status === 'fail') frame.failing.add(node.id);
    else if (said.dependency && !frame.standing.includes(node.id)) frame.standing.push(node.id);
    if (said.partialJoin) frame.partialJoins.add(node.id);
    else frame.partialJoins.delete(node.id);
    frame.last = said;
  }

  function route(frame: Frame, node: NodePlan, said: Said): string | undefined {
    const scope = scopeOf(frame, said);
    const edges =
      node.kind === 'component' ? node.edges.filter((edge) => edge.condition !== undefined && edge.condition !== 'key') : node.edges;
    const isFail = said.status === 'fail';
    const open = edges.filter(
      (edge) =>
        edge.condition === undefined && (!isFail || plan.canonicalFail || (plan.nodes.get(edge.to)?.runsOn ?? 'success') !== 'success'),
    );
    const chosen =
      heaviest(edges.filter((edge) => edge.condition !== undefined && conditions[edge.condition].holds(scope))) ??
      open.find((edge) => said.label !== '' && normal(edge.label) === said.label) ??
      open.find((edge) => edge.to === said.suggest) ??
      heaviest(open);
    if (chosen !== undefined) {
      if (isFail) leave(frame, node, said, chosen);
      if (chosen.restart) {
        frame.marks.clear();
        frame.context.delete('preferred_label');
      }
      return chosen.to;
    }
    if (node.kind === 'component' && !isFail) return node.join;
    if (!isFail || (jumps.get(node.id) ?? 0) >= 50) return undefined;
    for (const target of [node.retryTarget, node.fallback]) {
      const exists = target !== undefined && (plan.nodes.has(target) || target === 'exit');
      if (!exists || (frame.block !== undefined && !frame.block.has(target))) continue;
      jumps.set(node.id, (jumps.get(node.id) ?? 0) + 1);
      handled.push(`${node.id}:retry_target`);
      return target;
    }
    return undefined;
  }

  /** Was the failure asked for by the edge it left by? */
  function leave(frame: Frame, node: NodePlan, said: Said, edge: EdgePlan): void {
    let asked: boolean;
    if (edge.condition === undefined) asked = plan.canonicalFail && (plan.nodes.get(edge.to)?.runsOn ?? 'success') === 'success';
    else {
      const condition = conditions[edge.condition];
      const whenPassed = { ...scopeOf(frame, said), status: 'success', label: '' };
      const isOwnWord = condition.reads in said.writes || (condition.reads === 'preferred_label' && said.label !== '');
      asked = !condition.holds(whenPassed) || isOwnWord;
    }
    if (asked) handled.push(`${node.id}:edge`);
    else if (!frame.standing.includes(node.id)) frame.standing.push(node.id);
  }
}

function newFrame(name: string, join: string, block: ReadonlySet<string> | undefined): Frame {
  return {
    name,
    join,
    block,
    context: new Map(),
    visits: new Map(),
    steps: 0,
    gates: new Map(),
    standing: [],
    failing: new Set(),
    marks: new Set(),
    partialJoins: new Set(),
    last: undefined,
  };
}

function scopeOf(frame: Frame, said: { readonly status: string; readonly label: string }) {
  return { status: said.status, label: said.label, get: (key: string) => frame.context.get(key) ?? '' };
}

function heaviest(edges: readonly EdgePlan[]): EdgePlan | undefined {
  return [...edges].sort((x, y) => y.weight - x.weight || (x.to < y.to ? -1 : x.to > y.to ? 1 : 0))[0];
}

function normal(label: string): string {
  return label === '[B] b' ? 'b' : label.toLowerCase();
}

function passed(status: Status): boolean {
  return status === 'success' || status === 'partial_success';
}
