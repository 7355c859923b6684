import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runCommand, type ShellName, workingDirectory } from './run-shell.ts';

const RUNS = Number(process.env['ATTRACTOR_FUZZ_RUNS'] ?? 10);
const MARK = '\u0001';

/** Pieces of values that would leave a file `canary` if a shell ever read them as code. */
const piece = fc.constantFrom(
  ...['$(touch canary)', '`touch canary`', '; touch canary ;', '&& touch canary', '| touch canary', '\ntouch canary\n', '> canary'],
  ...[
    '\nEOF\ntouch canary\n',
    '"; touch canary; "',
    "'; touch canary; '",
    `'"$(touch canary)"'`,
    'a[$(touch canary)]',
    '$((a[$(touch canary)]))',
  ],
  ...[
    '}; touch canary; {',
    '${x:-$(touch canary)}',
    '\\',
    '\\"',
    "\\'",
    '"',
    "'",
    '$goal',
    '${tool.output}',
    `'"$V"'`,
    '$',
    '*',
    '[!a]*',
    '?',
    '~',
  ],
  ...['#', '%s', '-n', '\t', '\n', ' ', '!!', 'é', '😀', 'text', 'a b'],
);
const value = fc.oneof(
  fc.array(piece, { minLength: 3, maxLength: 12 }).map((pieces) => pieces.join('')),
  fc.string(),
);

interface Position {
  readonly name: string;
  readonly command: string;
  expected(value: string): string;
}

const stripped = (text: string) => text.replace(/\n+$/, '');

/** Where a reference can stand, and what the command prints when the value is data. */
const POSITIONS: readonly Position[] = [
  { name: 'double-quoted plain', command: 'printf %s "$goal"', expected: (v) => v },
  { name: 'double-quoted dotted', command: 'printf %s "a $tool.output.b"', expected: (v) => `a ${v}.b` },
  { name: 'braced dotted', command: 'printf %s "${tool.output}x"', expected: (v) => `${v}x` },
  { name: 'default operator', command: 'printf %s "${tool.output:-$(printf none)}"', expected: (v) => v || 'none' },
  { name: 'length', command: 'test "${#tool.output}" -eq "${#goal}" && printf ok', expected: () => 'ok' },
  { name: 'single-quoted plain', command: "printf %s '$goal'", expected: () => '$goal' },
  { name: 'single-quoted dotted', command: 'printf %s \'a "$tool.output" b\'', expected: (v) => `a "${v}" b` },
  { name: 'here-document', command: 'cat <<EOF\n$tool.output\nEOF', expected: (v) => `${v}\n` },
  {
    name: 'here-document with a quoted delimiter',
    command: "cat <<'EOF'\n$tool.output $goal\nEOF",
    expected: () => '$tool.output $goal\n',
  },
  { name: 'inner shell, single quotes', command: 'sh -c \'printf %s "$tool.output"\'', expected: (v) => v },
  { name: 'inner shell, plain', command: 'sh -c \'printf %s "$goal"\'', expected: (v) => v },
  { name: 'inner shell, double quotes', command: 'bash -c "printf %s \\"$tool.output\\""', expected: (v) => v },
  { name: 'inner shell, quotes in quotes', command: 'env X=1 sh -ec "printf %s \'$goal\'"', expected: (v) => v },
  { name: 'inner shell, dotted in inner quotes', command: "sh -c 'printf %s '\\''<$tool.output>'\\'", expected: (v) => `<${v}>` },
  { name: 'inner shell in an inner shell', command: `bash -c "sh -c 'printf %s \\"$tool.output\\"'"`, expected: (v) => v },
  { name: 'inner shell, code with an assignment', command: 'sh -c "x=$goal; printf %s \\"\\$x\\""', expected: (v) => v },
  { name: 'inner shell reading a here-document', command: 'sh <<EOF\nprintf %s "$tool.output"\nEOF', expected: (v) => v },
  { name: 'eval of a quoted text', command: 'eval \'printf %s "$tool.output"\'', expected: (v) => v },
  { name: 'command substitution', command: 'printf %s "$(printf %s "$tool.output")"', expected: stripped },
  { name: 'backticks', command: 'printf %s "`printf %s \\"$tool.output\\"`"', expected: stripped },
  { name: 'nested backticks', command: 'printf %s "`printf %s \\`printf ok; : "$tool.output"\\``"', expected: () => 'ok' },
  { name: 'assignment', command: 'a=$tool.output b="$goal"; test "$a" = "$b" && printf %s "$a"', expected: (v) => v },
  { name: 'function', command: 'f() { printf %s "$1$tool.output"; }; f x', expected: (v) => `x${v}` },
  { name: 'case', command: 'case "$goal" in "$tool.output") printf same ;; *) printf other ;; esac', expected: () => 'same' },
  { name: 'redirection', command: '{ cat < "$tool.output" || printf none; } 2>/dev/null | head -c 4', expected: () => 'none' },
  { name: 'subshell and pipeline', command: '(printf %s "$tool.output") | cat', expected: (v) => v },
];

/** Values whose text names no file, for the redirection. */
const isFile = (text: string) => /^[~./ \n]*$/.test(text);

