import { rmSync } from 'node:fs';
import type { Outcome, Parked } from '@attractor/engine';
import { type Graph, joinOf, keysAt, lintRules, nodeValue, runRules, setNodeAttribute } from '@attractor/pipeline';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { players } from '../../packages/engine/test/oracle/play.ts';
import { type Plan, plans, textOf } from '../../packages/engine/test/support/random-plan.ts';
import { graphOf, scene, start, type Work } from '../../packages/engine/test/support/run-graph.ts';

/** What data flow says against what runs of the engine have in their contexts. */
const numRuns = Math.round(4 * Number(process.env['ATTRACTOR_PROPERTY'] ?? 40));
const rules = lintRules.filter(({ id }) => id === 'FLOW-001' || id === 'FLOW-002');

const plain = ['tool.output', 'previous.tool.output', 'parallel.results'];
const mark = (id: string): string => `mark_${id}`;
const isTool = (id: string): boolean => /[02468]$/.test(id);

/** The graph of a plan in which some nodes are tools, the others write a key of their own, and each asks for every key. */
function instrumented(plan: Plan): { readonly graph: Graph; readonly keys: readonly string[] } {
  let graph = graphOf(textOf(plan));
  const work = [...plan.nodes.values()].filter(({ kind }) => kind === 'work').map(({ id }) => id);
  const keys = [...plain, ...work.map((id) => (isTool(id) ? `${id}.output` : mark(id)))];
  for (const id of work) {
    if (isTool(id)) graph = setNodeAttribute(setNodeAttribute(graph, id, 'shape', 'parallelogram'), id, 'tool_command', 'true');
    else {
      const node = graph.nodes.get(id);
      const declared = node === undefined ? [] : nodeValue(node, 'outputs');
      graph = setNodeAttribute(graph, id, 'outputs', [...declared, mark(id)].join(','));
    }
  }
  for (const id of plan.nodes.keys()) graph = setNodeAttribute(graph, id, 'tool_env', keys.join(','));
  return { graph, keys };
}

function withKeys(id: string, outcome: Outcome | Parked): Outcome | Parked {
  if ('parked' in outcome) return outcome;
  if (!isTool(id)) return { ...outcome, contextUpdates: { ...outcome.contextUpdates, [mark(id)]: 'x' } };
  return { ...outcome, contextUpdates: {}, tool: { output: 'x', lastLine: 'x', exitCode: 0, stderrTail: '' } };
}

it('language.md 8: a key that lint calls impossible is in no context, and one that is there is offered', { timeout: 600_000 }, async () => {
  const seen = { impossible: 0, local: 0, present: 0 };
  await fc.assert(
    fc.asyncProperty(
      fc.boolean().chain((parallel) => plans({ parallel, maxSteps: 20, artefacts: false })),
      async (plan) => {
        const { graph, keys } = instrumented(plan);
        for (const node of plan.nodes.values()) fc.pre(node.kind !== 'component' || joinOf(graph, node.id) === node.join);
        const denied = new Map<string, string>();
        for (const { rule, severity, message, node } of runRules(rules, { graph, workingDirectory: '/', open: new Set() })) {
          const key = /reads `([^`]+)`/.exec(message)?.[1];
          if (severity === 'warning' && key !== undefined) denied.set(`${node} ${key}`, rule);
        }
        const offered = new Map([...graph.nodes.values()].map((node) => [node.id, new Set(keysAt(graph, node).map(({ key }) => key))]));
        const works: Record<string, Work> = {};
        const faults: string[] = [];
        for (const [id, work] of Object.entries(players(plan))) {
          works[id] = async (invocation, call) => {
            for (const key of keys) {
              if (!invocation.context.has(key)) continue;
              seen.present++;
              const rule = denied.get(`${id} ${key}`);
              if (rule !== undefined) faults.push(`${rule}: ${key} is in the context of ${id}`);
              if (offered.get(id)?.has(key) !== true) faults.push(`keysAt: ${key} is in the context of ${id}`);
            }
            const outcome = await work(invocation, call);
            return plan.nodes.get(id)?.kind === 'work' ? withKeys(id, outcome) : outcome;
          };
        }
        for (const rule of denied.values()) seen[rule === 'FLOW-001' ? 'impossible' : 'local']++;
        const at = scene(works);
        try {
          await start(graph, at);
        } finally {
          rmSync(at.root, { recursive: true, force: true });
        }
        expect(faults, textOf(plan)).toEqual([]);
      },
    ),
    { numRuns, endOnFailure: true },
  );
  // A property about keys that are never there would show nothing.
  for (const count of Object.values(seen)) expect(count).toBeGreaterThan(0);
});
