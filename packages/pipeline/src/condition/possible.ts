import type { Condition } from './condition.ts';
import { compare, isTruthy } from './evaluate.ts';
import { type ConditionAtom, conditionAtoms } from './keys.ts';

/** The status words of outcomes (engine.md 1). */
export const STATUS_WORDS = ['success', 'partial_success', 'retry', 'fail', 'skipped'] as const;
export type StatusWord = (typeof STATUS_WORDS)[number];

const WORDS: ReadonlySet<string> = new Set(STATUS_WORDS);

/** Beyond this many free atoms, truth tables are not enumerated: three-valued logic then answers soundly, sometimes with a needless yes. */
const MAX_FREE_ATOMS = 10;

/**
 * The statuses with which a condition can hold for some context and some label (language.md 7, 8). Sound: a status that is missing
 * here can never satisfy it. Labels are the ones the condition itself names; a label is never assumed to be a status word.
 */
export function possibleStatuses(condition: Condition): ReadonlySet<StatusWord> {
  const atoms = conditionAtoms(condition);
  const labels = possibleLabels(atoms);
  return new Set(STATUS_WORDS.filter((status) => labels.some((label) => canHold(condition, atoms, status, label))));
}

/** True when the condition can hold for some context with this status and this label, empty for none. Sound, as `possibleStatuses`. */
export function canHoldWith(condition: Condition, status: StatusWord, label: string): boolean {
  return canHold(condition, conditionAtoms(condition), status, { text: label });
}

/** True when the condition can hold for a failure and never for a success: its edge is a failure route (engine.md 6, 9). */
export function asksForFailure(condition: Condition): boolean {
  const possible = possibleStatuses(condition);
  return possible.has('fail') && !possible.has('success');
}

/** A label the condition names (empty: none), some other one, or any at all. */
type Label = { readonly text: string } | 'other' | 'any';

/** More named labels than this are treated as "any label", which keeps the work linear. */
const MAX_LABELS = 32;

function possibleLabels(atoms: readonly ConditionAtom[]): Label[] {
  const named = new Set<string>(['']);
  let other = false;
  for (const atom of atoms) {
    if (atom.key !== 'outcome' && atom.key !== 'preferred_label') continue;
    const isOutcome = atom.key === 'outcome';
    if (atom.kind === 'truthy') other ||= !isOutcome;
    else if (atom.operator !== '=' && atom.operator !== '!=') other = true;
    else if (!isOutcome || !WORDS.has(atom.literal.trim())) named.add(atom.literal.trim());
  }
  if (named.size > MAX_LABELS) return [{ text: '' }, 'any'];
  const labels: Label[] = [...named].map((text) => ({ text }));
  return other ? [...labels, 'other'] : labels;
}

function canHold(condition: Condition, atoms: readonly ConditionAtom[], status: StatusWord, label: Label): boolean {
  const known = new Map<string, boolean>();
  const free = new Set<string>();
  for (const atom of atoms) {
    const name = atomName(atom);
    const value = atomValue(atom, status, label);
    if (value === undefined) free.add(name);
    else known.set(name, value);
  }
  const answer = threeValued(condition, known);
  if (answer !== undefined) return answer;
  const names = [...free];
  if (names.length > MAX_FREE_ATOMS) return true;
  for (let row = 0; row < 2 ** names.length; row++) {
    for (const [bit, name] of names.entries()) known.set(name, ((row >> bit) & 1) === 1);
    if (threeValued(condition, known) === true) return true;
  }
  return false;
}

/** Two atoms with one name have one truth value; `!=` is the negation of `=` and shares its name. */
function atomName(atom: ConditionAtom): string {
  if (atom.kind === 'truthy') return atom.key;
  const equality = atom.operator === '=' || atom.operator === '!=';
  return JSON.stringify([atom.key, equality ? '=' : atom.operator, equality ? atom.literal.trim() : atom.literal]);
}

/** The truth value of the atom's positive form; undefined when it depends on what the condition does not say. */
function atomValue(atom: ConditionAtom, status: StatusWord, label: Label): boolean | undefined {
  const text = knownText(atom.key, status, label);
  const equality = atom.kind === 'comparison' && (atom.operator === '=' || atom.operator === '!=');
  if (text !== undefined) {
    if (atom.kind === 'truthy') return isTruthy(text);
    return compare(text, equality ? '=' : atom.operator, atom.literal);
  }
  // Some other label equals none of the named ones.
  return equality && label === 'other' && (atom.key === 'outcome' || atom.key === 'preferred_label') ? false : undefined;
}

function knownText(key: string, status: StatusWord, label: Label): string | undefined {
  switch (key) {
    case 'status':
      return status;
    case 'outcome':
      return typeof label === 'string' ? undefined : label.text || status;
    case 'preferred_label':
      return typeof label === 'string' ? undefined : label.text;
    case 'failure_class':
      return status === 'success' || status === 'partial_success' ? '' : undefined;
    default:
      return undefined;
  }
}

/** Kleene's logic: undefined is "unknown". Depth is bounded by the parser. */
function threeValued(condition: Condition, known: ReadonlyMap<string, boolean>): boolean | undefined {
  switch (condition.kind) {
    case 'truthy':
      return known.get(atomName(condition));
    case 'comparison': {
      const value = known.get(atomName(condition));
      return value !== undefined && condition.operator === '!=' ? !value : value;
    }
    case 'not': {
      const value = threeValued(condition.operand, known);
      return value === undefined ? undefined : !value;
    }
    case 'and':
    case 'or': {
      const decisive = condition.kind === 'or';
      let unknown = false;
      for (const operand of condition.operands) {
        const value = threeValued(operand, known);
        if (value === decisive) return decisive;
        if (value === undefined) unknown = true;
      }
      return unknown ? undefined : !decisive;
    }
  }
}
