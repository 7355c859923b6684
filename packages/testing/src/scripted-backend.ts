import type { BackendAnswer, BackendRequest, CodergenBackend, Outcome } from '@attractor/engine';

/** One answer: a text, a full answer, an outcome, an error to throw, or a function of the request. */
export type ScriptedAnswer =
  | string
  | BackendAnswer
  | Outcome
  | Error
  | ((request: BackendRequest) => ScriptedAnswer | Promise<ScriptedAnswer>);

export interface ScriptedBackend extends CodergenBackend {
  /** Every request made so far, in order. */
  readonly requests: readonly BackendRequest[];
  /** Prompts sent for a node, in order. */
  prompts(node: string): readonly string[];
}

/** A backend that answers from a map: the n-th call for a node, in this backend's life, takes answer n; the last repeats. */
export function scriptedBackend(
  answers: Readonly<Record<string, ScriptedAnswer | readonly ScriptedAnswer[]>>,
  name = 'scripted',
): ScriptedBackend {
  const requests: BackendRequest[] = [];
  return {
    name,
    needsProvider: false,
    requests,
    prompts: (node) => requests.filter((request) => request.node.id === node).map((request) => request.prompt),
    async run(request) {
      const call = requests.filter((earlier) => earlier.node.id === request.node.id).length;
      requests.push(request);
      const given = Object.hasOwn(answers, request.node.id) ? answers[request.node.id] : answers['*'];
      const list = Array.isArray(given) ? (given as readonly ScriptedAnswer[]) : [given as ScriptedAnswer | undefined];
      let answer = list[Math.min(call, list.length - 1)];
      while (typeof answer === 'function') answer = await answer(request);
      if (answer === undefined)
        throw new Error(`no scripted answer for node '${request.node.id}'; there are answers for ${Object.keys(answers).join(', ')}`);
      if (answer instanceof Error) throw answer;
      return answer;
    },
  };
}
