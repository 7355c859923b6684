import type { Answer, Interviewer, Question } from '@attractor/engine';
import { matchChoice } from '../questions/match-answer.ts';

/** The channel of answers that no person gave. */
export const autoApproveChannel = 'auto-approve';

const source = { channel: autoApproveChannel };

/**
 * Answers without a person (engine.md 9): the default choice; else the first choice from whose target the gate cannot be
 * reached again; when all lead back, the first whose target has not run; else it skips. A freeform question without a
 * default gets the text `auto-approved`.
 */
export function autoApproveInterviewer(): Interviewer {
  return {
    parks: false,
    attempts: 1,
    ask: (question) => Promise.resolve(approve(question)),
    askMultiple: (questions) => Promise.resolve(questions.map(approve)),
    inform: () => {},
  };
}

function approve(question: Question): Answer {
  const { defaultAnswer = '', options, type } = question;
  if (defaultAnswer.trim() !== '') {
    const routes = type === 'freeform' && matchChoice(options, defaultAnswer) !== undefined;
    return { kind: 'answer', value: defaultAnswer, ...(routes ? { text: '' } : {}), source };
  }
  if (type === 'freeform') return { kind: 'answer', value: 'auto-approved', source };
  const open = options.filter((option) => option.target !== '');
  const choice = open.find((option) => option.leadsBack !== true) ?? open.find((option) => option.hasRun === false);
  if (choice !== undefined) return { kind: 'answer', value: nameOf(question, choice), source };
  return {
    kind: 'skipped',
    reason: `auto-approve found no way on: every choice of '${question.stage}' leads back to it, and all their targets have run`,
    source,
  };
}

/** A text that names this choice and no other one. */
function nameOf({ options, type }: Question, choice: Question['options'][number]): string {
  if (type !== 'choice') return choice.label;
  return [choice.key, choice.label, choice.target].find((text) => matchChoice(options, text) === choice) ?? choice.target;
}
