import type { Range } from '@attractor/dot';
import type { Condition } from './condition.ts';
import { compileExpression } from './expression.ts';
import { readKey, readLiteral, readOperator, skipSpace } from './scan.ts';

/** A syntax error; the range indexes the condition's text. The message says what was found and what was expected. */
export interface ConditionError {
  readonly message: string;
  readonly range: Range;
}

export interface ParsedCondition {
  /** Absent when the text is blank (the edge is unconditional) or has errors. */
  readonly condition?: Condition;
  readonly errors: readonly ConditionError[];
}

/** Parentheses and `!` may nest this deep: far beyond what people write, far below what overflows a stack. */
export const MAX_DEPTH = 100;

/** Reads a condition (language.md 3). Linear; never throws. Empty clauses of an `&&` list are skipped as canonical 10.5 does. */
export function parseCondition(text: string): ParsedCondition {
  const parser: Parser = { text, at: 0, errors: [], depth: 0 };
  const condition = parseOr(parser, true);
  parser.at = skipSpace(text, parser.at);
  if (parser.errors.length === 0 && parser.at < text.length) {
    fail(parser, parser.at, `expected \`&&\`, \`||\` or the end of the condition`);
  }
  if (parser.errors.length > 0) return { errors: parser.errors };
  return condition === undefined ? { errors: [] } : { condition, errors: [] };
}

interface Parser {
  readonly text: string;
  at: number;
  depth: number;
  readonly errors: ConditionError[];
}

function parseOr(parser: Parser, mayBeEmpty: boolean): Condition | undefined {
  const operands: Condition[] = [];
  for (let first = true; ; first = false) {
    const start = skipSpace(parser.text, parser.at);
    const operand = parseAnd(parser);
    const more = startsWith(parser, '||');
    if (operand !== undefined) operands.push(operand);
    else if (parser.errors.length === 0 && (more || !first || !mayBeEmpty)) fail(parser, start, 'expected a key, `!` or `(`');
    if (!more) return join('or', operands);
    parser.at += 2;
  }
}

function parseAnd(parser: Parser): Condition | undefined {
  const operands: Condition[] = [];
  for (;;) {
    const operand = parseUnary(parser);
    if (operand !== undefined) operands.push(operand);
    if (!startsWith(parser, '&&')) return join('and', operands);
    parser.at += 2;
  }
}

/** Undefined for an empty clause and after an error; then the text up to the next logical operator has been skipped. */
function parseUnary(parser: Parser): Condition | undefined {
  const { text } = parser;
  parser.at = skipSpace(text, parser.at);
  const start = parser.at;
  const character = text[start];
  if (character === undefined || character === ')' || startsWith(parser, '&&') || startsWith(parser, '||')) return undefined;
  if (character !== '!' && character !== '(') return parseComparison(parser);
  if (parser.depth >= MAX_DEPTH) {
    parser.errors.push({ message: `nested deeper than ${MAX_DEPTH} levels`, range: { start, end: start + 1 } });
    parser.at = text.length;
    return undefined;
  }
  parser.depth++;
  parser.at++;
  const condition = character === '!' ? parseNot(parser, start) : parseGroup(parser, start);
  parser.depth--;
  return condition;
}

function parseNot(parser: Parser, start: number): Condition | undefined {
  const errors = parser.errors.length;
  const operand = parseUnary(parser);
  if (operand !== undefined) return { kind: 'not', operand, range: { start, end: operand.range.end } };
  if (parser.errors.length === errors) fail(parser, parser.at, 'expected a key, `!` or `(` after `!`');
  return undefined;
}

function parseGroup(parser: Parser, start: number): Condition | undefined {
  const inner = parseOr(parser, false);
  parser.at = skipSpace(parser.text, parser.at);
  if (parser.text[parser.at] === ')') parser.at++;
  else if (parser.errors.length === 0) {
    const found = describe(parser.text, parser.at);
    parser.errors.push({ message: `the parenthesis is not closed: found ${found}, expected \`)\``, range: { start, end: start + 1 } });
    parser.at = parser.text.length;
  }
  return inner;
}

function parseComparison(parser: Parser): Condition | undefined {
  const { text } = parser;
  const start = parser.at;
  const key = readKey(text, start);
  if (key === undefined) return fail(parser, start, 'expected a key (letters, digits, `_`, `.`, `-`), `!` or `(`');
  const keyRange = { start, end: start + key.length };
  const operatorAt = skipSpace(text, keyRange.end);
  const found = readOperator(text, operatorAt);
  if (found === undefined) {
    if (!endsClause(text, operatorAt)) {
      return fail(parser, operatorAt, `expected a comparison (=, !=, <, <=, >, >=, contains, matches), \`&&\` or \`||\` after \`${key}\``);
    }
    parser.at = operatorAt;
    return { kind: 'truthy', key, range: keyRange };
  }
  const { operator } = found;
  const literal = readLiteral(text, skipSpace(text, operatorAt + found.length));
  const { range } = literal;
  if (literal.unterminated) return failRange(parser, range, `the text in quotes has no end: expected ${text[range.start]}`);
  if (range.start === range.end) return fail(parser, range.start, `expected a value after \`${operator}\` ("" for empty text)`);
  parser.at = skipSpace(text, literal.next);
  if (!endsClause(text, parser.at)) {
    return fail(parser, parser.at, 'expected `&&`, `||` or the end; a value that holds operators or parentheses needs quotes');
  }
  if (operator === 'matches') {
    const compiled = compileExpression(literal.text);
    if (typeof compiled === 'string') {
      parser.errors.push({ message: `not a regular expression: ${compiled}${quoteHint(text, range)}`, range });
      return undefined;
    }
  }
  return { kind: 'comparison', key, operator, literal: literal.text, range: { start, end: range.end }, keyRange, literalRange: range };
}

function quoteHint(text: string, range: Range): string {
  return text[range.end] === ')' ? '; an expression with parentheses needs quotes' : '';
}

function endsClause(text: string, at: number): boolean {
  return at >= text.length || text[at] === ')' || text.startsWith('&&', at) || text.startsWith('||', at);
}

function startsWith(parser: Parser, operator: string): boolean {
  parser.at = skipSpace(parser.text, parser.at);
  return parser.text.startsWith(operator, parser.at);
}

function join(kind: 'and' | 'or', operands: readonly Condition[]): Condition | undefined {
  const first = operands[0];
  const last = operands.at(-1);
  if (first === undefined || last === undefined || operands.length === 1) return first;
  return { kind, operands, range: { start: first.range.start, end: last.range.end } };
}

const RECOVER = /&&|\|\|/g;

function fail(parser: Parser, at: number, expected: string): undefined {
  const end = Math.min(parser.text.length, at + 1);
  return failRange(parser, { start: at, end }, `found ${describe(parser.text, at)}, ${expected}`);
}

/** Records the error and goes on behind the clause, so that one text can show several. */
function failRange(parser: Parser, range: Range, message: string): undefined {
  parser.errors.push({ message, range });
  RECOVER.lastIndex = Math.max(parser.at, range.end - 1);
  parser.at = RECOVER.exec(parser.text)?.index ?? parser.text.length;
  return undefined;
}

function describe(text: string, at: number): string {
  if (at >= text.length) return 'the end of the condition';
  const operator = /^(?:&&|\|\||[!<>]=|==)/.exec(text.slice(at, at + 2))?.[0];
  return `\`${operator ?? String.fromCodePoint(text.codePointAt(at) ?? 0)}\``;
}
