import { applyEdits, type TextEdit } from '@attractor/dot';
import { UserError } from '../command.ts';
import { replaceFile } from '../format/replace-file.ts';
import type { FixedFinding } from './checked-file.ts';
import type { LoadedPipeline } from './load-pipeline.ts';
import type { SourceBytes } from './read-source.ts';
import { distinct, type Finding, inReadingOrder } from './report.ts';

export interface FixedFile {
  /** The file as it is now. */
  readonly pipeline: LoadedPipeline;
  readonly fixed: readonly FixedFinding[];
  /** Why the file could not be written; it is as it was then. */
  readonly problem?: string;
}

/** One fix can make room for another, but not for ever. */
const maxRounds = 20;

/**
 * Applies the safe fixes of a file until none is left, and writes it once, all or nothing (language.md 8). Fixes that overlap wait for the
 * next round. A file with syntax errors stays as it is, and so does one in which a fix would make an error. A fix that leaves its finding
 * behind is no fix: it is taken back, and not tried again.
 */
export async function fixFile(read: SourceBytes, load: (bytes: Uint8Array) => Promise<LoadedPipeline>): Promise<FixedFile> {
  const before = await load(read.bytes);
  let pipeline = before;
  const fixed: FixedFinding[] = [];
  const seen = new Set<string>();
  const useless = new Set<string>();
  for (let round = 0; round < maxRounds && !hasSyntaxErrors(pipeline); round++) {
    const { text } = pipeline.prepared.graph.source;
    seen.add(text);
    const taken = compatible(pipeline.findings.filter((finding) => !useless.has(keyOf(finding))));
    const next = applyEdits(
      text,
      taken.flatMap(({ edits }) => edits).sort((a, b) => a.range.start - b.range.start),
    );
    if (taken.length === 0 || seen.has(next)) break;
    const after = await load(new TextEncoder().encode(next));
    if (hasSyntaxErrors(after) || errorCount(after) > errorCount(pipeline)) break;
    const left = stillThere(taken, pipeline, after);
    if (left.size > 0) {
      for (const key of left) useless.add(key);
      continue;
    }
    fixed.push(...taken.map(({ finding, title }) => ({ finding, title })));
    pipeline = after;
  }
  if (fixed.length === 0 || read.path === undefined) return { pipeline: before, fixed: [] };
  try {
    replaceFile(read.path, read.name, pipeline.prepared.graph.source.text);
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return { pipeline: before, fixed: [], problem: error.message };
  }
  return { pipeline, fixed };
}

/** What a finding says of what; places move with the fixes. */
function keyOf({ source, diagnostic: { rule, message, node, edge } }: Finding): string {
  return JSON.stringify([source.name, rule, node, edge, message]);
}

/** The findings that are as many after their fixes as if these had not been made. */
function stillThere(taken: readonly Taken[], before: LoadedPipeline, after: LoadedPipeline): ReadonlySet<string> {
  const count = (keys: readonly string[]): Map<string, number> => {
    const counts = new Map<string, number>();
    for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
    return counts;
  };
  const [had, has] = [before, after].map(({ findings }) => count(distinct(findings).map(keyOf)));
  const made = count(taken.map(({ finding }) => keyOf(finding)));
  return new Set([...made].flatMap(([key, number]) => ((has?.get(key) ?? 0) > (had?.get(key) ?? 0) - number ? [key] : [])));
}

interface Taken extends FixedFinding {
  readonly edits: readonly TextEdit[];
}

/** Fixes that leave each other alone, from the beginning of the file. */
function compatible(findings: readonly Finding[]): Taken[] {
  const taken: Taken[] = [];
  let end = -1;
  const withFix = inReadingOrder(distinct(findings)).filter(({ diagnostic }) => (diagnostic.fix?.edits.length ?? 0) > 0);
  const starting = withFix
    .map((finding) => ({ finding, edits: [...(finding.diagnostic.fix?.edits ?? [])].sort((a, b) => a.range.start - b.range.start) }))
    .sort((a, b) => (a.edits[0]?.range.start ?? 0) - (b.edits[0]?.range.start ?? 0));
  for (const { finding, edits } of starting) {
    // A fix's edits lie in order; what begins behind the last one's end touches nothing.
    if ((edits[0]?.range.start ?? 0) <= end) continue;
    taken.push({ finding, edits, title: finding.diagnostic.fix?.title ?? '' });
    end = edits.at(-1)?.range.end ?? end;
  }
  return taken;
}

function hasSyntaxErrors({ findings }: LoadedPipeline): boolean {
  return findings.some(
    ({ diagnostic: { severity, page } }) => severity === 'error' && (page === undefined || page === 'docs/rules/syntax.md'),
  );
}

function errorCount({ findings }: LoadedPipeline): number {
  return findings.filter(({ diagnostic }) => diagnostic.severity === 'error').length;
}
