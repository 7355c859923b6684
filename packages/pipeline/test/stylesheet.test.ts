import { matcherOf, parseStylesheet, selectorText } from '@attractor/pipeline';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { graphOf, nodeOf, pointedAt, prepareText } from './helpers.ts';

const winner = (sheet: string, body: string, property = 'llm_model') => {
  const match = matcherOf(parseStylesheet(sheet))(nodeOf(graphOf(body), 'a')).get(property);
  return match === undefined ? undefined : `${selectorText(match.selector)} ${match.declaration.text}`;
};

const valueIn = (sheet: string, statement: string, name: string, before = '') => {
  const text = `digraph { graph [model_stylesheet="${sheet}"] ${before} s [shape=Mdiamond] e [shape=Msquare] ${statement} s -> a -> e }`;
  return prepareText(text).graph.nodes.get('a')?.attributes.get(name);
};

describe('language.md 5: parsing', () => {
  test('language.md 5: selectors, comma lists, comments, quoted values, short names', () => {
    const sheet = parseStylesheet(
      `/* all */ * { model: "a b"; }\nbox, .fast /* x */ { provider: openai; timeout: 5m }\n#re-view.2 { max_turns: 3; }`,
    );
    expect(sheet.problems).toEqual([]);
    expect(sheet.rules.map((rule) => rule.selectors.map((item) => [selectorText(item), item.rank]))).toEqual([
      [['*', 0]],
      [
        ['box', 1],
        ['.fast', 2],
      ],
      [['#re-view.2', 3]],
    ]);
    expect(sheet.rules.map((rule) => rule.declarations.map((item) => [item.property, item.text]))).toEqual([
      [['llm_model', 'a b']],
      [
        ['llm_provider', 'openai'],
        ['timeout', '5m'],
      ],
      [['max_turns', '3']],
    ]);
  });

  test.each([
    ['* { llm_model x }', 'x'],
    ['* { llm_model: }', '}'],
    ['* llm_model: x; }', 'l'],
    ['{ llm_model: x }', '{'],
    ['* { llm_model: x', ''],
    ['* { llm_model: x\n fidelity: full }', 'f'],
    ['* { timeout: soon }', 'soon'],
    ['* { max_turns: -1 }', '-1'],
    ['/* open', '/*'],
    ['*, { llm_model: x }', '{'],
  ])('language.md 5: %j is an ERROR with its place', (text, at) => {
    const problem = parseStylesheet(text).problems.find((item) => item.severity === 'error');
    expect(problem).toBeDefined();
    expect(text.slice(problem?.range.start, problem?.range.end)).toBe(at);
  });

  test('language.md 5: unknown properties, shapes and fidelity words are WARNINGs and do nothing', () => {
    const sheet = parseStylesheet('octopus { llm_model: x } * { colour: red; fidelity: sharp; llm_model: y }');
    expect(sheet.problems.map((item) => item.severity)).toEqual(['warning', 'warning', 'warning']);
    expect(sheet.rules[1]?.declarations.map((item) => item.property)).toEqual(['llm_model']);
  });

  test('language.md 5: all problems are reported, the rest is kept', () => {
    const sheet = parseStylesheet('* { llm_model x; fidelity: full } ?? { } .a { llm_model: y }');
    expect(sheet.problems.length).toBe(2);
    expect(sheet.rules.map((rule) => rule.declarations.length)).toEqual([1, 0, 1]);
  });

  test('language.md 5: any text is read without a throw', () => {
    const piece = fc.constantFrom(
      '*',
      '{',
      '}',
      ':',
      ';',
      ',',
      '.a',
      '#b',
      'box',
      'llm_model',
      '"x"',
      "'",
      '/*',
      '*/',
      ' ',
      '\n',
      'timeout',
      '5m',
    );
    fc.assert(fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => void parseStylesheet(pieces.join(''))));
  });
});

describe('language.md 5: cascade', () => {
  test.each([
    ['* { model: w } box { model: x } .c { model: y } #a { model: z }', 'a [class=c]', '#a z'],
    ['#a { model: z } .c { model: y } box { model: x } * { model: w }', 'a [class=c]', '#a z'],
    ['.c { model: y } box { model: x }', 'a [class="b, c"]', '.c y'],
    ['box { model: x } * { model: w }', 'a', 'box x'],
    ['* { model: v } * { model: w }', 'a', '* w'],
    ['.loop-a { model: v }', 'subgraph s { label="Loop A"; a }', '.loop-a v'],
    ['tool { model: v }', 'a', undefined],
  ])('language.md 5: %s on %s', (sheet, body, expected) => expect(winner(sheet, body)).toBe(expected));

  test('language.md 5: per property', () => {
    const sheet = '* { model: w; provider: p } #a { model: z }';
    expect([winner(sheet, 'a'), winner(sheet, 'a', 'llm_provider')]).toEqual(['#a z', '* p']);
  });

  test('language.md 5: own attributes and defaults beat the stylesheet, with an INFO for defaults', () => {
    expect(valueIn('* { model: x }', 'a', 'llm_model')).toMatchObject({ text: 'x', origin: 'stylesheet' });
    expect(valueIn('* { model: x }', 'a [llm_model=own]', 'llm_model')).toMatchObject({ text: 'own', origin: 'own' });
    expect(valueIn('* { model: x }', 'a', 'llm_model', 'node [llm_model=d]')).toMatchObject({ text: 'd', origin: 'default' });
    const text = 'digraph { model_stylesheet="* { model: x }" node [llm_model=d] start -> a -> b -> exit }';
    const infos = prepareText(text).diagnostics.filter((item) => item.rule === 'stylesheet_shadowed');
    expect(infos.map((item) => item.severity)).toEqual(['info']);
  });

  test('language.md 5: errors stand inside the attribute, escapes and joins included', () => {
    const text = 'digraph { model_stylesheet="* { model: \\"x\\"; }" + "\n.b { timeout: soon }"\nstart -> a -> exit }';
    const prepared = prepareText(text);
    const found = prepared.diagnostics.find((item) => item.rule === 'stylesheet_syntax');
    expect(pointedAt(prepared, found)).toBe('soon');
  });

  test('language.md 5: a sub-pipeline inherits the stylesheets of its parents below its own', () => {
    const text = 'digraph { model_stylesheet="* { model: own }" start -> a -> exit }';
    const prepared = prepareText(text, {
      inheritedStylesheet: ['#a { model: near; provider: near }', '* { provider: far; fidelity: full }'],
    });
    const attributes = prepared.graph.nodes.get('a')?.attributes;
    expect(['llm_model', 'llm_provider', 'fidelity'].map((name) => attributes?.get(name)?.text)).toEqual(['own', 'near', 'full']);
    expect(prepared.stylesheets.length).toBe(3);
  });
});
