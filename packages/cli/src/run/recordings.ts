import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Recording, ReplayFinding } from '@attractor/agent';
import { UserError } from '../command.ts';
import { userErrors } from '../runs/open-run.ts';
import type { Io } from '../terminal/io.ts';
import { manyLines, oneLine } from '../terminal/sanitize.ts';

/** A recording that a run is answered from (`--replay`, backends.md 1), and what did not fit. */
export interface Replay {
  readonly directory: string;
  readonly recording: Recording;
  readonly findings: ReplayFinding[];
}

const inside = join('recordings', 'calls.jsonl');

/** Opens `--replay RUN`: a run id, a unique beginning of one, a directory with a recording, or `latest`, the newest run that was recorded. */
export async function openReplay(name: string, io: Io): Promise<Replay> {
  const { readRecording } = await import('@attractor/agent');
  const directory = await recordedRun(name, io);
  const read = readRecording(directory);
  if (!read.ok) throw new UserError(`--replay ${name}: ${read.problem}`);
  return { directory, recording: read.recording, findings: [] };
}

async function recordedRun(name: string, io: Io): Promise<string> {
  const { findRun, listRuns, runsRoot } = await import('@attractor/engine');
  if (name === 'latest') {
    const root = runsRoot(io.cwd);
    const newest = listRuns(root).find((run) => existsSync(join(run.directory, inside)));
    if (newest === undefined)
      throw new UserError(`--replay latest: no run in ${root} was recorded; record one with \`attractor run FILE --record\``);
    return newest.directory;
  }
  const path = resolve(io.cwd, name);
  // A recording alone is enough: it may be kept beside a test.
  if (name !== '' && existsSync(join(path, inside))) return path;
  return userErrors(() => findRun(name, io.cwd));
}

/** Shows what did not fit, whole; a replay in which something differs has failed, whatever the pipeline made of it. */
export function replayEnd(replay: Replay | undefined, code: number, io: Io): number {
  const findings = replay?.findings ?? [];
  const style = io.stderrStyle;
  for (const { text } of findings) {
    const [first = '', ...diff] = manyLines(text).split('\n');
    io.err(`${style.red('error:')} ${oneLine(first)}`);
    for (const line of diff) io.err(line.startsWith('+') ? style.green(line) : line.startsWith('-') ? style.red(line) : line);
  }
  return findings.length > 0 && code === 0 ? 1 : code;
}
