import { readFileSync } from 'node:fs';
import { createBackendRegistry } from '@attractor/agent';
import { type BackendRequest, type CodergenBackend, engineVersion, readCheckpoint, readTrace } from '@attractor/engine';
import { createBuiltinRegistry } from '@attractor/handlers';
import { nodeValue } from '@attractor/pipeline';
import { simulatedClock } from '@attractor/testing';
import { afterAll, describe, expect, test } from 'vitest';
import { exitCodeOf } from '../../packages/cli/src/run/finish.ts';
import { place, removePlaces, row, runWhole, tool } from '../support/engine.ts';

// Extensions as whole runs show them, where the tests of a single part do not say it all.

afterAll(removePlaces);

const ends = 'start [shape=Mdiamond] exit [shape=Msquare]';
const retrying = { outcome: { status: 'retry' } };
const attempts = (directory: string, id: string): number | undefined => readTrace(directory).find((line) => line.node_id === id)?.attempt;

/** A backend that answers `answer of <id>` and keeps what it was asked. */
function listening() {
  const requests: BackendRequest[] = [];
  const backend: CodergenBackend = {
    name: 'listening',
    needsProvider: false,
    run: (request) => {
      requests.push(request);
      return Promise.resolve(`answer of ${request.node.id}`);
    },
  };
  const told = (id: string) =>
    requests.filter((request) => request.node.id === id).map((request) => request.exchanges?.map((exchange) => exchange.answer));
  return { services: { backends: createBackendRegistry([backend]), backend: { default: 'listening' } }, told };
}

describe('§2, §3: the retry default', () => {
  test.each(['default_max_retries', 'default_max_retry'])(
    '§2, §3: %s is inherited, an explicit 0 wins, and there is none by itself',
    async (name) => {
      const script = { a: [retrying], b: [retrying], c: [retrying] };
      const services = { clock: simulatedClock({ auto: true }), random: () => 0.5 };
      const nodes = {
        a: { allow_partial: 'true' },
        b: { max_retries: '0', allow_partial: 'true' },
        c: { max_retries: '1', allow_partial: 'true' },
      };
      const run = await runWhole(row(nodes, { [name]: '3' }), { script, services });
      expect(['a', 'b', 'c'].map((id) => attempts(run.directory, id))).toEqual([4, 1, 2]);
      const plain = await runWhole(row({ a: { allow_partial: 'true' } }), { script, services });
      expect(attempts(plain.directory, 'a')).toBe(1);
    },
  );
});

describe('§5: phases', () => {
  test('§5: six phases, in their order, each announced once', async () => {
    const run = await runWhole(row({ a: tool('true') }));
    expect(run.events.flatMap((event) => (event.type === 'phase.entered' ? [event.phase] : []))).toEqual([
      'PARSE',
      'TRANSFORM',
      'VALIDATE',
      'INITIALIZE',
      'EXECUTE',
      'FINALIZE',
    ]);
  });

  test('§5: validation sees what the transforms made', async () => {
    const run = await runWhole(row({ a: { ...tool('true'), timeout: '$limit' } }, { params: 'limit=5s' }));
    const a = run.graph.nodes.get('a');
    expect(a && nodeValue(a, 'timeout')).toBe(5000);
  });
});

describe('§6: errors of handlers', () => {
  test('§6: a handler that throws is a failed node with the message, and a failure edge leads on', async () => {
    const handlers = createBuiltinRegistry();
    handlers.register('broken', { execute: () => Promise.reject(new TypeError('no such thing')) });
    const run = await runWhole(
      `digraph g { ${ends} a [type=broken] fix [shape=parallelogram, tool_command="echo $failure_reason"]
        start -> a a -> exit [condition="outcome=success"] a -> fix [condition="outcome=fail"] fix -> exit }`,
      { services: { handlers } },
    );
    expect([run.result.status, run.file('fix/output.txt')]).toEqual(['success', 'no such thing\n']);
    expect(JSON.parse(run.file('a/status.json'))).toMatchObject({ outcome: 'fail', failure_class: 'internal', is_explicit: false });
  });
});

