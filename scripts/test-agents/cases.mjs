// What is checked of each agent, by a real `attractor run`. Each case gives one line of what was seen, or throws.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from './agents.mjs';

const attractor = new URL('../../packages/cli/bin/attractor.js', import.meta.url).pathname;
const good = 'It is done. {"status": "success", "notes": "written"}';

export const cases = {
  'text and a file': async ({ agent, mock, work, environment }) => {
    graph(agent, work, '[prompt="Write the file"]');
    mock.play(agent.write(join(work, 'made.txt'), 'made'), text(good));
    const run = await start(work, environment);
    assert.equal(run.code, 0, run.output);
    assert.equal(readFileSync(join(work, 'made.txt'), 'utf8'), 'made');
    const events = lines(join(run.directory, 'events.jsonl'));
    const tools = events.filter(({ type }) => type === 'agent.tool_call').map(({ data }) => data.tool);
    assert.ok(tools.length > 0, 'the live view sees no tool call');
    assert.ok(sessions(run.directory, 'one').length > 3);
    const status = read(join(run.directory, 'one/status.json'));
    assert.equal(status.notes, 'written');
    assert.equal(status.is_explicit, true);
    assert.equal(status.usage.inputTokens, 22);
    return `${tools.join(', ')}; explicit success; ${JSON.stringify(status.usage)}`;
  },

  'login refused': async ({ agent, mock, work, environment }) => {
    graph(agent, work, '[prompt="Write the file", max_retries=3]');
    mock.play(agent.errors.auth);
    const run = await start(work, environment);
    assert.equal(run.code, 1, run.output);
    assert.match(run.result.reason, /login refused/);
    assert.equal(read(join(run.directory, 'one/status.json')).attempt_count, 1);
    return `one attempt; ${run.result.reason}`;
  },

  'quota, resume, the session goes on': async ({ agent, mock, work, environment }) => {
    graph(agent, work, '[prompt="First task", fidelity=full]', '[prompt="Second task", fidelity=full, max_retries=3]');
    mock.play(text(`First answer. ${good}`), agent.errors.quota);
    const halted = await start(work, environment);
    assert.equal(halted.code, 5, halted.output);
    assert.match(halted.result.reason, /quota exhausted/);
    mock.play(text(`Second answer. ${good}`));
    const resumed = await start(work, environment, ['resume', halted.directory]);
    assert.equal(resumed.code, 0, resumed.output);
    const spoken = JSON.stringify(mock.calls[0]?.messages);
    assert.match(spoken, /First task/, 'the conversation does not hold the first task');
    assert.match(spoken, /First answer/, 'the conversation does not hold the first answer');
    const [first, second] = ['one', 'two'].map((node) => sessionIds(halted.directory, node).at(-1));
    assert.equal(second, first, 'another session');
    return `halted with "${halted.result.reason}"; resumed in session ${first}`;
  },

  'a session that is gone is begun anew': async ({ agent, mock, work, environment }) => {
    graph(agent, work, '[prompt="First task", fidelity=full]', '[prompt="Second task", fidelity=full]');
    mock.play(text(`First answer. ${good}`), agent.errors.quota);
    const halted = await start(work, environment);
    assert.equal(halted.code, 5, halted.output);
    for (const folder of agent.sessions) rmSync(join(work, 'home', folder), { recursive: true, force: true });
    mock.play(text(`Second answer. ${good}`));
    const resumed = await start(work, environment, ['resume', halted.directory]);
    assert.equal(resumed.code, 0, resumed.output);
    const warnings = lines(join(halted.directory, 'events.jsonl')).filter(({ type }) => type === 'warning');
    assert.match(warnings.map(({ message }) => message).join('\n'), /no longer has the session/);
    return warnings.at(-1).message;
  },

  'abort leaves no process': async ({ agent, mock, work, environment }) => {
    graph(agent, work, '[prompt="Wait"]');
    const seconds = `29${String(process.pid).padStart(7, '0')}`;
    mock.play(agent.shell(`sleep ${seconds}`), text(good));
    const running = start(work, environment, undefined, async (child) => {
      await until(() => processes(seconds).some((line) => line.startsWith('sleep')));
      child.kill('SIGINT');
    });
    const run = await running;
    assert.equal(run.code, 130, run.output);
    const left = processes(seconds).concat(processes(work));
    assert.deepEqual(left, [], 'processes are left');
    return 'exit 130; no process is left';
  },
};

function graph(agent, work, ...nodes) {
  const ids = ['one', 'two'].slice(0, nodes.length);
  const text = [
    'digraph agents {',
    `  graph [goal="drive ${agent.name}", backend=${agent.name}, llm_model="${agent.model}"]`,
    '  start [shape=Mdiamond]',
    '  exit [shape=Msquare]',
    ...ids.map((id, at) => `  ${id} ${nodes[at]}`),
    `  start -> ${ids.join(' -> ')} -> exit`,
    '}',
  ].join('\n');
  writeFileSync(join(work, 'agents.dot'), `${text}\n`);
}

async function start(work, environment, args = ['run', 'agents.dot'], during) {
  const child = spawn(process.execPath, [attractor, ...args], { cwd: work, env: environment });
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (chunk) => (stdout += chunk));
  child.stderr.setEncoding('utf8').on('data', (chunk) => (stderr += chunk));
  const closed = new Promise((resolve) => child.on('close', resolve));
  if (during !== undefined) await Promise.race([during(child), closed]);
  const code = await closed;
  const last = stdout.trim().split('\n').at(-1) ?? '';
  const result = last.startsWith('{') ? JSON.parse(last) : {};
  return { code, result, directory: result.run_dir ?? '', output: `exit ${code}\n${stderr}\n${stdout}`.slice(-3000) };
}

async function until(holds) {
  for (let left = 600; left > 0; left--) {
    if (holds()) return;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new Error('waited two minutes in vain');
}

/** Command lines of running processes that hold a text. */
function processes(text) {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .flatMap((name) => {
      try {
        const stat = readFileSync(`/proc/${name}/stat`, 'latin1');
        const line = readFileSync(`/proc/${name}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
        return line.includes(text) && !/\) Z /.test(stat) ? [line] : [];
      } catch {
        return [];
      }
    });
}

function sessions(directory, node) {
  const folder = join(directory, node, 'sessions');
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .sort()
    .flatMap((id) => lines(join(folder, id, 'events.jsonl')));
}

function sessionIds(directory, node) {
  return sessions(directory, node).flatMap(({ event, data }) =>
    event === 'output' ? [data.session_id ?? data.thread_id].filter(Boolean) : [],
  );
}

function lines(file) {
  return readFileSync(file, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
}

function read(file) {
  return JSON.parse(readFileSync(file, 'utf8'));
}
