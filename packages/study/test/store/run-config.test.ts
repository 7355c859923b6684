import { readFileSync, writeFileSync } from 'node:fs';
import { evalAccounting, namesSource, readRunConfig, reconcileEvals, registerSource, sourceFor, writeRunConfig } from '@attractor/study';
import { describe, expect, it } from 'vitest';
import { arms, settings } from '../gates/place.ts';
import { entrypoint, place } from './place.ts';

describe('RS-05, TU-13: debug/run_config.json', () => {
  it('RS-05: it carries store, evaluator, budgets, knobs and all arms', () => {
    const at = place();
    const paths = { study: at.study, run: at.run, store: at.store };
    writeRunConfig(
      at.runConfig,
      paths,
      settings({
        budgetMs: 3_600_000,
        budgetUsd: 25,
        evalBudget: 300,
        deliverable: 'pipeline.mjs',
        evaluatorEntrypoint: 'node oracle.mjs',
        arms: arms({ peer_interaction: false }),
      }),
    );
    const config = readRunConfig(at.runConfig);
    expect(config).toMatchObject({
      store: at.store,
      study_dir: at.study,
      run_dir: at.run,
      evaluator_entrypoint: 'node oracle.mjs',
      evaluator_lookup: null,
      budgets: { budget_s: 3600, budget_usd: 25, eval_budget: 300 },
      runtime: { stop_grace_s: 120, max_awake_nodes: 5, deliverable: 'pipeline.mjs', headline_tolerance: 0.001 },
    });
    expect(config?.['arms']).toEqual(arms({ peer_interaction: false }));
  });

  it('RS-05: a resume writes what governs it now, and keeps registered oracles and what others keep there', () => {
    const at = place();
    const paths = { study: at.study, run: at.run, store: at.store };
    writeRunConfig(at.runConfig, paths, settings({ evaluatorEntrypoint: 'old', budgetUsd: 1 }));
    writeRunConfig(at.runConfig, paths, settings({ evaluatorLookup: '/pool.jsonl', budgetUsd: 2 }));
    expect(readRunConfig(at.runConfig)).toMatchObject({
      evaluator_entrypoint: null,
      evaluator_lookup: '/pool.jsonl',
      budgets: { budget_usd: 2 },
    });
    registerSource(at.runConfig, null, { ...entrypoint('node mine.mjs', 5000), outputs: ['f'] });
    registerSource(at.runConfig, 'n', { kind: 'lookup', file: 'x.jsonl', outputs: [] });
    writeFileSync(at.runConfig, JSON.stringify({ ...readRunConfig(at.runConfig), arms_initial: { a: true } }));
    writeRunConfig(at.runConfig, paths, settings({ evaluatorEntrypoint: 'old' }));
    const config = readRunConfig(at.runConfig);
    expect(config).toMatchObject({ arms_initial: { a: true }, budgets: { budget_usd: null } });
    expect(sourceFor(config, null)).toEqual({ kind: 'entrypoint', command: 'node mine.mjs', outputs: ['f'], timeoutMs: 5000 });
    expect(sourceFor(config, 'n')).toMatchObject({ kind: 'lookup', file: 'x.jsonl' });
    expect(sourceFor(config, 'other')).toMatchObject({ command: 'node mine.mjs' });
    expect(readFileSync(at.runConfig, 'utf8')).toMatch(/^\{\n {2}"store"/);
  });

  it('TU-13: a source counts when an entrypoint or a lookup is named; an unreadable config names none', () => {
    const at = place();
    const says = (text: string): boolean => {
      writeFileSync(at.runConfig, text);
      return namesSource(readRunConfig(at.runConfig));
    };
    expect(namesSource(readRunConfig('/no/such/file'))).toBe(false);
    expect(['{', '[]', '{}', '{"evaluator_entrypoint":null}', '{"evaluator_entrypoint":" "}', '{"evaluator_lookup":3}'].map(says)).toEqual(
      Array(6).fill(false),
    );
    expect(['{"evaluator_entrypoint":"x"}', '{"evaluator_lookup":"x"}', '{"namespaces":{"n":{"evaluator_lookup":"x"}}}'].map(says)).toEqual(
      [true, true, true],
    );
  });
});

describe('DE-27: claimed evaluations', () => {
  it.each([
    [{ claimed: 5, stamped: 5, hasSource: true }, 5, false],
    [{ claimed: 9, stamped: 5, hasSource: true }, 5, false],
    [{ claimed: 2, stamped: 5, hasSource: true }, 5, false],
    [{ claimed: 4, stamped: 0, hasSource: true }, 0, true],
    [{ claimed: 0, stamped: 0, hasSource: true }, 0, false],
    [{ claimed: 4, stamped: 0, hasSource: false }, 4, false],
    [{ claimed: -4, stamped: 0, hasSource: false }, 0, false],
    [{ claimed: 1, stamped: 3, hasSource: false }, 3, false],
  ])('DE-27: %j', (claim, counts, isOffLedger) => {
    expect(reconcileEvals(claim)).toEqual({ counts, isOffLedger });
  });

  it('DE-27: a claim that nothing supports is recorded as OFF_LEDGER_EVALS', () => {
    const recorded: unknown[] = [];
    const stamps: Record<string, number> = { D001: 3 };
    const claim = evalAccounting(
      { stamped: (id) => stamps[id] ?? 0 },
      { hasSource: () => true },
      { diagnostic: (...row) => recorded.push(row) },
    );
    expect([claim('D001', 'worker', 5), claim('D002', 'worker', 4)]).toEqual([3, 0]);
    expect(recorded).toEqual([['OFF_LEDGER_EVALS', 'worker', expect.objectContaining({ delegation_id: 'D002', claimed: 4, stamped: 0 })]]);
  });
});
