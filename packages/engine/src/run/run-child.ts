import { rmSync } from 'node:fs';
import { graphDigest } from '@attractor/pipeline';
import { createMasker, readTrace } from '../files/index.ts';
import type { ChildRequest, ChildResult } from '../handler.ts';
import type { Json, JsonObject } from '../json.ts';
import { fail, type Outcome, partialSuccess, success } from '../outcome.ts';
import type { RunLimits } from '../run-options.ts';
import { type FrameState, type RunState, rootFrame } from '../state/state.ts';
import { terminalFailure } from '../step/complete.ts';
import { openGates } from '../step/gates.ts';
import { durationLimit } from '../step/limits.ts';
import { beginContext } from './begin-context.ts';
import { hasBegun } from './begun-child.ts';
import type { ChildOwner } from './child-owner.ts';
import { contextView } from './context-view.ts';
import { manifestFields } from './manifest.ts';
import { continueSession, readBefore } from './resume-session.ts';
import { type SessionEnd, type SessionParts, startSession } from './session.ts';
import { storedGraph } from './stored-graph.ts';
import { isOwnEvent, joinBranches, type Upward } from './upward.ts';

/**
 * Runs a graph as a run within this run, in its own directory (engine.md 11). A child that had begun before a crash, a
 * park or a halt goes on from its own journal; one that had ended is not run again.
 */
export async function runChild(request: ChildRequest, owner: ChildOwner): Promise<ChildResult> {
  const parts: SessionParts = {
    ...owner.parts,
    graph: request.graph,
    directory: owner.directory,
    workingDirectory: request.workingDirectory ?? owner.parts.workingDirectory,
    signal: request.signal,
    branchPrefix: joinBranches(owner.parts.branchPrefix, joinBranches(owner.frame.branch, request.branch)),
    ancestors: [...owner.parts.ancestors, owner.parts.graph],
    upward: upwardOf(request, owner),
    budgetAbove: owner.budgetAbove,
  };
  const limits = limitsOf(owner);
  const session = hasBegun(owner.directory) ? await goOn(parts, limits) : await begin(request, owner, parts, limits);
  return childResult(session, request, parts);
}

function begin(request: ChildRequest, owner: ChildOwner, parts: SessionParts, limits: RunLimits): Promise<SessionEnd> {
  // What a crash left of a child that had not begun holds nothing.
  rmSync(owner.directory, { recursive: true, force: true });
  return startSession({
    ...parts,
    limits,
    // What is to be told of the whole run is told by its root.
    warnings: [],
    manifest: manifestOf(request, parts),
    context: childContext(request, owner, parts),
    scriptCalls: { ...callsBelow(owner.parent.scriptCalls.toObject(), owner.node), ...request.spent?.scriptCalls },
  });
}

function upwardOf(request: ChildRequest, owner: ChildOwner): Upward {
  const outer = joinBranches(owner.frame.branch, request.branch);
  const placed = <T extends { readonly branch?: string }>(record: T): T => ({
    ...record,
    branch: joinBranches(outer, record.branch ?? ''),
  });
  return {
    event: (event) => {
      if (!isOwnEvent(event)) owner.upward.event(placed(event));
      try {
        request.observe?.(event, owner.directory);
      } catch {
        // An observer's fault is its own.
      }
    },
    trace: (line) => owner.upward.trace(placed(line)),
  };
}

/**
 * What is left of the parent's time. Its budgets hold as they are, through `budgetAbove`; one that the caller gave is passed
 * on, so that it stands in place of what the child's graph says, too, and a resume can raise it.
 */
function limitsOf({ parent, parts }: ChildOwner): RunLimits {
  const duration = durationLimit(parts.graph, parent);
  const { budgetUsd, budgetTokens } = parent.limits;
  return {
    ...(duration === undefined ? {} : { timeoutMs: Math.max(1, duration - parent.elapsedMs) }),
    ...(budgetUsd === undefined ? {} : { budgetUsd }),
    ...(budgetTokens === undefined ? {} : { budgetTokens }),
  };
}

/** The counts of a node's children are kept under `<node>/<id>`, so that calls are counted over the whole run (backends.md 1). */
function callsBelow(calls: Readonly<Record<string, number>>, node: string): Record<string, number> {
  const prefix = `${node}/`;
  const below = Object.entries(calls).filter(([id]) => id.startsWith(prefix));
  return Object.fromEntries(below.map(([id, count]) => [id.slice(prefix.length), count]));
}

