import { readdirSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { UserError } from '../command.ts';
import { readFailure } from '../run/parameters.ts';
import { preparePipeline } from '../sources/load-pipeline.ts';
import { nameFrom, readSource } from '../sources/read-source.ts';
import type { Io } from '../terminal/io.ts';

/** Where a study is: its folder and its graph, absolute. */
export interface StudyPlace {
  readonly folder: string;
  readonly graph: string;
}

/** The graph that STUDY means: the file itself; in a folder `--graph`, else `study.dot`, else the only graph with `study=true` (C8). */
export async function findStudy(written: string, given: string | undefined, io: Io): Promise<StudyPlace> {
  const path = resolve(io.cwd, written);
  if (!isFolder(path, written)) {
    if (given !== undefined) throw new UserError(`${written} is a file; --graph goes with a folder`);
    return { folder: dirname(path), graph: path };
  }
  if (given !== undefined) return { folder: path, graph: resolve(io.cwd, given) };
  const graphs = readdirSync(path)
    .filter((name) => /\.(dot|gv)$/.test(name))
    .sort();
  if (graphs.includes('study.dot')) return { folder: path, graph: join(path, 'study.dot') };
  const studies: string[] = [];
  for (const name of graphs) if (await isStudy(join(path, name), io)) studies.push(name);
  const [only] = studies;
  if (only !== undefined && studies.length === 1) return { folder: path, graph: join(path, only) };
  const what =
    studies.length === 0 ? 'no study: no .dot file in it has study=true' : `several studies (${studies.join(', ')}): name one with --graph`;
  throw new UserError(`${nameFrom(path, io.cwd)} holds ${what}`);
}

function isFolder(path: string, written: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch (error) {
    throw new UserError(`cannot read ${written}: ${readFailure(error)}`);
  }
}

async function isStudy(path: string, io: Io): Promise<boolean> {
  const { graphValue } = await import('@attractor/pipeline');
  const { prepared } = await preparePipeline(readSource(path, io), { workingDirectory: io.cwd });
  return graphValue(prepared.graph, 'study');
}
