import { rmSync } from 'node:fs';
import { readEvents, readJournal, readTrace } from '@attractor/engine';
import { joinOf } from '@attractor/pipeline';
import fc from 'fast-check';
import { describe, it } from 'vitest';
import { type Plan, plans, textOf } from '../support/random-plan.ts';
import { graphOf, scene, start } from '../support/run-graph.ts';
import { naiveRun } from './naive-engine.ts';
import { players } from './play.ts';

const numRuns = Number(process.env['ATTRACTOR_PROPERTY'] ?? 40);
/** Visits of the longest run that is tried: quick by default, thorough in long runs of the property. */
const longestRun = numRuns >= 300 ? 120 : 40;

async function agrees(plan: Plan): Promise<void> {
  const text = textOf(plan);
  const graph = graphOf(text);
  for (const node of plan.nodes.values()) fc.pre(node.kind !== 'component' || joinOf(graph, node.id) === node.join);
  const expected = naiveRun(plan);
  const visits = expected.root.length + [...expected.branches.values()].reduce((sum, lines) => sum + lines.length, 0);
  fc.pre(visits <= longestRun);
  const at = scene(players(plan));
  try {
    const result = await within(start(graph, at), () => `the run hangs\n${text}\n${scripts(plan)}`);
    const trace = readTrace(at.directory);
    const failed = readEvents(at.directory).find((event) => event.type === 'pipeline.failed');
    const actual = {
      status: result.status,
      ...(expected.isTimed
        ? {}
        : {
            errorType: failed?.type === 'pipeline.failed' ? failed.error_type : '',
            root: trace.filter((line) => line.branch === '').map((line) => `${line.node_id}:${line.status}`),
            branches: byBranch(trace),
            handled: result.handled.map(({ node, by }) => `${node}:${by}`).sort(),
          }),
    };
    const wanted = {
      status: expected.status,
      ...(expected.isTimed
        ? {}
        : {
            errorType: expected.errorType,
            root: expected.root,
            branches: sorted(expected.branches),
            handled: [...expected.handled].sort(),
          }),
    };
    if (JSON.stringify(actual) !== JSON.stringify(wanted)) {
      throw new Error(
        `${text}\n${scripts(plan)}\nengine: ${JSON.stringify(actual, null, 1)}\noracle: ${JSON.stringify(wanted, null, 1)}\n${result.reason}`,
      );
    }
    invariants(plan, at.directory, result.status, expected.gates);
  } finally {
    rmSync(at.root, { recursive: true, force: true });
  }
}

/** A hang is a fault with a graph to show, not a test that times out. */
async function within<T>(work: Promise<T>, message: () => string): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(message())), 20_000);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

function byBranch(trace: ReturnType<typeof readTrace>): Record<string, string[]> {
  const branches = new Map<string, string[]>();
  for (const line of trace) {
    if (line.branch !== '') branches.set(line.branch, [...(branches.get(line.branch) ?? []), `${line.node_id}:${line.status}`]);
  }
  return sorted(branches);
}

/** As an object with keys in order, so that two of them have one text. */
function sorted<T>(map: ReadonlyMap<string, T>): Record<string, T> {
  return Object.fromEntries([...map.keys()].sort().map((key) => [key, map.get(key) as T]));
}

function scripts(plan: Plan): string {
  return [...plan.nodes.values()].map((node) => `${node.id}: ${JSON.stringify(node.script)}`).join('\n');
}

/** What no rule may ever break, read off the run's own records. */
function invariants(plan: Plan, directory: string, status: string, gates: ReadonlyMap<string, boolean>): void {
  const trace = readTrace(directory);
  const events = readEvents(directory);
  const broken = (what: string): never => {
    throw new Error(`${what}\n${textOf(plan)}\n${scripts(plan)}\n${trace.map((line) => JSON.stringify(line)).join('\n')}`);
  };
  if (events.some((event, index) => event.seq !== index)) broken('events are not numbered without a gap');
  if (events.filter((event) => /^pipeline\.(completed|failed|halted|parked|cancelled)$/.test(event.type)).length !== 1)
    broken('not one end');
  if (status !== 'success') return;
  if (![...trace].some((line) => line.node_id !== 'start' && line.status !== 'skipped')) broken('success although nothing ran');
  for (const [gate, ok] of gates) if (!ok) broken(`success although gate ${gate} is open`);
  const last = trace.filter((line) => line.branch === '').at(-1);
  if (last?.status === 'fail') broken('success although the last node failed');
  for (const node of plan.nodes.values()) {
    if (!node.flags.must_write) continue;
    const line = trace.filter((entry) => entry.node_id === node.id).at(-1);
    if (
      (line?.status === 'success' || line?.status === 'partial_success') &&
      !events.some((event) => event.type === 'node.started' && event.node === node.id)
    )
      broken(`success of ${node.id} without a run`);
  }
  for (const event of events) {
    if (event.type !== 'parallel.completed' || event.failure_count === 0) continue;
    const component = plan.nodes.get(event.node);
    const later = events.some((other) => other.type === 'parallel.completed' && other.node === event.node && other.seq > event.seq);
    const routed = trace.filter((line) => line.node_id === event.node).at(-1)?.status === 'fail';
    if (component?.ignore === false && !later && !routed && event.branch === undefined)
      broken(`success although ${event.node} lost a branch`);
  }
  if (readJournal(directory).lines.length === 0) broken('no journal');
}

describe('random graphs', () => {
  it('engine.md 3 to 7: serial graphs run as the rules say, node by node', async () => {
    await fc.assert(fc.asyncProperty(plans({ parallel: false, maxSteps: 25, artefacts: true }), agrees), { numRuns, endOnFailure: true });
  }, 600_000);

  it('engine.md 8: parallel graphs run as the rules say, branch by branch', async () => {
    await fc.assert(fc.asyncProperty(plans({ parallel: true, maxSteps: 15, artefacts: false }), agrees), { numRuns, endOnFailure: true });
  }, 600_000);
});
