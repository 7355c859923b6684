import type { JsonObject } from '@attractor/engine';
import type { Delegations } from '../delegation/delegations.ts';
import type { StudyTool } from './study-tool.ts';

/** A model's arguments, each read as what it is meant to be; what is not is told, not thrown. */
function reading(input: JsonObject) {
  const problems: string[] = [];
  const read = <T>(name: string, fallback: T, wanted: string, is: (value: unknown) => value is T): T => {
    const value = input[name];
    if (value === undefined || value === null) return fallback;
    if (is(value)) return value;
    problems.push(`\`${name}\` is ${wanted}`);
    return fallback;
  };
  return {
    text: (name: string, fallback: string) => read(name, fallback, 'a text', (value): value is string => typeof value === 'string'),
    flag: (name: string, fallback: boolean) =>
      read(name, fallback, 'true or false', (value): value is boolean => typeof value === 'boolean'),
    count: (name: string, fallback: number) =>
      read(name, fallback, 'a whole number, 0 or more', (value): value is number => Number.isInteger(value) && Number(value) >= 0),
    seconds: (name: string) =>
      read<number | undefined>(
        name,
        undefined,
        'a number of seconds, 0 or more',
        (value): value is number => typeof value === 'number' && value >= 0,
      ),
    texts: (name: string) =>
      read<readonly string[]>(
        name,
        [],
        'a list of texts',
        (value): value is readonly string[] => Array.isArray(value) && value.every((item) => typeof item === 'string'),
      ),
    required(name: string): string {
      const value = input[name];
      if (typeof value === 'string' && value.trim() !== '') return value;
      problems.push(`\`${name}\` is a text that is not empty`);
      return '';
    },
    /** The error to answer with; absent: all is well. */
    error: (): string | undefined => (problems.length === 0 ? undefined : `ERROR: ${problems.join('; ')}.`),
  };
}

const text = (description: string): JsonObject => ({ type: 'string', description });
const optional = (type: string, description: string): JsonObject => ({ type: [type, 'null'], description });

function parameters(properties: JsonObject, required: readonly string[]): JsonObject {
  return { type: 'object', properties, required, additionalProperties: false };
}

/** `Delegate`: needs outgoing delegates edges (AG-10). */
export function delegateTool(delegations: Pick<Delegations, 'delegate'>): StudyTool {
  return {
    name: 'Delegate',
    kind: 'topology',
    description:
      'Gives a task to another agent. It starts at once, or as soon as a slot is free, and works while you go on; the answer is its id. With wait=true the answer is its report. Say all that it needs to know: it sees nothing of your conversation.',
    parameters: parameters(
      {
        target: text('Who: the name of an agent you may delegate to.'),
        intent: text('The task, complete.'),
        expected_report: text('What the report must answer: the acceptance criteria.'),
        hypothesis_ids: { type: 'array', items: { type: 'string' }, description: 'Registered hypotheses that the work is about.' },
        falsification_attempt: { type: 'boolean', description: 'The work tries to prove those hypotheses wrong.' },
        namespace: optional('string', 'A namespace of the evaluation store; null: the canonical one.'),
        wait: { type: 'boolean', description: 'Block until the report is there.' },
      },
      ['target', 'intent'],
    ),
    run(input, caller) {
      const from = reading(input);
      const namespace = from.text('namespace', '').trim();
      const request = {
        target: from.required('target'),
        intent: from.required('intent'),
        expectedReport: from.text('expected_report', ''),
        hypothesisIds: from.texts('hypothesis_ids'),
        falsificationAttempt: from.flag('falsification_attempt', false),
        namespace: namespace === '' ? null : namespace,
      };
      const wait = from.flag('wait', false);
      return from.error() ?? delegations.delegate(caller, request, wait);
    },
  };
}

/** `Wait`: with outgoing delegates edges (AG-10). */
export function waitTool(delegations: Pick<Delegations, 'wait'>): StudyTool {
  return {
    name: 'Wait',
    kind: 'topology',
    mayRepeat: true,
    description:
      'Waits for a delegation of yours and gives its report. Without an id: whichever needs you first. With block=false: how it stands, at once. The first word is the status.',
    parameters: parameters(
      {
        id: optional('string', 'A delegation, e.g. D001; null: any.'),
        block: { type: 'boolean', description: 'False: answer at once.' },
        timeout_s: optional('number', 'Seconds to wait at most; null: until something comes.'),
      },
      [],
    ),
    run(input, caller) {
      const from = reading(input);
      const id = from.text('id', '').trim();
      const block = from.flag('block', true);
      const timeout = from.seconds('timeout_s');
      return (
        from.error() ??
        delegations.wait(caller, { block, ...(id === '' ? {} : { id }), ...(timeout === undefined ? {} : { timeoutMs: timeout * 1000 }) })
      );
    },
  };
}

/** `SendMessage`: every agent, unless peer interaction is off (AG-10). */
export function sendMessageTool(delegations: Pick<Delegations, 'sendMessage'>): StudyTool {
  return {
    name: 'SendMessage',
    kind: 'topology',
    description:
      'Writes to a delegation of yours or to your delegator. To a report that is open for review: what is missing, or, with approve=true, that it is accepted. With wait_for_reply the answer is the reply.',
    parameters: parameters(
      {
        to: text('An id (D001), the name of an agent that works for you, `delegator`, or `human` (the entry agent only).'),
        message: text('The message.'),
        approve: { type: 'boolean', description: 'Accept the report that you have read.' },
        wait_for_reply: { type: 'boolean', description: 'Block until the other one answers.' },
      },
      ['to', 'message'],
    ),
    run(input, caller) {
      const from = reading(input);
      const message = {
        to: from.required('to'),
        text: from.text('message', ''),
        approve: from.flag('approve', false),
        waitForReply: from.flag('wait_for_reply', false),
      };
      return from.error() ?? delegations.sendMessage(caller, message);
    },
  };
}

/** `RecallHistory`: every agent (AG-15). */
export function recallHistoryTool(delegations: Pick<Delegations, 'recall'>): StudyTool {
  return {
    name: 'RecallHistory',
    kind: 'protocol',
    mayRepeat: true,
    description: 'What you, or another agent, were asked before in this study and what was reported, newest first.',
    parameters: parameters(
      {
        target: optional('string', 'The agent; null: you.'),
        limit: { type: 'integer', minimum: 1, description: 'How many, at most (20).' },
      },
      [],
    ),
    run(input, caller) {
      const from = reading(input);
      const target = from.text('target', '').trim();
      const limit = from.count('limit', 20);
      return from.error() ?? delegations.recall(caller, { limit, ...(target === '' ? {} : { target }) });
    },
  };
}

/** `ReportEvals`: every agent (AG-15). */
export function reportEvalsTool(delegations: Pick<Delegations, 'reportEvals'>): StudyTool {
  return {
    name: 'ReportEvals',
    kind: 'protocol',
    description: 'Says how many evaluations of the objective you made since you last said so. They are compared with the evaluation store.',
    parameters: parameters({ count: { type: 'integer', minimum: 0, description: 'How many.' } }, ['count']),
    run(input, caller) {
      const from = reading(input);
      const count = from.count('count', -1);
      return from.error() ?? delegations.reportEvals(caller, count);
    },
  };
}
