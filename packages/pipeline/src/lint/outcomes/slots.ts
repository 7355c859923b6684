import { compare, isTruthy } from '../../condition/evaluate.ts';
import type { ConditionAtom } from '../../condition/keys.ts';
import type { Node } from '../../model.ts';
import { descriptorOf } from '../../node-type/registry.ts';
import { nodeValue } from '../../registry/value.ts';
import { type Case, OTHER } from './cases.ts';
import { isCommand, reportsByFile } from './statuses.ts';

/** What a condition's key reads, under one name however it is written. */
export function slotOf(node: Node, key: string): string {
  if (key === 'outcome' || key === 'status' || key === 'failure_class') return `@${key}`;
  const bare = key.startsWith('context.') ? key.slice('context.'.length) : key;
  if (bare === 'outcome') return '@status';
  if (bare === 'failure_class' || bare === 'current_node') return `@${bare}`;
  if (bare === 'loop_count') return 'iteration';
  return isCommand(node) && bare.startsWith(`${node.id}.`) ? `tool.${bare.slice(node.id.length + 1)}` : bare;
}

/** What the outcome itself says of a slot; undefined when the context decides. */
export function knownText(node: Node, slot: string, { status, label, failureClass, chosen }: Case): string | undefined {
  switch (slot) {
    case '@outcome':
      return descriptorOf(node.type).decidedBy === 'person' || label === '' ? status : label;
    case '@status':
      return status;
    case '@failure_class':
      return failureClass;
    case '@current_node':
      return node.id;
    case 'preferred_label':
      return label === '' ? undefined : label;
    case 'failure_reason':
      return status === 'success' || status === 'partial_success' ? '' : undefined;
    case 'human.gate.label':
      return chosen === undefined ? undefined : label;
    case 'tool.exit_code': {
      const isPlain = isCommand(node) && !reportsByFile(node) && !nodeValue(node, 'continue_on_fail');
      return isPlain && status === 'success' ? '0' : undefined;
    }
    default:
      return undefined;
  }
}

const isNumeric = (atom: ConditionAtom): boolean => atom.kind === 'comparison' && ['<', '<=', '>', '>='].includes(atom.operator);
const isSearch = (atom: ConditionAtom): boolean => atom.kind === 'comparison' && ['contains', 'matches'].includes(atom.operator);

/** True for slots that hold a count from 0. */
function isCount(slot: string): boolean {
  return slot === 'iteration' || slot.startsWith('internal.retry_count.');
}

/**
 * Texts of a slot of which the atoms tell no more apart: each literal, one between and beyond each two numbers, the empty text, and one
 * that equals nothing. Those that tell most of a stranded outcome come first.
 */
export function textsOf(slot: string, atoms: readonly ConditionAtom[]): readonly string[] {
  const literals = new Set<string>();
  const numbers = new Set<number>();
  for (const atom of atoms) {
    if (atom.kind === 'truthy' || isSearch(atom)) continue;
    const literal = atom.literal.trim();
    if (!isNumeric(atom)) literals.add(literal);
    if (literal !== '' && Number.isFinite(Number(literal))) numbers.add(Number(literal));
  }
  const points = isCount(slot) ? counts([...numbers]) : between([...numbers]);
  const needsNumbers = atoms.some(isNumeric) || isCount(slot);
  const shown = needsNumbers ? points.map(String) : [];
  if (slot === 'iteration') return shown;
  return [...new Set([...(isCount(slot) ? [] : [OTHER]), '', ...shown, ...literals])];
}

function between(numbers: number[]): number[] {
  const sorted = numbers.sort((a, b) => a - b);
  const [first, last] = [sorted[0], sorted.at(-1)];
  if (first === undefined || last === undefined) return [];
  return [last + 1, first - 1, ...sorted.flatMap((n, i) => (i === 0 ? [n] : [((sorted[i - 1] as number) + n) / 2, n]))];
}

/** Whole numbers from 0, the largest standing for all beyond. */
function counts(numbers: number[]): number[] {
  const near = numbers.flatMap((n) => [Math.floor(n) - 1, Math.floor(n), Math.ceil(n), Math.ceil(n) + 1]);
  const beyond = Math.max(0, ...near) + 1;
  return [...new Set([beyond, 0, ...near.filter((n) => n >= 0)])];
}

/** One name for the truth of a search in an unknown text. */
function searchName(slot: string, atom: ConditionAtom): string {
  return atom.kind === 'comparison' ? JSON.stringify([slot, atom.operator, atom.literal]) : slot;
}

/** The atoms whose truth an unknown text leaves open. */
export function openSearches(slot: string, atoms: readonly ConditionAtom[]): readonly string[] {
  return [...new Set(atoms.filter(isSearch).map((atom) => searchName(slot, atom)))];
}

/** Whether an atom holds for a text; `found` answers searches in `OTHER`. */
export function atomHolds(atom: ConditionAtom, text: string, slot: string, found: (name: string) => boolean): boolean {
  if (text !== OTHER) return atom.kind === 'truthy' ? isTruthy(text) : compare(text, atom.operator, atom.literal);
  if (atom.kind === 'truthy' || atom.operator === '!=') return true;
  return isSearch(atom) && found(searchName(slot, atom));
}
