import type { AttributeDefinition, AttributeScope, AttributeTable } from './definition.ts';
import { edgeAttributes } from './edge-attributes.ts';
import { graphAttributes } from './graph-attributes.ts';
import { contextSeed, nodeAttributes } from './node-attributes.ts';

export interface KnownAttribute {
  /** The registry's name, whatever alias was asked for. */
  readonly name: string;
  readonly definition: AttributeDefinition;
}

const tables: Readonly<Record<AttributeScope, AttributeTable>> = { graph: graphAttributes, node: nodeAttributes, edge: edgeAttributes };

const byName: Readonly<Record<AttributeScope, ReadonlyMap<string, KnownAttribute>>> = {
  graph: index(graphAttributes),
  node: index(nodeAttributes),
  edge: index(edgeAttributes),
};

function index(table: AttributeTable): ReadonlyMap<string, KnownAttribute> {
  const result = new Map<string, KnownAttribute>();
  for (const [name, definition] of Object.entries(table)) {
    for (const word of [name, ...(definition.aliases ?? [])]) result.set(word, { name, definition });
  }
  return result;
}

/** The definition behind a name or alias; `context.<key>` on nodes counts as known (language.md 2). */
export function findAttribute(scope: AttributeScope, name: string): KnownAttribute | undefined {
  const known = byName[scope].get(name);
  if (known !== undefined) return known;
  return scope === 'node' && name.startsWith('context.') && name.length > 'context.'.length ? { name, definition: contextSeed } : undefined;
}

/** The registry's name for a name or alias; an unknown name is returned as it is. */
export function canonicalName(scope: AttributeScope, name: string): string {
  return byName[scope].get(name)?.name ?? name;
}

/** The table of a scope, in order of documentation. */
export function attributeTable(scope: AttributeScope): AttributeTable {
  return tables[scope];
}

/** Every name and alias of a scope. */
export function attributeNames(scope: AttributeScope): Iterable<string> {
  return byName[scope].keys();
}

const readersOfStudies = /^(study|agent|gate\..+|study\..+)$/;

/** True for attributes that only studies read: in other graphs their names are free. */
export function isForStudies({ readBy }: AttributeDefinition): boolean {
  return readBy.every((reader) => readersOfStudies.test(reader));
}
