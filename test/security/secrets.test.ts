import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { resumeRun } from '@attractor/engine';
import { afterAll, describe, expect, test } from 'vitest';
import { filesBelow, place, removePlaces, row, runWhole, tool, type WholeRun } from '../support/engine.ts';

afterAll(removePlaces);

/** Values of variables with secret names; the last one needs escapes in JSON and spans lines. */
const environment = {
  OPENAI_API_KEY: 'sk-0123456789abcdef',
  my_token: 'tok_aaaaaaaaaaaaaaaa',
  DB_PASSWORD: 'pass word with "quotes" and \\slashes\\',
  Some_Secret: 'secret-€-ünïcödé',
  GOOGLE_APPLICATION_CREDENTIALS: '{\n  "private": "-----BEGIN KEY-----\\nabc"\n}',
  ROOT_PASSWD: 'rrrrrrrrrrrr',
};
const parameter = 'parameter-secret-42';
const secrets = [...Object.values(environment), parameter];

/** Every form in which a secret could lie in a file: as it is, and as it stands in JSON. */
const forms = secrets.flatMap((secret) => [secret, JSON.stringify(secret).slice(1, -1)]);

function leaks(run: WholeRun): readonly string[] {
  return filesBelow(run.directory).flatMap((name) => {
    const text = readFileSync(join(run.directory, name), 'utf8');
    return forms.filter((form) => text.includes(form)).map((form) => `${name}: ${form}`);
  });
}

const names = Object.keys(environment);
const printAll = names.map((name) => `printf '%s\\n' "$${name}"`).join('; ');

