import type { RunEvent } from '@attractor/engine';
import type { Args } from '../command.ts';
import { openQuestions } from '../questions/open-questions.ts';
import { questionJson, questionLines } from '../questions/show.ts';
import { modeText, nextSteps, nodeOf, parkedSteps, shortPath } from '../run/finish.ts';
import { durationText } from '../terminal/duration.ts';
import type { Io } from '../terminal/io.ts';
import { jsonLine, oneLine } from '../terminal/sanitize.ts';
import { statusColour, statusSign } from '../terminal/style.ts';
import { modelUses } from '../trace/model-use.ts';
import { labelOf } from '../view/run-state.ts';
import { costText } from '../view/spent.ts';
import { numberOf, openRun, textOf, userErrors, warnOf } from './open-run.ts';

const shownNodes = 8;

interface Activity {
  readonly label: string;
  readonly since: string;
}

/** `attractor status RUN`: what it does now, its last nodes, what waits for a person, how to go on. */
export async function statusOfRun(args: Args, io: Io): Promise<number> {
  const { readEvents, readTrace } = await import('@attractor/engine');
  const run = await openRun(args.positionals[0] ?? 'latest', io);
  const trace = userErrors(() => readTrace(run.directory, warnOf(io)));
  const events = userErrors(() => readEvents(run.directory, warnOf(io)));
  const active = run.status === 'running' ? activeNodes(events) : [];
  const questions = await openQuestions(run.directory, events);
  const answered = run.status === 'parked' && questions.length === 0;
  const reason = answered ? 'every question is answered' : textOf(run.manifest, 'reason') || lastReason(events);
  const next =
    run.status === 'parked'
      ? parkedSteps(
          run.id,
          questions.map((item) => item.id),
        )
      : nextSteps(run.status, run.id, nodeOf({ reason, nodes: trace.map((line) => line.node_id) }), reason);
  const duration = numberOf(run.manifest, 'duration_ms') ?? numberOf(run.manifest, 'duration');
  const spent = modelUses(events).total;
  if (args.on('json')) {
    io.out(
      jsonLine({
        run_id: run.id,
        run_dir: run.directory,
        status: run.status,
        reason,
        graph: textOf(run.manifest, 'graph_name'),
        start_time: textOf(run.manifest, 'start_time'),
        duration_ms: duration ?? null,
        pid: run.owner?.pid ?? null,
        active: active.map((node) => ({ node: node.label, since: node.since })),
        nodes: trace.length,
        last: trace.slice(-shownNodes),
        questions: questions.map((item) => questionJson(item, run.id)),
        next,
      }),
    );
    return 0;
  }
  const style = io.stdoutStyle;
  const row = (key: string, text: string): void => io.out(`  ${style.dim(key.padEnd(7))} ${text}`);
  const facts = [
    ...modeText(textOf(run.manifest, 'mode')),
    `${trace.length} ${trace.length === 1 ? 'node' : 'nodes'}`,
    ...(duration === undefined ? [] : [durationText(duration)]),
    ...(costText(spent) === '' ? [] : [costText(spent)]),
  ];
  io.out(
    `${statusColour(style, run.status)(`${statusSign(run.status)} ${run.status}`)}  ${style.bold(oneLine(textOf(run.manifest, 'graph_name')))}  ${style.dim(facts.join(' · '))}`,
  );
  if (reason !== '') row('reason', oneLine(reason));
  active.forEach((node, i) => {
    row(i === 0 ? 'now' : '', `${node.label}  ${style.dim(elapsedSince(node.since))}`);
  });
  trace.slice(-shownNodes).forEach((line, i) => {
    const words = [
      labelOf(line.node_id, line.branch),
      durationText(line.duration_ms),
      line.status === 'success' ? '' : line.status,
      oneLine(line.reason),
    ];
    row(
      i === 0 ? 'last' : '',
      `${statusColour(style, line.status)(statusSign(line.status))} ${words.filter((word) => word !== '').join('  ')}`,
    );
  });
  if (questions.length > 0) row('waits', questions.map((item) => oneLine(item.id)).join(', '));
  if (run.owner !== undefined) row('process', `${run.owner.pid} on ${oneLine(run.owner.host)}`);
  next.forEach((step, i) => {
    row(i === 0 ? 'next' : '', step);
  });
  row('run', shortPath(run.directory, io.cwd));
  for (const item of questions) {
    io.out('');
    for (const line of await questionLines(item, run.id, io)) io.out(line);
  }
  return 0;
}

/** Nodes that have started and not ended since the run was last taken up. */
function activeNodes(events: readonly RunEvent[]): Activity[] {
  const active = new Map<string, Activity>();
  for (const event of events) {
    if (event.type === 'pipeline.started') active.clear();
    else if (event.type === 'node.started') active.set(keyOf(event), { label: labelOf(event.node, event.branch), since: event.ts });
    else if (event.type === 'node.completed' || event.type === 'node.skipped') active.delete(keyOf(event));
    else if (event.type === 'node.failed' && !event.will_retry) active.delete(keyOf(event));
  }
  return [...active.values()];
}

function keyOf(event: { readonly node: string; readonly branch?: string }): string {
  return `${event.branch ?? ''}|${event.node}`;
}

function lastReason(events: readonly RunEvent[]): string {
  const last = events.findLast((event) => event.type.startsWith('pipeline.'));
  return last !== undefined && 'reason' in last ? String(last.reason) : '';
}

function elapsedSince(time: string): string {
  const at = Date.parse(time);
  return Number.isNaN(at) ? '' : durationText(Math.max(0, Date.now() - at));
}
