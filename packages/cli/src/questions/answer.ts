import { join } from 'node:path';
import { createMasker, type JsonObject, readEvents } from '@attractor/engine';
import { type AnswerRefusal, type QuestionState, readQuestions, recordAnswer } from '@attractor/handlers';
import { type Args, UserError } from '../command.ts';
import { shortPath } from '../run/finish.ts';
import { openRun, userErrors, warnOf } from '../runs/open-run.ts';
import type { Io } from '../terminal/io.ts';
import { jsonLine, manyLines, oneLine } from '../terminal/sanitize.ts';
import { openQuestions, type WaitingQuestion } from './open-questions.ts';
import { questionJson, questionLines } from './show.ts';

/** Exit code 1: right, but too late. */
const late: ReadonlySet<AnswerRefusal> = new Set(['already_answered', 'run_over']);

/** `attractor answer RUN QUESTION ANSWER`: records an answer for a live or parked run; with less said, shows what is open. */
export async function answerQuestion(args: Args, io: Io): Promise<number> {
  const [name = '', wanted, answer] = args.positionals;
  const run = await openRun(name, io);
  const reference = run.id;
  const open = await openQuestions(
    run.directory,
    userErrors(() => readEvents(run.directory, warnOf(io))),
  );
  const text = args.text('text');
  if (wanted === undefined) return show(open, reference, args.on('json'), io);
  const id = exactId(run.directory, open, wanted);
  if (answer === undefined && text === undefined) {
    const item = open.find((each) => each.id === id);
    if (item !== undefined) for (const line of await questionLines(item, reference, io)) io.err(line);
    throw new UserError(`answer: the answer to ${oneLine(id)} is missing`);
  }
  const recorded = userErrors(() =>
    recordAnswer(
      run.directory,
      id,
      { value: answer ?? '', ...(text === undefined ? {} : { text }), files: args.list('file') },
      { channel: 'cli', from: io.cwd, masker: createMasker(io.environment, []) },
    ),
  );
  if (!recorded.ok) throw new UserError(`answer: ${manyLines(recorded.message)}`, late.has(recorded.code) ? 1 : 2);
  const left = open.filter((item) => item.id !== id).map((item) => item.id);
  const live = run.owner !== undefined;
  const choice = recorded.meaning.choice?.label ?? '';
  if (args.on('json')) {
    io.out(jsonLine({ question: id, choice, text: recorded.meaning.text, files: recorded.answer.files, live, open: left }));
    return 0;
  }
  io.out(`${io.stdoutStyle.green('✓')} ${oneLine(id)}: ${oneLine(choice === '' ? 'answered' : choice)}`);
  const secret = secretParameters(run.manifest);
  if (secret.length > 0) {
    const file = shortPath(join(run.directory, 'questions', id, 'answer.json'), io.cwd);
    io.err(`Kept in ${file}; a value of ${secret.map(oneLine).join(', ')} in it is masked once the run takes the answer.`);
  }
  if (left.length > 0) io.err(`Open: ${left.map(oneLine).join(', ')}`);
  io.err(live ? 'The run goes on.' : `Go on with it: attractor resume ${reference}`);
  return 0;
}

/** Their values are stored nowhere, so an answer that holds one cannot be masked here (files.md 1). */
function secretParameters({ secret_parameters: names }: JsonObject): readonly string[] {
  return Array.isArray(names) ? names.filter((name): name is string => typeof name === 'string') : [];
}

async function show(open: readonly WaitingQuestion[], reference: string, json: boolean, io: Io): Promise<number> {
  if (json) for (const item of open) io.out(jsonLine(questionJson(item, reference)));
  else if (open.length === 0) io.err(`No question of run ${reference} is open.`);
  else
    for (const [i, item] of open.entries()) {
      if (i > 0) io.out('');
      for (const line of await questionLines(item, reference, io)) io.out(line);
    }
  return 0;
}

/** The id that a word means: exact, else a unique beginning or the node of one question, open ones first; else the word itself, which is then refused by name. */
function exactId(directory: string, open: readonly WaitingQuestion[], wanted: string): string {
  const all = readQuestions(directory);
  if (all.some((item) => item.id === wanted)) return wanted;
  const means = (item: QuestionState): boolean =>
    item.id.startsWith(wanted) || (item.state !== 'damaged' && item.question.stage === wanted);
  const matches = open.some(means) ? open.filter(means) : all.filter(means);
  if (matches.length > 1)
    throw new UserError(
      `answer: several questions are meant by \`${oneLine(wanted)}\`: ${matches.map((item) => oneLine(item.id)).join(', ')}`,
    );
  return matches[0]?.id ?? wanted;
}
