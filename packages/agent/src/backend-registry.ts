import type { BackendRegistry, CodergenBackend } from '@attractor/engine';

/** Backends by name; the last registration of a name wins (engine.md 15). */
export function createBackendRegistry(backends: Iterable<CodergenBackend> = []): BackendRegistry {
  const byName = new Map<string, CodergenBackend>();
  const registry: BackendRegistry = {
    register: (name, backend) => void byName.set(name, backend),
    get: (name) => byName.get(name),
    names: () => [...byName.keys()],
  };
  for (const backend of backends) registry.register(backend.name, backend);
  return registry;
}
