import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { JsonObject, Outcome } from '@attractor/engine';
import { type InvocationSpec, invocation, type TestInvocation } from '@attractor/testing';
import { describe, expect, test } from 'vitest';
import { toolHandler } from '../../src/tool/tool.ts';

type Spec = Partial<InvocationSpec> & { readonly attributes?: Readonly<Record<string, string>> };

async function tool(command: string, spec: Spec = {}): Promise<{ outcome: Outcome; made: TestInvocation; file(name: string): string }> {
  const { attributes, ...rest } = spec;
  const made = invocation({ node: { id: 'check', type: 'tool', attributes: { tool_command: command, ...attributes } }, ...rest });
  const outcome = await toolHandler().execute(made);
  if ('parked' in outcome) throw new Error('a tool never parks');
  return { outcome, made, file: (name) => readFileSync(join(made.directory.path, name), 'utf8') };
}

const withContext = (context: JsonObject, attributes?: Readonly<Record<string, string>>): Spec => ({
  context,
  ...(attributes === undefined ? {} : { attributes }),
});

describe('engine.md 10, §25: exit codes', () => {
  test('0 is an explicit success; output keeps its newline, the last line is trimmed', async () => {
    const { outcome, file } = await tool(`printf 'one\\n  two  \\n\\n'; echo noise >&2`);
    expect(outcome).toMatchObject({
      status: 'success',
      isExplicit: true,
      tool: { output: 'one\n  two  \n\n', lastLine: 'two', exitCode: 0, stderrTail: 'noise\n' },
    });
    expect(file('output.txt')).toBe('one\n  two  \n\n');
    expect(file('stderr.txt')).toBe('noise\n');
  });

  test('another code is an explicit fail with the end of stderr, or of stdout when stderr is blank', async () => {
    expect((await tool('echo out; echo bad >&2; exit 3')).outcome).toMatchObject({
      status: 'fail',
      isExplicit: true,
      failureClass: 'deterministic',
      failureReason: 'exit code 3: bad',
      tool: { output: 'out\n', exitCode: 3 },
      failedStep: { exit_code: 3, stdout_tail: 'out\n', stderr_tail: 'bad\n' },
    });
    expect((await tool('echo out; exit 1')).outcome).toMatchObject({ failureReason: 'exit code 1: out' });
    expect((await tool('exit 9')).outcome).toMatchObject({ failureReason: 'exit code 9' });
    const { outcome } = await tool(`head -c 5000 /dev/zero | tr '\\0' e >&2; exit 1`);
    expect(outcome).toMatchObject({ failureReason: `exit code 1: ${'e'.repeat(2000)}`, tool: { stderrTail: 'e'.repeat(2000) } });
  });

  test('75 asks for another attempt', async () => {
    expect((await tool('echo busy >&2; exit 75')).outcome).toMatchObject({
      status: 'retry',
      failureReason: 'exit code 75: busy',
      tool: { exitCode: 75 },
    });
  });

  test('a signal is named and not explicit', async () => {
    expect((await tool('kill -KILL $$')).outcome).toMatchObject({
      status: 'fail',
      isExplicit: false,
      failureReason: 'killed by SIGKILL',
      tool: { exitCode: null },
    });
  });

  test('stderr never counts for the last line', async () => {
    expect((await tool('echo out; sleep 0.05; echo err >&2')).outcome.tool?.lastLine).toBe('out');
    expect((await tool('echo err >&2')).outcome.tool?.lastLine).toBe('');
  });

  test('a command that cannot be started is a fail, not explicit', async () => {
    expect((await tool('true', { attributes: { shell: 'no-such-shell' } })).outcome).toMatchObject({
      status: 'fail',
      isExplicit: false,
      failureReason: expect.stringMatching(/^the command could not be started with no-such-shell: .*ENOENT/),
    });
    expect((await tool('true', { workingDirectory: '/no/such/folder' })).outcome).toMatchObject({
      status: 'fail',
      failureReason: expect.stringMatching(/: there is no working directory \/no\/such\/folder$/),
    });
  });
});

