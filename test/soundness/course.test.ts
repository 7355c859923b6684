import { rmSync } from 'node:fs';
import { type Diagnostic, type Graph, joinOf, lintRules, runRules, worstCase } from '@attractor/pipeline';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Expected, naiveRun } from '../../packages/engine/test/oracle/naive-engine.ts';
import { players } from '../../packages/engine/test/oracle/play.ts';
import { type NodePlan, type Plan, plans, textOf } from '../../packages/engine/test/support/random-plan.ts';
import { graphOf, scene, start } from '../../packages/engine/test/support/run-graph.ts';

/**
 * What lint proves against what runs do. The runs are those of the oracle, which the engine's own property tests hold the engine to,
 * and, fewer, of the engine itself.
 */
const numRuns = Math.round(25 * Number(process.env['ATTRACTOR_PROPERTY'] ?? 40));
const rules = lintRules.filter((rule) => ['TOPO-011', 'TOPO-012', 'TOPO-013'].includes(rule.id));

/** What a fan-in says is its kind's to say: it passes or fails, without a label (engine.md 8). */
function honest(plan: Plan): Plan {
  const nodes = new Map<string, NodePlan>();
  for (const [id, node] of plan.nodes) {
    const script = node.script.map((says) => ({
      ...says,
      label: '' as const,
      suggest: '',
      status: says.status === 'partial_success' || says.status === 'skipped' ? ('success' as const) : says.status,
    }));
    nodes.set(id, node.kind === 'fan_in' ? { ...node, script } : node);
  }
  return { ...plan, nodes };
}

interface Case {
  readonly plan: Plan;
  readonly text: string;
  readonly graph: Graph;
  readonly found: readonly Diagnostic[];
}

function caseOf(random: Plan): Case {
  const plan = honest(random);
  const text = textOf(plan);
  const graph = graphOf(text);
  for (const node of plan.nodes.values()) fc.pre(node.kind !== 'component' || joinOf(graph, node.id) === node.join);
  return { plan, text, graph, found: runRules(rules, { graph, workingDirectory: '/', open: new Set() }) };
}

function complain({ plan, text, found }: Case, what: string): never {
  const scripts = [...plan.nodes.values()].map((node) => `${node.id}: ${JSON.stringify(node.script)}`).join('\n');
  const said = found.map(({ rule, message }) => `${rule}: ${message}`).join('\n');
  throw new Error(`${what}\n${text}\n${scripts}\n${said}`);
}

interface Seen {
  readonly stranded: number;
  readonly bypassed: number;
  readonly looped: number;
}

function check(each: Case, run: Expected): Seen {
  const { graph, found } = each;
  const says = (rule: string, node: string): boolean => found.some((item) => item.rule === rule && item.node === node);
  const last = run.root.at(-1)?.split(':')[0] ?? '';
  const isStranded = run.errorType === 'no_matching_edge' && !run.isTimed;
  if (isStranded && !says('TOPO-013', last)) complain(each, `no edge of ${last} matched, and lint was silent`);

  const lines = [run.root, ...run.branches.values()];
  const lostBranch = lines
    .flat()
    .some((line) => line.endsWith(':partial_success') && each.plan.nodes.get(line.split(':')[0] ?? '')?.kind === 'component');
  let bypassed = 0;
  if (run.status === 'success' || (run.status === 'partial_success' && !lostBranch)) {
    for (const { id, flags } of each.plan.nodes.values()) {
      if (!flags.goal_gate || run.gates.has(id)) continue;
      bypassed++;
      if (!says('TOPO-011', id)) complain(each, `the run went around the gate ${id}, and lint was silent`);
    }
  }

  const most = worstCase(graph);
  const visits = lines.reduce((sum, trace) => sum + trace.length, 0);
  if (visits > most.visits) complain(each, `${visits} visits, and the worst case is ${most.visits}`);
  for (const cycle of most.cycles) {
    if (cycle.within !== undefined) continue;
    const inside = run.root.filter((line) => cycle.nodes.includes(line.split(':')[0] ?? '')).length;
    if (inside > cycle.visits)
      complain(each, `${inside} visits of the cycle ${cycle.cycle.join(' -> ')}, and its worst case is ${cycle.visits}`);
  }
  if (
    run.errorType === 'max_steps_exceeded' &&
    !run.isTimed &&
    most.cycles.every((cycle) => cycle.proved) &&
    most.visits < each.plan.maxSteps
  )
    complain(each, 'max_steps ended a run whose cycles are all bounded below it');
  return { stranded: isStranded ? 1 : 0, bypassed, looped: run.errorType.startsWith('max_') ? 1 : 0 };
}

describe('language.md 8: lint is sound', () => {
  it.each([
    ['serial', false],
    ['parallel', true],
  ] as const)(
    'language.md 8: TOPO-011 to TOPO-013 and the worst case hold in runs of random %s graphs',
    { timeout: 600_000 },
    (_, parallel) => {
      const seen = { stranded: 0, bypassed: 0, looped: 0 };
      fc.assert(
        fc.property(plans({ parallel, maxSteps: parallel ? 15 : 25, artefacts: !parallel }), (random) => {
          const each = caseOf(random);
          const { stranded, bypassed, looped } = check(each, naiveRun(each.plan));
          seen.stranded += stranded;
          seen.bypassed += bypassed;
          seen.looped += looped;
        }),
        { numRuns: Math.ceil(numRuns / 2), endOnFailure: true },
      );
      // A property about runs that never happen would show nothing.
      if (numRuns >= 500) for (const count of Object.values(seen)) expect(count).toBeGreaterThan(0);
    },
  );

  it('language.md 8: the engine makes no more visits and model calls than the worst case', { timeout: 600_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.boolean().chain((parallel) => plans({ parallel, maxSteps: 15, artefacts: false })),
        async (random) => {
          const each = caseOf(random);
          const at = scene(players(each.plan));
          try {
            const result = await start(each.graph, at);
            const most = worstCase(each.graph);
            if (result.nodes.length > most.visits) complain(each, `${result.nodes.length} visits, and the worst case is ${most.visits}`);
            const models = [...each.plan.nodes.values()].filter((node) => node.kind === 'work');
            const calls = models.reduce((sum, node) => sum + (at.calls.get(node.id) ?? 0), 0);
            if (calls > most.modelCalls) complain(each, `${calls} calls, and the worst case is ${most.modelCalls}`);
          } finally {
            rmSync(at.root, { recursive: true, force: true });
          }
        },
      ),
      { numRuns: Math.ceil(numRuns / 20), endOnFailure: true },
    );
  });
});
