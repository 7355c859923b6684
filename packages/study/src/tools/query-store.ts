import type { EvaluationStore } from '../store/evaluation-store.ts';
import { namespaceProblem } from '../store/namespace.ts';
import { everywhere, queryStore } from '../store/query.ts';
import { flagOf, numberOf, objectOf, textOf, textsOf } from './read-arguments.ts';
import type { StudyTool } from './study-tool.ts';

const maxRows = 500;
const maxCharacters = 30_000;

/** Reads the evaluation store; the same answer on every node that declares it (AG-16). */
export function queryStoreTool(store: Pick<EvaluationStore, 'rows' | 'namespaces'>): StudyTool {
  return {
    name: 'QueryStore',
    description:
      'Read rows of the evaluation store, one JSON object a line. Narrow them by delegation, source and conditions; with `output` they come ordered by that output, the best first.',
    parameters: {
      type: 'object',
      properties: {
        delegation_ids: { type: 'array', items: { type: 'string' }, description: 'Rows of these delegations, e.g. ["D003"]' },
        source: { type: ['string', 'null'], description: 'Rows of this oracle, as in `_source`' },
        namespace: { type: ['string', 'null'], description: `Default: the canonical store; "${everywhere}" for all` },
        where: { type: 'object', description: 'Conditions that all must hold, e.g. {"x": 3, "output.f": {"<": 2}, "status": "finished"}' },
        columns: { type: 'array', items: { type: 'string' }, description: 'Only these fields, e.g. ["input.x", "output.f"]' },
        n_best: { type: ['integer', 'null'], minimum: 1, description: 'The best so many finished rows by `output`' },
        output: { type: ['string', 'null'], description: 'The output to order by' },
        minimize: { type: 'boolean', description: 'Whether small outputs are best; default true' },
        limit: { type: 'integer', minimum: 1, description: `Rows at most; default 50, at most ${maxRows}` },
      },
      additionalProperties: false,
    },
    kind: 'protocol',
    mayRepeat: true,
    run(args) {
      const namespace = textOf(args, 'namespace') ?? null;
      const problem = namespace === everywhere ? undefined : namespaceProblem(namespace);
      if (problem !== undefined) return `ERROR: ${problem}`;
      const answer = queryStore(store, {
        delegationIds: textsOf(args, 'delegation_ids'),
        source: textOf(args, 'source') ?? null,
        namespace,
        where: objectOf(args, 'where') ?? {},
        columns: textsOf(args, 'columns'),
        nBest: numberOf(args, 'n_best') ?? null,
        output: textOf(args, 'output') ?? null,
        minimize: flagOf(args, 'minimize', true),
        limit: Math.min(numberOf(args, 'limit') ?? 50, maxRows),
      });
      if (!answer.ok) return `ERROR: ${answer.problem}`;
      return fitted(
        answer.rows.map((row) => JSON.stringify(row)),
        answer.matching,
      );
    },
  };
}

/** Whole lines only. */
function fitted(lines: readonly string[], matching: number): string {
  const kept: string[] = [];
  for (let length = 0; kept.length < lines.length; ) {
    const line = lines[kept.length] ?? '';
    length += line.length + 1;
    if (length > maxCharacters) break;
    kept.push(line);
  }
  const more = kept.length < lines.length ? ' (the rest is too long for one answer: use `columns`)' : '';
  return [`Rows ${kept.length} of ${matching}${more}`, ...kept].join('\n');
}
