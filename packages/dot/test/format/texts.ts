import fc from 'fast-check';

/** Tokens of a legal text; between any two of them white space and comments may stand. */
export type Tokens = readonly string[];

const bareName = fc.constantFrom('a', 'b', 'start', 'node_1', 'é', '12', '-1.5', 'a_rather_long_name_that_fills_a_line_soon');
const quotedName = fc.constantFrom('"node"', '"a b"', '"x\\"y"', '"two\nlines"', '"日本語"');
const name = fc.oneof(
  { weight: 5, arbitrary: bareName.map((text) => [text]) },
  { weight: 2, arbitrary: quotedName.map((text) => [text]) },
  { weight: 1, arbitrary: fc.constant(['"a"', '+', '"b"']) },
);
const key = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom('label', 'prompt', 'goal', 'x').map((text) => [text]) },
  { weight: 1, arbitrary: fc.constantFrom('human.default_choice', '"a.b"', '"c d"').map((text) => [text]) },
);
const value = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom('true', '12', '900s', 'a.b', 'https://x/y', 'a:b', 'node', 'box', '-1', '/').map((t) => [t]) },
  {
    weight: 4,
    arbitrary: fc
      .constantFrom('"s"', '""', '"// no comment"', '"a\r\n  b"', '"a\\\r\nb"', '"a\\\nb"', '"# c\n# d"', `"${'long '.repeat(20)}"`)
      .map((text) => [text]),
  },
  { weight: 1, arbitrary: fc.constantFrom(['"a"', '+', '"b"'], ['"a"', '+', '"b\n"', '+', '"c"']) },
);
const html = fc.constantFrom(['label', '=', '<<b>x</b>>'], ['label', '=', '<a\n  b>']);
const pair = fc.oneof(
  { weight: 6, arbitrary: fc.tuple(key, value).map(([left, right]): Tokens => [...left, '=', ...right]) },
  { weight: 1, arbitrary: html },
);
const block = fc
  .tuple(fc.array(fc.tuple(pair, fc.constantFrom([','], [';'], [])), { maxLength: 4 }), fc.boolean())
  .map(([pairs, trailing]): Tokens => {
    const inner = pairs.flatMap(([tokens, mark], index) => [...tokens, ...(index === pairs.length - 1 && !trailing ? [] : mark)]);
    return ['[', ...inner, ']'];
  });
const blocks = fc.array(block, { maxLength: 2 }).map((list) => list.flat());
const reference = fc
  .tuple(name, fc.constantFrom<Tokens>([], [], [], [':', 'n'], [':', '"p q"', ':', 'node'], [':', 'x.y']))
  .map(([id, port]): Tokens => [...id, ...port]);
const semicolon = fc.constantFrom<Tokens>([';'], []);

const { body } = fc.letrec<{ statement: Tokens; body: Tokens; group: Tokens }>((tie) => ({
  statement: fc.oneof(
    { maxDepth: 2 },
    fc.tuple(reference, blocks).map((parts) => parts.flat()),
    pair,
    fc.tuple(fc.constantFrom(['node'], ['Edge'], ['graph']), block, blocks).map((parts) => parts.flat()),
    fc.tuple(fc.array(reference, { minLength: 2, maxLength: 6 }), blocks).map(([ends, attributes]) => [...chain(ends), ...attributes]),
    fc
      .tuple(fc.array(fc.oneof(reference, tie('group')), { minLength: 2, maxLength: 3 }), blocks)
      .map(([ends, attributes]) => [...chain(ends), ...attributes]),
    tie('group'),
  ),
  body: fc
    .tuple(semicolon, fc.array(fc.tuple(tie('statement'), semicolon), { maxLength: 4 }))
    .map(([first, list]) => [...first, ...list.flat(2)]),
  group: fc
    .tuple(
      fc.oneof(
        fc.constantFrom<Tokens>([], ['subgraph']),
        name.map((id): Tokens => ['subgraph', ...id]),
      ),
      tie('body'),
    )
    .map(([head, inner]) => [...head, '{', ...inner, '}']),
}));

function chain(ends: readonly Tokens[]): Tokens {
  return ends.flatMap((end, index) => (index === 0 ? end : ['->', ...end]));
}

const space = fc.constantFrom(' ', ' ', '  ', '\n', '\r\n', '\n\n', '\n\n\n\t', '\t');
const comment = fc.constantFrom(
  '// c \n',
  '\n// own line\n',
  '/* c */',
  '/* c */\n',
  '\n/* own */\n',
  '/* two\n     lines */',
  '/*\n * star\n */',
  '\n# hash\n',
);
const trivia = fc.oneof(
  { weight: 12, arbitrary: space },
  { weight: 1, arbitrary: fc.tuple(space, comment, space).map((parts) => parts.join('')) },
  { weight: 1, arbitrary: fc.tuple(space, comment, comment, space).map((parts) => parts.join(' ')) },
);

/** Legal texts with every statement, in any layout, comments at any place where the language allows one. */
export const legalText = fc
  .tuple(fc.constantFrom('', '\ufeff'), fc.constantFrom<Tokens>(['digraph'], ['Digraph', 'g'], ['digraph', '"a"', '+', '"b"']), body)
  .chain(([mark, head, inner]) => {
    const tokens = [...head, '{', ...inner, '}'];
    return fc
      .array(trivia, { minLength: tokens.length + 1, maxLength: tokens.length + 1 })
      .map((gaps) => mark + gaps.map((gap, index) => gap + (tokens[index] ?? '')).join(''));
  });
