import type { BackendRegistry, NodeCheck, Services } from '@attractor/engine';
import type { ModelNode } from './preflight.ts';

export interface BackendAnswers {
  /** Why a node cannot be served. */
  readonly refusals: ReadonlyMap<ModelNode, string>;
  /** Wishes of nodes that are not heeded; each said once, with its nodes. */
  readonly notes: readonly string[];
}

/** Asks the backends that bring their own provider, such as the vendors' command-line agents, about their nodes (§36). */
export async function askBackends(
  nodes: readonly ModelNode[],
  backends: BackendRegistry,
  backend: Services['backend'],
): Promise<BackendAnswers> {
  const refusals = new Map<ModelNode, string>();
  const notes = new Map<string, string[]>();
  const asked = nodes.map(async (node) => {
    const answer = await backends.get(backend.forced ?? node.backend ?? backend.default)?.check?.(node.wish);
    return { node, answer };
  });
  for (const { node, answer } of await Promise.all(asked)) {
    const { problem, notes: said }: NodeCheck = answer ?? { notes: [] };
    if (problem !== undefined) refusals.set(node, problem);
    for (const note of said) notes.set(note, [...(notes.get(note) ?? []), node.id]);
  }
  return { refusals, notes: [...notes].map(([note, ids]) => `${note} (${ids.length === 1 ? 'node' : 'nodes'} ${ids.join(', ')})`) };
}
