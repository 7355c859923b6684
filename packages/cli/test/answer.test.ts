import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { attractor, folder, lastLine } from './attractor.ts';

const review = `digraph review {
  goal="Release 1.2"
  start [shape=Mdiamond]; exit [shape=Msquare]
  plan [shape=parallelogram, tool_command="echo '# Plan' > plan.md; echo planned"]
  fan [shape=component]; join [shape=parallelogram, tool_command="true"]
  ask [shape=hexagon, label="Review", prompt="Ship $tool.last_line?", description="Tests are green.", attachments_inline="*.md", attachments_ref="*.dot"]
  say [shape=hexagon, mode=freeform, label="What should change?"]
  a [shape=parallelogram, tool_command="true"]; b [shape=parallelogram, tool_command="true"]
  c [shape=parallelogram, tool_command="printf '%s' \\"$human.gate.text\\" > said.txt; cat $human.gate.files > /dev/null 2>&1 || true"]
  start -> plan -> fan; fan -> ask; fan -> say
  ask -> a [label="[A] Approve"]; ask -> b [label="[R] Reject"]
  a -> join; b -> join; say -> c -> join; join -> exit
}
`;

async function parked(): Promise<{ readonly cwd: string; readonly call: (...args: string[]) => ReturnType<typeof attractor> }> {
  const cwd = folder({ 'a.dot': review });
  const call = (...args: string[]): ReturnType<typeof attractor> => attractor(args, { cwd });
  const run = await call('run', 'a.dot', '--on-human-gate', 'park');
  expect([run.code, lastLine(run)]).toEqual([6, expect.objectContaining({ status: 'parked', questions: ['fan.0.ask', 'fan.1.say'] })]);
  expect(run.stderr).toMatch(/next {4}attractor status \S+\n +attractor answer \S+ QUESTION ANSWER\n +attractor resume/);
  return { cwd, call };
}

describe('files.md 5: status and answer', () => {
  test('files.md 5: status shows each open question with all that is needed to decide, and the command that answers', async () => {
    const { call } = await parked();
    const { stdout } = await call('status', 'latest');
    for (const part of [
      'Ship planned?',
      'Review',
      'Tests are green.',
      'Release 1.2',
      '✓ plan  planned',
      'a.dot  ',
      '│ # Plan',
      '[A] Approve',
      '[R] Reject',
      '→ b',
      'What should change?',
    ]) {
      expect(stdout).toContain(part);
    }
    expect(stdout).toMatch(/attractor answer \S+ fan\.0\.ask A \| R\n/);
    expect(stdout).toMatch(/attractor answer \S+ fan\.1\.say 'TEXT'\n/);
    const status = JSON.parse((await call('status', 'latest', '--json')).stdout) as { questions: object[] };
    expect(status.questions).toMatchObject([
      {
        id: 'fan.0.ask',
        node: 'ask',
        text: 'Ship planned?',
        choices: [{ key: 'A', label: 'Approve', target: 'a' }, { key: 'R' }],
        attachments: [{ content: '# Plan\n' }, { path: 'a.dot' }],
      },
      { id: 'fan.1.say', type: 'freeform' },
    ]);
    const open = await call('answer', 'latest');
    expect(open).toMatchObject({ code: 0, stdout: expect.stringContaining('Ship planned?') });
  });

  test('files.md 5: answers in any order, by node, key, label or text, with files; resume ends the run', async () => {
    const { cwd, call } = await parked();
    expect(await call('answer', 'latest', 'say', 'keep it short', '--file', 'a.dot')).toMatchObject({
      code: 0,
      stdout: '✓ fan.1.say: answered\n',
      stderr: expect.stringMatching(/^Open: fan\.0\.ask\nGo on with it: attractor resume \S+\n$/),
    });
    const still = await call('resume', 'latest', '--quiet', '--on-human-gate', 'park');
    expect([still.code, lastLine(still)['questions']]).toEqual([6, ['fan.0.ask']]);
    const json = await call('answer', 'latest', 'fan.0', '[r] REJECT', '--text', 'not yet', '--json');
    expect(JSON.parse(json.stdout)).toEqual({ question: 'fan.0.ask', choice: 'Reject', text: 'not yet', files: [], live: false, open: [] });
    const done = await call('resume', 'latest', '--quiet', '--on-human-gate', 'park');
    expect([done.code, lastLine(done)['status']]).toEqual([0, 'success']);
    expect(lastLine(done)['nodes']).toContain('b');
    expect(readFileSync(join(cwd, 'said.txt'), 'utf8')).toBe('keep it short');
    expect(existsSync(join(String(lastLine(done)['run_dir']), 'questions/fan.1.say/files/a.dot'))).toBe(true);
  });

  test('files.md 5: a wrong call is refused with what would be right, exit code 2', async () => {
    const { call } = await parked();
    const calls = [
      ['the choices are: A (Approve), R (Reject)', 'ask', 'maybe'],
      ['open: fan.0.ask, fan.1.say', 'nope', 'A'],
      ['several questions are meant by `fan`', 'fan', 'A'],
      ['cannot take the file missing.txt', 'ask', 'A', '--file', 'missing.txt'],
      ['the answer to fan.0.ask is missing', 'ask'],
    ] as const;
    const results = await Promise.all(calls.map(([, ...args]) => call('answer', 'latest', ...args)));
    for (const [i, [text]] of calls.entries())
      expect(results[i]).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining(text) });
    expect((await call('answer', 'latest')).stdout).toContain('fan.0.ask A | R');
  });

  test('files.md 5: a late answer is refused with what was faster, exit code 1', async () => {
    const { call } = await parked();
    expect(await call('answer', 'latest', 'ask', 'A')).toMatchObject({ code: 0 });
    expect(await call('answer', 'latest', 'ask', 'R')).toMatchObject({ code: 1, stderr: expect.stringContaining('answered `A`') });
    expect(await call('resume', 'latest', '--quiet', '--on-human-gate', 'auto-approve')).toMatchObject({ code: 0 });
    expect(await call('answer', 'latest', 'say', 'late')).toMatchObject({ code: 1, stderr: expect.stringContaining('is closed') });
    expect(await call('answer', 'latest')).toMatchObject({ code: 0, stderr: expect.stringContaining('No question of run') });
  });
});