describe.each<ShellName>(['bash', 'sh'])('language.md 4: under %s a value is data in every position', (shell) => {
  const directory = workingDirectory();
  const script = POSITIONS.map(({ command }) => `${command}\nprintf '${MARK}'\n`).join('');

  function check(text: string): void {
    const { stdout, problem } = runCommand(script, { goal: text, 'tool.output': text }, shell, directory.path);
    expect(problem).toBeUndefined();
    const printed = stdout.split(MARK);
    for (const [index, { name, expected }] of POSITIONS.entries()) expect(`${name}: ${printed[index]}`).toBe(`${name}: ${expected(text)}`);
    expect(directory.files()).toEqual([]);
  }

  test('whatever it holds', () => {
    fc.assert(
      fc.property(
        value.filter((text) => !/[\0\u0001]/.test(text) && !isFile(text)),
        check,
      ),
      { numRuns: RUNS },
    );
  });

  test('also when it is 90 KB long', () => {
    check(`$(touch canary) 'x' "y" \`z\`\n`.repeat(3_200).slice(0, 90_000));
  });

  test('bare: split and globbed exactly as a bare plain reference', () => {
    const command = `printf '<%s>' $goal\nprintf '${MARK}'\nprintf '<%s>' $tool.output\nprintf '${MARK}'\nsh -c "printf '<%s>' $goal"`;
    fc.assert(
      fc.property(
        value.filter((text) => !/[\0\u0001]/.test(text)),
        (text) => {
          const { stdout } = runCommand(command, { goal: text, 'tool.output': text }, shell, directory.path);
          const [plain, dotted, inner] = stdout.split(MARK);
          expect(dotted).toBe(plain);
          expect(inner).toBe(plain);
          expect(directory.files()).toEqual([]);
        },
      ),
      { numRuns: RUNS },
    );
  });

  test('in command position: one simple command, words split at white space', () => {
    const command = `probe() { printf '<%s>' "$@"; }\n$run.it | cat\nprintf '${MARK}'\n$goal`;
    fc.assert(
      fc.property(
        value.filter((text) => !/[\0\u0001*?[]/.test(text)),
        (text) => {
          const { stdout } = runCommand(command, { goal: `probe ${text}`, 'run.it': `probe ${text}` }, shell, directory.path);
          const words = text.split(/[ \t\n]+/).filter((word) => word !== '');
          const expected = words.length === 0 ? '<>' : words.map((word) => `<${word}>`).join('');
          expect(stdout).toBe(`${expected}${MARK}${expected}`);
          expect(directory.files()).toEqual([]);
        },
      ),
      { numRuns: RUNS },
    );
  });
});

describe('language.md 4: arithmetic takes numbers only', () => {
  const directory = workingDirectory();
  const positions = [
    'echo $(( $tool.output + 1 ))',
    'echo $((goal + 1))',
    '(( $goal > 0 ))',
    'let "n = $goal"',
    'let n=goal+1',
    'a[$goal]=1',
    'a=(1); echo ${a[$tool.output]}',
    'a=([$goal]=1)',
    's=abc; echo "${s:$goal:1}"',
    '[[ $tool.output -eq 1 ]]',
    '[[ goal -lt 1 ]]',
    'for (( i = 0; i < $goal; i++ )); do :; done',
    'echo $[ $goal ]',
    'declare -i n=$goal',
    'n=$goal; echo $((n))',
    'm=$goal; n="$m"; echo $((n + 1))',
    'for n in $goal; do echo $((n)); done',
    'n=$(echo "$tool.output"); echo $((n))',
    'echo $(( $(echo $goal) ))',
    `bash -c 'echo $((goal))'`,
    'bash -c "echo $(( $goal ))"',
    'bash -c "(( $goal ))"',
    'unset "$goal"',
    'echo "${!goal}"',
    '[[ -v $goal ]]',
    '[ -v "$tool.output" ]',
    'printf -v "$goal" x',
    'declare "$goal=1"',
    'echo x | read -r "$goal"',
  ];

  test.each(positions)('%s refuses code, before anything runs', (command) => {
    for (const text of ['a[$(touch canary)]', 'x', '1; touch canary', '08', '1.5', '9'.repeat(19)]) {
      const { problem } = runCommand(command, { goal: text, 'tool.output': text }, 'bash', directory.path);
      if (text === 'x' && /unset|!goal|-v |declare "|read/.test(command)) expect(problem).toBeUndefined();
      else expect(problem).toMatch(/`(goal|tool\.output)` is used (in arithmetic|as the name of a variable)/);
    }
    expect(directory.files()).toEqual([]);
  });

  test.each<[string, string, string]>([
    ['echo $(( $tool.output + 1 ))', '41\n', '42\n'],
    ['echo $((goal + 1))', '-3', '-2\n'],
    ['echo "${tool.output:-5}" $(( ${goal:-4} + 1 ))', '', '5 5\n'],
    ['goal=7; echo $((goal))', 'some text', '7\n'],
    ['goal=$((2+3)); echo "$goal" $((goal * 2))', 'some text', '5 10\n'],
    ['echo $(( ${#goal} ))', 'text', '4\n'],
    ['echo $(( $(printf %s "$tool.output" | wc -c) ))', 'text', '4\n'],
    ['[ "$goal" -ge 3 ] && echo yes', '3', 'yes\n'],
  ])('%s with %j prints %j', (command, text, expected) => {
    expect(runCommand(command, { goal: text, 'tool.output': text }, 'bash', directory.path)).toEqual({ stdout: expected });
  });
});
