import type { Prepared } from '@attractor/pipeline';
import type { Io } from '../terminal/io.ts';
import { readSource, type SourceBytes } from './read-source.ts';
import type { Finding } from './report.ts';

export interface LoadOptions {
  readonly parameters?: ReadonlyMap<string, string>;
  readonly goal?: string;
  /** Absolute. */
  readonly workingDirectory: string;
  readonly inheritedStylesheet?: readonly string[];
  /** `lint` adds the advice of language.md 8; what is to run is only validated. */
  readonly check?: 'validate' | 'lint';
}

/** A pipeline as it would run, with everything found on the way. */
export interface LoadedPipeline {
  readonly prepared: Prepared;
  /** In order: encoding, then syntax, transforms and validation. */
  readonly findings: readonly Finding[];
  readonly ok: boolean;
}

/** Reads, parses, transforms and validates FILE or `-`; unreadable files are `UserError`s, everything else is findings. */
export async function loadPipeline(file: string, options: LoadOptions, io: Io): Promise<LoadedPipeline> {
  return preparePipeline(readSource(file, io), options);
}

export async function preparePipeline(read: SourceBytes, options: LoadOptions): Promise<LoadedPipeline> {
  const [{ decodeSource }, { lintSource, nodeFiles, prepare }] = await Promise.all([
    import('@attractor/dot'),
    import('@attractor/pipeline'),
  ]);
  const { source, diagnostics } = decodeSource(read.name, read.bytes);
  const prepared = (options.check === 'lint' ? lintSource : prepare)(source, {
    files: nodeFiles,
    workingDirectory: options.workingDirectory,
    ...(read.path === undefined ? {} : { file: read.path }),
    ...(options.parameters === undefined ? {} : { parameters: options.parameters }),
    ...(options.goal === undefined ? {} : { goal: options.goal }),
    ...(options.inheritedStylesheet === undefined ? {} : { inheritedStylesheet: options.inheritedStylesheet }),
  });
  const encoding: Finding[] = diagnostics.map((found) => ({ source, diagnostic: { ...found, rule: found.code } }));
  return {
    prepared,
    findings: [...encoding, ...prepared.diagnostics.map((diagnostic) => ({ source, diagnostic }))],
    ok: prepared.ok && encoding.length === 0,
  };
}
