import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { root } from '../support/attractor.ts';
import { example, removeExamples } from './run-example.ts';

afterAll(removeExamples);

interface Refusal {
  readonly clause: string;
  readonly route: readonly string[];
  readonly reason: string | RegExp;
  readonly status?: 'partial_success';
}

const gateBypass = 'goal gate unsatisfied: tests (exit code 1: 1 of 12 tests fails) (max_gate_retries=2 used up)';

/** Each ends without success on purpose; the reason is what the person at the terminal reads. */
const refusals: Readonly<Record<string, Refusal>> = {
  'prose-on-a-gate': {
    clause: 'backends.md 2',
    route: ['review'],
    reason: /^review: after 2 attempts: goal gate 'review' answered without a verdict/,
  },
  'empty-answer': { clause: 'backends.md 2', route: ['summarise'], reason: /^summarise: empty response/ },
  'printed-token': { clause: 'engine.md 10', route: ['tests'], reason: /^tests: exit code 1: ran 0 tests\nPASS/ },
  'must-write-absent': { clause: 'engine.md 3', route: ['clear', 'write'], reason: /^write: .*absent\/report\.md is absent/ },
  'must-write-stale': {
    clause: 'engine.md 3',
    route: ['old', 'write'],
    reason: /report\.md is stale: it was last written before this visit began/,
  },
  'must-write-blank': { clause: 'engine.md 3', route: ['write'], reason: /report\.md is blank/ },
  'must-write-planted': {
    clause: 'engine.md 3',
    route: ['plant', 'write'],
    reason: /report\.md is stale: it is what it was before this visit/,
  },
  'plain-edge-after-failure': {
    clause: 'engine.md 4b',
    route: ['test'],
    reason: /^test: exit code 1: 1 of 12 tests fails \| .*-> publish: a failure takes no unconditional edge/,
  },
  'gate-bypass': { clause: 'engine.md 5', route: ['tests', 'excuse', 'excuse', 'excuse'], reason: gateBypass },
  'continue-on-fail-gate': {
    clause: 'engine.md 3',
    route: ['tests', 'tests'],
    reason: /^goal gate unsatisfied: tests \(success, but nobody asserted it\)/,
  },
  'dead-end': {
    clause: 'engine.md 4b',
    route: ['deploy'],
    reason: /^no matching edge from node 'deploy' \(success\): -> done \[.*LIVE\]: .*; -> undo \[.*BROKEN\]/,
  },
  'nothing-ran': { clause: 'engine.md 6', route: ['restore'], reason: /^nothing_ran: / },
  'missing-input': { clause: 'engine.md 3', route: ['figures', 'report'], reason: 'report: missing input: revenue' },
  'failed-branch': {
    clause: 'engine.md 6',
    status: 'partial_success',
    route: ['linux', 'macos', 'windows', 'build', 'collect'],
    reason: /^build: some branches failed/,
  },
  'failed-branch-gate': {
    clause: 'engine.md 5',
    route: ['sign', 'build', 'check', 'collect', 'sign', 'build', 'check', 'collect'],
    reason: /^goal gate unsatisfied: sign \(exit code 1: the key has expired\)/,
  },
  'partial-without-artefact': {
    clause: 'engine.md 4',
    route: ['chapters'],
    reason: /^chapters: after 2 attempts: .*chapters\.md is absent/,
  },
  'unbounded-loop': {
    clause: 'engine.md 3',
    route: ['tests', 'repair', 'tests', 'repair', 'tests', 'repair'],
    reason: "max_visits_exceeded: 'tests' has run 3 times (cycle tests -> repair -> tests)",
  },
  deadline: { clause: 'engine.md 3', route: ['ask'], reason: /^max_pipeline_duration_exceeded: .*'ask'/ },
};

describe('examples/evidence: no false success', () => {
  for (const [name, { clause, route, reason, status = 'fail' }] of Object.entries(refusals)) {
    it(`${clause}: ${name} ends ${status}`, async () => {
      const run = await example(`evidence/${name}`).run();
      expect(run.result.status).toBe(status);
      expect(run.result.reason).toMatch(reason);
      // Branches end in any order; the graphs with branches say what ran, not when.
      expect(run.route.toSorted()).toEqual(route.toSorted());
    });

    it(`${name} says at its head that it ends ${status} on purpose`, () => {
      const text = readFileSync(join(root, 'examples/evidence', `${name}.dot`), 'utf8');
      expect(text.slice(0, text.indexOf('digraph'))).toContain(`Ends \`${status}\` on purpose`);
    });
  }

  it('has a test for each graph', () => {
    const graphs = readdirSync(join(root, 'examples/evidence')).flatMap((file) => (file.endsWith('.dot') ? [file.slice(0, -4)] : []));
    expect(graphs.toSorted()).toEqual(Object.keys(refusals).toSorted());
  });
});
