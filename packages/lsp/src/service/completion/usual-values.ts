import {
  type AttributeScope,
  canonicalName,
  choiceKey,
  choiceLabel,
  choicesOf,
  descriptorOf,
  findAttribute,
  knownShapes,
  knownTypes,
  STATUS_WORDS,
  typeOfShape,
} from '@attractor/pipeline';
import { contextKeys } from '../../document/context-keys.ts';
import { languageOf } from '../../document/languages.ts';
import type { Snapshot } from '../../document/snapshot.ts';
import { kindHelp } from '../attribute-help.ts';

export interface UsualValue {
  readonly text: string;
  readonly detail: string;
  readonly doc?: string;
}

type Source = (snapshot: Snapshot, nodes: readonly string[]) => readonly UsualValue[];

const value = (text: string, detail = ''): UsualValue => ({ text, detail });

/** Attributes whose usual values depend on the graph or on other registries. */
const special: Readonly<Record<string, Source>> = {
  shape: () => knownShapes().map((shape) => ({ text: shape, detail: typeOfShape(shape) ?? '', doc: kindHelp(typeOfShape(shape) ?? '') })),
  type: () =>
    knownTypes().flatMap((type) => [type, ...descriptorOf(type).aliases].map((text) => ({ text, detail: type, doc: kindHelp(type) }))),
  class: ({ graph }) =>
    distinct(
      [
        ...classesOfSheet(graph.attributes.get('model_stylesheet')?.text ?? ''),
        ...[...graph.nodes.values()].flatMap((node) => node.classes),
      ],
      'class',
    ),
  'human.default_choice': ({ graph }, [id = '']) => {
    const node = graph.nodes.get(id);
    if (node === undefined) return [];
    return choicesOf(graph, node).flatMap((edge) => distinct([choiceKey(edge) ?? '', choiceLabel(edge), edge.to], `to ${edge.to}`));
  },
  llm_model: (snapshot) => usedValues(snapshot, 'llm_model'),
  thread_id: (snapshot) => usedValues(snapshot, 'thread_id'),
  default_thread_id: (snapshot) => usedValues(snapshot, 'thread_id'),
  outputs: () => [],
  requires: keyValues,
  tool_env: keyValues,
};

function keyValues(snapshot: Snapshot, nodes: readonly string[]): UsualValue[] {
  return contextKeys(snapshot, nodes).map(({ key, doc }) => value(key, doc));
}

/** The values that make sense for an attribute at some nodes, best first; none for free text (language.md 2). */
export function usualValues(snapshot: Snapshot, scope: AttributeScope, written: string, nodes: readonly string[]): readonly UsualValue[] {
  const name = canonicalName(scope, written);
  if (scope === 'edge' && name === 'label') return labelValues(snapshot, nodes);
  const source = special[name];
  if (source !== undefined && scope !== 'edge') return source(snapshot, nodes);
  const language = languageOf(scope, name);
  if (language === 'node-id' || language === 'node-ids') return nodeValues(snapshot, nodes);
  const definition = findAttribute(scope, name)?.definition;
  if (definition?.type === 'bool') return [value('true'), value('false')];
  if (definition?.type === 'duration') return ['30s', '5m', '15m', '1h'].map((text) => value(text, 'duration'));
  return [...(definition?.values ?? []), ...(definition?.suggestions ?? [])].map((text) => value(text, name));
}

function nodeValues({ graph }: Snapshot, nodes: readonly string[]): UsualValue[] {
  const own = new Set(nodes);
  return [...graph.nodes.values()].filter(({ id }) => !own.has(id)).map(({ id, type }) => value(id, type));
}

/** At a human gate labels are the choices of a person; elsewhere those that a node can prefer. */
function labelValues({ graph }: Snapshot, [id = '']: readonly string[]): UsualValue[] {
  const descriptor = descriptorOf(graph.nodes.get(id)?.type ?? '');
  if (descriptor.decidedBy === 'person') return ['[Y] Yes', '[N] No', '[A] Approve', '[R] Reject'].map((text) => value(text, 'choice'));
  return [...descriptor.labels.map((text) => value(text, 'label')), ...STATUS_WORDS.map((text) => value(text, 'status'))];
}

function usedValues({ graph }: Snapshot, name: string): UsualValue[] {
  const texts = [graph, ...graph.nodes.values(), ...graph.edges].map(({ attributes }) => attributes.get(name)?.text.trim() ?? '');
  return distinct(texts, 'used in this graph');
}

function classesOfSheet(text: string): string[] {
  return [...text.matchAll(/\.([A-Za-z0-9_-]+)(?=[\s,{])/g)].map(([, name = '']) => name);
}

function distinct(texts: readonly string[], detail: string): UsualValue[] {
  return [...new Set(texts)].filter((text) => text !== '').map((text) => value(text, detail));
}
