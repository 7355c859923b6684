import { isBareId, type Name, quote, type Range } from '@attractor/dot';
import { choicesOf, isDrawingAttribute, parseStylesheet, type Reference, references } from '@attractor/pipeline';
import { conditionParts } from './condition-parts.ts';
import { ownerOfKey } from './context-key.ts';
import { languageOf } from './languages.ts';
import { perSnapshot, type Snapshot } from './snapshot.ts';
import { listElements, sourceRange } from './value-text.ts';
import { contains, nodeRefsOf, scopeOf, statementsOf, type WrittenAttribute, writtenAttributes } from './walk-tree.ts';

export type OccurrenceRole = 'statement' | 'edge' | 'attribute' | 'condition' | 'stylesheet' | 'reference' | 'command';

/** A place that names a node. */
export interface Occurrence {
  readonly id: string;
  readonly role: OccurrenceRole;
  /** The id as people see it, without quotes. */
  readonly range: Range;
  /** What a rename replaces. */
  readonly replaced: Range;
  /** The new id as it must be written here; undefined where it cannot be. */
  write(id: string): string | undefined;
}

const bareOrQuoted = (id: string): string => (isBareId(id) ? id : quote(id));
const asIs = (id: string): string => id;
const KEY_HEAD = /^[A-Za-z0-9_]/;
const NAME = /^[A-Za-z_][A-Za-z0-9_]*(?:\.[A-Za-z0-9_]+)*$/;

/** Every place of a text that names a node, in source order; ids that no node has are left out (language.md 1 to 5). */
const occurrencesOf = perSnapshot((snapshot: Snapshot): readonly Occurrence[] => {
  const found: Occurrence[] = [];
  const { graph } = snapshot;
  const has = (id: string): boolean => graph.nodes.has(id);
  for (const { statement } of statementsOf(snapshot)) {
    for (const ref of nodeRefsOf(statement)) found.push(ofName(ref.id, statement.kind === 'node' ? 'statement' : 'edge'));
  }
  for (const written of writtenAttributes(snapshot)) {
    const name = written.attribute.key.text;
    const scope = scopeOf(written.statement);
    const language = languageOf(scope, name);
    if (name === 'human.default_choice') addDefaultChoice(snapshot, written, found);
    else if (language === 'node-id' || language === 'node-ids') addIds(written, found, has);
    else if (language === 'condition') addConditionKeys(written, found, has);
    else if (language === 'stylesheet') addSelectors(written, found, has);
    else if (language === 'text' || language === 'shell') addReferences(written, found, has, language === 'shell');
    else if (scope === 'node' && !isDrawingAttribute(name)) addReferences(written, found, has, false);
  }
  return found.sort((a, b) => a.range.start - b.range.start);
});

/** The places of one node. */
export function occurrencesOfNode(snapshot: Snapshot, id: string): readonly Occurrence[] {
  return occurrencesOf(snapshot).filter((item) => item.id === id);
}

/** The place of a node's name at an offset. */
export function occurrenceAt(snapshot: Snapshot, offset: number): Occurrence | undefined {
  return occurrencesOf(snapshot).find((item) => contains(item.replaced, offset));
}

function ofName({ text, quoted, range }: Name, role: OccurrenceRole): Occurrence {
  const inner = quoted ? { start: range.start + 1, end: Math.max(range.start + 1, range.end - 1) } : range;
  return { id: text, role, range: inner, replaced: range, write: bareOrQuoted };
}

/** A value that is an id or a list of them. A bare one gets quotes when the new id needs them. */
function addIds({ attribute }: WrittenAttribute, found: Occurrence[], has: (id: string) => boolean): void {
  const { value } = attribute;
  for (const { text, range } of listElements(value.text)) {
    if (!has(text)) continue;
    const place = sourceRange(value, range);
    if (value.kind === 'bare') found.push({ id: text, role: 'attribute', range: place, replaced: value.range, write: bareOrQuoted });
    else found.push({ id: text, role: 'attribute', range: place, replaced: place, write: asIs });
  }
}

