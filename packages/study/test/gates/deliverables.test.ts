import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { deliverablesVerdict, missingDeliverables, presentDeliverable, requiredDeliverables, writableDeliverables } from '@attractor/study';
import { describe, expect, it } from 'vitest';
import { place } from '../store/place.ts';
import { arms, settings } from './place.ts';

const author = new Set(['WriteDeliverable', 'Done']);

describe('RG-01, RG-02, A11: required deliverables', () => {
  it('RG-01: what is missing is found by base name, duplicates once; a folder of that name is none', () => {
    const at = place();
    at.file('report.md', 'x');
    mkdirSync(join(at.study, 'table.csv'));
    const required = requiredDeliverables(
      settings({
        deliverable: 'pipeline.mjs',
        requiredDeliverables: ['workspace/report.md', 'a/table.csv', 'b/table.csv', 'out/pipeline.mjs'],
      }),
      author,
    );
    expect(missingDeliverables(at.study, required)).toEqual(['pipeline.mjs', 'table.csv']);
    at.file('pipeline.mjs', '');
    expect(missingDeliverables(at.study, required)).toEqual(['table.csv']);
  });

  it('RG-02: the deliverable is asked of a node that holds the authoring tool, while the feature is on', () => {
    const wanted = { deliverable: 'pipeline.py', requiredDeliverables: ['notes.md'] };
    const names = (tools: ReadonlySet<string>, off = {}): readonly string[] =>
      requiredDeliverables(settings({ ...wanted, arms: arms(off) }), tools).map(({ name }) => name);
    expect(names(author)).toEqual(['pipeline.py', 'notes.md']);
    expect(names(new Set(['Bash', 'RunDeliverable']))).toEqual(['notes.md']);
    expect(names(new Set())).toEqual(['notes.md']);
    expect(names(author, { pipeline_deliverable: false })).toEqual(['notes.md']);
  });

  it('RG-13: without a configured name any type will do, the notebook form first', () => {
    const at = place();
    expect(missingDeliverables(at.study, requiredDeliverables(settings(), author))[0]).toContain('pipeline (.ipynb, .mjs');
    at.file('pipeline.py', '');
    expect(missingDeliverables(at.study, requiredDeliverables(settings(), author))).toEqual([]);
    at.file('pipeline.ipynb', '{}');
    expect(presentDeliverable(at.study, settings())).toBe('pipeline.ipynb');
    expect(presentDeliverable(at.study, settings({ deliverable: 'pipeline.py' }))).toBe('pipeline.py');
    expect(presentDeliverable(at.study, settings({ arms: arms({ pipeline_deliverable: false }) }))).toBeUndefined();
  });

  it('RG-18: what can be written is exactly what can be asked for', () => {
    expect(writableDeliverables(settings({ deliverable: 'x/p.sh', requiredDeliverables: ['a/b.md', 'p.sh'] }))).toEqual(['p.sh', 'b.md']);
  });

  it('A11: a bounce spends a finish attempt; with none left, or without re-prompts, the run ends UNGATED and nothing else runs', () => {
    const check = { missing: ['pipeline.mjs'], finishAttempts: 0, maxFinishAttempts: 3, repromptUnfinished: true };
    expect(deliverablesVerdict({ ...check, missing: [] })).toEqual({ label: 'pass' });
    expect(deliverablesVerdict(check)).toMatchObject({ label: 'bounce', finishAttempts: 1, note: expect.stringContaining('attempt 1/3') });
    expect(deliverablesVerdict({ ...check, finishAttempts: 2 })).toMatchObject({ label: 'bounce', finishAttempts: 3 });
    const end = { label: 'end', outcome: 'UNGATED', termination: 'done', banner: expect.stringContaining('pipeline.mjs') };
    expect(deliverablesVerdict({ ...check, finishAttempts: 3 })).toMatchObject(end);
    expect(deliverablesVerdict({ ...check, repromptUnfinished: false })).toMatchObject(end);
  });
});
