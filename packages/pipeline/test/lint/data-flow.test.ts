import { SourceFile } from '@attractor/dot';
import { type KeyAtNode, keysAt, lintRules, memoryFiles, prepare, runRules } from '@attractor/pipeline';
import { describe, expect, test } from 'vitest';

const frame = 'start [shape=Mdiamond]\nexit [shape=Msquare]\n';
const files = memoryFiles({
  '/p/child.dot': `digraph child { ${frame} judge [prompt="x", outputs="verdict, inner"] start -> judge -> exit }`,
});

function graphOf(body: string) {
  const options = { file: '/p/main.dot', files, workingDirectory: '/p' };
  return prepare(new SourceFile('main.dot', `digraph g {\n${frame}${body}\n}`), options).graph;
}

/** `key` or `key?` (possible), behind a `:` its writers; keys of the engine that are always there left out. */
function keys(body: string, id: string, after = false): string[] {
  const graph = graphOf(body);
  const node = graph.nodes.get(id);
  if (node === undefined) throw new Error(`no node ${id}`);
  const isOurs = ({ key, kind, writers }: KeyAtNode): boolean =>
    writers.length > 0 ? !/^(?:tool|[a-z]+)\.(?!last_line|results|verdict)/.test(key) && !key.startsWith('last_') : kind === 'parameter';
  return keysAt(graph, node, { files, workingDirectory: '/p', after })
    .filter(isOurs)
    .map(({ key, certain, writers }) => `${key}${certain ? '' : '?'}${writers.length === 0 ? '' : `:${writers.join(',')}`}`);
}

const tool = (id: string, more = '') => `${id} [shape=parallelogram, tool_command="make"${more}]\n`;

describe('engine.md 1a: which context keys can exist at a node', () => {
  test('what is before it on every way is certain, on some ways possible, behind it not there', () => {
    const body = `params="issue, target=prod"\n${tool('a')}${tool('b')}${tool('c')}d [shape=diamond]\nstart -> a -> d\nd -> b [condition="a.last_line=x"]\nd -> c [condition="a.last_line!=x"]\nb -> c -> exit`;
    expect(keys(body, 'c')).toEqual(['a.last_line:a', 'b.last_line?:b', 'issue?', 'target?', 'tool.last_line:a,b']);
    expect(keys(body, 'a')).toEqual(['issue?', 'target?']);
    expect(keys(body, 'c', true)).toContain('c.last_line:c');
  });

  test('engine.md 7: a loop brings keys back; a restart moves the plain ones', () => {
    const loop = (edge: string) => `${tool('a')}${tool('b')}start -> a -> b\nb -> exit [condition="outcome=success"]\nb -> a [${edge}]`;
    expect(keys(loop('condition="outcome=fail"'), 'a')).toEqual(['a.last_line?:a', 'b.last_line?:b', 'tool.last_line?:a,b']);
    expect(keys(loop('condition="outcome=fail", loop_restart=true'), 'a')).toEqual(['a.last_line?:a', 'b.last_line?:b']);
  });

  test('engine.md 4b: a failure jump is a way too', () => {
    expect(keys(`${tool('a')}${tool('b', ', retry_target=a')}start -> a -> b -> exit`, 'a')).toContain('b.last_line?:b');
  });

  test('engine.md 8: branches keep their context; results and the outputs of the winner come out', () => {
    const block = (join: string) =>
      `split [shape=component]\n${tool('a')}m [prompt="x", outputs="score"]\n${join}\nend [prompt="x"]\nstart -> split\nsplit -> a -> join\nsplit -> m -> join\njoin -> end -> exit`;
    expect(keys(block('join [shape=tripleoctagon]'), 'end')).toEqual(['parallel.results:split', 'score?:join']);
    expect(keys(block('join [prompt="x"]'), 'end')).toEqual(['parallel.results:split']);
    expect(keys(block('join [shape=tripleoctagon]'), 'm')).not.toContain('a.last_line?:a');
  });

  test('engine.md 11: of a child only declared outputs that it can write', () => {
    const folder = (outputs: string) =>
      `sub [shape=folder, dot_file="child.dot", outputs="${outputs}"]\nend [prompt="x"]\nstart -> sub -> end -> exit`;
    expect(keys(folder('verdict'), 'end')).toEqual(['verdict?:sub']);
    const manager = `lead [shape=house, outputs="verdict"]\njudge [prompt="x", outputs="verdict"]\nend [prompt="x"]\nstart -> lead\nlead -> judge -> exit\nlead -> end [condition="outcome=success"]\nend -> exit`;
    expect(keys(manager, 'end')).toEqual(['verdict?:lead']);
  });

  test('a node of a kind that nobody described may write anything', () => {
    const rule = lintRules.filter(({ id }) => id === 'FLOW-001');
    const found = (type: string) =>
      runRules(rule, {
        graph: graphOf(`x [type="${type}"]\nd [shape=diamond]\nstart -> x -> d\nd -> exit [condition="tool.output=1 && context.made=2"]`),
        workingDirectory: '/p',
        open: new Set(),
      }).length;
    expect([found('my.own'), found('conditional')]).toEqual([0, 2]);
  });
});

/** Processor time in milliseconds, the better of two runs. */
function milliseconds(work: () => unknown): number {
  const once = (): number => {
    const start = process.cpuUsage();
    work();
    return process.cpuUsage(start).user / 1000;
  };
  return Math.min(once(), once());
}

describe('language.md 8: rules about data flow and commands are linear', () => {
  const rules = lintRules.filter(({ id }) => /^(?:FLOW|CMD|TIME|MODEL)/.test(id));
  const chain = (count: number) => {
    const lines = Array.from({ length: count }, (_, i) => {
      const next = i === count - 1 ? 'exit' : `n${i + 1}`;
      return `${tool(`n${i}`).replace('make', `make | tail; echo \${n${Math.max(0, i - 9)}.output}`)}p${i} [prompt="$n${i}.output $n${i}.oops $nope \${p${i}}"]\nn${i} -> p${i} [condition="tool.last_line=x${i}"]\np${i} -> ${next}`;
    });
    return `start -> n0\n${lines.join('\n')}`;
  };
  /** Readings of what comes later, and of one of two ways: the dear questions. */
  const diamonds = (count: number) => {
    const lines = Array.from({ length: count }, (_, i) => {
      const next = i === count - 1 ? 'exit' : `c${i + 1}`;
      const reads = `$a${i}.output $b${Math.max(0, i - 40)}.output $a${Math.max(0, i - 1)}.output`;
      return `${tool(`a${i}`)}${tool(`b${i}`)}c${i} [prompt="${reads}"]\nc${i} -> a${i} -> ${next}\nc${i} -> b${i} -> ${next}`;
    });
    return `start -> c0\n${lines.join('\n')}`;
  };

  test.each([
    ['chains', chain, 5000],
    ['diamonds', diamonds, 3333],
  ])('%s of 10,000 nodes take about ten times as long as those of 1,000', { timeout: 120_000 }, (_, make, count) => {
    const time = (size: number): number => {
      const body = make(size);
      let found = 0;
      const spent = milliseconds(() => {
        found = runRules(rules, { graph: graphOf(body), workingDirectory: '/p', open: new Set() }).length;
      });
      expect(found).toBeGreaterThan(size);
      return spent;
    };
    const small = time(Math.round(count / 10));
    expect(time(count) / Math.max(small, 20)).toBeLessThan(30);
  });
});
