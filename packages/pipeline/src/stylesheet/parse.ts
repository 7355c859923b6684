import { knownShapes } from '../node-type/registry.ts';
import { nodeAttributes } from '../registry/node-attributes.ts';
import { quote, readValue } from '../registry/read-value.ts';
import { styleProperty, stylePropertyNames } from './properties.ts';
import type { Declaration, Selector, StyleRule, Stylesheet } from './rule.ts';
import { problem, type Scanner, skipBlank, skipTo, take, unexpected } from './scanner.ts';

/** Reads a stylesheet (language.md 5). Never throws; linear; reports all problems, and keeps the rules that can be read. */
export function parseStylesheet(text: string): Stylesheet {
  const scanner: Scanner = { text, at: 0, problems: [] };
  const rules: StyleRule[] = [];
  for (skipBlank(scanner); scanner.at < text.length; skipBlank(scanner)) {
    const start = scanner.at;
    const selectors = readSelectors(scanner);
    if (text[scanner.at] === '{') {
      scanner.at++;
      const declarations = readDeclarations(scanner);
      rules.push({ selectors, declarations, range: { start, end: scanner.at } });
    } else if (text[scanner.at] === '}') scanner.at++;
  }
  return { text, rules, problems: scanner.problems };
}

const kinds = [
  { kind: 'all', rank: 0, pattern: /\*/y, prefix: 0 },
  { kind: 'class', rank: 2, pattern: /\.[A-Za-z0-9_-]+/y, prefix: 1 },
  { kind: 'id', rank: 3, pattern: /#[A-Za-z0-9_.-]+/y, prefix: 1 },
  { kind: 'shape', rank: 1, pattern: /[A-Za-z][A-Za-z0-9_]*/y, prefix: 0 },
] as const;

/** Reads a comma list up to `{`. After an error the text up to the next brace is skipped. */
function readSelectors(scanner: Scanner): Selector[] {
  const selectors: Selector[] = [];
  for (;;) {
    skipBlank(scanner);
    const selector = readSelector(scanner);
    if (selector === undefined) {
      unexpected(scanner, 'a selector: *, a shape, .class or #id');
      break;
    }
    selectors.push(selector);
    skipBlank(scanner);
    if (scanner.text[scanner.at] === '{') return selectors;
    if (scanner.text[scanner.at] !== ',') {
      unexpected(scanner, '`,` or `{` after a selector');
      break;
    }
    scanner.at++;
  }
  skipTo(scanner, '{}');
  return [];
}

function readSelector(scanner: Scanner): Selector | undefined {
  for (const { kind, rank, pattern, prefix } of kinds) {
    const found = take(scanner, pattern);
    if (found === undefined) continue;
    const name = kind === 'all' ? '' : found.text.slice(prefix);
    if (kind === 'shape' && !knownShapes().includes(name)) {
      problem(scanner, found.range, `no shape is called ${quote(name)}; a class is written .${name}, an id #${name}`, 'warning');
    }
    return { kind, name, rank, range: found.range };
  }
  return undefined;
}

function readDeclarations(scanner: Scanner): Declaration[] {
  const declarations: Declaration[] = [];
  for (;;) {
    skipBlank(scanner);
    const next = scanner.text[scanner.at];
    if (next === '}') {
      scanner.at++;
      return declarations;
    }
    if (next === undefined) {
      unexpected(scanner, '`}`');
      return declarations;
    }
    if (next === ';') scanner.at++;
    else {
      const declaration = readDeclaration(scanner);
      if (declaration !== undefined) declarations.push(declaration);
    }
  }
}

const name = /[A-Za-z_][A-Za-z0-9_.-]*/y;
const quoted = /"[^"]*"|'[^']*'/y;
const bare = /[^;{}\n"']+/y;

function readDeclaration(scanner: Scanner): Declaration | undefined {
  const key = take(scanner, name);
  if (key === undefined) return failed(scanner, 'a property, e.g. llm_model');
  skipBlank(scanner);
  if (scanner.text[scanner.at] !== ':') return failed(scanner, `\`:\` after ${key.text}`);
  scanner.at++;
  skipBlank(scanner);
  const value = take(scanner, quoted) ?? take(scanner, bare);
  if (value === undefined) return failed(scanner, `a value of ${key.text}`);
  const isQuoted = value.text.startsWith('"') || value.text.startsWith("'");
  const text = isQuoted ? value.text.slice(1, -1) : value.text.trimEnd();
  const valueRange = { start: value.range.start, end: value.range.start + (isQuoted ? value.text.length : text.length) };
  skipBlank(scanner);
  if (scanner.at < scanner.text.length && !';}'.includes(scanner.text[scanner.at] as string))
    return failed(scanner, '`;` or `}` after a value');
  return check(scanner, { property: key.text, text, keyRange: key.range, valueRange });
}

function failed(scanner: Scanner, expected: string): undefined {
  unexpected(scanner, expected);
  skipTo(scanner, ';}');
  return undefined;
}

function check(scanner: Scanner, declaration: Declaration): Declaration | undefined {
  const property = styleProperty(declaration.property);
  if (property === undefined) {
    problem(
      scanner,
      declaration.keyRange,
      `no property is called ${quote(declaration.property)}; there are ${stylePropertyNames.join(', ')}`,
      'warning',
    );
    return undefined;
  }
  const result = readValue(nodeAttributes[property as keyof typeof nodeAttributes], declaration.text);
  if (!result.ok) {
    problem(scanner, declaration.valueRange, `\`${property}\` ${result.problem}`, property === 'fidelity' ? 'warning' : 'error');
    return undefined;
  }
  return { ...declaration, property };
}
