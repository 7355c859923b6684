import { blockOf, type Edge, joinOf, nodeValue } from '@attractor/pipeline';
import { List, Map, OrderedMap, Set } from 'immutable';
import type { Json } from '../json.ts';
import { fail, type Outcome, partialSuccess, success } from '../outcome.ts';
import type { Branch, BranchResult, FrameId, FrameState, Position, Visit } from '../state/state.ts';
import { climb } from './finished.ts';
import type { Input } from './input.ts';
import { retryPolicy } from './retry-policy.ts';
import type { Transition } from './transition.ts';
import { noUsage } from './usage.ts';

export type Forked = Extract<Position, { at: 'forked' }>;

/** Fans out (engine.md 8): one frame a branch, at most `max_parallel` at a time, each with a copy of the context. */
export function fork(t: Transition, frameId: FrameId, visit: Visit, edges: readonly Edge[]): void {
  const node = t.node(visit.node);
  const frame = t.frame(frameId);
  t.emit({ type: 'parallel.started', node: node.id, branch_count: edges.length }, frame.branch);
  const branches = edges.map((edge, index): Branch => {
    const branch = branchName(frame, node.id, index);
    return { index, edge: edge.index, first: edge.to, frame: `${branch}@${visit.visit}`, state: 'pending' };
  });
  t.moveTo(frameId, { at: 'forked', visit, branches: List(branches), join: joinOf(t.graph, node.id) ?? '' });
  watchFork(t, frameId);
  // What the joins of an earlier pass through this block left behind speaks of that pass only.
  const block = blockOf(t.graph, node.id);
  t.updateFrame(frameId, { partialJoins: frame.partialJoins.filterNot((id) => block.has(id)) });
  startPending(t, frameId);
  finishIfAllEnded(t, frameId);
}

/** A component's own time, what is left of it after a resume. */
export function watchFork(t: Transition, frameId: FrameId): void {
  const position = t.positionOf(frameId);
  if (position?.at !== 'forked' || position.abort !== undefined) return;
  const { visit } = position;
  const timeout = nodeValue(t.node(visit.node), 'timeout');
  if (timeout === undefined) return;
  const timeoutMs = Math.max(1, timeout - (t.state.elapsedMs - visit.startedElapsed));
  t.effects.push({ do: 'watch', frame: frameId, timeoutMs, visit: visitKey(visit) });
}

/** Names one attempt of a visit within its frame. */
export function visitKey(visit: Visit): string {
  return `${visit.node}@${visit.visit}.${visit.invocations}`;
}

function branchName(frame: FrameState, component: string, index: number): string {
  const own = `branch:${component}:${index}`;
  return frame.branch === '' ? own : `${frame.branch}>${own}`;
}

/** Starts waiting branches while there is room. A branch may end at once, so the position is read anew each time. */
export function startPending(t: Transition, frameId: FrameId): void {
  for (;;) {
    const { position } = t.frame(frameId);
    if (position.at !== 'forked' || position.decided !== undefined || position.abort !== undefined || t.state.stopping !== undefined)
      return;
    const running = position.branches.count((branch) => branch.state === 'running' && !isParked(t, branch.frame));
    if (running >= nodeValue(t.node(position.visit.node), 'max_parallel')) return;
    const next = position.branches.find((branch) => branch.state === 'pending');
    if (next === undefined) return;
    startBranch(t, frameId, position, next);
  }
}

/** A branch that waits for a person holds no place: everything is released (engine.md 9). */
function isParked(t: Transition, id: FrameId): boolean {
  return t.state.frames.get(id)?.position.at === 'parked';
}

function startBranch(t: Transition, frameId: FrameId, position: Forked, branch: Branch): void {
  const parent = t.frame(frameId);
  const component = position.visit.node;
  t.moveTo(frameId, { ...position, branches: position.branches.set(branch.index, { ...branch, state: 'running' }) });
  const frame: FrameState = {
    id: branch.frame,
    branch: branchName(parent, component, branch.index),
    place: [...parent.place, { component, componentVisit: position.visit.visit, index: branch.index, name: branch.first }],
    parent: { frame: frameId, index: branch.index },
    join: position.join,
    startedElapsed: t.state.elapsedMs,
    position: { at: 'entering', node: branch.first, via: branch.edge },
    context: parent.context.delete('preferred_label'),
    reported: Map(),
    steps: 0,
    visits: Map(),
    iteration: parent.iteration,
    outcomes: Map(),
    gates: Map(),
    standing: OrderedMap(),
    failing: Set(),
    marks: parent.marks,
    partialJoins: Set(),
    history: parent.history,
    usage: noUsage,
  };
  t.update({ frames: t.state.frames.set(frame.id, frame) });
  t.emit({ type: 'parallel.branch_started', node: component, branch_name: branch.first, index: branch.index }, frame.branch);
  t.enter(frame.id, branch.first, branch.edge);
}

