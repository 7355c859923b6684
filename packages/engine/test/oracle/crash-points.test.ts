import { appendFileSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type Input,
  initialState,
  jsonText,
  type RunResult,
  type RunState,
  readCheckpoint,
  readEvents,
  readJournal,
  readManifest,
  readTrace,
  rootFrame,
  step,
} from '@attractor/engine';
import { type Graph, joinOf } from '@attractor/pipeline';
import fc from 'fast-check';
import { describe, it } from 'vitest';
import { type Plan, plans, textOf } from '../support/random-plan.ts';
import { graphOf, resume, type Scene, scene, start } from '../support/run-graph.ts';
import { naiveRun } from './naive-engine.ts';
import { players } from './play.ts';

const scale = Number(process.env['ATTRACTOR_PROPERTY'] ?? 40);
const numRuns = Math.max(1, Math.ceil(scale / 15));
/** Points tried of one run, spread over it; all of them in long runs of the property. */
const pointsPerRun = scale >= 300 ? Number.POSITIVE_INFINITY : 6;

interface CrashPoint {
  /** Journal lines that stand, the header included. */
  readonly lines: number;
  /** Records derived from all but the last input, and from all. */
  readonly events: readonly [number, number];
  readonly traces: readonly [number, number];
  readonly decisions: readonly [number, number];
  readonly state: RunState;
  /** Calls of handlers that are over, by node. */
  readonly calls: ReadonlyMap<string, number>;
}

/** Where a run can be cut: after each journal record, with what must have been written by then. */
function crashPoints(graph: Graph, directory: string): CrashPoint[] {
  const { lines } = readJournal(directory);
  const runId = jsonText(readManifest(directory)['run_id']);
  const points: CrashPoint[] = [];
  const calls = new Map<string, number>();
  let state = initialState;
  let counted = { events: 0, traces: 0, decisions: 0 };
  for (const [index, { value }] of lines.entries()) {
    if (value['t'] === 'header') continue;
    const input = value as unknown as Input;
    const position = 'f' in input ? state.frames.get(input.f)?.position : undefined;
    if (input.t === 'finished' && position?.at === 'running') calls.set(position.visit.node, (calls.get(position.visit.node) ?? 0) + 1);
    const stepped = step({ graph, runId }, state, input);
    state = stepped.state;
    const more = (kind: string): number => stepped.effects.filter((effect) => effect.do === kind).length;
    const after = {
      events: counted.events + more('event'),
      traces: counted.traces + more('trace'),
      decisions: counted.decisions + more('decision'),
    };
    points.push({
      lines: index + 1,
      events: [counted.events, after.events],
      traces: [counted.traces, after.traces],
      decisions: [counted.decisions, after.decisions],
      state,
      calls: new Map(calls),
    });
    counted = after;
  }
  return points;
}

/** The run directory as a crash at that point leaves it: right after the journal record, or in the middle of the next one. */
function crashed(from: string, point: CrashPoint, isMidLine: boolean): string {
  const to = join(mkdtempSync(join(tmpdir(), 'attractor-crash-')), 'run');
  mkdirSync(to);
  for (const name of ['graph.dot', 'graph.resolved.json']) cpSync(join(from, name), join(to, name));
  const { status, reason, duration_ms, usage, end_time, ...manifest } = readManifest(from);
  void [status, reason, duration_ms, usage, end_time];
  writeFileSync(join(to, 'manifest.json'), JSON.stringify(manifest));
  const cut = (name: string, count: number): string[] => {
    const lines = readFileSync(join(from, name), 'utf8').split('\n').slice(0, -1);
    writeFileSync(
      join(to, name),
      lines
        .slice(0, count)
        .map((line) => `${line}\n`)
        .join(''),
    );
    return lines.slice(count);
  };
  const side = isMidLine ? 1 : 0;
  const [next] = cut('journal.jsonl', point.lines);
  const [nextEvent] = cut('events.jsonl', point.events[side]);
  cut('trace.jsonl', point.traces[side]);
  cut('decisions.jsonl', point.decisions[side]);
  if (isMidLine && next !== undefined) appendFileSync(join(to, 'journal.jsonl'), next.slice(0, Math.ceil(next.length / 2)));
  if (!isMidLine && nextEvent !== undefined) appendFileSync(join(to, 'events.jsonl'), nextEvent.slice(0, 7));
  return to;
}

interface Final {
  readonly status: string;
  readonly reason: string;
  readonly handled: readonly unknown[];
  readonly context: string;
  readonly gates: string;
  readonly trail: readonly string[];
}

