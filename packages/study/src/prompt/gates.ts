import { type Arms, featureNames } from '../config/settings.ts';

/** What is there: a fragment gated on something that is not disappears (RS-20, GM-23). */
export interface GateFacts {
  readonly arms: Arms;
  /** The names of the team. */
  readonly nodes: { has(name: string): boolean };
  /** The reader's effective tools. */
  readonly tools: { has(name: string): boolean };
}

export interface GatedText {
  readonly text: string;
  /** Markers that mean nothing; they stay in the text as they are written. */
  readonly problems: readonly { readonly line: number; readonly message: string }[];
}

const opening = /^\s*<!--\s*if\s+(.*?)\s*-->\s*$/;
const closing = /^\s*<!--\s*end\s*-->\s*$/;
const gate = /^(!?)(feature|node|tool):([\w.-]+)$/;

/**
 * A prompt without the fragments whose gates do not hold. A fragment stands between the lines `<!-- if tool:Evaluate -->` and
 * `<!-- end -->`; several gates must all hold, `!` negates one, fragments nest.
 */
export function gatedText(text: string, facts: GateFacts): GatedText {
  const kept: string[] = [];
  const problems: { line: number; message: string }[] = [];
  /** Of each open fragment whether it and those around it are kept. */
  const open: { readonly line: number; readonly keeps: boolean }[] = [];
  for (const [index, line] of text.split('\n').entries()) {
    const keeps = open.at(-1)?.keeps ?? true;
    const words = opening.exec(line)?.[1]?.split(/[\s,]+/);
    if (words !== undefined) {
      const judged = words.map((word) => holds(word, facts));
      for (const [at, verdict] of judged.entries())
        if (typeof verdict === 'string') problems.push({ line: index + 1, message: verdict.replace('%', words[at] ?? '') });
      open.push({ line: index + 1, keeps: keeps && judged.every((verdict) => verdict === true) });
    } else if (closing.test(line)) {
      if (open.pop() === undefined) problems.push({ line: index + 1, message: 'an `end` without an `if` before it' });
    } else if (keeps) kept.push(line);
  }
  for (const { line } of open) problems.push({ line, message: 'an `if` that no `end` closes: what follows belongs to it' });
  return {
    text: kept
      .join('\n')
      .replaceAll(/\n{3,}/g, '\n\n')
      .trim(),
    problems,
  };
}

function holds(word: string, { arms, nodes, tools }: GateFacts): boolean | string {
  const [, negated, kind, name = ''] = gate.exec(word) ?? [];
  if (kind === undefined) return '`%` is no gate; write feature:NAME, node:NAME or tool:NAME';
  const feature = featureNames.find((known) => known === name);
  if (kind === 'feature' && feature === undefined) return `\`%\` names no feature; features are ${featureNames.join(', ')}`;
  const there = kind === 'tool' ? tools.has(name) : kind === 'node' ? nodes.has(name) : feature !== undefined && arms[feature];
  return there !== (negated === '!');
}
