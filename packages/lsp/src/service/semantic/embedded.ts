import { type AttributeScope, parseStylesheet, references } from '@attractor/pipeline';
import { conditionParts } from '../../document/condition-parts.ts';
import { type Language, languageOf } from '../../document/languages.ts';
import { type Painter, painter } from './painter.ts';
import { paintShell } from './shell.ts';
import type { Span, TokenType } from './token-types.ts';

const languages: Readonly<Record<Language, ((text: string, on: Painter) => void) | undefined>> = {
  condition: paintCondition,
  stylesheet: paintStylesheet,
  shell: (text, on) => {
    paintShell(text, on);
    paintReferences(text, on, true);
  },
  text: (text, on) => paintReferences(text, on, false),
  'node-id': (text, on) => on.paint(0, text.length, 'class'),
  'node-ids': (text, on) => {
    for (const match of text.matchAll(/[^\s,]+/g)) on.paint(match.index, match.index + match[0].length, 'class');
  },
  plain: undefined,
};

/** The colours inside an attribute's text, by the language it is written in; ranges index the text. */
export function embeddedSpans(scope: AttributeScope, name: string, text: string): Span[] | undefined {
  const paint = languages[languageOf(scope, name)];
  if (paint === undefined || text === '') return undefined;
  const on = painter(text.length, 'string');
  paint(text, on);
  return on.spans();
}

const conditionTypes = {
  key: 'variable',
  comparison: 'operator',
  logic: 'operator',
  literal: 'enumMember',
  unknown: 'string',
} as const satisfies Record<string, TokenType>;

function paintCondition(text: string, on: Painter): void {
  let matches = false;
  for (const { kind, range, text: part } of conditionParts(text)) {
    const number = kind === 'literal' && /^-?[0-9.]+$/.test(part);
    const type = kind === 'literal' && matches ? 'regexp' : number ? 'number' : conditionTypes[kind];
    on.paint(range.start, range.end, type);
    matches = kind === 'comparison' && part === 'matches';
  }
}

const selectorTypes = { all: 'operator', shape: 'type', class: 'property', id: 'class' } as const;

function paintStylesheet(text: string, on: Painter): void {
  for (const match of text.matchAll(/[{}:;,]/g)) on.paint(match.index, match.index + 1, 'operator');
  const { rules } = parseStylesheet(text);
  for (const { selectors, declarations } of rules) {
    for (const { kind, range } of selectors) on.paint(range.start, range.end, selectorTypes[kind]);
    for (const { keyRange, valueRange } of declarations) {
      on.paint(keyRange.start, keyRange.end, 'parameter');
      on.paint(valueRange.start, valueRange.end, 'enumMember');
    }
  }
  for (let at = text.indexOf('/*'); at >= 0; ) {
    const close = text.indexOf('*/', at + 2);
    const end = close < 0 ? text.length : close + 2;
    on.paint(at, end, 'comment');
    at = text.indexOf('/*', end);
  }
}

/** In commands the shell's own expansions are painted already; a dotted one it does not know. */
function paintReferences(text: string, on: Painter, dottedOnly: boolean): void {
  if (!text.includes('$')) return;
  for (const { candidates, range } of references(text)) {
    if (!dottedOnly || candidates[0]?.includes('.') === true) on.paint(range.start, range.end, 'variable');
  }
}
