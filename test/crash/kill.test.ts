import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CrashGraph, crashGraphs } from './graphs.ts';
import { bundleDriver, type Driven, drive, type Kill, scene } from './run-jobs.ts';
import { eventProblems, inFlight, type Left, runStands, toolEnds, whatIsLeft } from './what-is-left.ts';

/** The whole matrix: before, in the middle of and after every write to any file. Without it, mostly after every write of the journal. */
const slow = process.env['ATTRACTOR_SLOW'] === '1';
const timeout = slow ? 3_600_000 : 300_000;

const parent = mkdtempSync(join(tmpdir(), 'attractor-crash-'));
let driver = '';
beforeAll(async () => {
  driver = await bundleDriver(parent);
}, timeout);
afterAll(() => rmSync(parent, { recursive: true, force: true }));

/** A run that nobody disturbs. */
interface Undisturbed {
  readonly left: Left;
  readonly tools: ReadonlyMap<string, number>;
  readonly journalLines: number;
  readonly writes: number;
  readonly ms: number;
}

async function undisturbed(graph: CrashGraph): Promise<Undisturbed> {
  const root = scene(parent, `${graph.name} undisturbed`, graph);
  const again = scene(parent, `${graph.name} counted`, graph);
  const { ended } = await drive(driver, [
    { action: 'start', root },
    { action: 'start', root: again, kill: { of: 'journal', call: 0, when: 'after' } },
  ]);
  expect(ended, JSON.stringify(ended)).toMatchObject([{ status: graph.status }, { status: graph.status }]);
  const left = whatIsLeft(root, graph.parallel === true);
  expect(whatIsLeft(again, graph.parallel === true)).toEqual(left);
  return { left, tools: toolEnds(root), journalLines: ended[1]?.writes ?? 0, writes: ended[0]?.writes ?? 0, ms: ended[0]?.ms ?? 0 };
}

/** What a kill and its resumes may not change. `repeats`: tools that may have been in the middle of their work at the kills. */
function expectSame(root: string, graph: CrashGraph, { left, tools }: Undisturbed, repeats: number): void {
  expect(whatIsLeft(root, graph.parallel === true)).toEqual(left);
  expect(eventProblems(root)).toEqual([]);
  const ends = toolEnds(root);
  expect([...ends.keys()].sort()).toEqual([...tools.keys()].sort());
  const more = [...ends].map(([key, count]) => ({ key, more: count - (tools.get(key) ?? 0) })).filter((tool) => tool.more !== 0);
  for (const tool of more) expect(tool.more, tool.key).toBeGreaterThan(0);
  expect(
    more.reduce((sum, tool) => sum + tool.more, 0),
    JSON.stringify(more),
  ).toBeLessThanOrEqual(repeats);
}

interface Killed {
  readonly root: string;
  readonly what: string;
  readonly repeats: number;
}

/** Collects what is wrong at every point: one report tells more than the first failure. */
function report(graph: CrashGraph, base: Undisturbed) {
  const problems: string[] = [];
  return {
    settle({ root, what, repeats }: Killed, { ended }: Driven): void {
      try {
        expect(ended[0]).toMatchObject({ root, status: base.left.status });
        expectSame(root, graph, base, repeats);
        rmSync(root, { recursive: true, force: true });
      } catch (error) {
        const found = ended[0]?.error ?? (error instanceof Error ? error.message : String(error));
        problems.push(`${what}: ${found}`);
      }
    },
    close: () => expect(problems.join('\n\n')).toBe(''),
  };
}

/** One of two lanes; each kills runs one after the other. The process that resumes a run is the one that dies in the next. */
async function lane(graph: CrashGraph, kills: readonly { readonly kill?: Kill; readonly afterMs?: number }[], base: Undisturbed) {
  const { settle, close } = report(graph, base);
  let before: Killed | undefined;
  for (const { kill, afterMs } of kills) {
    const what = `${graph.name} killed ${kill === undefined ? `after ${afterMs} ms` : `${kill.when} ${kill.of} write ${kill.call}`}`;
    const root = scene(parent, what, graph);
    const resume = before === undefined ? [] : [{ action: 'resume' as const, root: before.root }];
    const driven = await drive(driver, [...resume, { action: 'start', root, ...(kill === undefined ? {} : { kill }) }], afterMs);
    if (before !== undefined) settle(before, driven);
    before = undefined;
    // A random instant may lie before the run directory is there, or after the end: then there is nothing to resume.
    if (driven.killed && runStands(root)) before = { root, what, repeats: inFlight(root) };
    else if (kill !== undefined && kill.of === 'journal') expect.fail(`${what}: it was not`);
  }
  if (before !== undefined) settle(before, await drive(driver, [{ action: 'resume', root: before.root }]));
  close();
}

async function lanes(graph: CrashGraph, kills: readonly { readonly kill?: Kill; readonly afterMs?: number }[], base: Undisturbed) {
  const odd = kills.filter((_, i) => i % 2 === 1);
  const even = kills.filter((_, i) => i % 2 === 0);
  await Promise.all([lane(graph, even, base), lane(graph, odd, base)]);
}

function points(of: Kill['of'], count: number, whens: (call: number) => readonly Kill['when'][]): { kill: Kill }[] {
  return Array.from({ length: count }, (_, i) => whens(i + 1).map((when) => ({ kill: { of, call: i + 1, when } }))).flat();
}

/** The same instants in every run of this test (mulberry32). */
function randomInstants(count: number, upTo: number): { afterMs: number }[] {
  let state = 0x5eed;
  return Array.from({ length: count }, () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return { afterMs: Math.round((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * upTo) };
  });
}

describe.each(crashGraphs.map((graph) => [graph.name, graph] as const))('engine.md 14: %s', (_name, graph) => {
  let base: Undisturbed;
  beforeAll(async () => {
    base = await undisturbed(graph);
  }, timeout);

  it('killed at every write, a resumed run ends as if nothing had happened', { timeout }, async () => {
    expect(base.journalLines).toBeGreaterThan(10);
    const journal = points('journal', base.journalLines, (call) => (slow || call % 5 === 2 ? ['after', 'torn'] : ['after']));
    // The end of a run is where most files are touched.
    const any = points('any', base.writes, (call) =>
      slow ? ['before', 'torn', 'after'] : call > base.writes - 16 && call % 4 === 0 ? ['torn'] : [],
    );
    await lanes(graph, [...journal, ...any], base);
  });

  it('killed at random instants, a resumed run ends as if nothing had happened', { timeout }, async () => {
    await lanes(graph, randomInstants(slow ? 20 : 4, base.ms), base);
  });

  // Every process gets as far as its second or third write to the journal: the resume itself is killed over and over.
  it.each(slow ? [2, 3, 4, 5] : [graph.parallel === true ? 3 : 2])(
    'resumes that are killed at journal write %i get there',
    { timeout },
    async (call) => {
      const root = scene(parent, `${graph.name} relentless ${call}`, graph);
      const kill: Kill = { of: 'journal', call, when: 'after' };
      let repeats = 0;
      let driven = await drive(driver, [{ action: 'start', root, kill }]);
      for (let i = 0; driven.killed && i < 200; i++) {
        repeats += inFlight(root);
        driven = await drive(driver, [{ action: 'resume', root, kill }]);
      }
      const { settle, close } = report(graph, base);
      settle({ root, what: `${graph.name}, killed at each write ${call}`, repeats }, driven);
      close();
    },
  );
});
