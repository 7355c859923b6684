import type { DecisionRecord } from '@attractor/engine';
import { oneLine } from '../terminal/sanitize.ts';
import { type Style, statusColour, statusSign } from '../terminal/style.ts';
import { labelOf } from '../view/run-state.ts';

const kinds: Readonly<Record<DecisionRecord['kind'], string>> = {
  edge: 'edge',
  failure_jump: 'failure jump',
  gate_redirect: 'goal gate redirect',
  join: 'join',
  restart: 'loop restart',
  end: 'end',
};

/** Decisions for people (engine.md 4b): where the run went after a node, by which rule, and what each candidate was worth. */
export function decisionsText(decisions: readonly DecisionRecord[], style: Style): string[] {
  return decisions.flatMap((decision) => decisionText(decision, style));
}

function decisionText(decision: DecisionRecord, style: Style): string[] {
  const visit = decision.visit > 1 ? ` #${decision.visit}` : '';
  const status = decision.status === '' ? '' : statusColour(style, decision.status)(`${statusSign(decision.status)} ${decision.status}`);
  const target = decision.target === '' ? 'nowhere' : oneLine(decision.target);
  const ruleWords = decision.rule.replaceAll('_', ' ');
  const only = decision.candidates.length === 1 && decision.candidates[0]?.verdict === 'chosen by weight';
  const rule = only || decision.rule === 'none' || decision.rule === decision.kind ? '' : `, rule ${oneLine(ruleWords)}`;
  const head = [
    style.bold(labelOf(decision.node, decision.branch) + visit),
    status,
    `→ ${target}`,
    style.dim(`(${kinds[decision.kind]}${rule})`),
  ];
  const lines = [head.filter((part) => part !== '').join('  ')];
  for (const candidate of decision.candidates) {
    const taken = candidate.verdict.startsWith('chosen');
    const parts = [
      `→ ${candidate.to}`,
      candidate.condition === '' ? '' : `[${candidate.condition}]`,
      candidate.label === '' ? '' : `“${candidate.label}”`,
      candidate.weight === 0 ? '' : `weight ${candidate.weight}`,
    ].filter((part) => part !== '');
    const text = `${oneLine(parts.join(' '))}: ${oneLine(only ? 'the only edge' : candidate.verdict.replace(`chosen by ${decision.rule}`, `chosen by ${ruleWords}`))}`;
    lines.push(taken ? `  ${style.green(`✓ ${text}`)}` : `    ${style.dim(text)}`);
  }
  if (decision.reason !== '') lines.push(`    ${style.yellow(oneLine(decision.reason))}`);
  return lines;
}
