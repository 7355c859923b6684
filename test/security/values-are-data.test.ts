import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { filesBelow, place, removePlaces, row, runWhole, tool, type WholeRun } from '../support/engine.ts';

const RUNS = Number(process.env['ATTRACTOR_FUZZ_RUNS'] ?? 6);
const MARK = '\u0001';
afterAll(removePlaces);

/** Pieces of values that would leave a file `canary` if any shell on the way ever read them as code. */
const piece = fc.constantFrom(
  ...['$(touch canary)', '`touch canary`', '; touch canary ;', '&& touch canary', '| touch canary', '\ntouch canary\n', '> canary'],
  ...['\nEOF\ntouch canary\n', '\nEND\ntouch canary\n', '"; touch canary; "', "'; touch canary; '", `'"$(touch canary)"'`],
  ...[
    'a[$(touch canary)]',
    '}; touch canary; {',
    '${x:-$(touch canary)}',
    '$((a[$(touch canary)]))',
    ') touch canary (',
    '$p',
    '${made.output}',
  ],
  ...['\\', '\\"', "\\'", '"', "'", '$', '$$', '~', '#', '%s', '-n', '\t', '\n', ' ', '!!', 'é', '😀', '\u200b', 'word', '{"a":"b"}'],
);
const hostile = fc
  .oneof(
    { weight: 4, arbitrary: fc.array(piece, { minLength: 3, maxLength: 14 }).map((pieces) => pieces.join('')) },
    { weight: 1, arbitrary: fc.string() },
  )
  .filter((text) => !/[\0\u0001\r]/.test(text) && text.trim() !== '');

/** How a value comes into a run, and the key it then has. `expected` is what of it arrives. */
interface Source {
  readonly key: string;
  expected(value: string): string;
}
const whole = (value: string) => value;
const sources: readonly Source[] = [
  { key: 'p', expected: whole },
  { key: 'told', expected: whole },
  { key: 'm.text', expected: whole },
  { key: 'last_response', expected: (value) => value.slice(0, 200) },
  { key: 'made.output', expected: whole },
  { key: 'parsed', expected: whole },
  { key: 'deep.parsed', expected: whole },
];

/** A position of a reference: the command for one key, and what it prints. */
interface Position {
  readonly id: string;
  command(key: string): string;
  expected(value: string, key: string): string;
}
const isDotted = (key: string) => key.includes('.');
const positions: readonly Position[] = [
  { id: 'double', command: (key) => `printf %s "<$${key}>"`, expected: (value) => `<${value}>` },
  { id: 'braced', command: (key) => `printf %s "<\${${key}:-none}>"`, expected: (value) => `<${value}>` },
  {
    id: 'single',
    command: (key) => `printf %s '<$${key}>'`,
    expected: (value, key) => (isDotted(key) ? `<${value}>` : `<$${key}>`),
  },
  { id: 'heredoc', command: (key) => `cat <<EOF\n$${key}\nEOF`, expected: (value) => `${value}\n` },
  { id: 'quoted_heredoc', command: (key) => `cat <<'END'\n$${key}\nEND`, expected: (_, key) => `$${key}\n` },
  { id: 'inner_single', command: (key) => `bash -c 'printf %s "$${key}"'`, expected: whole },
  { id: 'inner_double', command: (key) => `sh -c "printf %s \\"$${key}\\""`, expected: whole },
  { id: 'inner_inner', command: (key) => `bash -c "sh -c 'printf %s \\"$${key}\\"'"`, expected: whole },
  { id: 'assigned', command: (key) => `x=$${key}; printf %s "$x"`, expected: whole },
  { id: 'nested', command: (key) => `printf %s "$(printf %s. "$${key}")"`, expected: (value) => `${value}.` },
];

const producers = (value: string) => ({
  nodes: {
    model: { prompt: 'Say something' },
    made: tool('cat value.txt'),
    parse: tool('cat value.json', { parse_json: 'true' }),
  },
  options: {
    at: place({ 'value.txt': value, 'value.json': JSON.stringify({ parsed: value, 'deep.parsed': value }) }),
    parameters: { p: value },
    script: { model: [{ text: value, outcome: { status: 'success', context_updates: { told: value, 'm.text': value } } }] },
  },
});

/** No file but the run's own and the two that were put there. */
function noCanary(run: WholeRun): void {
  expect(filesBelow(run.work)).toEqual(['value.json', 'value.txt']);
  expect(filesBelow(run.root).filter((name) => name.split('/').at(-1) === 'canary')).toEqual([]);
}

