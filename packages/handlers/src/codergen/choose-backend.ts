import type { CodergenBackend, Invocation } from '@attractor/engine';
import { inheritedValue } from '@attractor/pipeline';

/**
 * The backend of a node (backends.md 1): a forced one replaces every choice, else the node's own attribute (or its
 * stylesheet's), the graph's, the default. A text says why there is none; no other backend ever steps in (§36).
 */
export function chooseBackend(invocation: Invocation): CodergenBackend | string {
  const { services, graph, node, mode } = invocation;
  // A dry run or a simulation never reaches a model, also when nobody forced a backend.
  const forced = services.backend.forced ?? (mode === 'off' ? undefined : 'simulate');
  const name = forced ?? inheritedValue(graph, node, 'backend') ?? services.backend.default;
  const backend = services.backends.get(name);
  if (backend !== undefined) return backend;
  const there = services.backends.names().join(', ') || 'none';
  return `node '${node.id}' needs the backend '${name}', which is not there (registered: ${there}); set the attribute 'backend' or --backend`;
}
