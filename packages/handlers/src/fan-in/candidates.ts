import type { BranchResult, Json, JsonObject } from '@attractor/engine';

/** A branch that a fan-in can choose: one that passed (engine.md 8). */
export interface Candidate {
  /** The branch's id, with its number when two branches share one. */
  readonly name: string;
  readonly result: BranchResult;
  /** The context update `score` of the branch, when it is a number. */
  readonly score: number | undefined;
}

/** The results that the component left in the context; what is not of their form is left out. */
export function readResults(value: Json | undefined): readonly BranchResult[] {
  return Array.isArray(value) ? value.filter(isResult) : [];
}

function isResult(value: Json): value is Json & BranchResult {
  return typeof value === 'object' && value !== null && 'id' in value && typeof value.id === 'string' && 'status' in value;
}

/** The branches that passed, best first: by status, then score, then id (engine.md 8). */
export function rankedCandidates(results: readonly BranchResult[]): readonly Candidate[] {
  const count = new Map<string, number>();
  for (const { id } of results) count.set(id, (count.get(id) ?? 0) + 1);
  const name = ({ id, index }: BranchResult): string => ((count.get(id) ?? 0) > 1 ? `${id}#${index}` : id);
  return results
    .filter(({ status }) => rank(status) !== undefined)
    .map((result) => ({ name: name(result), result, score: scoreOf(result.context_updates) }))
    .sort(
      (a, b) =>
        (rank(a.result.status) ?? 0) - (rank(b.result.status) ?? 0) ||
        compareScores(a.score, b.score) ||
        Buffer.compare(Buffer.from(a.result.id), Buffer.from(b.result.id)) ||
        a.result.index - b.result.index,
    );
}

const ranks: Readonly<Record<string, number>> = { success: 0, skipped: 0, partial_success: 1 };

function rank(status: string): number | undefined {
  return Object.hasOwn(ranks, status) ? ranks[status] : undefined;
}

function scoreOf(updates: JsonObject): number | undefined {
  const score = Object.hasOwn(updates, 'score') ? updates['score'] : undefined;
  return typeof score === 'number' ? score : undefined;
}

/** Higher first; no score comes last. */
function compareScores(a: number | undefined, b: number | undefined): number {
  if (a === b) return 0;
  if (a === undefined) return 1;
  return b === undefined ? -1 : b - a;
}