describe('§7: type and node_type', () => {
  test('§7: both name the handler', async () => {
    const run = await runWhole(row({ a: { type: 'tool', tool_command: 'echo a' }, b: { node_type: 'tool', tool_command: 'echo b' } }));
    expect([run.file('a/output.txt'), run.file('b/output.txt')]).toEqual(['a\n', 'b\n']);
  });
});

describe('§8, §9, §11, §13: threads in runs', () => {
  test('§8, §9, §13: the same thread_id in two branches is two conversations, and neither is that before the block', async () => {
    const { services, told } = listening();
    const node = (id: string): string => `${id} [prompt=${id}, fidelity=full, thread_id=one]`;
    await runWhole(
      `digraph g { ${ends} ${['before', 'a1', 'a2', 'b1', 'b2', 'after'].map(node).join(' ')} fan [shape=component] join [shape=tripleoctagon]
        start -> before -> fan -> a1 -> a2 -> join fan -> b1 -> b2 -> join -> after -> exit }`,
      { services },
    );
    expect(['a1', 'a2', 'b1', 'b2', 'after'].map((id) => told(id))).toEqual([
      [[]],
      [['answer of a1']],
      [[]],
      [['answer of b1']],
      [['answer of before']],
    ]);
  });

  test('§11: a child starts with fresh threads, whatever thread_id says, and leaves none behind', async () => {
    const { services, told } = listening();
    const node = (id: string): string => `${id} [prompt=${id}, fidelity=full, thread_id=one]`;
    await runWhole(
      `digraph g { ${ends} ${node('before')} sub [shape=folder, dot_file="child.dot"] ${node('after')} start -> before -> sub -> after -> exit }`,
      { at: place({ 'child.dot': `digraph c { ${ends} ${node('inner')} start -> inner -> exit }` }), services },
    );
    expect([told('inner'), told('after')]).toEqual([[[]], [['answer of before']]]);
  });
});

describe('§24: the trace', () => {
  test('§24: a line a visit with its iteration, a record for each iteration, and the latest one beside them', async () => {
    const run = await runWhole(
      `digraph g { ${ends} a [shape=parallelogram, tool_command="echo pass $iteration $loop_count"] b [shape=parallelogram, tool_command="test $iteration = 2"]
        start -> a -> b b -> exit [condition="outcome=success"] b -> a [condition="outcome=fail", loop_restart=true] }`,
    );
    expect(readTrace(run.directory).map((line) => `${line.iteration} ${line.node_id} ${line.status}`)).toEqual([
      '0 start success',
      '0 a success',
      '0 b fail',
      '1 a success',
      '1 b fail',
      '2 a success',
      '2 b success',
    ]);
    expect([0, 1, 2].map((n) => (JSON.parse(run.file(`iteration_${n}/b/status.json`)) as { outcome: string }).outcome)).toEqual([
      'fail',
      'fail',
      'success',
    ]);
    expect([run.file('a/output.txt'), readCheckpoint(run.directory)['context']]).toMatchObject([
      'pass 2 2\n',
      { iteration: '2', loop_count: '2' },
    ]);
  });
});

describe('§26: what the model said', () => {
  test('§26: response.md holds the whole answer, the context its beginning', async () => {
    const text = 'The whole story. '.repeat(500);
    const run = await runWhole(row({ a: {} }), { script: { a: [{ text }] } });
    expect(run.file('a/response.md').trim()).toBe(text.trim());
    expect(readCheckpoint(run.directory)['context']).toMatchObject({ last_response: text.slice(0, 200) });
  });
});

