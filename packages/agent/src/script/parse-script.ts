import type { Script, ScriptEntry, ScriptItem } from './entry.ts';
import { entryFields } from './entry-fields.ts';
import type { Complain, FieldReader } from './field-readers.ts';
import { type JsonNode, parseJsonNode } from './json-node.ts';
import { writeConfinedFiles } from './write-files.ts';

export interface ScriptOptions {
  /** Further fields of an ENTRY, by JSON name; what they read is in `ScriptEntry.extensions`. */
  readonly extensions?: Readonly<Record<string, FieldReader<unknown>>>;
  /** Nodes that are agents of a study: their entries make calls and neither write files nor report (study-rulings.md H). */
  readonly agents?: ReadonlySet<string>;
}

/** Whose entries are read; the script's `default` may be anybody's. */
type Whose = 'agents' | 'others' | 'anybody';

/** A script, or everything that is wrong with it, each as `file:line:column: what`. */
export type ScriptResult = { readonly script: Script } | { readonly errors: readonly string[] };

/** Reads the script of `simulate` (backends.md 1): `{"nodes": {"<id>": [ENTRY, ..]}, "default": ENTRY}`. `name` stands in messages. */
export function parseScript(source: string, name: string, options: ScriptOptions = {}): ScriptResult {
  const errors: string[] = [];
  const complain: Complain = (message, at) => {
    errors.push(`${name}:${placeOf(source, typeof at === 'number' ? at : at.start)}: ${message}`);
  };
  const root = parseJsonNode(source);
  if (!('kind' in root)) {
    complain(root.message, root.offset);
    return { errors };
  }
  const nodes = new Map<string, readonly ScriptItem[]>();
  let fallback: ScriptEntry | undefined;
  if (root.kind !== 'object') complain('a script is an object with "nodes" and "default"', root);
  for (const { key, keyStart, value } of root.kind === 'object' ? root.members : []) {
    if (key === 'nodes') readNodes(value, nodes, complain, options);
    else if (key === 'default') fallback = readEntry(value, complain, options, (options.agents?.size ?? 0) > 0 ? 'anybody' : 'others');
    else if (key !== '$schema') complain(`unknown key '${key}'; known are nodes, default, $schema`, keyStart);
  }
  return errors.length > 0 ? { errors } : { script: scriptOf(nodes, fallback) };
}

/** One ENTRY; undefined when it is no object at all. Other faults are complained about and left out. */
export function readEntry(
  node: JsonNode,
  complain: Complain,
  options: ScriptOptions = {},
  whose: Whose = 'others',
): ScriptEntry | undefined {
  if (node.kind !== 'object') {
    complain('an entry is an object, e.g. {"text": "done"}', node);
    return undefined;
  }
  const entry: Record<string, unknown> = {};
  const extensions = new Map<string, unknown>();
  for (const { key, keyStart, value } of node.members) {
    const field = Object.hasOwn(entryFields, key) ? entryFields[key] : undefined;
    const extension = options.extensions !== undefined && Object.hasOwn(options.extensions, key) ? options.extensions[key] : undefined;
    if (extension !== undefined) extensions.set(key, extension(value, complain, key));
    else if (field === undefined) complain(`unknown field '${key}' of an entry; known are ${knownFields(options, whose)}`, keyStart);
    else if (field.only !== undefined && whose !== 'anybody' && field.only !== whose) {
      complain(misused(key, field.only), keyStart);
    } else {
      const { property, read } = value.kind === 'array' && whose !== 'others' ? (field.byRound ?? field) : field;
      const result = read(value, complain, key);
      if (result !== undefined) entry[property] = result;
    }
  }
  if (entry['error'] !== undefined && (entry['text'] !== undefined || entry['outcome'] !== undefined)) {
    complain("an entry with an 'error' has neither 'text' nor 'outcome': the call fails", node);
  }
  return extensions.size > 0 ? { ...entry, extensions } : entry;
}

function misused(field: string, only: 'agents' | 'others'): string {
  if (only === 'agents') return `'${field}' is only for agents of a study; other nodes call no tools in a script`;
  const instead = field === 'files' ? 'an agent writes files by a call of Write' : 'an agent reports nothing, its tools decide';
  return `'${field}' is not for an agent of a study: ${instead}`;
}

/** A script in code: the same look-up without a text. */
export function scriptOf(nodes: ReadonlyMap<string, readonly ScriptItem[]>, fallback?: ScriptEntry): Script {
  return {
    keys: [...nodes.keys()],
    items: (key) => nodes.get(key),
    fallback,
    writeFiles: writeConfinedFiles,
    entry(node, branch, call) {
      const lists = lookupKeys(node, branch).map((key) => nodes.get(key));
      const list = lists.find((found) => found !== undefined && found.length > 0);
      const item = list === undefined ? fallback : list[Math.min(call, list.length) - 1];
      return isList(item) ? item[0] : item;
    },
  };
}

function isList(item: ScriptItem | undefined): item is readonly ScriptEntry[] {
  return Array.isArray(item);
}

/** `outer/inner/id`, `inner/id`, `id`: the enclosing folders and managers are read from the branch string (§30). */
export function lookupKeys(node: string, branch: string): readonly string[] {
  const folders = branch
    .split('>')
    .filter((part) => part.startsWith('subgraph:') || part.startsWith('cycle:'))
    .map((part) => part.split(':')[1] ?? '');
  return [...folders.map((_, index) => [...folders.slice(index), node].join('/')), node];
}

function readNodes(node: JsonNode, nodes: Map<string, readonly ScriptItem[]>, complain: Complain, options: ScriptOptions): void {
  if (node.kind !== 'object') {
    complain('"nodes" is an object: node id -> list of entries', node);
    return;
  }
  for (const { key, value } of node.members) {
    if (value.kind !== 'array' || value.items.length === 0) complain(`node '${key}' needs a list with at least one entry`, value);
    else {
      const whose = options.agents?.has(key.split('/')[0] ?? '') === true ? 'agents' : 'others';
      const read = (item: JsonNode): ScriptEntry[] => {
        const entry = readEntry(item, complain, options, whose);
        return entry === undefined ? [] : [entry];
      };
      nodes.set(
        key,
        value.items.flatMap((item): ScriptItem[] =>
          whose === 'agents' && item.kind === 'array' && item.items.length > 0 ? [item.items.flatMap(read)] : read(item),
        ),
      );
    }
  }
}

function knownFields(options: ScriptOptions, whose: Whose): string {
  const fields = Object.entries(entryFields).filter(([, { only }]) => only === undefined || whose === 'anybody' || only === whose);
  return [...fields.map(([name]) => name), ...Object.keys(options.extensions ?? {})].join(', ');
}

function placeOf(source: string, offset: number): string {
  const before = source.slice(0, offset).split(/\r\n|\n|\r/);
  return `${before.length}:${[...(before.at(-1) ?? '')].length + 1}`;
}
