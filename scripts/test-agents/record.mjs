// `npm run test:agents -- --record`: what each agent prints in the cases that the tests play again, without this machine's paths.
import { spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from './agents.mjs';

const target = new URL('../../packages/agent/test/command-agents/recordings/', import.meta.url).pathname;

/** @param {(agent: object, directory: string) => Record<string, string>} environmentOf */
export async function record(agents, mock, folder, environmentOf) {
  for (const agent of agents) {
    const work = join(folder, 'record', agent.name);
    mkdirSync(work, { recursive: true });
    const environment = environmentOf(agent, work);
    mkdirSync(join(target, agent.name), { recursive: true });
    const made = join(work, 'made.txt');
    const cases = {
      done: [agent.write(made, 'hi'), agent.shell('ls nowhere'), text('All done.')],
      ...Object.fromEntries(Object.entries(agent.errors).map(([name, error]) => [name, [error]])),
    };
    for (const [name, answers] of Object.entries(cases)) {
      mock.play(...answers);
      const seen = await run(agent, work, environment);
      const clean = (line) =>
        line
          .replaceAll(folder, '/project')
          .replaceAll(mock.url, 'http://server')
          .replaceAll('/tmp', '/temporary')
          .replaceAll(/127\.0\.0\.1:\d+/g, 'server');
      const stdout = seen.stdout
        .split('\n')
        .filter((line) => line.trim() !== '')
        .map((line) => shorter(clean(line)));
      const stderr = clean(seen.stderr)
        .split('\n')
        .filter((line) => !/^\s+at /.test(line))
        .slice(0, 20)
        .map((line) => line.slice(0, 500));
      writeFileSync(join(target, agent.name, `${name}.json`), `${JSON.stringify({ stdout, stderr, exit: seen.exit }, null, 2)}\n`);
      console.log(`recorded ${agent.name} ${name}: ${stdout.length} lines, exit ${seen.exit}`);
    }
  }
}

function run(agent, cwd, environment) {
  const permissions = {
    claude: ['--permission-mode', 'acceptEdits', '--allowedTools', 'Bash'],
    codex: [],
    gemini: ['--approval-mode', 'yolo', '--skip-trust'],
  };
  const args = {
    claude: ['--print', '--output-format', 'stream-json', '--verbose', '--model', agent.model, ...permissions.claude],
    codex: [
      'exec',
      '--json',
      '--skip-git-repo-check',
      '-c',
      'sandbox_mode="workspace-write"',
      '-c',
      'approval_policy="never"',
      '-m',
      agent.model,
      '-',
    ],
    gemini: ['--output-format', 'stream-json', '--model', agent.model, ...permissions.gemini],
  }[agent.name];
  return new Promise((resolve) => {
    const child = spawn(agent.name, args, { cwd, env: environment, detached: true });
    const seen = { stdout: '', stderr: '', exit: null };
    // Gemini CLI repeats refused calls for minutes; the first few are enough.
    const timer = setTimeout(() => process.kill(-Number(child.pid), 'SIGKILL'), 60_000);
    child.stdout.setEncoding('utf8').on('data', (chunk) => (seen.stdout += chunk));
    child.stderr.setEncoding('utf8').on('data', (chunk) => (seen.stderr += chunk));
    child.stdin.end('Write the file\n');
    child.on('close', (exit) => {
      clearTimeout(timer);
      resolve({ ...seen, exit });
    });
  });
}

/** Lists that say nothing here: tools, commands, skills of the machine. */
const long = ['tools', 'slash_commands', 'skills', 'agents', 'plugins', 'mcp_servers', 'memory_paths'];

function shorter(line) {
  try {
    const value = JSON.parse(line);
    for (const name of long) delete value[name];
    return JSON.stringify(value);
  } catch {
    return line;
  }
}