describe('engine.md 10: shells', () => {
  test('bash when it is on the PATH, /bin/sh when not, the attribute decides', async () => {
    expect((await tool('echo "${BASH_VERSION:+bash}"')).outcome.tool?.lastLine).toBe('bash');
    const services = { environment: { PATH: '/nowhere' } };
    expect((await tool('echo "$0"', { services })).outcome.tool?.lastLine).toBe('/bin/sh');
    expect((await tool('echo "$0"', { attributes: { shell: '/bin/sh' } })).outcome.tool?.lastLine).toBe('/bin/sh');
    expect((await tool('echo "$0"', { graph: { nodes: [], attributes: { shell: '/bin/sh' } } })).outcome.tool?.lastLine).toBe('/bin/sh');
  });

  test('the working directory is where it runs', async () => {
    const { outcome, made } = await tool('pwd -P');
    expect(outcome.tool?.lastLine).toBe(made.workingDirectory);
  });

  test('the command can tell run, node, visit and attempt', async () => {
    const { outcome } = await tool('echo "$ATTRACTOR_RUN_ID $ATTRACTOR_NODE $ATTRACTOR_VISIT $ATTRACTOR_ATTEMPT"', {
      visit: 3,
      attempt: 2,
    });
    expect(outcome.tool?.lastLine).toBe('test-run check 3 2');
  });
});

describe('engine.md 10: ATTRACTOR_STATUS_FILE', () => {
  const report = (json: string, rest = '') => `printf '%s' '${json}' > "$ATTRACTOR_STATUS_FILE"; ${rest}`;

  test('wins over the exit code in both directions, and is explicit', async () => {
    expect((await tool(report('{"outcome":"fail","notes":"no"}'))).outcome).toMatchObject({
      status: 'fail',
      isExplicit: true,
      failureReason: 'no',
      tool: { exitCode: 0 },
    });
    expect((await tool(report('{"outcome":"success","preferred_label":"go"}', 'exit 4'))).outcome).toMatchObject({
      status: 'success',
      isExplicit: true,
      preferredLabel: 'go',
      tool: { exitCode: 4 },
    });
  });

  test.each([
    ['not JSON', report('{oops')],
    ['an unknown status', report('{"outcome":"done"}')],
    ['a folder', 'mkdir "$ATTRACTOR_STATUS_FILE"'],
    ['a pipe', 'mkfifo "$ATTRACTOR_STATUS_FILE"'],
    ['a link to a device', 'ln -s /dev/zero "$ATTRACTOR_STATUS_FILE"'],
  ])('%s is an explicit fail', async (_name, command) => {
    expect((await tool(command)).outcome).toMatchObject({
      status: 'fail',
      isExplicit: true,
      failureReason: expect.stringMatching(/^status\.json, written by the node, /),
    });
  });

  test('what an earlier attempt left is removed before the next', async () => {
    const made = invocation({ node: { id: 'check', type: 'tool', attributes: { tool_command: 'test ! -e "$ATTRACTOR_STATUS_FILE"' } } });
    made.directory.write('status.json', '{"outcome":"fail"}');
    expect(await toolHandler().execute(made)).toMatchObject({ status: 'success' });
  });
});

describe('engine.md 10: parse_json', () => {
  const parse = { attributes: { parse_json: 'true' } };

  test('keys of the object on stdout become typed values', async () => {
    expect((await tool(`echo '{"n":1,"l":[true],"t":"x"}'`, parse)).outcome).toMatchObject({
      status: 'success',
      contextUpdates: { n: 1, l: [true], t: 'x' },
    });
  });

  test('also on failure, without changing the status', async () => {
    expect((await tool(`echo '{"n":1}'; exit 2`, parse)).outcome).toMatchObject({
      status: 'fail',
      failureReason: expect.stringMatching(/^exit code 2/),
      contextUpdates: { n: 1 },
    });
    expect((await tool('echo no; exit 2', parse)).outcome).toMatchObject({
      status: 'fail',
      failureReason: 'exit code 2: no',
      contextUpdates: {},
    });
  });

  test('invalid JSON on success is a fail that keeps the output', async () => {
    expect((await tool('echo no', parse)).outcome).toMatchObject({
      status: 'fail',
      isExplicit: false,
      failureClass: 'contract',
      tool: { output: 'no\n' },
    });
  });

  test('an object larger than memory keeps is read from disk', async () => {
    const { outcome } = await tool(`printf '{"big":"'; head -c 1500000 /dev/zero | tr '\\0' x; printf '","n":7}'`, parse);
    expect(outcome).toMatchObject({ status: 'success', contextUpdates: { n: 7 } });
    expect(outcome.contextUpdates['big']).toHaveLength(1_500_000);
  });
});

