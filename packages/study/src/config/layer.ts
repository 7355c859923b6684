import { type AttributeDefinition, findAttribute, type Json, nearest, readValue, type TypedValue } from '@attractor/pipeline';
import { isKnob, type KnobName, knobs } from './knobs.ts';
import { overrideAliases, overrideKeys } from './node-override.ts';
import { featureNames } from './settings.ts';

/** Where a value comes from; the first that says something wins (study-rulings.md C8). */
export type Origin = 'set' | 'study.yaml' | 'graph' | 'default';

/** What one source says. */
export interface Layer {
  readonly origin: Origin;
  readonly knobs: Map<KnobName, TypedValue>;
  readonly nodes: Map<string, Map<string, TypedValue>>;
}

export interface Findings {
  problem(message: string): void;
  warning(message: string): void;
}

export function emptyLayer(origin: Origin): Layer {
  return { origin, knobs: new Map(), nodes: new Map() };
}

/** Puts one value into a layer; what cannot be read is a problem that names it as `title`. */
export function putKnob(layer: Layer, name: KnobName, value: Json, title: string, findings: Findings): void {
  const read = readAs(knobs.get(name), value);
  if (read === undefined) return;
  if (read.ok) layer.knobs.set(name, read.value);
  else findings.problem(`${title} ${read.problem}`);
}

/** Puts one value of `nodes.<node>` into a layer. */
export function putNode(layer: Layer, node: string, key: string, value: Json, title: string, findings: Findings): void {
  const name = Object.hasOwn(overrideAliases, key) ? (overrideAliases[key] ?? key) : key;
  if (!Object.hasOwn(overrideKeys, name)) {
    findings.problem(`${title} cannot be set for one run${hint(key, [...Object.keys(overrideKeys), ...Object.keys(overrideAliases)])}`);
    return;
  }
  const read = readAs(nodeDefinition(name), value);
  if (read === undefined) return;
  if (!read.ok) {
    findings.problem(`${title} ${read.problem}`);
    return;
  }
  const values = layer.nodes.get(node) ?? new Map<string, TypedValue>();
  values.set(name, read.value);
  layer.nodes.set(node, values);
}

function nodeDefinition(name: string): AttributeDefinition | undefined {
  return findAttribute('node', name)?.definition;
}

/** A knob by its name, or by that of its feature. */
export function knobOf(name: string): KnobName | undefined {
  if (isKnob(name)) return name;
  const feature = `feature_${name}`;
  return featureNames.some((known) => known === name) && isKnob(feature) ? feature : undefined;
}

/** `; did you mean ..?` for the nearest of some words. */
export function hint(word: string, words: readonly string[]): string {
  const guess = nearest(word, words);
  return guess === undefined ? `; known: ${words.join(', ')}` : `; did you mean \`${guess}\`?`;
}

type Reading = { readonly ok: true; readonly value: TypedValue } | { readonly ok: false; readonly problem: string };

/** Null and blank say nothing (AG-03). */
function readAs(definition: AttributeDefinition | undefined, value: Json): Reading | undefined {
  if (definition === undefined || value === null) return undefined;
  if (definition.type === 'list' && Array.isArray(value)) {
    const items = value.map((item) => (typeof item === 'string' || typeof item === 'number' ? String(item).trim() : undefined));
    return items.every((item) => item !== undefined) ? { ok: true, value: items } : { ok: false, problem: 'is no list of texts' };
  }
  if (typeof value === 'object') return { ok: false, problem: `is ${Array.isArray(value) ? 'a list' : 'a map'}, expected one value` };
  const text = String(value);
  if (text.trim() === '' && definition.type !== 'list') return undefined;
  return readValue(definition, text);
}