describe('§28: provenance', () => {
  test('§28: the manifest says which engine and runner made the run; what is not known is `unknown`', async () => {
    const run = await runWhole(row({ a: tool('true') }, { goal: 'win' }));
    const version = (
      JSON.parse(readFileSync(new URL('../../packages/engine/package.json', import.meta.url), 'utf8')) as { version: string }
    ).version;
    expect([engineVersion(), JSON.parse(run.file('manifest.json'))]).toMatchObject([
      version,
      {
        graph_name: 'g',
        goal: 'win',
        node_count: 3,
        edge_count: 2,
        engine_version: version,
        engine_commit: 'unknown',
        runner_version: 'unknown',
        runner_commit: 'unknown',
        provider: 'unknown',
        status: 'success',
      },
    ]);
  });
});

describe('D-8 to D-28: smaller differences', () => {
  test('D-8: a dead end in a sub-pipeline fails its node', async () => {
    const child = `digraph c { ${ends} a [shape=parallelogram, tool_command=true] start -> a a -> exit [condition="outcome=fail"] }`;
    const run = await runWhole(row({ sub: { shape: 'folder', dot_file: 'child.dot' } }), { at: place({ 'child.dot': child }) });
    expect([run.result.status, JSON.parse(run.file('sub/status.json'))]).toMatchObject(['fail', { outcome: 'fail' }]);
    expect(run.result.reason).toContain("'a'");
  });

  test('D-12: a critic’s whole answer is what counts, not its notes', async () => {
    const judged = { text: 'The names are wrong in three places.', outcome: { status: 'fail', notes: 'short' } };
    const run = await runWhole(
      `digraph g { ${ends} write [prompt="Write. $prior_critiques_write", feedback_from=judge] judge [prompt="Judge"]
        start -> write -> judge judge -> exit [condition="outcome=success"] judge -> write [condition="outcome=fail", loop_restart=true] }`,
      { script: { write: [{ text: 'v1' }, { text: 'v2' }], judge: [judged, { outcome: { status: 'success' } }] } },
    );
    expect(run.file('write/prompt.md')).toContain('Write. Iteration 1 critique: The names are wrong in three places.');
    expect(run.file('feedback/write.md')).toBe('Iteration 1 critique: The names are wrong in three places.\n');
  });

  test('D-13: partial success is a success of the command, halting and failing are not', () => {
    const statuses = ['success', 'partial_success', 'fail', 'halted', 'cancelled', 'parked'] as const;
    expect(statuses.map((status) => exitCodeOf(status, undefined))).toEqual([0, 0, 1, 5, 5, 6]);
    expect(exitCodeOf('cancelled', 130)).toBe(130);
  });

  test('D-25: a node that works is no exit, whatever its id', async () => {
    const run = await runWhole(
      'digraph g { start -> End -> done End [shape=parallelogram, tool_command="echo worked"] done [shape=Msquare] }',
    );
    expect([run.result.nodes, run.file('End/output.txt')]).toEqual([['start', 'End'], 'worked\n']);
  });

  test('D-26: exit code 75 asks for another attempt', async () => {
    const run = await runWhole(row({ a: tool('test -f once || { touch once; exit 75; }', { max_retries: '1' }) }), {
      services: { clock: simulatedClock({ auto: true }) },
    });
    expect([run.result.status, attempts(run.directory, 'a')]).toEqual(['success', 2]);
  });

  test('D-28: loop_restart goes on in the same run, directory and context', async () => {
    const run = await runWhole(
      `digraph g { ${ends} a [shape=parallelogram, tool_command="echo '{\\"n\\": 1}'", parse_json=true] b [shape=parallelogram, tool_command="test $iteration = 1"]
        start -> a -> b b -> exit [condition="outcome=success"] b -> a [condition="outcome=fail", loop_restart=true] }`,
    );
    expect(run.events.filter((event) => event.type === 'pipeline.started').length).toBe(1);
    expect([run.result.nodes, readCheckpoint(run.directory)['context']]).toMatchObject([['start', 'a', 'b', 'a', 'b'], { n: 1 }]);
  });
});
