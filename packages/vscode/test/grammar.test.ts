import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, test } from 'vitest';
import oniguruma from 'vscode-oniguruma';
import textmate, { type IGrammar } from 'vscode-textmate';

const grammarFile = new URL('../syntaxes/attractor-dot.tmLanguage.json', import.meta.url);

const grammar = loadGrammar();

async function loadGrammar(): Promise<IGrammar> {
  const wasm = readFileSync(createRequire(import.meta.url).resolve('vscode-oniguruma/release/onig.wasm'));
  await oniguruma.loadWASM(wasm);
  const registry = new textmate.Registry({
    onigLib: Promise.resolve({
      createOnigScanner: (patterns) => new oniguruma.OnigScanner(patterns),
      createOnigString: (text) => new oniguruma.OnigString(text),
    }),
    loadGrammar: async () => textmate.parseRawGrammar(readFileSync(grammarFile, 'utf8'), 'grammar.json'),
  });
  const loaded = await registry.loadGrammar('source.attractor-dot');
  if (loaded === null) throw new Error('the grammar did not load');
  return loaded;
}

/** The innermost scope of each piece of text, without the language's suffix; white space left out. */
async function scopesOf(text: string): Promise<[string, string][]> {
  const pieces: [string, string][] = [];
  let stack = textmate.INITIAL;
  for (const line of text.split('\n')) {
    const { tokens, ruleStack } = (await grammar).tokenizeLine(line, stack);
    stack = ruleStack;
    for (const { startIndex, endIndex, scopes } of tokens) {
      const piece = line.slice(startIndex, endIndex).trim();
      if (piece !== '') pieces.push([piece, scopes.at(-1)?.replace('.attractor-dot', '') ?? '']);
    }
  }
  return pieces;
}

test.each<[string, string, string, string]>([
  ['the word digraph', 'digraph Work {', 'digraph', 'storage.type.graph'],
  ["the graph's name", 'digraph Work {', 'Work', 'entity.name.type.graph'],
  ['a node', 'plan -> build', 'plan', 'variable.other.node'],
  ['an arrow', 'plan -> build', '->', 'keyword.operator.edge'],
  ['a default block', 'node [shape=box]', 'node', 'storage.modifier.defaults'],
  ['a key', 'a [max_visits=3]', 'max_visits', 'entity.other.attribute-name'],
  ['a dotted key', 'a [human.default_choice="y"]', 'human.default_choice', 'entity.other.attribute-name'],
  ['a number', 'a [max_visits=3]', '3', 'constant.numeric'],
  ['a duration', 'a [timeout=15m]', '15m', 'constant.numeric'],
  ['a boolean', 'a [goal_gate=true]', 'true', 'constant.language.boolean'],
  ['a line comment', 'a // why', '// why', 'comment.line.double-slash'],
  ['a hash comment', '# why', '# why', 'comment.line.number-sign'],
  ['a reference in a prompt', 'a [prompt="Do $goal now"]', '$goal', 'variable.other.reference'],
  ['a braced reference', 'a [prompt="${a.output}"]', '${a.output}', 'variable.other.reference'],
  ['a status in a condition', 'a -> b [condition="outcome=fail"]', 'fail', 'constant.language.status'],
  ['a key of a condition', 'a -> b [condition="outcome=fail && tries < 3"]', 'tries', 'variable.other.key'],
  ['an operator of a condition', 'a -> b [condition="x contains y"]', 'contains', 'keyword.operator.word.condition'],
  ['an operator of a command', 'a [tool_command="make && echo ok"]', '&&', 'keyword.operator.shell'],
  ['a reference in a command', 'a [tool_command="echo $goal"]', '$goal', 'variable.other.reference'],
  ['a selector', 'graph [model_stylesheet="* { llm_model: x; } .hard { llm_model: y }"]', '.hard', 'entity.name.tag.selector'],
  ['a property', 'graph [model_stylesheet="* { llm_model: x; }"]', 'llm_model', 'support.type.property-name'],
])('language.md 8: the grammar colours %s', async (_what, text, piece, scope) => {
  expect(await scopesOf(text)).toContainEqual([piece, scope]);
});

test('language.md 1: a string over lines, with quotes and comment signs in it, ends where it ends', async () => {
  const scopes = await scopesOf('a [prompt="one // no comment\n# none either\nsaid \\"so\\" {", max_visits=2]\nb');
  expect(scopes.filter(([, scope]) => scope.startsWith('comment'))).toEqual([]);
  expect(scopes).toContainEqual(['max_visits', 'entity.other.attribute-name']);
  expect(scopes.at(-1)).toEqual(['b', 'variable.other.node']);
});

const examples = new URL('../../../examples/', import.meta.url);

test.each(readdirSync(examples).filter((name) => name.endsWith('.dot')))('examples/%s leaves the grammar where it began', async (name) => {
  const text = readFileSync(new URL(name, examples), 'utf8');
  expect((await scopesOf(`${text}\nlast_node`)).at(-1)).toEqual(['last_node', 'variable.other.node']);
});
