import { afterAll, describe, expect, test } from 'vitest';
import { baseEnvironment, filesBelow, place, removePlaces, row, runWhole, tool, type WholeRunOptions } from '../support/engine.ts';

afterAll(removePlaces);

const given = {
  HOME: '/nonexistent/home',
  EDITOR: 'ed',
  GIT_SSH_COMMAND: 'ssh -o BatchMode=yes',
  LD_PRELOAD: '',
  NODE_OPTIONS: '--no-warnings',
  BASH_ENV: '',
  ATTRACTOR_RUN_ID: 'outer',
};
/** Names a value from a model or a tool must not be able to set for a command. */
const taken = ['PATH', 'HOME', 'EDITOR', 'GIT_SSH_COMMAND', 'NODE_OPTIONS', 'ATTRACTOR_NODE', 'ATTRACTOR_RUN_ID'];
/** Protected even where the environment has no such variable. */
const absent = ['LD_LIBRARY_PATH', 'ENV', 'SHELL', 'TMPDIR', 'ATTRACTOR_OTHER'];
const evil = Object.fromEntries([...taken, ...absent].map((name) => [name, 'evil']));

function environmentOf(output: string): Readonly<Record<string, string>> {
  const lines = output.split('\0').filter((line) => line !== '');
  return Object.fromEntries(lines.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]));
}

const mention = `: ${[...taken, ...absent, 'fresh'].map((name) => `"$${name}"`).join(' ')}; env -0`;
const script = { model: [{ outcome: { status: 'success', context_updates: { ...evil, fresh: 'new' } } }] };

async function seen(dot: string, options: WholeRunOptions = {}): Promise<Readonly<Record<string, string>>> {
  const run = await runWhole(dot, { environment: given, script, ...options });
  expect(run.result, run.result.reason).toMatchObject({ status: 'success' });
  return environmentOf(run.file('look/output.txt'));
}

describe('language.md 4: variables of a command', () => {
  test('what a model reports replaces no variable that exists, and no protected one', async () => {
    const variables = await seen(row({ model: {}, look: tool(mention) }));
    for (const name of ['HOME', 'EDITOR', 'GIT_SSH_COMMAND', 'NODE_OPTIONS'] as const) expect(variables[name]).toBe(given[name]);
    expect(variables).toMatchObject({ PATH: baseEnvironment['PATH'], ATTRACTOR_NODE: 'look', fresh: 'new' });
    expect(Object.values(variables)).not.toContain('evil');
    for (const name of ['LD_LIBRARY_PATH', 'ENV', 'TMPDIR', 'ATTRACTOR_OTHER']) expect(variables).not.toHaveProperty(name);
    expect(variables['ATTRACTOR_RUN_ID']).not.toBe('outer');
  });

  test('nor does a JSON object that a tool prints', async () => {
    const variables = await seen(row({ made: tool(`echo '${JSON.stringify(evil)}'`, { parse_json: 'true' }), look: tool(mention) }));
    expect(Object.values(variables)).not.toContain('evil');
  });

  test('tool_env is under the same rules: `editor` is exported as EDITOR only where there is none', async () => {
    const updates = { editor: 'evil', 'git.ssh_command': 'evil', pager: 'less', 'my.key': 'mine' };
    const variables = await seen(row({ model: {}, look: tool('env -0', { tool_env: 'editor,git.ssh_command,pager,my.key' }) }), {
      script: { model: [{ outcome: { status: 'success', context_updates: updates } }] },
    });
    expect(variables).toMatchObject({ EDITOR: 'ed', GIT_SSH_COMMAND: given.GIT_SSH_COMMAND, PAGER: 'less', MY_KEY: 'mine' });
  });

  test('a parameter replaces a variable that exists, but no protected one', async () => {
    const parameters = { EDITOR: 'vi', HOME: '/evil', PATH: '/evil' };
    await expect(seen(row({ look: tool(mention) }, { params: 'EDITOR,HOME' }), { parameters })).rejects.toThrow(/HOME/);
    expect(await seen(row({ look: tool(mention) }, { params: 'EDITOR' }), { parameters: { EDITOR: 'vi' } })).toMatchObject({
      EDITOR: 'vi',
    });
  });

  test('what a model writes under the name of a declared parameter is no parameter', async () => {
    const dot = row({ model: {}, look: tool(mention) }, { params: 'EDITOR,GIT_SSH_COMMAND' });
    const variables = await seen(dot, { parameters: { EDITOR: 'vi' } });
    expect(variables).toMatchObject({ GIT_SSH_COMMAND: given.GIT_SSH_COMMAND });
    expect(variables['EDITOR']).not.toBe('evil');
  });

  test('engine.md 11: nor is what a parent hands to its child', async () => {
    const child = row({ look: tool(mention) }, { params: 'EDITOR,GIT_SSH_COMMAND' });
    const sub = { shape: 'folder', dot_file: 'child.dot', 'context.GIT_SSH_COMMAND': '$fresh' };
    const run = await runWhole(row({ model: {}, sub }, { params: 'EDITOR' }), {
      at: place({ 'child.dot': child }),
      environment: given,
      parameters: { EDITOR: 'vi' },
      script: { model: [{ outcome: { status: 'success', context_updates: { fresh: 'evil', HOME: 'evil' } } }] },
    });
    const variables = environmentOf(run.file('children/sub/1/look/output.txt'));
    expect(variables).toMatchObject({ EDITOR: 'vi', GIT_SSH_COMMAND: given.GIT_SSH_COMMAND, HOME: given.HOME });
  });

  test.each(['PATH', 'LD_PRELOAD', 'NODE_OPTIONS', 'ATTRACTOR_NODE', 'BASH_ENV'])(
    'a parameter %s is refused before the run',
    async (name) => {
      await expect(runWhole(row({ look: tool('true') }), { parameters: { [name]: 'evil' } })).rejects.toThrow(name);
    },
  );

  test('a model cannot write the keys of the engine', async () => {
    const updates = {
      outcome: 'fail',
      'context.target_dir': '/evil',
      'graph.goal': 'evil',
      iteration: '7',
      'tool.output': 'evil',
      current_node: 'evil',
    };
    const run = await runWhole(
      row({ model: {}, look: tool('printf %s "$context.target_dir|$iteration|$current_node|$graph.goal"') }, { goal: 'own' }),
      {
        script: { model: [{ outcome: { status: 'success', context_updates: updates } }] },
      },
    );
    expect(run.file('look/output.txt')).toBe(`${run.work}|0|look|own`);
    expect(filesBelow(run.work)).toEqual([]);
  });

  test('names of object prototypes are ordinary keys', async () => {
    const updates = JSON.parse('{"__proto__": {"polluted": "yes"}, "constructor": "c", "toString": "t"}') as Record<string, unknown>;
    const run = await runWhole(row({ model: {}, look: tool('printf %s "$constructor"') }), {
      script: { model: [{ outcome: { status: 'success', context_updates: updates } }] },
    });
    expect(run.file('look/output.txt')).toBe('c');
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });
});
