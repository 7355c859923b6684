import { type Args, UserError } from '../command.ts';
import { readParameters } from '../run/parameters.ts';
import type { Io } from '../terminal/io.ts';
import { oneLine } from '../terminal/sanitize.ts';
import type { CheckedFile, Report } from './checked-file.ts';
import { findFiles } from './find-files.ts';
import { fixFile } from './fix-file.ts';
import { formats } from './formats/index.ts';
import { type LoadedPipeline, type LoadOptions, preparePipeline } from './load-pipeline.ts';
import { readSource, type SourceBytes } from './read-source.ts';
import { distinct, inReadingOrder } from './report.ts';

/**
 * `attractor validate FILE..` and `attractor lint FILE..` (language.md 7, 8): exit 0, 1 with any ERROR (`--strict`: or WARNING), 2 when a
 * file cannot be read.
 */
export async function checkFiles(check: 'validate' | 'lint', args: Args, io: Io): Promise<number> {
  const parameters = readParameters(args.list('param'), io.cwd);
  const options: LoadOptions = { workingDirectory: io.cwd, check, ...(parameters.size === 0 ? {} : { parameters }) };
  const files = findFiles(args.positionals, io.cwd);
  if (args.on('fix') && files.includes('-')) throw new UserError(`${check}: --fix changes files; stdin is none`);
  const checked: CheckedFile[] = [];
  for (const file of files) checked.push(await checkFile(file, options, args, io));
  const report = reportOf(checked);
  await formats[args.text('format') ?? 'text']?.(report, io);
  for (const { problem } of checked) if (problem !== undefined) io.err(`${io.stderrStyle.red('error:')} ${oneLine(problem)}`);
  if (checked.some(({ unreadable }) => unreadable)) return 2;
  const failed = report.errors > 0 || (args.on('strict') && report.warnings > 0);
  return failed || checked.some(({ problem }) => problem !== undefined) ? 1 : 0;
}

async function checkFile(file: string, options: LoadOptions, args: Args, io: Io): Promise<CheckedFile> {
  const shown = file === '-' ? '<stdin>' : file;
  let read: SourceBytes;
  try {
    read = readSource(file, io);
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return { file: shown, findings: [], fixed: [], unreadable: true, problem: error.message };
  }
  const load = (bytes: Uint8Array): Promise<LoadedPipeline> => preparePipeline({ ...read, bytes }, options);
  const { pipeline, fixed, problem } = args.on('fix')
    ? await fixFile(read, load)
    : { pipeline: await load(read.bytes), fixed: [], problem: undefined };
  const { prepared, findings } = pipeline;
  return {
    file: shown,
    ...(read.path === undefined ? {} : { path: read.path }),
    findings: inReadingOrder(distinct(findings)),
    fixed,
    unreadable: false,
    ...(problem === undefined ? {} : { problem }),
    ...(args.on('worst-case') ? { worstCase: await worstCaseOf(prepared.graph, io) } : {}),
  };
}

async function worstCaseOf(graph: LoadedPipeline['prepared']['graph'], io: Io) {
  const { nodeFiles, worstCase } = await import('@attractor/pipeline');
  return worstCase(graph, { files: nodeFiles, workingDirectory: io.cwd });
}

function reportOf(files: readonly CheckedFile[]): Report {
  const count = (severity: string): number =>
    files.reduce((sum, { findings }) => sum + findings.filter(({ diagnostic }) => diagnostic.severity === severity).length, 0);
  return { files, errors: count('error'), warnings: count('warning') };
}
