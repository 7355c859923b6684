import type { JsonObject } from '@attractor/engine';
import type { Delegations } from '../delegation/delegations.ts';
import { flagOf, numberOf, textOf, textsOf } from './read-arguments.ts';
import type { StudyTool } from './study-tool.ts';

/** What is left out, null or blank is absent. */
function wordOf(input: JsonObject, name: string): string | undefined {
  const word = textOf(input, name)?.trim();
  return word === '' ? undefined : word;
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
      const target = wordOf(input, 'target');
      const intent = wordOf(input, 'intent');
      if (target === undefined) return 'ERROR: `target` is empty: name the agent to delegate to.';
      if (intent === undefined) return 'ERROR: `intent` is empty: say what is to be done.';
      const request = {
        target,
        intent,
        expectedReport: wordOf(input, 'expected_report') ?? '',
        hypothesisIds: textsOf(input, 'hypothesis_ids'),
        falsificationAttempt: flagOf(input, 'falsification_attempt', false),
        namespace: wordOf(input, 'namespace') ?? null,
      };
      return delegations.delegate(caller, request, flagOf(input, 'wait', false));
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
        timeout_s: { type: ['number', 'null'], minimum: 0, description: 'Seconds to wait at most; null: until something comes.' },
      },
      [],
    ),
    run(input, caller) {
      const id = wordOf(input, 'id');
      const timeout = numberOf(input, 'timeout_s');
      return delegations.wait(caller, {
        block: flagOf(input, 'block', true),
        ...(id === undefined ? {} : { id }),
        ...(timeout === undefined ? {} : { timeoutMs: timeout * 1000 }),
      });
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
      return delegations.sendMessage(caller, {
        to: wordOf(input, 'to') ?? '',
        text: wordOf(input, 'message') ?? '',
        approve: flagOf(input, 'approve', false),
        waitForReply: flagOf(input, 'wait_for_reply', false),
      });
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
      const target = wordOf(input, 'target');
      return delegations.recall(caller, { limit: numberOf(input, 'limit') ?? 20, ...(target === undefined ? {} : { target }) });
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
    run: (input, caller) => delegations.reportEvals(caller, numberOf(input, 'count') ?? -1),
  };
}
