import { join } from 'node:path';
import { fail, type Invocation, type JsonObject, type Outcome, type Question, retry, skipped, success } from '@attractor/engine';
import { nodeValue } from '@attractor/pipeline';
import { firstCharacters } from '../codergen/text.ts';
import { autoApproveChannel } from '../interviewers/auto-approve.ts';
import { defaultMeaning, type Meaning, meaningOf } from '../questions/match-answer.ts';
import { noAnswerText } from '../questions/record-answer.ts';
import type { StoredAnswer } from '../questions/stored.ts';
import type { Route } from './routes.ts';
import { earlierTexts, unreadTexts } from './unread-texts.ts';

export interface Gate {
  readonly question: Question;
  readonly routes: readonly Route[];
  /** Folder of the question. */
  readonly directory: string;
}

/** What closed a question as the gate's outcome (engine.md 9). The same record gives the same outcome after a crash. */
export function conclude(invocation: Invocation, gate: Gate, answer: StoredAnswer): Outcome {
  const { question } = gate;
  switch (answer.kind) {
    case 'answer': {
      const given = { value: answer.value, ...(answer.text === undefined ? {} : { text: answer.text }) };
      const meaning = meaningOf(question, given);
      if (meaning !== undefined)
        return chosen(invocation, gate, meaning, answer.files, answer.channel === autoApproveChannel ? autoApproveChannel : 'person');
      // Only a graph that changed since the answer gets here.
      return fail('deterministic', `the recorded answer fits no more: ${noAnswerText(question, given)}`, { isExplicit: true });
    }
    case 'skipped':
      return fail('deterministic', answer.reason === '' ? 'the person skipped the question' : answer.reason, { isExplicit: true });
    case 'timeout':
      return timedOut(invocation, gate);
    case 'withdrawn':
      return fail('cancelled', 'the question was withdrawn');
  }
}

function timedOut(invocation: Invocation, gate: Gate): Outcome {
  const { node } = invocation;
  const meaning = defaultMeaning(gate.question);
  if (meaning !== undefined) return chosen(invocation, gate, meaning, [], 'timeout');
  const reason = `nobody answered within ${gate.question.timeoutMs ?? 0} ms, and there is no default choice`;
  switch (nodeValue(node, 'human.timeout_action')) {
    case 'retry':
      return retry(reason, { failureClass: 'timeout' });
    case 'fail':
      return fail('timeout', reason);
    case 'skip':
      return skipped(reason);
  }
}

/** `by`: whose choice it is, for the record of the decision: a default after a timeout is nobody's. */
function chosen(
  invocation: Invocation,
  gate: Gate,
  meaning: Meaning,
  files: readonly string[],
  by: 'person' | 'timeout' | typeof autoApproveChannel,
): Outcome {
  const { choice, text } = meaning;
  const route = choice === undefined ? undefined : gate.routes.find((each) => each.choice === choice);
  if (choice !== undefined && route?.edge === undefined) return leadsNowhere(invocation, choice.label);
  const label = choice?.label ?? '';
  const systemUpdates: JsonObject = {
    'human.gate.selected': choice === undefined ? '' : choice.key || choice.label,
    'human.gate.label': label,
    'human.gate.by': by,
    'human.gate.text': text,
    'human.gate.files': files.map((name) => join(gate.directory, 'files', name)),
    ...(route?.edge === undefined ? {} : { 'human.gate.edge': route.edge.index }),
    ...earlier(invocation),
    last_stage: invocation.node.id,
    last_response: firstCharacters(text === '' ? label : text, 200),
  };
  // The text itself stands in no note: preambles list notes, and show the text to one model node only (backends.md 3).
  const said = text === '' ? '' : `a text of ${text.length} ${text.length === 1 ? 'character' : 'characters'}`;
  return success(true, {
    ...(label === '' ? {} : { preferredLabel: label }),
    ...(text === '' ? {} : { responseText: text }),
    notes: [label, said].filter((part) => part !== '').join(', with '),
    systemUpdates,
  });
}

/** Texts of gates before this one go on waiting for a model node; the key is written only where there is something to keep or clear. */
function earlier(invocation: Invocation): JsonObject {
  const unread = unreadTexts(invocation);
  if (unread.length === 0 && !invocation.context.has(earlierTexts)) return {};
  return { [earlierTexts]: unread.map(({ node, text }) => ({ node, text })) };
}

function leadsNowhere({ node }: Invocation, label: string): Outcome {
  return fail('deterministic', `the answer is ${label}, and no edge of '${node.id}' is labelled ${label}`, {
    isExplicit: true,
    preferredLabel: label,
    notes: label,
  });
}
