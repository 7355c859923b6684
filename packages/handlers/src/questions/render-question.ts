import type { Attachment, Choice, Question } from '@attractor/engine';
import { defaultMeaning } from './match-answer.ts';
import { plainStyle, type TextStyle, terminalLine, terminalText } from './terminal-text.ts';

/** Stages shown by name; earlier ones are counted. */
const shownStages = 8;

const signs: Readonly<Record<string, string>> = { success: '✓', partial_success: '◐', fail: '✗', skipped: '−', retry: '↻' };

/**
 * All that a person needs to decide, as lines for a terminal (engine.md 9): where and what, description, what ran before,
 * attachments, choices with their keys, what happens without an answer. Text of others is made harmless.
 */
export function renderQuestion(question: Question, style: TextStyle = plainStyle): string[] {
  const lines = [heading(question, style), ...body(question.text).map((line) => (line === '' ? '' : style.bold(line)))];
  const paragraph = (more: readonly string[]): void => void (more.length > 0 && lines.push('', ...more));
  paragraph(body(question.description ?? ''));
  paragraph(historyLines(question, style));
  const attachments = question.attachments ?? [];
  paragraph(
    attachments.filter((item) => item.content === undefined).map((item, i) => row(i === 0 ? 'files' : '', fileLine(item, style), style)),
  );
  for (const item of attachments) if (item.content !== undefined) paragraph(contentLines(item, item.content, style));
  paragraph(choiceLines(question, style));
  return lines;
}

function heading(question: Question, style: TextStyle): string {
  const { branch } = question.metadata;
  const place = typeof branch === 'string' && branch !== '' ? `${placeName(branch)} › ` : '';
  const label = question.label === undefined ? '' : `  ${style.dim(terminalLine(question.label))}`;
  return `${style.yellow('◆')} ${style.dim(place)}${style.cyan(terminalLine(question.stage))}${label}`;
}

/** `branch:fan:2>subgraph:child` reads `fan/2 › child`. */
function placeName(branch: string): string {
  const steps = branch.split('>').map((step) => step.split(':').slice(1).join('/') || step);
  return terminalLine(steps.join(' › '));
}

function body(text: string): string[] {
  const trimmed = terminalText(text).trim();
  return trimmed === '' ? [] : trimmed.split('\n').map((line) => (line.trim() === '' ? '' : `  ${line.trimEnd()}`));
}

function row(key: string, text: string, style: TextStyle): string {
  return `  ${style.dim(key.padEnd(7))} ${text}`;
}

function historyLines({ history = [], metadata }: Question, style: TextStyle): string[] {
  const goal = typeof metadata['goal'] === 'string' ? terminalLine(metadata['goal']) : '';
  const shown = history.filter((stage) => stage.type !== 'start').slice(-shownStages);
  const lines = goal === '' ? [] : [row('goal', cut(goal), style)];
  shown.forEach((stage, i) => {
    const note = terminalLine(stage.notes);
    const text = `${signs[stage.status] ?? '·'} ${terminalLine(stage.node)}${note === '' || note === stage.status ? '' : `  ${style.dim(cut(note))}`}`;
    lines.push(row(i === 0 ? 'before' : '', text, style));
  });
  return lines;
}

function fileLine(item: Attachment, style: TextStyle): string {
  const size = item.size === undefined ? '' : `  ${style.dim(sizeText(item.size))}`;
  return `${terminalLine(item.path)}${size}${item.note === undefined ? '' : `  ${style.dim(terminalLine(item.note))}`}`;
}

function contentLines(item: Attachment, content: string, style: TextStyle): string[] {
  const bar = style.dim('│');
  const lines = terminalText(content).replace(/\n$/, '').split('\n');
  const end = item.shown === undefined ? [] : [`  ${bar} ${style.yellow(`[cut: ${item.shown} of ${item.size ?? 0} bytes shown]`)}`];
  return [
    `  ${style.dim('┌')} ${fileLine(item, style)}`,
    ...lines.map((line) => `  ${bar} ${line}`.trimEnd()),
    ...end,
    `  ${style.dim('└')}`,
  ];
}

function choiceLines(question: Question, style: TextStyle): string[] {
  const lines = question.type === 'freeform' ? [] : question.options.map((choice) => choiceLine(question, choice, style));
  const without = withoutAnswer(question);
  return without === '' ? lines : [...lines, `  ${style.dim(without)}`];
}

function choiceLine(question: Question, choice: Choice, style: TextStyle): string {
  const keys = question.options.map((option) => option.key.length);
  const width = Math.max(0, ...keys) + 2;
  const key = choice.key === '' ? '' : `[${terminalLine(choice.key)}]`;
  const labels = question.options.map((option) => terminalLine(option.label));
  const column = Math.min(40, Math.max(...labels.map((label) => label.length)));
  const target = choice.target === '' ? 'no edge: the gate fails' : choice.target;
  return `  ${style.cyan(key.padEnd(width))} ${terminalLine(choice.label).padEnd(column)}${style.dim(`  → ${terminalLine(target)}`)}`;
}

/** What happens when nobody answers, in words; empty when the question has no limit. */
export function withoutAnswer(question: Question): string {
  const meaning = defaultMeaning(question);
  const name =
    meaning === undefined ? '' : meaning.choice === undefined ? `“${cut(terminalLine(meaning.text))}”` : terminalLine(meaning.choice.label);
  if (question.timeoutMs === undefined) return name === '' ? '' : `Default: ${name}`;
  const time = durationWords(question.timeoutMs);
  return name === '' ? `The question ends after ${time}` : `${name} is taken after ${time} without an answer`;
}

function durationWords(ms: number): string {
  const units = [
    { length: 86_400_000, name: 'd' },
    { length: 3_600_000, name: 'h' },
    { length: 60_000, name: 'min' },
  ];
  const unit = units.find(({ length }) => ms >= length && ms % length === 0);
  return unit === undefined ? `${Math.round(ms / 100) / 10} s` : `${ms / unit.length} ${unit.name}`;
}

function sizeText(bytes: number): string {
  if (bytes < 1000) return `${bytes} bytes`;
  return bytes < 1_000_000 ? `${(bytes / 1000).toFixed(1)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}

function cut(text: string): string {
  return text.length <= 160 ? text : `${text.slice(0, 159)}…`;
}