/** A default choice may be a key, a label or a target; only a target is an id (canonical 4.6). */
function addDefaultChoice(snapshot: Snapshot, written: WrittenAttribute, found: Occurrence[]): void {
  const { statement, attribute } = written;
  const node = statement.kind === 'node' ? snapshot.graph.nodes.get(statement.node.id.text) : undefined;
  const text = attribute.value.text.trim();
  if (node === undefined) return;
  const choices = choicesOf(snapshot.graph, node);
  const isTarget = choices.some((edge) => edge.to === text) && !choices.some((edge) => edge.attributes.get('label')?.text.trim() === text);
  if (isTarget) addIds(written, found, (id) => id === text);
}

function addConditionKeys({ attribute }: WrittenAttribute, found: Occurrence[], has: (id: string) => boolean): void {
  const { value } = attribute;
  for (const part of conditionParts(value.text)) {
    const owned = part.kind === 'key' ? ownerOfKey(part.text, has) : undefined;
    if (owned === undefined) continue;
    const range = sourceRange(value, { start: part.range.start + owned.start, end: part.range.start + owned.end });
    const atStart = owned.start === 0;
    const bare = value.kind === 'bare';
    const write = (id: string): string | undefined => ((atStart && !KEY_HEAD.test(id)) || (bare && !isBareId(id)) ? undefined : id);
    found.push({ id: owned.id, role: 'condition', range, replaced: range, write });
  }
}

function addSelectors({ attribute }: WrittenAttribute, found: Occurrence[], has: (id: string) => boolean): void {
  const { value } = attribute;
  for (const rule of parseStylesheet(value.text).rules) {
    for (const { kind, name, range } of rule.selectors) {
      if (kind !== 'id' || !has(name)) continue;
      const place = sourceRange(value, { start: range.start + 1, end: range.end });
      found.push({ id: name, role: 'stylesheet', range: place, replaced: place, write: asIs });
    }
  }
}

function addReferences({ attribute }: WrittenAttribute, found: Occurrence[], has: (id: string) => boolean, command: boolean): void {
  const { value } = attribute;
  if (!value.text.includes('$')) return;
  for (const reference of references(value.text)) {
    const name = nameOf(value.text, reference);
    const owned = ownerOfReference(reference, has);
    // A plain `$name` of a command may be a variable of the script itself.
    if (owned === undefined || (command && owned.plain && assigns(value.text, owned.id))) continue;
    const range = sourceRange(value, { start: name + owned.start, end: name + owned.end });
    const write = (id: string): string | undefined => (NAME.test(id) || (reference.braced && !command) ? id : undefined);
    found.push({ id: owned.id, role: command ? 'command' : 'reference', range, replaced: range, write });
  }
}

/** Where the name of a reference begins in its text. */
function nameOf(text: string, { range, braced }: Reference): number {
  if (!braced) return range.start + 1;
  let at = range.start + 2;
  while (/\s/.test(text[at] ?? '')) at++;
  return at;
}

function ownerOfReference({ candidates }: Reference, has: (id: string) => boolean) {
  for (const candidate of candidates) {
    const owned = ownerOfKey(candidate, has);
    if (owned !== undefined) return { ...owned, plain: owned.end === candidate.length && owned.start === 0 };
  }
  return undefined;
}

function assigns(command: string, name: string): boolean {
  const word = name.replaceAll(/[^A-Za-z0-9_]/g, '\\$&');
  return new RegExp(`(?:^|[\\s;&|(])(?:${word}=|(?:for|read|local|declare|export)\\s+(?:-\\w+\\s+)*${word}\\b)`).test(command);
}

/** The name in a node's own statement with attributes, else its first statement, else its first mention. */
export function definitionOf(snapshot: Snapshot, id: string): Occurrence | undefined {
  const node = snapshot.graph.nodes.get(id);
  if (node === undefined) return undefined;
  return occurrencesOfNode(snapshot, id).find((item) => contains(node.range, item.range.start)) ?? occurrencesOfNode(snapshot, id)[0];
}
