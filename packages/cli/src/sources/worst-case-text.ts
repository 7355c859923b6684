import type { CycleBound, CycleLimit, WorstCase } from '@attractor/pipeline';
import { oneLine } from '../terminal/sanitize.ts';

/** The most that a run can do, for people: the graph, then each cycle (language.md 8, `--worst-case`). */
export function worstCaseText(file: string, { visits, modelCalls, maxSteps, bounded, cycles, unread }: WorstCase): string {
  const lines = [`${oneLine(file)}: at most ${amounts(visits, modelCalls)}${bounded ? '' : `, by max_steps (${maxSteps}) alone`}`];
  for (const cycle of cycles) lines.push(`  ${cycleText(cycle)}`);
  if (cycles.length === 0) lines.push('  no cycles');
  if (unread.length > 0) lines.push(`  not counted, because the child graph could not be read: ${oneLine(unread.join(', '))}`);
  return lines.join('\n');
}

const shownNodes = 12;

function cycleText({ cycle, within, limits, bounded, proved, visits, modelCalls }: CycleBound): string {
  const nodes = cycle.length > shownNodes ? [...cycle.slice(0, shownNodes - 1), '..'] : cycle;
  const path = oneLine([...nodes, cycle[0] ?? ''].join(' -> '));
  const place = within === undefined ? '' : ` (within ${oneLine(within)})`;
  const most = `at most ${amounts(visits, modelCalls)}`;
  if (!bounded) return `${path}${place}: nothing of its own ends it; ${most}, by max_steps`;
  return `${path}${place}: ${most}${proved ? '' : ', by max_steps'}; ended by ${[...new Set(limits.map(limitText))].join(', ')}`;
}

function limitText({ kind, node, count }: CycleLimit): string {
  const of = node === undefined ? '' : ` of ${oneLine(node)}`;
  const number = count === undefined ? '' : ` (${count})`;
  return `${words[kind]}${of}${number}`;
}

const words: Readonly<Record<CycleLimit['kind'], string>> = {
  max_visits: 'max_visits',
  iteration: 'a condition on the iteration',
  failure_jumps: 'failure jumps',
  gate_retries: 'max_gate_retries',
  person: 'the person at the gate',
  counter: 'a counter condition',
  handler: 'the handler',
};

function amounts(visits: number, modelCalls: number): string {
  return `${amount(visits, 'node visit')} and ${amount(modelCalls, 'model call')}`;
}

function amount(count: number, word: string): string {
  if (!Number.isFinite(count)) return `any number of ${word}s`;
  return `${count} ${word}${count === 1 ? '' : 's'}`;
}

/** The same for programs; `null` is "any number". */
export function worstCaseJson({ visits, modelCalls, maxSteps, bounded, cycles, unread }: WorstCase): object {
  return {
    visits,
    model_calls: modelCalls,
    max_steps: maxSteps,
    bounded,
    cycles: cycles.map((cycle) => ({
      cycle: cycle.cycle,
      nodes: cycle.nodes,
      ...(cycle.within === undefined ? {} : { within: cycle.within }),
      limits: cycle.limits,
      bounded: cycle.bounded,
      proved: cycle.proved,
      visits: cycle.visits,
      model_calls: cycle.modelCalls,
    })),
    unread,
  };
}
