import { existsSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { type Args, UserError } from '../command.ts';
import { openRun, userErrors, warnOf } from '../runs/open-run.ts';
import { suggest } from '../suggest.ts';
import type { Io } from '../terminal/io.ts';
import { jsonLine, oneLine } from '../terminal/sanitize.ts';
import { explainNode } from './attributes.ts';
import { decisionsText } from './decisions.ts';

/** `attractor explain RUN [NODE]` or `explain FILE NODE`: a file is what is one, or ends in .dot, .gv or is `-`. */
export async function explain(args: Args, io: Io): Promise<number> {
  const [subject = '', node] = args.positionals;
  return isFile(subject, io.cwd) ? explainNode(subject, node, args, io) : explainRun(subject, node, args, io);
}

function isFile(subject: string, cwd: string): boolean {
  if (subject === '-' || /\.(?:dot|gv)$/i.test(subject)) return true;
  const path = resolve(cwd, subject);
  return existsSync(path) && statSync(path).isFile();
}

async function explainRun(name: string, node: string | undefined, args: Args, io: Io): Promise<number> {
  const { readDecisions } = await import('@attractor/engine');
  const run = await openRun(name, io);
  const all = userErrors(() => readDecisions(run.directory, warnOf(io)));
  const decisions = node === undefined ? all : all.filter((decision) => decision.node === node);
  if (node !== undefined && decisions.length === 0) {
    const nodes = [...new Set(all.map((decision) => decision.node))];
    const near = suggest(node, nodes);
    throw new UserError(
      `explain: run ${run.id} has no decision at node ${oneLine(node)}${near === undefined ? '.' : `; did you mean ${near}?`} Nodes: ${nodes.length === 0 ? 'none' : nodes.map(oneLine).join(', ')}`,
      1,
    );
  }
  if (args.on('json')) for (const decision of decisions) io.out(jsonLine(decision));
  else if (decisions.length === 0) io.out(`Run ${run.id} (${run.status}) has no decisions: no node has ended in it.`);
  else for (const line of decisionsText(decisions, io.stdoutStyle)) io.out(line);
  return 0;
}
