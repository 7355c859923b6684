import { isKeyword, type Range, type Token } from '@attractor/dot';
import { findAttribute } from '@attractor/pipeline';
import { perSnapshot, type Snapshot } from '../../document/snapshot.ts';
import { nodeRefsOf, scopeOf, statementsOf, writtenAttributes } from '../../document/walk-tree.ts';
import { embeddedSpans } from './embedded.ts';
import type { Span, TokenType } from './token-types.ts';

/** Colours for a document, or for the part of it that touches a range: in order, none over a line end (language.md 1 to 5). */
export function semanticTokens(snapshot: Snapshot, range?: Range): Span[] {
  const roles = rolesOf(snapshot);
  const found: Span[] = [];
  const inner = embeddedIn(snapshot, range);
  let next = 0;
  for (const token of snapshot.tree.tokens) {
    if (range !== undefined && (token.end < range.start || token.start > range.end)) continue;
    const span = roles.get(token.start) ?? plainSpan(snapshot, token);
    if (span === undefined) continue;
    while (next < inner.length && (inner[next]?.end ?? 0) <= token.start) next++;
    let at = token.start;
    for (let i = next; i < inner.length && (inner[i]?.start ?? 0) < token.end; i++) {
      const part = inner[i] as Span;
      const start = Math.max(part.start, at);
      const end = Math.min(part.end, token.end);
      if (end <= start) continue;
      pushLines(snapshot, found, { ...span, start: at, end: start });
      pushLines(snapshot, found, { ...part, start, end });
      at = end;
    }
    pushLines(snapshot, found, { ...span, start: at, end: token.end });
  }
  return found;
}

/** What names and keys are, by the offset of their token. */
const rolesOf = perSnapshot((snapshot: Snapshot): ReadonlyMap<number, Span> => {
  const roles = new Map<number, Span>();
  const set = (range: Range, type: TokenType, declaration = false): void => {
    roles.set(range.start, { start: range.start, end: range.end, type, ...(declaration ? { declaration: true } : {}) });
  };
  const { graph } = snapshot.tree;
  if (graph?.id !== undefined) set(graph.id.range, 'namespace', true);
  for (const { statement } of statementsOf(snapshot)) {
    if (statement.kind === 'subgraph' && statement.id !== undefined) set(statement.id.range, 'namespace', true);
    for (const ref of nodeRefsOf(statement)) set(ref.id.range, 'class', statement.kind === 'node');
  }
  for (const { statement, attribute } of writtenAttributes(snapshot)) {
    set(attribute.key.range, 'property');
    const { kind, text, range } = attribute.value;
    if (kind !== 'bare') continue;
    const type = findAttribute(scopeOf(statement), attribute.key.text)?.definition.type;
    set(range, type === 'node-id' ? 'class' : /^[-+.\d]/.test(text) ? 'number' : 'enumMember');
  }
  return roles;
});

/** Colours inside strings, in source offsets and order. */
function embeddedIn(snapshot: Snapshot, within: Range | undefined): Span[] {
  const spans: Span[] = [];
  for (const { statement, attribute } of writtenAttributes(snapshot)) {
    const { value, key } = attribute;
    if (value.kind !== 'string' || (within !== undefined && (value.range.end < within.start || value.range.start > within.end))) continue;
    const parts = embeddedSpans(scopeOf(statement), key.text, value.text) ?? enumSpan(scopeOf(statement), key.text, value.text);
    for (const part of parts) {
      if (part.type !== 'string') spans.push({ ...part, start: value.offsetAt(part.start), end: value.offsetAt(part.end) });
    }
  }
  return spans;
}

function enumSpan(scope: ReturnType<typeof scopeOf>, key: string, text: string): Span[] {
  const type = findAttribute(scope, key)?.definition.type;
  return type === 'enum' || type === 'bool' ? [{ start: 0, end: text.length, type: 'enumMember' }] : [];
}

function plainSpan({ text }: Snapshot, token: Token): Span | undefined {
  const { start, end, kind } = token;
  switch (kind) {
    case 'comment':
    case 'string':
      return { start, end, type: kind };
    case 'html':
      return { start, end, type: 'string' };
    case 'arrow':
    case 'undirected':
    case '=':
    case '+':
      return { start, end, type: 'operator' };
    case 'word':
      return isKeyword(text.slice(start, end)) ? { start, end, type: 'keyword' } : undefined;
    default:
      return undefined;
  }
}

function pushLines({ text }: Snapshot, found: Span[], span: Span): void {
  let start = span.start;
  for (let at = span.start; at <= span.end; at++) {
    const unit = at === span.end ? 10 : text.charCodeAt(at);
    if (unit !== 10 && unit !== 13) continue;
    if (at > start) found.push({ ...span, start, end: at });
    start = at + 1;
  }
}
