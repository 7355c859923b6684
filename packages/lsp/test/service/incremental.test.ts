import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parse, SourceFile } from '@attractor/dot';
import { allDiagnostics, type Basis, createSnapshot, diagnose, type Findings, type Snapshot } from '@attractor/lsp';
import { lintRules } from '@attractor/pipeline';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { largeGraph } from '../support/large-graph.ts';

const runs = Number(process.env['ATTRACTOR_FUZZ'] ?? 16);

function snapshotOf(text: string): Snapshot {
  return createSnapshot({ text, uri: 'x.dot' });
}

function check(snapshot: Snapshot, basis?: Basis): Findings {
  const steps = diagnose(snapshot, { basis });
  for (let step = steps.next(); ; step = steps.next()) if (step.done === true) return step.value;
}

function isSame(before: Findings, after: Findings): void {
  expect(after.diagnostics).toEqual(before.diagnostics);
  expect(after.left).toBe(before.left);
}

const small = `digraph g {
  // a comment
  graph [goal="Ship it", label="x"]
  start [shape=Mdiamond]
  done [shape=Msquare]
  work [prompt="Do $goal, then stop", label="Work", description="long"]
  check [shape=parallelogram, tool_command="make | tail -1", "tool_command2"="x"]
  ask [shape=hexagon, label="OK?"]
  start -> work -> check
  check -> work [condition="outcome=fail", label="again"]
  check -> ask [condition="outcome=success"]
  ask -> done [label="[Y] Yes"]
  ask -> work [label="[N] No"]
  /* block */
}`;

describe('a check on the basis of an earlier one', () => {
  it('language.md 7, 8: says the same as a check from nothing, whatever was edited', () => {
    const basis = allDiagnostics(snapshotOf(small)).basis;
    const put = fc.oneof(
      fc.constantFrom('', 'x', ' ', '"', '\\', '\n', '$goal', '@', '//', '*/', '{', ']', '->', 'lint: allow TOPO-012 x', '\u{1D50A}'),
      fc.string({ maxLength: 5 }),
    );
    fc.assert(
      fc.property(fc.nat(small.length), fc.nat(6), put, (at, length, text) => {
        const edited = snapshotOf(small.slice(0, at) + text + small.slice(at + length));
        isSame(allDiagnostics(edited), check(edited, basis));
      }),
      { numRuns: runs * 5 },
    );
  });

  it('language.md 7, 8: also over many edits, each on the basis of the last', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(small.length), fc.constantFrom('a', 'b ', '$x', ''), fc.nat(1)), { maxLength: 12 }), (edits) => {
        let text = small;
        let basis = allDiagnostics(snapshotOf(text)).basis;
        for (const [at, put, length] of edits) {
          text = text.slice(0, at) + put + text.slice(at + length);
          const found = check(snapshotOf(text), basis);
          isSame(allDiagnostics(snapshotOf(text)), found);
          basis = found.basis;
        }
      }),
      { numRuns: Math.ceil(runs / 4) },
    );
  });

  const corpus = fileURLToPath(new URL('../../../../../shared/corpus/', import.meta.url));
  it.skipIf(!existsSync(corpus))('language.md 8: in the texts of strangers too', () => {
    let edits = 0;
    const every = process.env['ATTRACTOR_FUZZ'] === undefined ? 3 : 1;
    for (const name of readdirSync(corpus).filter((file, index) => file.endsWith('.dot') && index % every === 0)) {
      const text = readFileSync(`${corpus}${name}`, 'utf8');
      const at = /\b(?:prompt|goal|label)\s*=\s*"[^"@$\n\\]{4}/.exec(text);
      if (at === null) continue;
      edits++;
      const place = at.index + at[0].length;
      const edited = snapshotOf(`${text.slice(0, place)}more ${text.slice(place)}`);
      isSame(allDiagnostics(edited), check(edited, allDiagnostics(snapshotOf(text)).basis));
    }
    expect(edits).toBeGreaterThan(30);
  });

  it('takes over the rules about ways when a text or a comment is edited, and no rule when an edge is', () => {
    const { basis } = allDiagnostics(snapshotOf(small));
    const counted = (from: string, to: string): number => {
      let count = 0;
      const originals = lintRules.filter(({ id }) => id.startsWith('TOPO-0'));
      const restore = originals.map((rule) => {
        const original = rule.check;
        Object.assign(rule, {
          check: (context: Parameters<typeof original>[0]) => {
            count++;
            return original.call(rule, context);
          },
        });
        return () => Object.assign(rule, { check: original });
      });
      check(snapshotOf(small.replace(from, to)), basis);
      for (const undo of restore) undo();
      return count;
    };
    const all = lintRules.filter(({ id }) => id.startsWith('TOPO-0')).length;
    expect(counted('then stop', 'then go on')).toBe(1); // TOPO-014 reads references in prompts
    expect(counted('a comment', 'another comment')).toBe(1);
    expect(counted('ask -> done', 'ask -> check')).toBe(all);
    expect(counted('Do $goal', 'Do\n$goal')).toBe(all);
    expect(counted('a comment', 'lint: allow TOPO-003 x')).toBe(all);
  });
});

function processorTime(work: () => void): number {
  const start = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}

describe('speed', () => {
  it('language.md 8: a keystroke in a prompt of a 2,000-node file costs little more than reading the file', { timeout: 120_000 }, () => {
    const text = largeGraph(500);
    expect(text.length).toBeGreaterThan(350_000);
    let basis = allDiagnostics(snapshotOf(text)).basis;
    expect(basis.snapshot.graph.nodes.size).toBe(2002);
    const at = text.indexOf('Do what plans/250');
    const checks: number[] = [];
    const reads: number[] = [];
    for (let i = 1; i <= 8; i++) {
      const source = `${text.slice(0, at)}${'x'.repeat(i)}${text.slice(at)}`;
      reads.push(processorTime(() => void parse(new SourceFile('', source))));
      checks.push(
        processorTime(() => {
          basis = check(snapshotOf(source), basis).basis;
        }),
      );
    }
    // Parsing this file takes 10 to 15 ms of a free processor. The best times tell what the work costs on a busy one.
    expect(Math.min(...checks) / Math.min(...reads)).toBeLessThan(8);
  });
});
