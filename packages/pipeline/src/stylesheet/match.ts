import type { Node } from '../model.ts';
import type { Declaration, Selector, StyleRule, Stylesheet } from './rule.ts';

/** What a stylesheet says about one property of a node, and by which selector. */
export interface Match {
  readonly declaration: Declaration;
  readonly selector: Selector;
  /** Position of the rule in its sheet. */
  readonly rule: number;
}

interface Entry {
  readonly selector: Selector;
  readonly rule: StyleRule;
  readonly order: number;
}

/** Finds matches in time that does not grow with the rules that do not match. */
export type Matcher = (node: Node) => ReadonlyMap<string, Match>;

const noMatch: ReadonlyMap<string, Match> = new Map();

/** The winning declaration per property: higher rank, on a tie the later rule (language.md 5). */
export function matcherOf(sheet: Stylesheet): Matcher {
  const index = new Map<string, Entry[]>();
  sheet.rules.forEach((rule, order) => {
    for (const selector of rule.selectors) {
      const key = `${selector.kind} ${selector.name}`;
      const entries = index.get(key) ?? [];
      entries.push({ selector, rule, order });
      index.set(key, entries);
    }
  });
  if (index.size === 0) return () => noMatch;
  return (node) => {
    const found = new Map<string, Match>();
    for (const key of keysOf(node)) for (const entry of index.get(key) ?? []) add(found, entry);
    return found;
  };
}

function keysOf(node: Node): string[] {
  const shape = node.attributes.get('shape')?.text.trim() || 'box';
  return ['all ', `shape ${shape}`, ...node.classes.map((name) => `class ${name}`), `id ${node.id}`];
}

function add(found: Map<string, Match>, { selector, rule, order }: Entry): void {
  for (const declaration of rule.declarations) {
    const present = found.get(declaration.property);
    if (
      present !== undefined &&
      (present.selector.rank > selector.rank || (present.selector.rank === selector.rank && present.rule > order))
    )
      continue;
    found.set(declaration.property, { declaration, selector, rule: order });
  }
}
