import {
  declaredParameters,
  findAttribute,
  matcherOf,
  parseStylesheet,
  references,
  resolveReference,
  selectorText,
} from '@attractor/pipeline';
import { type ConditionPart, conditionParts } from '../document/condition-parts.ts';
import { ownerOfKey } from '../document/context-key.ts';
import { contextKeys } from '../document/context-keys.ts';
import { languageOf } from '../document/languages.ts';
import { registryScope, type ValuePlace } from '../document/place.ts';
import type { Snapshot } from '../document/snapshot.ts';
import { indexAt, sourceRange } from '../document/value-text.ts';
import { contains } from '../document/walk-tree.ts';
import { attributeHelp, clip, code } from './attribute-help.ts';
import type { Hover } from './hover.ts';

/** What stands at a place inside a value, by the language of its text: a condition, a stylesheet, a reference. */
export function hoverInValue(snapshot: Snapshot, place: ValuePlace, offset: number): Hover | undefined {
  const index = indexAt(place.value, offset);
  switch (languageOf(registryScope(place.owner), place.key)) {
    case 'condition':
      return conditionHover(snapshot, place, index);
    case 'stylesheet':
      return stylesheetHover(snapshot, place, index);
    case 'text':
    case 'shell':
      return referenceHover(snapshot, place, index);
    default:
      return undefined;
  }
}

const meanings: Readonly<Record<string, string>> = {
  outcome: "The outcome's preferred label when it has one, else its status; at a human gate always the status.",
  status: 'The status of the outcome: success, partial_success, fail, skipped.',
  preferred_label: 'The label that the node preferred; empty when it preferred none.',
  failure_class: 'The class of the failure; empty when the node passed.',
  '=': 'Equal as text, case-sensitive, after trimming.',
  '==': 'Equal as text, case-sensitive, after trimming.',
  '!=': 'Not equal as text.',
  '<': 'Less; numbers only, anything else is false.',
  '<=': 'At most; numbers only, anything else is false.',
  '>': 'More; numbers only, anything else is false.',
  '>=': 'At least; numbers only, anything else is false.',
  contains: 'The value holds the text.',
  matches: 'The regular expression is found in the value (linear time).',
  '&&': 'Both; binds more tightly than `||`.',
  '||': 'One of the two.',
  '!': 'Not; weaker than a comparison: `!a = b` is `!(a = b)`.',
};

function conditionHover(snapshot: Snapshot, { value, owner }: ValuePlace, index: number): Hover | undefined {
  const part = conditionParts(value.text).find(({ range }) => contains(range, index) && index < Math.max(range.end, range.start + 1));
  if (part === undefined || part.kind === 'literal' || part.kind === 'unknown') return undefined;
  const text = meanings[part.text] ?? (part.kind === 'key' ? keyText(snapshot, part.text, owner.nodes.slice(0, -1), true) : undefined);
  return text === undefined ? undefined : { range: sourceRange(value, part.range), text: titled(part, text) };
}

function titled({ text }: ConditionPart, meaning: string): string {
  return `${code(text)}\n\n${meaning}`;
}

/** A context key in words: who writes it. */
function keyText(snapshot: Snapshot, written: string, nodes: readonly string[], after = false): string {
  const { graph } = snapshot;
  const key = written.startsWith('context.') && written !== 'context.target_dir' ? written.slice('context.'.length) : written;
  const declared = declaredParameters(graph).find((item) => item.name === key);
  if (declared !== undefined) return parameterText(declared);
  const known = contextKeys(snapshot, nodes, after).find((item) => item.key === key);
  if (known !== undefined) return `${known.doc}. Context key ${code(key)}`;
  const owner = ownerOfKey(key, (id) => graph.nodes.has(id));
  return owner === undefined
    ? `Context key ${code(key)}; empty while nothing has written it`
    : `Context key ${code(key)} of node ${code(owner.id)}`;
}

function parameterText({
  name,
  required,
  default: value,
}: {
  readonly name: string;
  readonly required: boolean;
  readonly default?: string;
}): string {
  const rest = required ? 'required' : value === undefined ? 'optional' : `default ${code(clip(value))}`;
  return `Parameter ${code(name)} of the graph, ${rest}`;
}

function referenceHover(snapshot: Snapshot, { value, owner }: ValuePlace, index: number): Hover | undefined {
  if (!value.text.includes('$')) return undefined;
  const reference = references(value.text).find(({ range }) => contains(range, index));
  if (reference === undefined) return undefined;
  const { graph } = snapshot;
  const keys = new Set(contextKeys(snapshot, owner.nodes).map((item) => item.key));
  for (const special of ['goal', 'context']) keys.add(special);
  const known = resolveReference(reference, (key) => keys.has(key) || ownerOfKey(key, (id) => graph.nodes.has(id)) !== undefined);
  const range = sourceRange(value, known?.range ?? reference.range);
  if (known === undefined) {
    return { range, text: `${code(reference.candidates[0] ?? '')}\n\nNothing known writes this key: the reference stays as written.` };
  }
  const goal = graph.attributes.get('goal')?.text ?? '';
  if (known.key === 'goal') return { range, text: `\`$goal\`\n\nThe goal of the graph: ${code(clip(goal, 200))}` };
  if (known.key === 'context') return { range, text: '`$context`\n\nThe beginning of the latest answer (200 characters)' };
  return { range, text: `${code(`$${known.key}`)}\n\n${keyText(snapshot, known.key, owner.nodes)}` };
}

function stylesheetHover(snapshot: Snapshot, { value }: ValuePlace, index: number): Hover | undefined {
  const sheet = parseStylesheet(value.text);
  for (const [order, rule] of sheet.rules.entries()) {
    if (!contains(rule.range, index)) continue;
    for (const selector of rule.selectors) {
      if (!contains(selector.range, index)) continue;
      const alone = matcherOf({ ...sheet, rules: [{ ...rule, selectors: [selector], declarations: probe }] });
      const matched = [...snapshot.graph.nodes.values()].filter((node) => alone(node).size > 0).map((node) => node.id);
      const list = matched.slice(0, 20).map(code).join(', ');
      const text = `${code(selectorText(selector))} (rank ${selector.rank}, rule ${order + 1})\n\nMatches ${matched.length === 0 ? 'no node' : list}${matched.length > 20 ? ` and ${matched.length - 20} more` : ''}`;
      return { range: sourceRange(value, selector.range), text };
    }
    for (const { property, keyRange } of rule.declarations) {
      const definition = findAttribute('node', property)?.definition;
      if (contains(keyRange, index) && definition !== undefined) {
        return { range: sourceRange(value, keyRange), text: attributeHelp('node', property, definition) };
      }
    }
  }
  return undefined;
}

/** A declaration that tells whether a selector matches at all. */
const probe = [{ property: 'backend', text: '', keyRange: { start: 0, end: 0 }, valueRange: { start: 0, end: 0 } }];
