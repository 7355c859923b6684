// Cost per node, growth, start-up. Ratios mean something on any machine, absolute times only on one.
// node scripts/bench/bench.mjs [--json] [--only NAME] [--quick]
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { large, loop, modelChain, plainChain } from './graphs.mjs';
import { attractor, best, inFolder, measure, runGraph, withModelServer } from './measure.mjs';

const { values: options } = parseArgs({
  options: { json: { type: 'boolean', default: false }, quick: { type: 'boolean', default: false }, only: { type: 'string' } },
});

const sizes = (all) => (options.quick ? all.slice(0, -1) : all);
const round = (value) => Number(value.toPrecision(3));

/**
 * Runs of growing size: per visit milliseconds of the engine, processor time beyond that of the smallest run (which start-up
 * and a busy machine do not move), bytes; and their growth from the first size of at least 100 to the last.
 */
function runs(counts, graph) {
  const measured = counts.map((count) => ({
    count,
    ...best(
      count <= 100 ? 5 : 1,
      () => runGraph(graph(count)),
      ({ cpuMs }) => cpuMs,
    ),
  }));
  const [smallest] = measured;
  const rows = measured.map(({ count, ms, cpuMs, engineMs, memoryMb, bytes, visits }) => ({
    count,
    total_ms: round(ms),
    ms_per_node: round(engineMs / visits),
    cpu_ms_per_node: visits === smallest.visits ? undefined : round((cpuMs - smallest.cpuMs) / (visits - smallest.visits)),
    bytes_per_node: Math.round(bytes / visits),
    memory_mb: Math.round(memoryMb),
  }));
  const base = rows.find(({ count, cpu_ms_per_node: cpu }) => count >= 100 && cpu !== undefined) ?? rows[0];
  const last = rows.at(-1);
  const growth = (key) => round(last[key] / base[key]);
  return {
    rows,
    growth: {
      from: base.count,
      to: last.count,
      time: growth('ms_per_node'),
      cpu: growth('cpu_ms_per_node'),
      bytes: growth('bytes_per_node'),
    },
  };
}

function files(counts, args) {
  const rows = counts.map((count) =>
    inFolder((folder) => {
      const text = large(count);
      writeFileSync(join(folder, 'graph.dot'), text);
      const { ms, memoryMb } = measure(args, folder);
      return { count, bytes: text.length, total_ms: round(ms), ms_per_node: round(ms / count), memory_mb: Math.round(memoryMb) };
    }),
  );
  const [first, last] = [rows[0], rows.at(-1)];
  const marginal = (a, b) => (b.total_ms - a.total_ms) / (b.count - a.count);
  const time = rows.length < 3 ? 1 : round(marginal(rows.at(-2), last) / marginal(first, rows[1]));
  return { rows, growth: { from: first.count, to: last.count, time } };
}

function startUp() {
  const time = (args) =>
    inFolder(
      (folder) =>
        best(
          11,
          () => measure(args, folder),
          ({ ms }) => ms,
        ).ms,
    );
  const [node, help] = [time(['-e', '0']), time([attractor, '--help'])];
  return { rows: [{ node_cpu_ms: round(node), help_cpu_ms: round(help) }], growth: { ratio: round(help / node) } };
}

const parseOnly = `import { readFileSync } from 'node:fs';
const { parse, SourceFile } = await import(${JSON.stringify(new URL('../../packages/dot/dist/index.js', import.meta.url).href)});
const tree = parse(new SourceFile('graph.dot', readFileSync('graph.dot', 'utf8')));
if (tree.diagnostics.some(({ severity }) => severity === 'error')) throw new Error(tree.diagnostics[0].message);`;

const answerMs = 20;
const callsOnly = `const { createModelClient } = await import(${JSON.stringify(new URL('../../packages/llm/dist/index.js', import.meta.url).href)});
const client = createModelClient({ provider: 'anthropic' });
const messages = [{ role: 'user', content: [{ type: 'text', text: 'Do part 1' }] }];
const call = () => client.generate({ model: 'claude-opus-5-5', messages });
await call();
const started = performance.now();
for (let i = 0; i < Number(process.argv[1]); i++) await call();
console.log(performance.now() - started);`;

/**
 * Model nodes against a server that answers in 20 ms, beside the same calls by the client alone: the rest is the engine's. Ten
 * nodes are taken off, so that loading the client counts in neither.
 */
function modelCalls(count) {
  return withModelServer(answerMs, (env) => {
    const run = (nodes) =>
      best(
        2,
        () => runGraph(modelChain(nodes), ['--backend', 'llm'], env),
        (result) => result.engineMs,
      ).engineMs;
    const calls = () => inFolder((folder) => Number(measure(['--input-type=module', '-e', callsOnly, String(count)], folder, env).stdout));
    const engineMs = run(count + 10) - run(10);
    const callMs = best(2, calls, (ms) => ms);
    const row = {
      count,
      ms_per_node: round(engineMs / count),
      ms_per_call: round(callMs / count),
      added_ms: round((engineMs - callMs) / count),
    };
    return { rows: [row], growth: { ratio: round(engineMs / callMs) } };
  });
}

const cases = {
  'start-up': startUp,
  'plain chain': () => runs(sizes([10, 100, 1000, 10_000]), plainChain),
  'model chain': () => runs(sizes([10, 100, 1000, 5000, 10_000]), modelChain),
  'model calls': () => modelCalls(100),
  loop: () => runs([10, 100, 1000], loop),
  parse: () => files(sizes([1000, 5000, 10_000, 50_000]), ['--input-type=module', '-e', parseOnly]),
  validate: () => files(sizes([1000, 5000, 10_000, 50_000]), [attractor, 'validate', 'graph.dot']),
};

const results = {};
for (const [name, run] of Object.entries(cases)) {
  if (options.only !== undefined && options.only !== name) continue;
  try {
    results[name] = run();
  } catch (error) {
    results[name] = { error: error.message };
    process.exitCode = 1;
  }
  if (options.json) continue;
  console.log(`\n${name}`);
  if (results[name].error !== undefined) console.log(results[name].error);
  else {
    console.table(results[name].rows);
    console.log(`growth: ${JSON.stringify(results[name].growth)}`);
  }
}
if (options.json) console.log(JSON.stringify(results, null, 2));
