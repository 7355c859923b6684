import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BranchStep, createRun, type RunStore, type StoreOptions, type VisitPlace } from '@attractor/engine';
import { onTestFinished } from 'vitest';

/** A folder that goes when the test ends. */
export function scratch(): string {
  const folder = mkdtempSync(join(tmpdir(), 'attractor-files-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

export const manifest = {
  run_id: 'r',
  graph_name: 'g',
  goal: 'test',
  digest: 'a'.repeat(64),
  start_time: '2025-01-31T14:25:30.123Z',
  node_count: 2,
  edge_count: 1,
  engine_version: '0.1.0',
  engine_commit: 'unknown',
  cwd: '/somewhere',
};

export const resolved = { name: 'g', attributes: {}, nodes: [], edges: [] };

export function newRun(directory = join(scratch(), 'run'), options: StoreOptions = {}): RunStore {
  const store = createRun(directory, manifest, 'digraph g {}', resolved, options);
  onTestFinished(() => store.close());
  return store;
}

export function at(node: string, visit = 1, branch: readonly BranchStep[] = []): VisitPlace {
  return { node, visit, branch };
}
