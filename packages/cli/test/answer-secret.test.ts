import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { attractor, folder, lastLine } from './attractor.ts';

test('files.md 1: a secret that a person typed is masked: of the environment at once, of a parameter when the run takes the answer', {
  timeout: 60_000,
}, async () => {
  const cwd = folder({
    'g.dot': `digraph g {
      graph [params="password!", secret_params="password"]
      start [shape=Mdiamond]; exit [shape=Msquare]
      ask [shape=hexagon, mode=freeform, label="What is it?"]
      say [shape=parallelogram, tool_command="printf '%s' \\"$human.gate.text\\""]
      start -> ask -> say -> exit
    }`,
  });
  const secret = ['--param', 'password=hunter2hunter2'];
  const env = { MY_TOKEN: 'tok_0123456789' };
  await attractor(['run', 'g.dot', '--logs-root', 'R', '--on-human-gate', 'park', ...secret], { cwd, env });
  const answered = await attractor(['answer', 'R', 'ask', 'it is hunter2hunter2 or tok_0123456789'], { cwd, env });
  expect(answered.stderr).toContain(
    'Kept in R/questions/ask/answer.json; a value of password in it is masked once the run takes the answer.',
  );
  const file = join(cwd, 'R/questions/ask/answer.json');
  expect(readFileSync(file, 'utf8')).not.toContain('tok_0123456789');
  const resumed = await attractor(['resume', 'R', ...secret], { cwd, env });
  expect(lastLine(resumed)).toMatchObject({ status: 'success', notes: 'it is *** or ***' });
  expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ value: 'it is *** or ***', channel: 'cli' });
  // grep finds nothing: exit code 1.
  expect(() => execFileSync('grep', ['-r', 'hunter2hunter2', join(cwd, 'R')])).toThrow();
});