describe('language.md 4: from parameter, model and tool to a command, a value is data', () => {
  const consumers = Object.fromEntries(
    positions.map(({ id, command }) => [id, tool(sources.map(({ key }) => `${command(key)}\nprintf '${MARK}'\n`).join(''))]),
  );

  async function check(value: string): Promise<void> {
    const { nodes, options } = producers(value);
    const run = await runWhole(row({ ...nodes, ...consumers }, { params: 'p!' }), options);
    expect(run.result, run.result.reason).toMatchObject({ status: 'success' });
    for (const { id, expected } of positions) {
      const printed = run.file(`${id}/output.txt`).split(MARK);
      for (const [index, source] of sources.entries()) {
        const arrived = source.expected(value);
        expect(`${id} $${source.key}: ${printed[index]}`).toBe(`${id} $${source.key}: ${expected(arrived, source.key)}`);
      }
    }
    noCanary(run);
  }

  test('byte for byte in quotes, here-documents, inner shells and assignments', async () => {
    await fc.assert(fc.asyncProperty(hostile, check), { numRuns: RUNS, endOnFailure: true });
  }, 120_000);

  test('also at 90 KB', async () => {
    await check(`$(touch canary) 'x' "y" \`touch canary\`\nEOF\n; touch canary\n`.repeat(1500).slice(0, 90_000));
  }, 60_000);

  test('bare: words of data, as the shell splits any variable', async () => {
    const bare = tool(sources.map(({ key }) => `set -f\nprintf '<%s>' $${key}\nprintf '${MARK}'\n`).join(''));
    await fc.assert(
      fc.asyncProperty(hostile, async (value) => {
        const { nodes, options } = producers(value);
        const run = await runWhole(row({ ...nodes, bare }), options);
        const printed = run.file('bare/output.txt').split(MARK);
        for (const [index, source] of sources.entries()) {
          const words = source
            .expected(value)
            .split(/[ \t\n]+/)
            .filter((word) => word !== '');
          expect(printed[index]).toBe(words.length === 0 ? '<>' : words.map((word) => `<${word}>`).join(''));
        }
        noCanary(run);
      }),
      { numRuns: RUNS, endOnFailure: true },
    );
  }, 120_000);

  test('in command position: one simple command; quotes, pipes and && are its arguments', async () => {
    const word = tool(['p', 'm.text', 'made.output', 'parsed'].map((key) => `set -f\n$${key}\nprintf '${MARK}'\n`).join(''));
    await fc.assert(
      fc.asyncProperty(hostile, async (text) => {
        const value = `printf <%s> ${text}`;
        const { nodes, options } = producers(value);
        const run = await runWhole(row({ ...nodes, word }, { params: 'p!' }), options);
        const words = text.split(/[ \t\n]+/).filter((part) => part !== '');
        const once = words.length === 0 ? '<>' : words.map((part) => `<${part}>`).join('');
        expect(run.file('word/output.txt')).toBe(`${once}${MARK}`.repeat(4));
        noCanary(run);
      }),
      { numRuns: RUNS, endOnFailure: true },
    );
  }, 120_000);
});

describe('language.md 4: arithmetic', () => {
  const commands = (key: string) => [
    `echo $(( $${key} + 1 ))`,
    `(( $${key} > 0 ))`,
    `a[$${key}]=1`,
    `[[ $${key} -eq 1 ]]`,
    `let "n = $${key}"`,
  ];

  test.each(sources.map(({ key }) => key))('%s must be a number, else no command runs', async (key) => {
    const nodes = Object.fromEntries(
      commands(key).map((command, index) => [`sum${index}`, tool(`touch ran; ${command}`, { continue_on_fail: 'true' })]),
    );
    const { nodes: before, options } = producers('a[$(touch canary)]');
    const run = await runWhole(row({ ...before, ...nodes }), options);
    for (const id of Object.keys(nodes)) {
      expect(JSON.parse(run.file(`${id}/status.json`)), id).toMatchObject({
        notes: expect.stringContaining(`\`${key}\` is used in arithmetic`),
      });
    }
    noCanary(run);
  });

  test('a number is computed with', async () => {
    const { nodes, options } = producers('41');
    const sums = tool(sources.map(({ key }) => `echo $(( $${key} + 1 ))\n`).join(''));
    const run = await runWhole(row({ ...nodes, sums }), options);
    expect(run.file('sums/output.txt')).toBe('42\n'.repeat(sources.length));
  });
});

describe('language.md 4: what does not fit', () => {
  const large = 'x'.repeat(200_000);

  test.each(['p', 'm.text', 'made.output', 'parsed'])(
    '200 KB in %s: refused before the command, naming key, size and file',
    async (key) => {
      const { nodes, options } = producers(large);
      const run = await runWhole(row({ ...nodes, use: tool(`touch ran; printf %s "$${key}"`) }), options);
      expect(run.result.status).toBe('fail');
      const file = `${run.directory}/use/context.json`;
      expect(run.result.reason).toContain(`\`${key}\` has 200000 bytes`);
      expect(run.result.reason).toContain(file);
      expect((JSON.parse(run.file('use/context.json')) as Record<string, unknown>)[key]).toBe(large);
      noCanary(run);
    },
  );

  test('over 1 MB in sum: refused, naming the sum', async () => {
    const keys = Array.from({ length: 11 }, (_, index) => `k${index}`);
    const updates = Object.fromEntries(keys.map((key) => [key, 'y'.repeat(100_000)]));
    const run = await runWhole(row({ model: {}, use: tool(`touch ran; echo ${keys.map((key) => `"$${key}"`).join(' ')} | wc -c`) }), {
      script: { model: [{ outcome: { status: 'success', context_updates: updates } }] },
    });
    expect(run.result).toMatchObject({ status: 'fail', reason: expect.stringMatching(/the values have 1100000 bytes.*context\.json/) });
    expect(filesBelow(run.work)).toEqual([]);
  });

  test('a command that wants a large value reads it from ATTRACTOR_CONTEXT_FILE', async () => {
    const { nodes, options } = producers(large);
    const read = tool(
      `node -e 'const v = JSON.parse(require("fs").readFileSync(process.env.ATTRACTOR_CONTEXT_FILE, "utf8")); console.log(v["made.output"].length)'`,
    );
    const run = await runWhole(row({ ...nodes, read }), options);
    expect(run.file('read/output.txt')).toBe('200000\n');
  });

  test('a NUL byte is refused, naming the key', async () => {
    const run = await runWhole(row({ model: {}, use: tool('touch ran; echo "$told"') }), {
      script: { model: [{ outcome: { status: 'success', context_updates: { told: 'a\0b' } } }] },
    });
    expect(run.result).toMatchObject({ status: 'fail', reason: expect.stringContaining('`told` holds a NUL byte') });
    expect(filesBelow(run.work)).toEqual([]);
  });
});
