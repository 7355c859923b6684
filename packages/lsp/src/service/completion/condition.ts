import { STATUS_WORDS } from '@attractor/pipeline';
import { conditionParts } from '../../document/condition-parts.ts';
import { contextKeys } from '../../document/context-keys.ts';
import type { ValuePlace } from '../../document/place.ts';
import type { Snapshot } from '../../document/snapshot.ts';
import { sourceRange } from '../../document/value-text.ts';
import type { CompletionItem } from './item.ts';

const outcomeKeys: readonly (readonly [string, string])[] = [
  ['outcome', 'Preferred label of the outcome when it has one, else its status'],
  ['status', 'Status of the outcome, always'],
  ['preferred_label', 'Label that the node preferred'],
  ['failure_class', 'Class of the failure'],
];

const operators: readonly (readonly [string, string])[] = [
  ['=', 'is'],
  ['!=', 'is not'],
  ['<', 'less, for numbers'],
  ['<=', 'at most'],
  ['>', 'more, for numbers'],
  ['>=', 'at least'],
  ['contains', 'holds the text'],
  ['matches', 'a regular expression is found in it'],
];

const failureClasses = ['transient', 'deterministic', 'timeout', 'budget', 'contract', 'dependency', 'cancelled', 'internal'];

/** Keys, operators or values, by what stands before the cursor in a condition (language.md 3). */
export function conditionItems(snapshot: Snapshot, place: ValuePlace, index: number): CompletionItem[] {
  const { value, owner } = place;
  const parts = conditionParts(value.text.slice(0, index));
  const last = parts.at(-1);
  const typing = last !== undefined && last.range.end === index && (last.kind === 'key' || last.kind === 'literal') ? last : undefined;
  const before = typing === undefined ? parts : parts.slice(0, -1);
  const part = { start: typing?.range.start ?? index, end: index };
  const range = { start: value.offsetAt(part.start), end: sourceRange(value, part).end };
  const previous = before.at(-1);
  const sources = owner.scope === 'edge' ? sourcesOf(owner.nodes) : owner.nodes;
  if (previous?.kind === 'comparison') return valueItems(snapshot, before.at(-2)?.text ?? '', sources, range);
  if (previous?.kind === 'key' || previous?.kind === 'literal') {
    const words = previous.kind === 'key' ? [...operators, ...joins] : joins;
    return words.map(([label, detail], rank) => ({ label, kind: 'operator', detail, range, rank }));
  }
  return keyItems(snapshot, sources, range);
}

/** Of a chain every end but the last is the source of an edge. */
function sourcesOf(nodes: readonly string[]): readonly string[] {
  return nodes.length > 1 ? nodes.slice(0, -1) : nodes;
}

const joins: readonly (readonly [string, string])[] = [
  ['&&', 'and'],
  ['||', 'or'],
];

function keyItems(snapshot: Snapshot, nodes: readonly string[], range: CompletionItem['range']): CompletionItem[] {
  const own = outcomeKeys.map(([label, detail]): CompletionItem => ({ label, kind: 'key', detail, range, rank: 0 }));
  const known = new Set(own.map((item) => item.label));
  const rest = contextKeys(snapshot, nodes, true)
    .filter(({ key }) => !known.has(key) && /^[A-Za-z0-9_][A-Za-z0-9_.-]*$/.test(key))
    .map(
      ({ key, doc }): CompletionItem => ({
        label: key.startsWith('context.') ? key : `context.${key}`,
        kind: 'key',
        detail: doc,
        range,
        rank: 1,
      }),
    );
  return [...own, ...rest];
}

function valueItems(snapshot: Snapshot, key: string, nodes: readonly string[], range: CompletionItem['range']): CompletionItem[] {
  const name = key.replace(/^context\./, '');
  const item = (label: string, detail: string, rank = 0): CompletionItem => ({ label, kind: 'value', detail, range, rank });
  const statuses = STATUS_WORDS.map((word) => item(word, 'status'));
  if (name === 'status') return statuses;
  if (name === 'failure_class') return failureClasses.map((word) => item(word, 'failure class'));
  const labels = labelsOf(snapshot, nodes).map((label) => item(/[&|()<>=!"']/.test(label) ? `'${label}'` : label, 'label', 1));
  if (name === 'outcome') return [...statuses, ...labels];
  if (name === 'preferred_label' || name === 'human.gate.label') return labels;
  if (name.endsWith('.exit_code')) return ['0', '1', '75'].map((word) => item(word, 'exit code'));
  return [item('true', 'truth value'), item('false', 'truth value')];
}

/** Labels on the edges out of some nodes. */
function labelsOf({ graph }: Snapshot, nodes: readonly string[]): string[] {
  const from = new Set(nodes);
  const labels = graph.edges.filter((edge) => from.has(edge.from)).map((edge) => edge.attributes.get('label')?.text.trim() ?? '');
  return [...new Set(labels)].filter((label) => label !== '').slice(0, 100);
}