/** Keys that a child does not inherit: labels, tool results, a person's text, and what belongs to the parent's own run. */
const notInherited =
  /^(preferred_label$|outcome$|failure_class$|failure_reason$|current_node$|human\.gate\.(?:text|earlier)$|tool\.|previous\.|graph\.|internal\.|feedback\.channel\.|parallel\.|iteration$|loop_count$)/;

function childContext(request: ChildRequest, owner: ChildOwner, parts: SessionParts): JsonObject {
  const inherited: Record<string, Json> = {};
  for (const [key, value] of owner.frame.context) if (!notInherited.test(key) && !owner.frame.marks.has(key)) inherited[key] = value;
  const own = beginContext(request.graph, new Map(), parts.workingDirectory);
  // Secrets reach a child beside its context, as they reach its parent; nothing that is written may hold one.
  const masker = createMasker(parts.services.environment, parts.secrets.values());
  return masker.json({ ...inherited, ...own, 'graph.goal': request.goal, ...request.seeds }) as JsonObject;
}

function manifestOf(request: ChildRequest, parts: SessionParts): (runId: string, digest: string) => JsonObject {
  const { workingDirectory, mode } = parts;
  return (runId, digest) => ({
    ...manifestFields(request.graph, parts.services, { runId, digest, goal: request.goal, workingDirectory, mode }),
    branch: request.branch,
  });
}

async function goOn(parts: SessionParts, limits: RunLimits): Promise<SessionEnd> {
  const before = readBefore(parts.directory);
  const { result } = before.state;
  // The parent was interrupted after its child had ended: the end stands, and the parent's trace gets what it lacks.
  if (result !== undefined && (result.status === 'success' || result.status === 'partial_success' || result.status === 'fail')) {
    sendMissingTrace(parts);
    return { end: result, state: before.state, runId: before.runId };
  }
  sendMissingTrace(parts);
  // A child goes on with the graph it began with, also when its file has changed since.
  const graph = graphDigest(parts.graph) === before.digest ? parts.graph : storedGraph(parts.directory, before.graphs);
  return continueSession({ ...parts, graph }, before, { limits, context: {} });
}

/** A crash may have come between a child's trace line and its parent's; the parent drops the ones it has. */
function sendMissingTrace(parts: SessionParts): void {
  for (const line of readTrace(parts.directory)) parts.upward?.trace(line);
}

function childResult({ end, state }: SessionEnd, request: ChildRequest, parts: SessionParts): ChildResult {
  const root = state.frames.get(rootFrame);
  const context = contextView(root?.context ?? state.scriptCalls.clear(), parts.secrets);
  const questions = state.frames
    .toList()
    .toArray()
    .flatMap(({ position }) => (position.at === 'parked' ? position.questions : []));
  return {
    end: end.status,
    outcome: childOutcome(end, state, root, request),
    context,
    directory: parts.directory,
    questions: end.status === 'parked' ? questions : [],
  };
}

function childOutcome(end: SessionEnd['end'], state: RunState, root: FrameState | undefined, request: ChildRequest): Outcome {
  const last = root?.last;
  const extra = {
    notes: last?.notes ?? '',
    usage: state.usage,
    childScriptCalls: state.scriptCalls.toObject(),
    ...(last?.label === undefined || last.label === '' ? {} : { preferredLabel: last.label }),
    ...(last?.text === undefined ? {} : { responseText: last.text }),
  };
  const isExplicit = last?.isExplicit ?? false;
  switch (end.status) {
    case 'success':
      return success(isExplicit, extra);
    case 'partial_success':
      return partialSuccess(isExplicit, extra);
    case 'fail': {
      const gates = unsatisfied(end, state, request);
      const why = last?.status === 'fail' && last.failureClass !== '' ? last.failureClass : 'deterministic';
      return fail(why, end.reason, {
        ...extra,
        isExplicit,
        ...(gates.length === 0 ? {} : { unsatisfiedGates: gates }),
        ...(end.errorType === terminalFailure ? { terminal: true } : {}),
      });
    }
    case 'halted':
      return fail('budget', end.reason, extra);
    case 'parked':
    case 'cancelled':
      return fail('cancelled', end.reason, extra);
  }
}

/** Gates that do not let the child out. One that failed on the way to another failure counts, one that never ran only at the exit. */
function unsatisfied(end: SessionEnd['end'], { frames }: RunState, { graph }: ChildRequest): string[] {
  const ids = new Set<string>();
  for (const frame of frames.values()) {
    for (const gate of openGates(graph, frame))
      if (gate.record !== undefined || (frame.id === rootFrame && end.errorType === 'goal_gate_unsatisfied')) ids.add(gate.id);
  }
  return [...ids];
}
