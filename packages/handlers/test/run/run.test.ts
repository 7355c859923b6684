import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SourceFile } from '@attractor/dot';
import { type CodergenBackend, HandlerError, type RunResult, type SimulationMode, startRun, success } from '@attractor/engine';
import { prepare } from '@attractor/pipeline';
import { simulatedClock, testServices } from '@attractor/testing';
import { afterEach, describe, expect, test } from 'vitest';
import { createBuiltinRegistry } from '../../src/index.ts';

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** A backend whose n-th call of a node, by the run's own count, takes answer n. */
function counting(answers: Readonly<Record<string, readonly (string | Error)[]>>): CodergenBackend {
  return {
    name: 'counting',
    needsProvider: false,
    run({ node, invocation, call }) {
      const answer = answers[node.id]?.[invocation.scriptCalls(node.id) + call - 1];
      return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer ?? success(true));
    },
  };
}

async function run(dot: string, answers: Readonly<Record<string, readonly (string | Error)[]>> = {}, mode: SimulationMode = 'off') {
  const workingDirectory = mkdtempSync(join(tmpdir(), 'handlers-run-'));
  folders.push(workingDirectory);
  const prepared = prepare(new SourceFile('test.dot', dot), {
    files: { readText: () => undefined, exists: () => false },
    workingDirectory,
  });
  expect(prepared.diagnostics.filter((item) => item.severity === 'error')).toEqual([]);
  const directory = join(workingDirectory, 'run');
  const backend = counting(answers);
  const services = testServices({
    handlers: createBuiltinRegistry(),
    clock: simulatedClock({ auto: true }),
    backend: { default: 'counting' },
  });
  services.backends.register('counting', backend);
  services.backends.register('simulate', backend);
  const result: RunResult = await startRun({ graph: prepared.graph, directory, workingDirectory, parameters: new Map(), services, mode });
  return { result, file: (name: string) => readFileSync(join(directory, name), 'utf8') };
}

describe('handlers in a run', () => {
  test('engine.md 10, 1a: what a tool leaves routes the run and reaches the next prompt', async () => {
    const { result, file } = await run(`digraph g {
      start [shape=Mdiamond]; exit [shape=Msquare]
      check [shape=parallelogram, tool_command="echo first; echo GREEN"]
      good [prompt="Saw $check.last_line, $tool.exit_code"]
      start -> check; check -> good [condition="outcome=success && context.tool.last_line=GREEN"]; check -> exit [condition="outcome=fail"]; good -> exit
    }`);
    expect(result).toMatchObject({ status: 'success', nodes: ['start', 'check', 'good'] });
    expect(file('good/prompt.md')).toMatch(/Saw GREEN, 0$/);
    expect(file('check/output.txt')).toBe('first\nGREEN\n');
  });

  test('§25: a goal gate that answers prose is asked again, a verdict satisfies it', async () => {
    const { result, file } = await run(
      `digraph g { start [shape=Mdiamond]; exit [shape=Msquare]; judge [prompt="Judge", goal_gate=true, max_retries=2, retry_target=judge]; start -> judge -> exit }`,
      { judge: ['looks fine', new HandlerError('503: busy', { retryable: true, type: 'Http503' }), '{"status":"success"}'] },
    );
    expect(result).toMatchObject({ status: 'success' });
    expect(JSON.parse(file('judge/status.json'))).toMatchObject({ outcome: 'success', is_explicit: true, attempt_count: 3 });
  });

  test('engine.md 4: a timeout kills the command', async () => {
    const { result } = await run(
      `digraph g { start [shape=Mdiamond]; exit [shape=Msquare]; slow [shape=parallelogram, tool_command="sleep 60", timeout="1s"]; start -> slow -> exit }`,
    );
    expect(result).toMatchObject({ status: 'fail' });
  });
});
