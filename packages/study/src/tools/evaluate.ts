import type { EvaluationDoor } from '../store/evaluation-store.ts';
import { namespaceProblem } from '../store/namespace.ts';
import { inputProblem } from '../store/row.ts';
import { objectOf, textOf } from './read-arguments.ts';
import type { StudyTool } from './study-tool.ts';

export interface EvaluateOptions {
  readonly door: EvaluationDoor;
  /** The namespace of a delegation, where an evaluation without one goes (DE-30). Default: the canonical store. */
  readonly namespaceOf?: (delegation: string) => string | null;
}

/** The metered evaluation as a tool (ES-03): the output as JSON, the same for an input that has a finished row. */
export function evaluateTool({ door, namespaceOf }: EvaluateOptions): StudyTool {
  return {
    name: 'Evaluate',
    description:
      'Evaluate one input with the registered oracle and get its output as JSON. An input that has been evaluated before costs nothing: the stored output comes back.',
    parameters: {
      type: 'object',
      properties: {
        input: { type: 'object', description: 'The design point, e.g. {"x": 3}' },
        namespace: {
          type: ['string', 'null'],
          description: 'A namespace of the store. Default: your delegation’s, else the canonical store',
        },
      },
      required: ['input'],
      additionalProperties: false,
    },
    kind: 'protocol',
    mayRepeat: true,
    async run(args, caller) {
      const input = objectOf(args, 'input');
      if (input === undefined) return 'ERROR: `input` must be an object, e.g. {"x": 3}';
      const { delegation, signal } = caller;
      const namespace = textOf(args, 'namespace') ?? (delegation === undefined ? null : (namespaceOf?.(delegation) ?? null));
      const problem = inputProblem(input) ?? namespaceProblem(namespace);
      if (problem !== undefined) return `ERROR: ${problem}`;
      const answer = await door.evaluate(input, { namespace, signal, ...(delegation === undefined ? {} : { delegation }) });
      switch (answer.kind) {
        case 'output':
          return JSON.stringify(answer.output);
        case 'failed':
          return `FAILED: ${answer.message}. The attempt is on record; the same input may be tried again.`;
        case 'no_oracle':
          return `ERROR: ${answer.message}`;
      }
    },
  };
}
