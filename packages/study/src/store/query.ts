import type { Json, JsonObject } from '@attractor/engine';
import { canonicalJson } from '@attractor/pipeline';
import type { EvaluationStore, StoreRow } from './evaluation-store.ts';
import { isObject } from './row.ts';

/** Every namespace and the canonical store together. */
export const everywhere = '*';

export interface StoreQuery {
  /** Empty: of any delegation and of none. */
  readonly delegationIds: readonly string[];
  readonly source: string | null;
  /** Null: the canonical store; `*`: all. */
  readonly namespace: string | null;
  /** Field to a value, or to `{"<": 3}` with `<`, `<=`, `>`, `>=`, `==`, `!=`; all must hold. */
  readonly where: JsonObject;
  /** Fields of the answer; empty: the whole row. */
  readonly columns: readonly string[];
  /** The best so many finished rows by `output`. */
  readonly nBest: number | null;
  readonly output: string | null;
  readonly minimize: boolean;
  readonly limit: number;
}

export type QueryAnswer =
  | { readonly ok: true; readonly rows: readonly JsonObject[]; readonly matching: number }
  | { readonly ok: false; readonly problem: string };

type Located = StoreRow & { readonly namespace: string | null };

/** Rows of the store that fit, in the order in which they were added, or by an output's value, the best first. */
export function queryStore(store: Pick<EvaluationStore, 'rows' | 'namespaces'>, query: StoreQuery): QueryAnswer {
  const tests = Object.entries(query.where).map(([field, wanted]) => testOf(field, wanted));
  const problem =
    tests.find((test) => typeof test === 'string') ?? (query.nBest !== null && query.output === null ? needsOutput : undefined);
  if (typeof problem === 'string') return { ok: false, problem };
  const namespaces = query.namespace === everywhere ? [null, ...store.namespaces()] : [query.namespace];
  const all = namespaces.flatMap((namespace) => store.rows(namespace).map((row): Located => ({ ...row, namespace })));
  const fitting = all.filter(
    (row) =>
      (query.delegationIds.length === 0 || query.delegationIds.includes(row._delegation_id ?? '')) &&
      (query.source === null || query.source === row._source) &&
      tests.every((test) => typeof test === 'string' || test(row)),
  );
  const ordered = query.output === null ? fitting : byOutput(fitting, query.output, query.minimize);
  const taken = ordered.slice(0, Math.min(query.nBest ?? query.limit, query.limit));
  return { ok: true, rows: taken.map((row) => shown(row, query)), matching: ordered.length };
}

const needsOutput = '`n_best` needs `output`: the name of the output to order by';

function byOutput(rows: readonly Located[], output: string, minimize: boolean): readonly Located[] {
  const name = output.replace(/^output\./, '');
  const valued = rows.flatMap((row) => {
    const value = row.status === 'finished' ? row.output?.[name] : undefined;
    return typeof value === 'number' ? [{ row, value: minimize ? value : -value }] : [];
  });
  return valued.sort((a, b) => a.value - b.value).map(({ row }) => row);
}

function shown(row: Located, { columns, namespace }: StoreQuery): JsonObject {
  if (columns.length > 0) return Object.fromEntries(columns.map((column) => [column, fieldOf(row, column) ?? null]));
  const { namespace: where, _ts, ...whole } = row;
  return { ...whole, ...(namespace === everywhere ? { namespace: where } : {}) } as JsonObject;
}

/** `input.x`, `output.f`, a field of the row itself, or the name of an input or else of an output. */
function fieldOf(row: Located, name: string): Json | undefined {
  if (name.startsWith('input.')) return row.input[name.slice(6)];
  if (name.startsWith('output.')) return row.output?.[name.slice(7)];
  if (own.has(name)) return (row as unknown as JsonObject)[name];
  return Object.hasOwn(row.input, name) ? row.input[name] : row.output?.[name];
}

const own: ReadonlySet<string> = new Set(['input', 'output', 'status', '_delegation_id', '_source', '_ts', 'error', 'namespace']);

type Test = (row: Located) => boolean;

const comparisons: Readonly<Record<string, (found: number, wanted: number) => boolean>> = {
  '<': (found, wanted) => found < wanted,
  '<=': (found, wanted) => found <= wanted,
  '>': (found, wanted) => found > wanted,
  '>=': (found, wanted) => found >= wanted,
};

/** A condition of `where`, or what is wrong with it. */
function testOf(field: string, wanted: Json): Test | string {
  if (!isObject(wanted) || own.has(field)) return (row) => equal(fieldOf(row, field), wanted);
  const parts = Object.entries(wanted).map(([operator, value]) => comparisonOf(field, operator, value));
  const problem = parts.find((part) => typeof part === 'string');
  return typeof problem === 'string' ? problem : (row) => parts.every((part) => typeof part === 'string' || part(row));
}

function comparisonOf(field: string, operator: string, value: Json): Test | string {
  if (operator === '==') return (row) => equal(fieldOf(row, field), value);
  if (operator === '!=') return (row) => !equal(fieldOf(row, field), value);
  const compare = comparisons[operator];
  if (compare === undefined) return `\`where\` of ${field}: \`${operator}\` is none of <, <=, >, >=, ==, !=`;
  if (typeof value !== 'number') return `\`where\` of ${field}: \`${operator}\` compares with a number`;
  return (row) => {
    const found = fieldOf(row, field);
    return typeof found === 'number' && compare(found, value);
  };
}

function equal(found: Json | undefined, wanted: Json): boolean {
  return found !== undefined && canonicalJson(found) === canonicalJson(wanted);
}