describe('language.md 4: values reach commands through the environment', () => {
  test('a value is data, whatever it holds', async () => {
    const evil = `'; touch pwned; echo "$(touch pwned)" \`touch pwned\` && $HOME`;
    const { outcome, made, file } = await tool('printf "%s|%s" "$answer" "$plan.text"', withContext({ answer: evil, 'plan.text': evil }));
    expect(outcome.tool?.output).toBe(`${evil}|${evil}`);
    expect(existsSync(join(made.workingDirectory, 'pwned'))).toBe(false);
    expect(file('command.txt')).not.toContain('pwned');
  });

  test('the goal, typed values and unknown references', async () => {
    const { outcome } = await tool('echo "$goal ${list} ${nothing:-unset}"', withContext({ 'graph.goal': 'ship it', list: [1, 'a'] }));
    expect(outcome.tool?.lastLine).toBe('ship it [1,"a"] unset');
  });

  test('context values never replace a variable of the environment, a parameter may, protected ones never', async () => {
    const services = { environment: { PATH: process.env['PATH'], STAGE: 'outer', OWN: 'outer' } };
    const context = { STAGE: 'from a model', OWN: 'parameter', PATH: '/nowhere', ATTRACTOR_NODE: 'fake' };
    const parameters = new Map([...Object.entries({ OWN: 'parameter', PATH: '/nowhere', STAGE: 'as it was given' })]);
    const { outcome } = await tool('echo "$STAGE $OWN $ATTRACTOR_NODE"; echo "$PATH" > path', { context, services, parameters });
    expect(outcome.tool?.lastLine).toBe('outer parameter check');
  });

  test('tool_env exports keys under upper-case names', async () => {
    const { outcome } = await tool('env | grep -E "^(A|B_C)=" | sort', withContext({ a: '1', 'b.c': { d: 2 } }, { tool_env: 'a,b.c' }));
    expect(outcome.tool?.output).toBe('A=1\nB_C={"d":2}\n');
  });

  test('ATTRACTOR_CONTEXT_FILE holds the referenced values, and all of them when the command asks for the file', async () => {
    const { file } = await tool('echo "$a"', withContext({ a: [1], b: 2 }));
    expect(JSON.parse(file('context.json'))).toEqual({ a: [1] });
    const { outcome } = await tool('cat "$ATTRACTOR_CONTEXT_FILE"', withContext({ a: [1], b: 2 }));
    expect(JSON.parse(outcome.tool?.output ?? '')).toEqual({ a: [1], b: 2 });
    expect((await tool('echo "[$ATTRACTOR_RUN_ID]"', withContext({ a: 1 }))).made).toSatisfy(
      (made: TestInvocation) => !existsSync(join(made.directory.path, 'context.json')),
    );
  });

  test('a value over 100 KB fails the node before the command runs, naming key, size and file', async () => {
    const { outcome, made, file } = await tool('touch ran; echo "$report"', withContext({ report: 'x'.repeat(200_000) }));
    expect(outcome).toMatchObject({ status: 'fail', isExplicit: false });
    const reason = 'failureReason' in outcome ? outcome.failureReason : '';
    expect(reason).toContain('`report`');
    expect(reason).toContain('200000');
    expect(reason).toContain(join(made.directory.path, 'context.json'));
    expect(existsSync(join(made.workingDirectory, 'ran'))).toBe(false);
    expect(JSON.parse(file('context.json'))).toEqual({ report: 'x'.repeat(200_000) });
  });

  test('a value with a NUL fails the node before the command runs', async () => {
    const { outcome, made } = await tool('touch ran; echo "$a"', withContext({ a: 'x\0y' }));
    expect(outcome).toMatchObject({ status: 'fail', failureReason: expect.stringMatching(/`a` holds a NUL/) });
    expect(existsSync(join(made.workingDirectory, 'ran'))).toBe(false);
  });

  test('in arithmetic a value must be a number', async () => {
    expect((await tool('echo $(( n + 1 ))', withContext({ n: '4' }))).outcome.tool?.lastLine).toBe('5');
    expect((await tool('echo $(( $n + 1 ))', withContext({ n: 'x[$(touch pwned)]' }))).outcome).toMatchObject({
      status: 'fail',
      isExplicit: false,
    });
  });

  test("raw substitution pastes; $$ stays the shell's", async () => {
    const { outcome, file } = await tool(
      'echo $words | wc -w; test $$ -gt 1',
      withContext({ words: 'a b c' }, { tool_substitution: 'raw' }),
    );
    expect(outcome).toMatchObject({ status: 'success', tool: { lastLine: '3' } });
    expect(file('command.txt')).toBe('echo a b c | wc -w; test $$ -gt 1\n');
  });
});

