import {
  type BackendAnswer,
  type BackendRequest,
  type CodergenBackend,
  fail,
  type JsonObject,
  type Outcome,
  type Usage,
} from '@attractor/engine';
import { checkAnswer, type SchemaAnswer } from './response-schema.ts';
import { fenced } from './text.ts';

/** What the calls of one attempt gave. */
export interface CallResult {
  /** An outcome that the backend made itself, or the answer to read. */
  readonly outcome?: Outcome;
  readonly answer?: BackendAnswer;
  /** With a response schema and an answer. */
  readonly checked?: SchemaAnswer;
  readonly calls: number;
  readonly usage?: Usage;
}

/** Counts calls while they are made, so that a thrown error can tell. */
export interface CallCounter {
  calls: number;
}

/** Calls the backend, and once more with the problems when the answer does not fit the response schema (backends.md 2). */
export async function callModel(
  backend: CodergenBackend,
  request: Omit<BackendRequest, 'call'>,
  counter: CallCounter,
  needsAnswer: (answer: BackendAnswer) => boolean,
  onRepair: (prompt: string) => void,
): Promise<CallResult> {
  const ask = async (prompt: string): Promise<BackendAnswer | Outcome> => {
    counter.calls++;
    const result = await backend.run({ ...request, prompt, call: counter.calls });
    return typeof result === 'string' ? { text: result, toolCalls: 0 } : result;
  };
  const first = await ask(request.prompt);
  if ('status' in first) return { outcome: first, calls: 1 };
  const schema = request.responseSchema;
  if (schema === undefined || !needsAnswer(first)) return withUsage({ answer: first, calls: 1 }, first.usage);
  const checked = checkAnswer(first.text, schema);
  if (checked.ok) return withUsage({ answer: first, checked, calls: 1 }, first.usage);
  const repair = repairPrompt(request.prompt, first.text, checked.problems, schema);
  onRepair(repair);
  const second = await ask(repair);
  if ('status' in second) return { outcome: second, calls: 2 };
  const answer = { ...second, toolCalls: first.toolCalls + second.toolCalls };
  return withUsage({ answer, checked: checkAnswer(second.text, schema), calls: 2 }, addUsage(first.usage, second.usage));
}

/** The fail of an answer that did not fit after the repair round. */
export function schemaFailure(problems: readonly string[]): Outcome {
  return fail('contract', `the answer does not fit response_schema after one repair round: ${problems.join('; ').slice(0, 2000)}`);
}

function repairPrompt(prompt: string, answer: string, problems: readonly string[], schema: JsonObject): string {
  return [
    prompt,
    '---',
    'The answer below does not fit the JSON Schema that is asked for.',
    `Problems:\n${problems.map((problem) => `- ${problem}`).join('\n')}`,
    `Answer:\n${fenced(answer.slice(0, 20_000))}`,
    `JSON Schema:\n${fenced(JSON.stringify(schema), 'json')}`,
    'Answer again, with nothing but JSON that fits the schema.',
  ].join('\n\n');
}

function withUsage(result: CallResult, usage: Usage | undefined): CallResult {
  return usage === undefined ? result : { ...result, usage };
}

const tokens = ['inputTokens', 'outputTokens', 'reasoningTokens', 'cacheReadTokens', 'cacheWriteTokens'] as const;

/** A sum; its cost is unknown when a part's is (backends.md 4). */
function addUsage(a: Usage | undefined, b: Usage | undefined): Usage | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  const sum: { -readonly [key in keyof Usage]: Usage[key] } = { inputTokens: 0, outputTokens: 0 };
  for (const name of tokens) if (a[name] !== undefined || b[name] !== undefined) sum[name] = (a[name] ?? 0) + (b[name] ?? 0);
  return a.costUsd === undefined || b.costUsd === undefined ? sum : { ...sum, costUsd: a.costUsd + b.costUsd };
}
