// Runs jobs one after the other on the built engine, with the handlers and the scripted backend that the command line uses.
// A job may end this process by SIGKILL (kill-at.mjs); of every job that ends by itself, one JSON line goes to stdout.
import { killAt, writes } from './kill-at.mjs';

const { readFileSync } = await import('node:fs');
const { join } = await import('node:path');
const { decodeSource } = await import('@attractor/dot');
const { nodeFiles, prepare } = await import('@attractor/pipeline');
const { resumeRun, startRun, systemClock } = await import('@attractor/engine');
const { autoApproveInterviewer, createBuiltinRegistry } = await import('@attractor/handlers');
const { createBackendRegistry, parseScript, simulateBackend } = await import('@attractor/agent');

/** Delays between attempts are cut: these tests wait for writes, not for time. */
const clock = { ...systemClock, sleep: (ms, signal) => systemClock.sleep(Math.min(ms, 5), signal) };

function services(script) {
  const parsed = parseScript(script, 'script.json');
  if ('errors' in parsed) throw new Error(parsed.errors.join('\n'));
  return {
    handlers: createBuiltinRegistry(),
    backends: createBackendRegistry([simulateBackend(parsed.script)]),
    backend: { default: 'simulate' },
    interviewer: autoApproveInterviewer(),
    clock,
    random: Math.random,
    environment: process.env,
    sinks: [],
    finalizers: [],
  };
}

async function perform({ action, root }) {
  const file = join(root, 'graph.dot');
  const work = join(root, 'work');
  const { source } = decodeSource(file, readFileSync(file));
  const { graph, ok, diagnostics, parameters } = prepare(source, { files: nodeFiles, workingDirectory: work, file });
  if (!ok) throw new Error(diagnostics.map(({ message }) => message).join('\n'));
  const common = { graph, directory: join(root, 'run'), services: services(readFileSync(join(root, 'script.json'), 'utf8')) };
  return action === 'start' ? startRun({ ...common, workingDirectory: work, parameters }) : resumeRun(common);
}

for (const job of JSON.parse(process.argv[2])) {
  process.stdout.write(`${JSON.stringify({ begun: job.root })}\n`);
  const started = performance.now();
  killAt(job.kill ?? { of: 'any', call: 0, when: 'after' });
  try {
    const { status, reason } = await perform(job);
    process.stdout.write(`${JSON.stringify({ root: job.root, status, reason, writes: writes(), ms: performance.now() - started })}\n`);
  } catch (error) {
    process.stdout.write(`${JSON.stringify({ root: job.root, error: error.stack, code: error.code })}\n`);
  }
}
