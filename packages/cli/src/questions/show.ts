import type { Question } from '@attractor/engine';
import type { Io } from '../terminal/io.ts';
import { oneLine } from '../terminal/sanitize.ts';
import type { WaitingQuestion } from './open-questions.ts';

/** An open question with all that a person needs to decide, and the command that answers it. */
export async function questionLines(item: WaitingQuestion, run: string, io: Io): Promise<string[]> {
  const style = io.stdoutStyle;
  if (item.state === 'damaged') return [`${style.red('✗')} ${oneLine(item.id)}  ${oneLine(item.problem)}`];
  const { renderQuestion } = await import('@attractor/handlers');
  return [...renderQuestion(item.question, style), '', `  ${style.dim('answer ')} ${answerCommand(item.question, run)}`];
}

/** The same for programs. */
export function questionJson(item: WaitingQuestion, run: string): object {
  if (item.state === 'damaged') return { id: item.id, directory: item.directory, problem: item.problem };
  const { id, stage, type, text, label, description, options, defaultAnswer, timeoutMs, attachments, history, metadata } = item.question;
  return {
    id,
    node: stage,
    branch: metadata['branch'] ?? '',
    type,
    text,
    label: label ?? stage,
    description: description ?? '',
    choices: options.map(({ key, label: name, target }) => ({ key, label: name, target })),
    default: defaultAnswer ?? null,
    timeout_ms: timeoutMs ?? null,
    attachments,
    history,
    asked_at: item.askedAt,
    directory: item.directory,
    answer: answerCommand(item.question, run),
  };
}

/** A command that gives the first answer. */
function answerCommand(question: Question, run: string): string {
  const first = question.options[0];
  const answer = question.type === 'freeform' ? "'TEXT'" : shellWord(first?.key || first?.target || 'ANSWER');
  const others =
    question.type === 'freeform'
      ? ''
      : question.options
          .slice(1)
          .map(({ key, target }) => ` | ${shellWord(key || target)}`)
          .join('');
  return `attractor answer ${run} ${shellWord(question.id)} ${answer}${others}`;
}

function shellWord(text: string): string {
  const line = oneLine(text);
  return /^[\w./@:+-]+$/.test(line) ? line : `'${line.replaceAll("'", "'\\''")}'`;
}