function byKey(a: readonly [string, unknown], b: readonly [string, unknown]): number {
  return a[0] < b[0] ? -1 : 1;
}

function finalOf(result: RunResult, state: RunState, plan: Plan): Final {
  const root = state.frames.get(rootFrame);
  const context = JSON.stringify(
    [...(root?.context ?? [])].filter(([key]) => key !== 'context.target_dir').sort(byKey),
    (key, value: unknown) => (key === 'duration_ms' ? 0 : value),
  );
  const order = (items: readonly string[]): readonly string[] => (plan.parallel ? [...items].sort() : items);
  return {
    status: result.status,
    reason: result.reason,
    handled: order(result.handled.map((entry) => JSON.stringify(entry))),
    context,
    gates: JSON.stringify([...(root?.gates ?? [])].sort(byKey)),
    trail: order(state.trail.toArray()),
  };
}

function stateOf(graph: Graph, directory: string): RunState {
  const runId = jsonText(readManifest(directory)['run_id']);
  return readJournal(directory).lines.reduce(
    (state, { value }) => (value['t'] === 'header' ? state : step({ graph, runId }, state, value as unknown as Input).state),
    initialState,
  );
}

async function survives(plan: Plan): Promise<void> {
  const text = textOf(plan);
  const graph = graphOf(text);
  for (const node of plan.nodes.values()) fc.pre(node.kind !== 'component' || joinOf(graph, node.id) === node.join);
  const expected = naiveRun(plan);
  fc.pre(!expected.isTimed && expected.root.length + [...expected.branches.values()].flat().length <= 40);
  const at = scene(players(plan));
  const rubbish = [at.root];
  try {
    const result = await start(graph, at);
    const undisturbed = finalOf(result, stateOf(graph, at.directory), plan);
    const total = at.calls;
    const points = crashPoints(graph, at.directory);
    const stride = Math.max(1, points.length / pointsPerRun);
    for (const [index, point] of points.entries()) {
      if (Math.floor(index % stride) !== 0) continue;
      if (point.state.result !== undefined && point.state.result.status === 'fail') continue;
      for (const isMidLine of [false, true]) {
        const directory = crashed(at.directory, point, isMidLine);
        rubbish.push(join(directory, '..'));
        const again: Scene = { ...scene(players(plan, point.calls)), directory };
        rubbish.push(again.root);
        const broken = (what: string, ...values: readonly unknown[]): never => {
          const shown = values.map((value) => JSON.stringify(value, null, 1)).join('\n');
          const scripts = [...plan.nodes.values()].map((node) => `${node.id}: ${JSON.stringify(node.script)}`).join('\n');
          throw new Error(
            `cut after journal line ${point.lines} (${isMidLine ? 'mid-line' : 'whole'}): ${what}\n${shown}\n${text}\n${scripts}`,
          );
        };
        const resumed = await resume(graph, again);
        const final = finalOf(resumed, stateOf(graph, directory), plan);
        if (JSON.stringify(final) !== JSON.stringify(undisturbed)) broken('another end', final, undisturbed);
        for (const node of plan.nodes.keys()) {
          const made = (point.calls.get(node) ?? 0) + (again.calls.get(node) ?? 0);
          if (made !== (total.get(node) ?? 0)) broken(`${node} was called ${made} times instead of ${total.get(node) ?? 0}`);
        }
        const events = readEvents(directory);
        if (events.some((event, index) => event.seq !== index))
          broken(
            'events with gaps',
            events.map((event) => event.seq),
          );
        const trace = readTrace(directory).map((line) => `${line.branch} ${line.node_id} ${line.visit} ${line.ts} ${line.edge}`);
        const trail = readTrace(directory).map((line) => line.node_id);
        if (trail.length !== result.nodes.length) broken('trace lines missing or twice', trace, result.nodes);
        if (readCheckpoint(directory)['current_node'] === undefined) broken('no checkpoint');
      }
    }
  } finally {
    for (const folder of rubbish) rmSync(folder, { recursive: true, force: true });
  }
}

describe('crash points', () => {
  it('engine.md 14: a serial run cut after any journal record ends as if it had not been cut', async () => {
    await fc.assert(fc.asyncProperty(plans({ parallel: false, maxSteps: 12, artefacts: false }), survives), {
      numRuns,
      endOnFailure: true,
    });
  }, 600_000);

  it('engine.md 14: a run with blocks cut after any journal record ends as if it had not been cut', async () => {
    await fc.assert(fc.asyncProperty(plans({ parallel: true, maxSteps: 10, artefacts: false }), survives), { numRuns, endOnFailure: true });
  }, 600_000);
});
