import { realpathSync } from 'node:fs';
import type { BackendRequest, Json } from '@attractor/engine';

/** Takes what belongs to one run and one machine out of texts, and puts it in again (docs/decisions/0019). */
export interface Portable {
  /** Run directory, working directory and run id become names. */
  out<T>(value: T): T;
  /** The names become those of this run. */
  in<T>(value: T): T;
}

/** The places and the id of the run that a request belongs to. */
export function portableFor({ workingDirectory, invocation }: BackendRequest): Portable {
  const places: (readonly [text: string, name: string, isPath: boolean])[] = [
    ...both(invocation.runDirectory).map((path) => [path, '{{attractor:run_directory}}', true] as const),
    ...both(workingDirectory).map((path) => [path, '{{attractor:working_directory}}', true] as const),
    [invocation.runId, '{{attractor:run_id}}', false],
  ];
  const known = places.filter(([text]) => text.length > 2);
  const rules = known.map(([text, name, isPath]) => [new RegExp(isPath ? path(text) : escaped(text), 'g'), name] as const);
  return {
    out: (value) => mapTexts(value, (text) => rules.reduce((left, [pattern, name]) => left.replace(pattern, () => name), text)),
    in: (value) => mapTexts(value, (text) => (text.includes('{{attractor:') ? known.reduceRight(insert, text) : text)),
  };
}

function insert(text: string, [value, name]: readonly [string, string, boolean]): string {
  return text.replaceAll(name, () => value);
}

/** A path as it was given and with its symbolic links resolved; the one that was given is put in again. */
function both(path: string): string[] {
  try {
    const real = realpathSync(path);
    return real === path ? [path] : [real, path];
  } catch {
    return [path];
  }
}

function path(text: string): string {
  return `(?<![\\w.-])${escaped(text)}(?![\\w-]|\\.\\w)`;
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
}

/** What differs from one run to the next by itself: ids, points in time, measured durations, names of an agent's temporary folders. */
const volatile: readonly (readonly [pattern: RegExp, name: string])[] = [
  [/\b\d{8}-\d{6}-\d{3}-[0-9a-z]{8}\b/g, '{{attractor:id}}'],
  [/\b\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}:\d{2}(?:[.,]\d+)?(?:Z|[+-]\d{2}:?\d{2})?/g, '{{attractor:time}}'],
  [/\b\d+(?:\.\d+)? ?(?:ms|µs|ns)\b/g, '{{attractor:duration}}'],
  [/\b\d+\.\d+ ?(?:s|secs?|seconds)\b/g, '{{attractor:duration}}'],
  [/\b(?:command|hook)-[0-9a-f]{16}\b/g, '{{attractor:folder}}'],
];

/** The environment block of a system prompt says where and when a run is, not what is asked. */
const environmentBlock = /<environment>[\s\S]*?<\/environment>/g;

/** A text as it is compared. */
export function comparable<T extends Json>(value: T): T {
  return mapTexts(value, (text) =>
    volatile.reduce((left, [pattern, name]) => left.replace(pattern, name), text.replace(environmentBlock, '<environment/>')),
  );
}

/** Changes every text in a JSON value; keys stay. */
function mapTexts<T>(value: T, change: (text: string) => string): T {
  return JSON.parse(JSON.stringify(value, (_key, item: unknown) => (typeof item === 'string' ? change(item) : item))) as T;
}