/** A branch has ended: the join policy may be decided now, the rest started or cancelled, or the component completed. */
export function branchEnded(t: Transition, frameId: FrameId, index: number, result: BranchResult): void {
  const { position, branch: name } = t.frame(frameId);
  if (position.at !== 'forked') return;
  const branch = position.branches.get(index);
  if (branch === undefined) return;
  const branches = position.branches.set(index, { ...branch, state: 'ended', result });
  const decided = position.decided ?? (position.abort === undefined ? decision(t, position, branches) : undefined);
  t.moveTo(frameId, { ...position, branches, ...(decided === undefined ? {} : { decided }) });
  t.emit(
    {
      type: 'parallel.branch_completed',
      node: position.visit.node,
      branch_name: branch.first,
      index,
      duration_ms: result.duration_ms,
      status: result.status,
    },
    name,
  );
  if (decided !== undefined && position.decided === undefined) cancelBranches(t, frameId);
  startPending(t, frameId);
  finishIfAllEnded(t, frameId);
}

/** Stops every branch that still runs; those in the middle of a node are told to stop and end when it has. */
function cancelBranches(t: Transition, frameId: FrameId): void {
  const { position } = t.frame(frameId);
  if (position.at !== 'forked') return;
  for (const branch of position.branches) if (branch.state === 'running') cancelFrame(t, branch.frame);
}

function cancelFrame(t: Transition, id: FrameId): void {
  const frame = t.state.frames.get(id);
  if (frame === undefined) return;
  const { position } = frame;
  switch (position.at) {
    case 'running':
      if (!position.inFlight) return t.cancelBranch(id);
      t.moveTo(id, { ...position, abort: 'sibling' });
      t.effects.push({ do: 'abort', frame: id, reason: 'sibling' });
      return;
    case 'forked':
      t.moveTo(id, { ...position, abort: 'sibling' });
      cancelBranches(t, id);
      return finishIfAllEnded(t, id);
    case 'waiting':
      t.effects.push({ do: 'abort', frame: id, reason: 'sibling' });
      return t.cancelBranch(id);
    case 'entering':
    case 'parked':
      return t.cancelBranch(id);
    case 'ended':
      return;
  }
}

/** A component whose time is over cancels its branches and fails (engine.md 4). */
export function forkTimedOut(t: Transition, frameId: FrameId): void {
  const { position } = t.frame(frameId);
  if (position.at !== 'forked' || position.abort !== undefined) return;
  t.moveTo(frameId, { ...position, abort: 'timeout' });
  cancelBranches(t, frameId);
  finishIfAllEnded(t, frameId);
}

/** Concludes a component whose branches have all ended; its artefact and its retries ask for a look at the world first. */
export function finishIfAllEnded(t: Transition, frameId: FrameId): void {
  const frame = t.state.frames.get(frameId);
  if (frame?.position.at !== 'forked') return;
  const { position } = frame;
  const open = position.branches.some((branch) => branch.state === 'running');
  const waiting =
    position.branches.some((branch) => branch.state === 'pending') && position.decided === undefined && position.abort === undefined;
  if (open || waiting) return;
  if (position.abort === 'sibling') return t.cancelBranch(frameId);
  const node = t.node(position.visit.node);
  if (position.visit.mustWrite !== undefined || retryPolicy(t.graph, node).maxAttempts > 1)
    t.effects.push({ do: 'inspect', frame: frameId });
  else join(t, frameId, position, { t: 'joined', f: frameId, random: 0 });
}

type Joined = Pick<Extract<Input, { t: 'joined' }>, 't' | 'f' | 'random' | 'artefact'>;

export function joined(t: Transition, input: Joined): void {
  const position = t.positionOf(input.f);
  if (position?.at === 'forked' && position.branches.every((branch) => branch.state !== 'running')) join(t, input.f, position, input);
}

