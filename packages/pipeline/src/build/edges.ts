import type { EdgeStatement } from '@attractor/dot';
import type { Condition } from '../condition/condition.ts';
import { parseCondition } from '../condition/parse.ts';
import { overlay } from './defaults.ts';
import type { Draft, Scope } from './draft.ts';
import { readAttributes } from './read-attributes.ts';

/** Edges that ends which are groups may make in one file: far beyond a pipeline, far below what fills a memory. */
const maxGroupEdges = 1_000_000;

/** Makes the edges of a chain; `ends` holds the node ids of each end (language.md 1: `a -> { b c }`). */
export function connect(draft: Draft, statement: EdgeStatement, ends: readonly (readonly string[])[], scope: Scope): void {
  const own = readAttributes('edge', statement.attributes, 'own', new Map(), draft.report);
  const attributes = overlay(scope.edgeDefaults, own);
  const condition = readCondition(attributes.get('condition')?.text ?? '');
  for (let i = 0; i + 1 < ends.length; i++) {
    const sources = ends[i] ?? [];
    const targets = ends[i + 1] ?? [];
    if (!mayMultiply(draft, statement, sources.length * targets.length)) return;
    const range = { start: statement.ends[i]?.range.start ?? 0, end: statement.ends[i + 1]?.range.end ?? 0 };
    for (const from of sources) {
      for (const to of targets) {
        draft.edges.push({ index: draft.edges.length, from, to, attributes, ...(condition === undefined ? {} : { condition }), range });
      }
    }
  }
}

/** The parsed condition of an edge, undefined when it is blank or has errors. */
export function readCondition(text: string): Condition | undefined {
  return text.trim() === '' ? undefined : parseCondition(text).condition;
}

function mayMultiply(draft: Draft, statement: EdgeStatement, count: number): boolean {
  if (count <= 1) return true;
  draft.groupEdges += count;
  if (draft.groupEdges <= maxGroupEdges) return true;
  draft.report({
    rule: 'edge_count',
    severity: 'error',
    message: `the groups of this file's edges make more than ${maxGroupEdges} edges; name fewer nodes in them`,
    range: statement.range,
    page: 'docs/rules/edge_count.md',
  });
  draft.groupEdges = maxGroupEdges;
  return false;
}
