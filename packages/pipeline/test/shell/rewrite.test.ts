import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseShell } from '../../src/shell/parse-shell.ts';
import { rewriteCommand } from '../../src/shell/rewrite.ts';

const KEYS = ['goal', 'x', 'tool', 'tool.output', 'tool.output.first', 'node-a.output', 'a b', 'k'];

function rewrite(command: string, keys: readonly string[] = KEYS) {
  return rewriteCommand(command, { isKnown: (key) => keys.includes(key), shell: 'bash' });
}

/** The command with generated names shortened to their key in `<>`. */
function short(command: string): string {
  const { command: text, variables } = rewrite(command);
  return variables.reduce((result, { name, key }) => (name === key ? result : result.replaceAll(name, `<${key}>`)), text);
}

describe('language.md 4: rewriting of commands', () => {
  test.each([
    'echo $goal ${goal} ${goal:-x} "$goal" \'$goal\'',
    "awk '{ print $1, $goal }'",
    'for f in $goal; do local=$f; echo "$local $1 $@ $? $$ $!"; done',
    'echo $unknown.output ${unknown.output}',
    'echo \\$tool.output $$tool.output',
    "cat <<'EOF'\n$tool.output\nEOF",
    '# $tool.output',
    'echo ${goal.x}',
  ])('leaves alone: %s', (command) => {
    expect(rewrite(command)).toMatchObject({ command, parsed: true });
  });

  test.each([
    ['echo $tool.output', 'echo $<tool.output>'],
    ['echo $tool.output.first.x', 'echo $<tool.output.first>.x'],
    ['echo $tool.other', 'echo $tool.other'],
    ['echo ${tool.output}', 'echo ${<tool.output>}'],
    ['echo ${tool.output:-$tool.output}', 'echo ${<tool.output>:-$<tool.output>}'],
    ['echo ${node-a.output} ${a b} ${node-a.output:-x}', 'echo ${<node-a.output>} ${<a b>} ${<node-a.output>:-x}'],
    ['echo ${context.k} $context.k', 'echo ${<k>} $<k>'],
    ["echo 'a $tool.output'", `echo 'a '"$<tool.output>"''`],
    ["echo $'a $tool.output'", `echo $'a '"$<tool.output>"$''`],
    ["bash -lc 'echo $tool.output'", "bash -lc 'echo $<tool.output>'"],
    ["/bin/sh -e -c 'echo $tool.output' arg '$tool.output'", `/bin/sh -e -c 'echo $<tool.output>' arg ''"$<tool.output>"''`],
    ["bash script.sh -c '$tool.output'", `bash script.sh -c ''"$<tool.output>"''`],
    ["find . -exec sh -c 'echo $tool.output' \\;", "find . -exec sh -c 'echo $<tool.output>' \\;"],
    ['bash -c "echo $goal $local"', 'bash -c "echo \\$goal $local"'],
    ['goal=1; bash -c "echo $goal"', 'goal=1; bash -c "echo $goal"'],
    ['bash -c $goal', "bash -c '$goal'"],
    ['eval "$goal $tool.output"', 'eval "$goal $<tool.output>"'],
    ['[[ $tool.output == a* && -n ${tool.output} ]]', '[[ $<tool.output> == a* && -n ${<tool.output>} ]]'],
    ['diff <(echo $tool.output) > $tool.output', 'diff <(echo $<tool.output>) > $<tool.output>'],
  ])('%s', (command, expected) => {
    expect(short(command)).toBe(expected);
  });

  test('variables: name, key and how each is used', () => {
    const { variables } = rewrite('$goal "$tool.output"; echo $((x)) ${!k}');
    expect(variables).toMatchObject([
      { key: 'goal', numeric: false, word: true, identifier: false, emptyAllowed: true, assigned: false },
      { key: 'tool.output', numeric: false, word: false, identifier: false, emptyAllowed: true, assigned: false },
      { key: 'x', numeric: true, word: false, identifier: false, emptyAllowed: true, assigned: false },
      { key: 'k', numeric: false, word: false, identifier: true, emptyAllowed: true, assigned: false },
    ]);
    expect(variables.map(({ name }) => name)).toEqual(['goal', 'ATTRACTOR_VALUE_1_tool_output', 'x', 'k']);
  });

  test('a generated name never occurs in the command', () => {
    const { command, variables } = rewrite('ATTRACTOR_VALUE_1_tool_output=1; echo $tool.output');
    expect(variables[0]?.name).not.toBe('ATTRACTOR_VALUE_1_tool_output');
    expect(command).toContain(`$${variables[0]?.name}`);
  });

  test.each(['echo "$tool.output', 'if $tool.output', 'echo $(', 'echo `echo "`'])('what cannot be parsed is left alone: %s', (command) => {
    expect(rewrite(command)).toEqual({ command, variables: [], parsed: false });
  });

  test('inner code that cannot be parsed is left alone, and no value is pasted into it', () => {
    expect(short('bash -c "if $goal"; echo $tool.output')).toBe('bash -c "if \\$goal"; echo $<tool.output>');
    expect(short("bash -c 'if $tool.output'")).toBe("bash -c 'if $tool.output'");
  });

  test('without known keys nothing changes; never throws', () => {
    const unit = fc.constantFrom(
      ...`$ { } ( ) [ ] ' " \` \\ ; & | < > # = ! . : - a x 1`.split(' '),
      '\n',
      ' ',
      'bash -c ',
      '<<EOF\n',
      '$((',
      '$tool.output',
      '${goal',
    );
    fc.assert(
      fc.property(fc.string({ unit, maxLength: 40 }), (command) => {
        expect(rewrite(command, []).command).toBe(command);
        expect(rewrite(command, []).variables).toEqual([]);
        rewrite(command);
      }),
      { numRuns: 2_000 },
    );
  });

  test('rewriting twice changes nothing more', () => {
    const once = rewrite(`echo $tool.output '$tool.output' $(bash -c "echo $goal")`).command;
    expect(rewrite(once).command).toBe(once);
  });

  test('is linear, also in nested code', () => {
    const start = performance.now();
    expect(rewrite('echo "$tool.output" \'$tool.output\' $((x + 1)); '.repeat(10_000)).parsed).toBe(true);
    expect(rewrite(`bash -c "${'echo $goal; '.repeat(20_000)}"`).parsed).toBe(true);
    rewrite('$('.repeat(20_000));
    rewrite(`${'bash -c \'bash -c "'.repeat(2_000)}`);
    expect(performance.now() - start).toBeLessThan(10_000);
  });
});