function join(t: Transition, frameId: FrameId, position: Forked, input: Joined): void {
  const frame = t.frame(frameId);
  const results = position.branches.map((branch) => branch.result).filter((result) => result !== undefined);
  const count = (test: (result: BranchResult) => boolean): number => results.count(test);
  const passedCount = count(branchPassed);
  const failedCount = count((result) => result.status === 'fail');
  const systemUpdates = { 'parallel.results': results.toArray() as unknown as Json, 'parallel.count': results.size };
  const { node: component } = position.visit;
  t.emit(
    {
      type: 'parallel.completed',
      node: component,
      duration_ms: t.state.elapsedMs - position.visit.startedElapsed,
      success_count: passedCount,
      failure_count: failedCount,
    },
    frame.branch,
  );
  const node = t.node(component);
  const outcome =
    position.abort === 'timeout'
      ? fail('timeout', `timeout: '${component}' ran longer than ${nodeValue(node, 'timeout') ?? 0} ms`, { systemUpdates })
      : joinOutcome(t, position, results.toArray(), systemUpdates);
  const strict = nodeValue(node, 'join_policy') === 'wait_all' && nodeValue(node, 'error_policy') !== 'ignore';
  climb(t, input, position.visit, outcome, strict && failedCount > 0 && outcome.status !== 'fail');
}

/** A branch's reason, which often names its first node already. */
function branchReason({ id, reason }: BranchResult): string {
  return reason.startsWith(`${id}: `) ? reason : `${id}: ${reason}`;
}

function branchPassed(result: BranchResult): boolean {
  return result.status === 'success' || result.status === 'partial_success' || result.status === 'skipped';
}

/** The number of passed branches a policy needs; undefined for `wait_all`. */
function needed(t: Transition, position: Forked, counted: number): number | undefined {
  const node = t.node(position.visit.node);
  switch (nodeValue(node, 'join_policy')) {
    case 'wait_all':
      return undefined;
    case 'first_success':
      return 1;
    case 'k_of_n':
      return nodeValue(node, 'min_success') ?? counted;
    case 'quorum':
      return Math.max(1, Math.ceil(counted * nodeValue(node, 'quorum_fraction')));
  }
}

/** Is the policy decided before all branches ended? `met`, `unreachable`, or the failure that `fail_fast` stops at. */
function decision(t: Transition, position: Forked, branches: List<Branch>): string | undefined {
  const node = t.node(position.visit.node);
  const ignore = nodeValue(node, 'error_policy') === 'ignore';
  const results = branches.toArray().map((branch) => branch.result);
  const passedCount = results.filter((result) => result !== undefined && branchPassed(result)).length;
  const failedCount = results.filter((result) => result?.status === 'fail').length;
  const open = results.filter((result) => result === undefined).length;
  const counted = ignore ? branches.size - failedCount : branches.size;
  const need = needed(t, position, counted);
  if (
    need !== undefined &&
    passedCount >= need &&
    (!ignore || nodeValue(node, 'join_policy') !== 'quorum' || open === 0 || passedCount >= (needed(t, position, branches.size) ?? 1))
  )
    return 'met';
  if (nodeValue(node, 'error_policy') === 'fail_fast' && failedCount > 0) return 'fail_fast';
  if (need !== undefined && open > 0 && passedCount + open < need) return 'unreachable';
  return undefined;
}

/** The component's verdict (engine.md 8); always explicit. */
function joinOutcome(
  t: Transition,
  position: Forked,
  results: readonly BranchResult[],
  systemUpdates: { readonly [key: string]: Json },
): Outcome {
  const node = t.node(position.visit.node);
  const ignore = nodeValue(node, 'error_policy') === 'ignore';
  const failures = results.filter((result) => result.status === 'fail');
  const passedCount = results.filter(branchPassed).length;
  const counted = passedCount + (ignore ? 0 : failures.length);
  const extra = { systemUpdates, isExplicit: true, notes: `${passedCount} of ${passedCount + failures.length} branches passed` };
  if (position.branches.isEmpty()) return success(true, { ...extra, notes: 'no branch to run' });
  const first = failures[0];
  const reasons = failures.map(branchReason).join('; ');
  if (position.decided === 'fail_fast' && first !== undefined) return fail('deterministic', branchReason(first), extra);
  if (ignore && passedCount === 0) return fail('deterministic', `no branch passed (all failures ignored): ${reasons}`, extra);
  const need = needed(t, position, counted);
  if (need !== undefined) {
    return passedCount >= need
      ? success(true, extra)
      : fail('deterministic', `${passedCount} of ${counted} branches passed, ${need} needed: ${reasons}`, extra);
  }
  if (ignore || failures.length === 0) return success(true, extra);
  return passedCount === 0
    ? fail('deterministic', `all branches failed: ${reasons}`, extra)
    : partialSuccess(true, { ...extra, notes: `${extra.notes}; failed: ${reasons}` });
}
