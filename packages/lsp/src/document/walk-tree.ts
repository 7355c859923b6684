import type { Attribute, NodeRef, Range, Statement, Subgraph } from '@attractor/dot';
import { perSnapshot, type Snapshot } from './snapshot.ts';

/** A statement and the groups around it, as the file nests them. */
export interface PlacedStatement {
  readonly statement: Statement;
  readonly depth: number;
  /** The group that directly holds it. */
  readonly within: Subgraph | undefined;
}

/** Every statement in source order, groups before what they hold. No recursion. */
export const statementsOf = perSnapshot((snapshot: Snapshot): readonly PlacedStatement[] => {
  const found: PlacedStatement[] = [];
  const pending: PlacedStatement[] = [];
  const push = (body: readonly Statement[], depth: number, within: Subgraph | undefined): void => {
    for (let i = body.length - 1; i >= 0; i--) pending.push({ statement: body[i] as Statement, depth, within });
  };
  push(snapshot.tree.graph?.body ?? [], 0, undefined);
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    found.push(next);
    const { statement, depth } = next;
    if (statement.kind === 'subgraph') push(statement.body, depth + 1, statement);
    if (statement.kind !== 'edge') continue;
    for (const end of statement.ends.toReversed()) if (end.kind === 'subgraph') push(end.body, depth + 1, end);
  }
  return found;
});

/** The scope in which a statement's attributes are read. */
export function scopeOf(statement: Statement): 'graph' | 'node' | 'edge' {
  switch (statement.kind) {
    case 'node':
    case 'edge':
      return statement.kind;
    case 'defaults':
      return statement.target;
    case 'assignment':
    case 'subgraph':
      return 'graph';
  }
}

function attributesOfStatement(statement: Statement): readonly Attribute[] {
  if (statement.kind === 'assignment') return [statement.attribute];
  return statement.kind === 'subgraph' ? [] : statement.attributes;
}

/** Node references of a statement, in order; those inside groups belong to the statements there. */
export function nodeRefsOf(statement: Statement): readonly NodeRef[] {
  if (statement.kind === 'node') return [statement.node];
  return statement.kind === 'edge' ? statement.ends.filter((end) => end.kind === 'node-ref') : [];
}

/** An attribute as written, with its statement. */
export interface WrittenAttribute extends PlacedStatement {
  readonly attribute: Attribute;
}

/** All attributes of a text in source order. */
export const writtenAttributes = perSnapshot((snapshot: Snapshot): readonly WrittenAttribute[] => {
  const found: WrittenAttribute[] = [];
  for (const placed of statementsOf(snapshot)) {
    for (const attribute of attributesOfStatement(placed.statement)) found.push({ ...placed, attribute });
  }
  // The attributes of an edge whose ends are groups stand behind the statements of those groups.
  return found.sort((a, b) => a.attribute.range.start - b.attribute.range.start);
});

/** Whether an offset is in a range, its end included. */
export function contains(range: Range, offset: number): boolean {
  return range.start <= offset && offset <= range.end;
}

/** The attribute whose key or value is at an offset. */
export function attributeAt(snapshot: Snapshot, offset: number): WrittenAttribute | undefined {
  const all = writtenAttributes(snapshot);
  let low = 0;
  let high = all.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((all[middle]?.attribute.range.start ?? 0) <= offset) low = middle + 1;
    else high = middle;
  }
  const found = all[low - 1];
  return found !== undefined && contains(found.attribute.range, offset) ? found : undefined;
}

/** The innermost statement at an offset that is no group, else the group. */
export function statementAt(snapshot: Snapshot, offset: number): PlacedStatement | undefined {
  let best: PlacedStatement | undefined;
  for (const placed of statementsOf(snapshot)) {
    if (placed.statement.range.start > offset) break;
    if (contains(placed.statement.range, offset)) best = placed;
  }
  return best;
}
