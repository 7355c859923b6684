import type { JsonObject } from '@attractor/engine';
import { statusWord } from '@attractor/handlers';
import { compileSchema } from '@attractor/pipeline';
import { done, failed, type Tool } from './tool.ts';

/** Name of the tool by which a model states its verdict (§35, backends.md 2). */
export const reportOutcomeName = 'report_outcome';

const parameters: JsonObject = {
  type: 'object',
  properties: {
    status: {
      type: 'string',
      description: 'success, partial_success, retry (try this task again), fail, or skipped',
    },
    preferred_label: { type: 'string', description: 'Label of the route to take next, when the task names routes' },
    suggested_next_ids: { type: 'array', items: { type: ['string', 'integer'] }, description: 'Ids of next nodes, best first' },
    context_updates: { type: 'object', description: 'Values for later nodes, by key' },
    notes: { type: 'string', description: 'What was done and how it was checked' },
    failure_reason: { type: 'string', description: 'Why, unless the status is success' },
  },
  required: ['status'],
  additionalProperties: true,
};

const schema = compileSchema(parameters);

/** What is wrong with a report, or undefined. A wrong one is told to the model and erases nothing (backends.md 2). */
function reportProblem(input: JsonObject): string | undefined {
  const problems = schema.ok ? schema.check(input) : [schema.problem];
  if (problems.length > 0) return problems.join('; ');
  if (statusWord(input['status']) === undefined) {
    return `status ${JSON.stringify(input['status'])} is none of success, partial_success, retry, fail, skipped`;
  }
  return undefined;
}

/** The tool as models see it; the loop reads the report itself out of the call. */
export const reportOutcomeTool: Tool = {
  name: reportOutcomeName,
  description: 'Report how the task ended. Call it once, as the last thing you do, when the work is done and checked or cannot be done.',
  parameters,
  limits: { characters: 2000 },
  run(input) {
    const problem = reportProblem(input);
    return problem === undefined ? done('The outcome is recorded.') : failed(`report_outcome was not accepted: ${problem}`);
  },
};
