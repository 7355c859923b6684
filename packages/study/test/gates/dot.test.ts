import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { gate, host, studyWithRows } from './place.ts';

const attractor = [process.execPath, fileURLToPath(new URL('../../../cli/bin/attractor.js', import.meta.url))];

describe('RG-13: a pipeline as deliverable', () => {
  it('RG-13: a .dot is run without models, and what its commands print counts', async () => {
    const best = `sed -n 's/.*\\"f\\":1}.*/REPRODUCED: 1/p' \\"$ATTRACTOR_STORE_DIR/rows.jsonl\\"`;
    const at = await studyWithRows({
      'pipeline.dot': `digraph replay {
        start [shape=Mdiamond]
        exit [shape=Msquare]
        think [prompt="Say something."]
        best [shape=parallelogram, tool_command="${best}"]
        claim [shape=parallelogram, tool_command="echo CLAIMED_HEADLINE: 3"]
        start -> think -> best -> claim -> exit
      }`,
    });
    expect(await gate(at, { host: host({ attractor }) })).toMatchObject({
      kind: 'fail',
      check: 'headline',
      message: expect.stringContaining('REPRODUCED: 1 but CLAIMED_HEADLINE: 3'),
    });
  });
});
