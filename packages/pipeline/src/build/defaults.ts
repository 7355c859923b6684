import type { Attribute, Attributes } from '../model.ts';

/** `node [..]` or `edge [..]` in force at a place: the statements seen so far in the enclosing scopes, newest last (language.md 1). */
export interface Defaults {
  readonly before: Defaults | undefined;
  readonly added: readonly Attribute[];
  merged: Attributes | undefined;
}

export const noDefaults: Defaults = { before: undefined, added: [], merged: new Map() };

/** Defaults with one more statement; the given ones stay as they are for the nodes that already took them. */
export function extend(defaults: Defaults, added: readonly Attribute[]): Defaults {
  return added.length === 0 ? defaults : { before: defaults, added, merged: undefined };
}

/** The attributes that defaults give, last value first in force. Nodes without attributes of their own share this map. */
function merge(defaults: Defaults): Attributes {
  const chain: Defaults[] = [];
  let at: Defaults | undefined = defaults;
  for (; at !== undefined && at.merged === undefined; at = at.before) chain.push(at);
  const merged = new Map(at?.merged);
  for (let i = chain.length - 1; i >= 0; i--) for (const attribute of chain[i]?.added ?? []) merged.set(attribute.name, attribute);
  defaults.merged = merged;
  return merged;
}

/** Own attributes over defaults. */
export function overlay(defaults: Defaults, own: ReadonlyMap<string, Attribute>): Attributes {
  const base = defaults.merged ?? merge(defaults);
  return own.size === 0 ? base : new Map([...base, ...own]);
}