describe('files.md 1: secrets', () => {
  const services = { environment: { PATH: process.env['PATH'], API_TOKEN: 'tok-1234567890' } };

  test('are masked in memory and on disk, also when a secret arrives in pieces', async () => {
    const { outcome, file } = await tool('printf tok-12345; sleep 0.1; echo 67890 end; echo "$API_TOKEN" >&2; exit 1', { services });
    expect(outcome).toMatchObject({ tool: { output: '*** end\n', stderrTail: '***\n' } });
    expect(file('output.txt')).toBe('*** end\n');
    expect(file('stderr.txt')).toBe('***\n');
  });

  test('a secret parameter reaches the command and is written nowhere', async () => {
    const { outcome, file } = await tool('test "$pass" = open-sesame-1 && echo "$pass"', {
      context: { pass: 'open-sesame-1' },
      graph: { nodes: [], attributes: { secret_params: 'pass' } },
    });
    expect(outcome).toMatchObject({ status: 'success', tool: { output: '***\n' } });
    expect(JSON.parse(file('context.json'))).toEqual({ pass: '***' });
  });

  test('files are private', async () => {
    const { made } = await tool('true');
    expect(statSync(join(made.directory.path, 'output.txt')).mode & 0o777).toBe(0o600);
  });
});

describe('engine.md 4, 13: abort', () => {
  test('ends the command and says what was seen', async () => {
    const abort = new AbortController();
    const running = tool('echo started; sleep 60', { signal: abort.signal });
    setTimeout(() => abort.abort(), 300);
    expect((await running).outcome).toMatchObject({
      status: 'fail',
      failureClass: 'cancelled',
      isExplicit: false,
      tool: { output: 'started\n' },
    });
  });

  test('an aborted invocation starts nothing', async () => {
    const { made, outcome } = await tool('touch ran', { signal: AbortSignal.abort() });
    expect(outcome).toMatchObject({ failureClass: 'cancelled' });
    expect(existsSync(join(made.workingDirectory, 'ran'))).toBe(false);
  });
});

describe('files.md 5: dry run', () => {
  test('no process: success with empty output', async () => {
    const { outcome, made, file } = await tool('touch ran; echo "$n" $(( n ))', {
      mode: 'dry-run',
      context: { n: '' },
      attributes: { parse_json: 'true' },
    });
    expect(outcome).toMatchObject({ status: 'success', isExplicit: true, tool: { output: '', lastLine: '', exitCode: 0 } });
    expect(outcome).not.toHaveProperty('scriptCalls');
    expect(existsSync(join(made.workingDirectory, 'ran'))).toBe(false);
    expect(file('output.txt')).toBe('');
  });

  test('a script entry decides, and its files stay in the node folder', async () => {
    const written: [string, ReadonlyMap<string, string>][] = [];
    const script = {
      entry: (node: string, branch: string, call: number) => ({
        exit: call,
        stdout: `${node} ${branch}\n`,
        stderr: 'bad',
        delayMs: 5,
        files: new Map([['a/b', 'c']]),
      }),
      writeFiles: (root: string, files: ReadonlyMap<string, string>) => void written.push([root, files]),
    };
    const made = invocation({
      node: { id: 'check', type: 'tool', attributes: { tool_command: 'false' } },
      mode: 'dry-run',
      branch: 'subgraph:sub',
      scriptCalls: () => 2,
    });
    expect(await toolHandler({ script }).execute(made)).toMatchObject({
      status: 'fail',
      failureReason: 'exit code 3: bad',
      scriptCalls: 1,
      tool: { output: 'check subgraph:sub\n', lastLine: 'check subgraph:sub', exitCode: 3 },
    });
    expect(written).toEqual([[join(made.directory.path, 'files'), new Map([['a/b', 'c']])]]);
  });
});
