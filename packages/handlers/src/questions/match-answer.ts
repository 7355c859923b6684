import type { Choice, Question } from '@attractor/engine';
import { acceleratorKey, labelWithoutAccelerator } from '@attractor/pipeline';

/** What a person says, before it is known whether it answers the question. */
export interface GivenAnswer {
  /** Key, label or target of a choice; the text of a freeform answer when `text` is absent. */
  readonly value: string;
  readonly text?: string;
}

/** What an answer means: a choice, with a text when one came along, or a text alone. */
export type Meaning = { readonly choice: Choice; readonly text: string } | { readonly choice?: undefined; readonly text: string };

/**
 * What an answer means for a question; undefined when it is no answer (engine.md 9). A freeform question takes any text
 * that is not blank; with a `value` beside the text, the value names a choice.
 */
export function meaningOf(question: Question, answer: GivenAnswer): Meaning | undefined {
  if (question.type === 'freeform') {
    if (answer.text !== undefined && answer.value.trim() !== '') {
      const choice = matchChoice(question.options, answer.value);
      return choice === undefined ? undefined : { choice, text: answer.text };
    }
    const text = answer.text ?? answer.value;
    return text.trim() === '' ? undefined : { text };
  }
  const choice =
    (question.type === 'choice' ? undefined : yesOrNo(question.options, answer.value)) ?? matchChoice(question.options, answer.value);
  return choice === undefined ? undefined : { choice, text: answer.text ?? '' };
}

/** What the default choice of a question means, at its timeout or under auto-approve. */
export function defaultMeaning(question: Question): Meaning | undefined {
  const { defaultAnswer } = question;
  if (defaultAnswer === undefined || defaultAnswer.trim() === '') return undefined;
  if (question.type !== 'freeform') return meaningOf(question, { value: defaultAnswer });
  const choice = matchChoice(question.options, defaultAnswer);
  return choice === undefined ? { text: defaultAnswer } : { choice, text: '' };
}

/**
 * The choice that a text names: by key, else by label (with or without accelerator), else by target id, case ignored
 * (engine.md 9). What two choices have in common names none of them.
 */
export function matchChoice(options: readonly Choice[], answer: string): Choice | undefined {
  const word = answer.trim().toLowerCase();
  if (word === '') return undefined;
  const bare = labelWithoutAccelerator(word);
  const key = acceleratorKey(word);
  const tests: readonly ((choice: Choice) => boolean)[] = [
    (choice) => choice.key.toLowerCase() === word,
    (choice) => choice.label.toLowerCase() === word,
    (choice) => choice.label.toLowerCase() === bare && (key === undefined || choice.key === '' || choice.key.toLowerCase() === key),
    (choice) => choice.target.toLowerCase() === word,
  ];
  for (const test of tests) {
    const found = options.filter(test);
    if (found.length > 0) return found.length === 1 ? found[0] : undefined;
  }
  return undefined;
}

/** `y`, `yes`, `n`, `no`; the options of such a question are yes and no, in this order. */
function yesOrNo(options: readonly Choice[], answer: string): Choice | undefined {
  const word = answer.trim().toLowerCase();
  if (word === 'y' || word === 'yes') return options[0];
  return word === 'n' || word === 'no' ? options[1] : undefined;
}
