import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readTrace } from '@attractor/engine';
import { afterAll, expect, test } from 'vitest';
import { removePlaces, runWhole } from './support/engine.ts';

afterAll(removePlaces);

const branchCount = 200;

function graphOf(maxParallel: number): string {
  const branches = Array.from({ length: branchCount }, (_, index) => {
    // Every tenth branch fails: none of the others may be lost for it.
    const command = `echo ${index} >> ran.txt; echo branch ${index}${index % 10 === 9 ? '; exit 3' : ''}`;
    return `b${index} [shape=parallelogram, tool_command="${command}"]\n fan -> b${index} -> count`;
  });
  return `digraph many {
    start [shape=Mdiamond]; exit [shape=Msquare]
    fan [shape=component, max_parallel=${maxParallel}]
    ${branches.join('\n    ')}
    count [shape=parallelogram, tool_command="sort -u ran.txt | wc -l"]
    start -> fan; count -> exit
  }`;
}

test.each([1, 4, 200])(
  'engine.md 8: 200 branches of real processes, max_parallel %i: none is lost, none runs twice',
  async (maxParallel) => {
    const { result, events, directory, work, file } = await runWhole(graphOf(maxParallel));
    expect(result).toMatchObject({ status: 'partial_success' });
    const ran = readFileSync(join(work, 'ran.txt'), 'utf8').trim().split('\n');
    expect(ran.map(Number).sort((a, b) => a - b)).toEqual(Array.from({ length: branchCount }, (_, index) => index));
    expect(file('count/output.txt').trim()).toBe(String(branchCount));

    const lines = readTrace(directory).filter((line) => line.branch !== '');
    expect(lines).toHaveLength(branchCount);
    expect(lines.filter((line) => line.status === 'fail')).toHaveLength(branchCount / 10);

    let open = 0;
    let most = 0;
    for (const event of events) {
      if (event.type === 'parallel.branch_started') most = Math.max(most, ++open);
      if (event.type === 'parallel.branch_completed') open--;
    }
    expect(open).toBe(0);
    expect(most).toBe(maxParallel);
    const completed = events.find((event) => event.type === 'parallel.completed');
    expect(completed).toMatchObject({ success_count: 180, failure_count: 20 });
  },
  120_000,
);
