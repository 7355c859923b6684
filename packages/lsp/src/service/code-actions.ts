import { isBareId, quote, type Range, type TextEdit } from '@attractor/dot';
import { type Diagnostic, lintRules, nearest } from '@attractor/pipeline';
import { occurrenceAt } from '../document/occurrences.ts';
import type { Snapshot } from '../document/snapshot.ts';
import { contentRange } from '../document/value-text.ts';
import { attributeAt, statementAt } from '../document/walk-tree.ts';

/** A change an editor offers. */
export interface CodeAction {
  readonly title: string;
  readonly kind: 'quickfix' | 'source.fixAll';
  readonly edits: readonly TextEdit[];
  /** What it removes. */
  readonly diagnostic?: Diagnostic;
  /** It is what the finding itself proposes. */
  readonly preferred?: true;
}

/** Quick fixes for the findings in a range: the finding's own fix, the id that was meant, an allow comment (language.md 7, 8). */
export function codeActions(snapshot: Snapshot, diagnostics: readonly Diagnostic[], range: Range): CodeAction[] {
  const actions: CodeAction[] = [];
  for (const diagnostic of diagnostics) {
    const at = diagnostic.range;
    if (at === undefined || at.start > range.end || at.end < range.start) continue;
    const { fix } = diagnostic;
    if (fix !== undefined) actions.push({ title: fix.title, kind: 'quickfix', edits: fix.edits, diagnostic, preferred: true });
    else actions.push(...meantId(snapshot, diagnostic, at));
    actions.push(...allowHere(snapshot, diagnostic, at));
  }
  const all = fixAll(diagnostics);
  if (all.length > 1) actions.push({ title: `Apply all ${all.length} safe fixes`, kind: 'source.fixAll', edits: all.flat() });
  return actions;
}

/** The edits of all fixes that do not touch each other, in order; each inner list is one fix. */
export function fixAll(diagnostics: readonly Diagnostic[]): (readonly TextEdit[])[] {
  const taken: Range[] = [];
  const fixes: (readonly TextEdit[])[] = [];
  for (const { fix } of diagnostics) {
    if (fix === undefined) continue;
    const collides = fix.edits.some(({ range }) => taken.some((other) => range.start <= other.end && other.start <= range.end));
    if (collides) continue;
    taken.push(...fix.edits.map(({ range }) => range));
    fixes.push(fix.edits);
  }
  return fixes;
}

const ID_RULES: ReadonlySet<string> = new Set(['implicit_node', 'retry_target_exists']);

/** An id that no statement declares, and the nearest that one does. */
function meantId(snapshot: Snapshot, diagnostic: Diagnostic, at: Range): CodeAction[] {
  if (!ID_RULES.has(diagnostic.rule)) return [];
  const { nodes } = snapshot.graph;
  const stated = [...nodes.values()].filter((node) => !node.implicit).map((node) => node.id);
  if (diagnostic.rule === 'implicit_node') {
    const occurrence = occurrenceAt(snapshot, at.start);
    const meant = occurrence === undefined ? undefined : nearest(occurrence.id, stated);
    if (occurrence === undefined || meant === undefined) return [];
    const edits = [{ range: occurrence.replaced, text: occurrence.write(meant) ?? meant }];
    return [{ title: `Write ${meant}`, kind: 'quickfix', edits, diagnostic }, declare(snapshot, diagnostic, occurrence.id, at)];
  }
  const value = attributeAt(snapshot, at.start)?.attribute.value;
  const meant = value === undefined ? undefined : nearest(value.text.trim(), stated);
  if (value === undefined || meant === undefined) return [];
  const text = value.kind === 'bare' && !isBareId(meant) ? quote(meant) : meant;
  const range = value.kind === 'bare' ? value.range : contentRange(value);
  return [{ title: `Write ${meant}`, kind: 'quickfix', edits: [{ range, text }], diagnostic }];
}

function declare(snapshot: Snapshot, diagnostic: Diagnostic, id: string, at: Range): CodeAction {
  const { start, indent } = lineOf(snapshot, statementStart(snapshot, at.start));
  const name = isBareId(id) ? id : quote(id);
  const edits = [{ range: { start, end: start }, text: `${indent}${name} [label=${quote(id)}]${lineEnd(snapshot)}` }];
  return { title: `Declare ${id}`, kind: 'quickfix', edits, diagnostic };
}

const lintIds: () => ReadonlySet<string> = () => new Set(lintRules.map((rule) => rule.id));

/** A comment above the statement; its reason is for the author to write. ERRORs of validation cannot be silenced. */
function allowHere(snapshot: Snapshot, diagnostic: Diagnostic, at: Range): CodeAction[] {
  const { rule, name, severity } = diagnostic;
  if (rule.startsWith('lint_') || (severity === 'error' && !lintIds().has(rule)) || snapshot.tree.graph === undefined) return [];
  const { start, indent } = lineOf(snapshot, statementStart(snapshot, at.start));
  const title = `Allow ${name === undefined ? rule : `${rule} ${name}`} here`;
  const text = `${indent}// lint: allow ${rule} ${lineEnd(snapshot)}`;
  return [{ title, kind: 'quickfix', edits: [{ range: { start, end: start }, text }], diagnostic }];
}

function statementStart(snapshot: Snapshot, offset: number): number {
  const placed = statementAt(snapshot, offset);
  return placed === undefined || placed.statement.kind === 'subgraph' ? offset : placed.statement.range.start;
}

function lineOf({ source }: Snapshot, offset: number): { readonly start: number; readonly indent: string } {
  const line = source.lineAt(offset);
  const start = source.lineStarts[line - 1] ?? 0;
  return { start, indent: /^[ \t]*/.exec(source.lineText(line))?.[0] ?? '' };
}

function lineEnd({ text }: Snapshot): string {
  return /^[^\r\n]*\r\n/.test(text) ? '\r\n' : '\n';
}
