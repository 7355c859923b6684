import type { Json, JsonObject } from '@attractor/engine';
import { isObject } from './row.ts';

interface SourceBase {
  /** Names that every output must have; empty: not checked. */
  readonly outputs: readonly string[];
}

/** Where evaluations come from (ES-02). */
export type EvaluationSource =
  | (SourceBase & { readonly kind: 'entrypoint'; readonly command: string; readonly timeoutMs: number })
  | (SourceBase & { readonly kind: 'lookup'; readonly file: string });

/** An oracle is stopped after this time unless its registration says another one. */
export const defaultTimeoutMs = 600_000;

/** What rows say of where they come from (`_source`). */
export function sourceName(source: EvaluationSource): string {
  return source.kind === 'entrypoint' ? source.command : `lookup ${source.file}`;
}

/** The keys of `debug/run_config.json` that name a source (TU-13); null stands for "none". */
export function sourceFields(source: EvaluationSource): JsonObject {
  return {
    evaluator_entrypoint: source.kind === 'entrypoint' ? source.command : null,
    evaluator_lookup: source.kind === 'lookup' ? source.file : null,
    evaluator_outputs: source.outputs,
    evaluator_timeout_s: source.kind === 'entrypoint' ? source.timeoutMs / 1000 : null,
  };
}

export const sourceKeys = ['evaluator_entrypoint', 'evaluator_lookup', 'evaluator_outputs', 'evaluator_timeout_s'] as const;

/** The source that a config, or the part of a namespace in it, names. */
function sourceIn(config: JsonObject): EvaluationSource | undefined {
  const outputs = texts(config['evaluator_outputs']);
  const command = config['evaluator_entrypoint'];
  if (typeof command === 'string' && command.trim() !== '') {
    const seconds = config['evaluator_timeout_s'];
    const timeoutMs = typeof seconds === 'number' && seconds > 0 ? seconds * 1000 : defaultTimeoutMs;
    return { kind: 'entrypoint', command, outputs, timeoutMs };
  }
  const file = config['evaluator_lookup'];
  return typeof file === 'string' && file !== '' ? { kind: 'lookup', file, outputs } : undefined;
}

/** A namespace's own source, else that of the canonical store. */
export function sourceFor(config: JsonObject | undefined, namespace: string | null): EvaluationSource | undefined {
  if (config === undefined) return undefined;
  return ownSource(config, namespace) ?? sourceIn(config);
}

/** What is registered for exactly this namespace. */
export function ownSource(config: JsonObject, namespace: string | null): EvaluationSource | undefined {
  if (namespace === null) return sourceIn(config);
  const own = isObject(config['namespaces']) ? config['namespaces'][namespace] : undefined;
  return isObject(own) ? sourceIn(own) : undefined;
}

function texts(value: Json | undefined): readonly string[] {
  return Array.isArray(value) ? value.filter((item): item is string => typeof item === 'string') : [];
}