test('parseShell: tree, positions and errors', () => {
  const { tree, errors } = parseShell('echo hi | tail -1');
  expect(errors).toEqual([]);
  expect(tree.commands[0]?.command).toMatchObject({ type: 'Pipeline', pos: 0, end: 17 });
  expect(parseShell('echo "x').errors).toEqual([{ message: 'unterminated double quote', range: { start: 5, end: 6 } }]);
});

const corpus = join(import.meta.dirname, '../../../../../shared/corpus');

test.skipIf(!existsSync(corpus))('language.md 4: the commands of the corpus are parsed, and plain names never change them', () => {
  let count = 0;
  const unparsed: string[] = [];
  for (const file of readdirSync(corpus).filter((name) => name.endsWith('.dot'))) {
    for (const [, raw] of readFileSync(join(corpus, file), 'utf8').matchAll(/\btool_command\s*=\s*"((?:[^"\\]|\\[\s\S])*)"/g)) {
      const command = (raw ?? '').replace(/\\([\\"nt\n])/g, (_, c: string) => ({ n: '\n', t: '\t', '\n': '' })[c] ?? c);
      const result = rewriteCommand(command, { isKnown: (key) => /^\w+$/.test(key), shell: 'bash' });
      count++;
      if (!result.parsed) unparsed.push(command);
      else if (!/\b(?:sh|bash) -\w*c "/.test(command)) expect(result.command).toBe(command);
    }
  }
  expect(count).toBeGreaterThan(150);
  // `-n` reads without running: what we cannot parse, Bash cannot either.
  expect(unparsed.filter((command) => spawnSync('bash', ['-n', '-c', command], { env: {}, stdio: 'ignore' }).status === 0)).toEqual([]);
});