describe('files.md 1: secrets are masked where text enters the run', () => {
  test('what commands print, on both streams, in reasons, as JSON, and in their status files', async () => {
    const report = `node -e 'const e = process.env; process.stdout.write(JSON.stringify({ found: e.OPENAI_API_KEY, list: [e.DB_PASSWORD, e.GOOGLE_APPLICATION_CREDENTIALS], [e.my_token]: e.Some_Secret }))'`;
    const status = `node -e 'const e = process.env; require("fs").writeFileSync(e.ATTRACTOR_STATUS_FILE, JSON.stringify({ outcome: "success", notes: e.DB_PASSWORD, preferred_label: e.my_token, context_updates: { leaked: e.OPENAI_API_KEY, deep: { list: [e.Some_Secret] } } }))'`;
    const run = await runWhole(
      row({
        both: tool(`${printAll}; (${printAll}) >&2`),
        json: tool(report, { parse_json: 'true' }),
        status: tool(status),
        failing: tool(`(${printAll}) >&2; exit 3`, { continue_on_fail: 'true', goal_gate: 'false' }),
        retried: tool(`${printAll}; exit 75`, { max_retries: '1', retry_policy: 'linear', continue_on_fail: 'true' }),
        told: tool('printf %s "$both.output $leaked $found"', { must_write: '$leaked.txt', continue_on_fail: 'true' }),
        after: { prompt: 'See $both.output and $leaked', fidelity: 'full', runs_on: 'always' },
      }),
      { environment },
    );
    expect(run.result.nodes).toContain('after');
    expect(leaks(run)).toEqual([]);
    expect(run.file('both/output.txt').startsWith('***\n***\n')).toBe(true);
    expect(JSON.stringify([run.result, run.events])).not.toContain(environment.OPENAI_API_KEY);
  });

  test('also when a secret comes in pieces, over the limit of memory, and as the last line', async () => {
    const slow = `printf %s "\${OPENAI_API_KEY:0:5}"; sleep 0.2; printf %s "\${OPENAI_API_KEY:5:5}"; sleep 0.2; printf '%s\\n' "\${OPENAI_API_KEY:10}"`;
    const large = `head -c 1500000 /dev/zero | tr '\\0' x; printf '%s' "$my_token"; head -c 1500000 /dev/zero | tr '\\0' y; printf '\\n%s\\n' "$DB_PASSWORD"`;
    const run = await runWhole(row({ slow: tool(slow), large: tool(large) }), { environment });
    expect(run.file('slow/output.txt')).toBe('***\n');
    expect(leaks(run)).toEqual([]);
    expect(run.file('large/output.txt').endsWith('y\n***\n')).toBe(true);
  });

  test('what models answer', async () => {
    const answer = secrets.join(' | ');
    const run = await runWhole(
      row(
        {
          model: { prompt: 'Say', outputs: 'kept', max_retries: '1' },
          broken: { prompt: 'x', continue_on_fail: 'true' },
          after: { prompt: '$last_response $kept' },
        },
        { secret_params: 'pass' },
      ),
      {
        environment,
        parameters: { pass: parameter },
        script: {
          model: [
            { error: { status: 503, message: answer } },
            {
              text: answer,
              outcome: {
                status: 'success',
                notes: answer,
                preferred_label: answer,
                context_updates: { kept: answer, [environment.my_token]: 'x' },
              },
            },
          ],
          broken: [{ error: { status: 400, message: answer } }],
        },
      },
    );
    expect(run.result, run.result.reason).toMatchObject({ status: 'success' });
    expect(leaks(run)).toEqual([]);
    expect(JSON.stringify(run.events)).not.toContain(parameter);
  });

  test('what people answer, by text and by the choice they take', async () => {
    const dot = `digraph g { secret_params="pass"; start [shape=Mdiamond]; exit [shape=Msquare]
      ask [shape=hexagon, mode=freeform, prompt="Is it $pass?", description="$pass", attachments_inline="*.txt"]; after [prompt="Use $human.gate.text"]
      start -> ask -> after -> exit }`;
    const interviewer = {
      parks: false,
      ask: () =>
        Promise.resolve({ kind: 'answer' as const, value: secrets.join(' '), source: { channel: 'test', by: environment.my_token } }),
      inform: () => {},
    };
    const at = place({ 'a.txt': secrets.join('\n') });
    const run = await runWhole(dot, { at, environment, parameters: { pass: parameter }, services: { interviewer } });
    expect(run.result, run.result.reason).toMatchObject({ status: 'success' });
    expect(leaks(run)).toEqual([]);
  });

  test('a secret parameter reaches commands and prompts and is written nowhere', async () => {
    const seen: string[] = [];
    const dot = row(
      {
        use: tool(`printf 'got %s' "$pass" && printf %s "$pass" > "$context.target_dir/seen.txt"`),
        inner: tool(`bash -c 'test -n "$pass" && echo yes'`, { tool_env: 'pass' }),
        raw: tool('echo $pass', { tool_substitution: 'raw' }),
        model: { label: 'Use $pass', prompt: 'The key is $pass' },
        file: tool('true', { must_write: '$pass', continue_on_fail: 'true' }),
        needs: tool('echo ran', { requires: 'pass', runs_on: 'always' }),
        lacks: tool('true', { requires: '${pass}.txt' }),
        failing: tool('echo "$pass" >&2; exit 1', { continue_on_fail: 'true' }),
      },
      { goal: 'Deploy with $pass', label: 'With $pass', secret_params: 'pass', params: 'pass!' },
    );
    const backend = {
      name: 'spy',
      needsProvider: false,
      run: ({ prompt }: { readonly prompt: string }) => {
        seen.push(prompt);
        return Promise.resolve({ text: 'done', toolCalls: 0 });
      },
    };
    const backends = { register: () => {}, get: () => backend, names: () => ['spy'] };
    const run = await runWhole(dot, { environment, parameters: { pass: parameter }, services: { backends } });
    expect(readFileSync(join(run.work, 'seen.txt'), 'utf8')).toBe(parameter);
    expect(seen[0]).toContain(`The key is ${parameter}`);
    expect(run.result.nodes, run.result.reason).toContain('needs');
    expect(run.file('inner/output.txt')).toBe('yes\n');
    expect(run.file('needs/output.txt')).toBe('ran\n');
    expect(leaks(run)).toEqual([]);
  });

  test('engine.md 8, 11: nor do branches, sub-pipelines and managed children write one', async () => {
    const child = row(
      {
        shows: tool(`${printAll}; echo "$pass $seed"; (echo "$pass" >&2); test "$pass" != "$seed" && test "$seed" = '***'`, {
          outputs: 'found',
          parse_json: 'false',
        }),
        says: { prompt: 'Use $pass and $seed', outputs: 'found' },
      },
      { goal: 'Child with $pass', label: '$pass' },
    );
    const dot = `digraph g { secret_params="pass"; params="pass!"; goal="Parent with $pass"
      start [shape=Mdiamond]; exit [shape=Msquare]
      fork [shape=component]; a [prompt="Branch with $pass"]; b [shape=parallelogram, tool_command="echo $pass; exit 1"]; join [shape=tripleoctagon]
      sub [shape=folder, dot_file="child.dot", "context.seed"="$pass", outputs="found"]
      boss [shape=house, "stack.child_dotfile"="child.dot", "context.seed"="$pass", "manager.max_cycles"=2, "manager.actions"="observe,steer", prompt="Steer with $pass"]
      start -> fork; fork -> a -> join; fork -> b -> join; join -> sub -> boss -> exit }`;
    const answer = { text: secrets.join(' '), outcome: { status: 'success', notes: parameter, context_updates: { found: parameter } } };
    const run = await runWhole(dot, {
      at: place({ 'child.dot': child }),
      environment,
      parameters: { pass: parameter },
      script: { a: [answer], says: [answer], boss: [answer] },
    });
    expect(run.result.nodes, run.result.reason).toEqual(expect.arrayContaining(['shows', 'says', 'sub', 'boss']));
    expect(leaks(run)).toEqual([]);
    expect(JSON.stringify([run.events, run.result])).not.toContain(parameter);
  });

  test('a short value is no secret, and ordinary text stays', async () => {
    const run = await runWhole(row({ print: tool('echo "it is on, key or not"') }), { environment: { SHORT_KEY: 'on', OTHER_TOKEN: '' } });
    expect(run.file('print/output.txt')).toBe('it is on, key or not\n');
  });

  test('a resumed run asks for the secret again, and stores it nowhere', async () => {
    const at = place();
    const dot = row(
      { fails: tool('test -e go || { echo "$pass"; exit 1; }'), use: tool('printf %s "$pass" | wc -c') },
      { secret_params: 'pass', params: 'pass!' },
    );
    const first = await runWhole(dot, { at, parameters: { pass: parameter } });
    expect(first.result.status).toBe('fail');
    const options = { graph: first.graph, directory: first.directory, services: first.services };
    await expect(resumeRun(options)).rejects.toThrow(/--param pass=/);
    await runWhole(row({ make: tool('touch go') }), { at: { root: place().root, work: at.work } });
    const result = await resumeRun({ ...options, parameters: new Map([['pass', parameter]]) });
    expect(result.status).toBe('success');
    expect(first.file('use/output.txt').trim()).toBe(String(parameter.length));
    expect(leaks(first)).toEqual([]);
  });
});
