import { type AttributeDefinition, findAttribute, studyKnobs } from '@attractor/pipeline';

/** A word of a study's configuration, read as the graph attribute of that name (study-rulings.md C8). */
export type KnobName = keyof typeof studyKnobs | 'budget_usd' | 'require_gated';

const budgetUsd = findAttribute('graph', 'budget_usd')?.definition;
const requireGated = findAttribute('node', 'require_gated')?.definition;

/** Every knob with its definition, in the order of the documentation. */
export const knobs: ReadonlyMap<KnobName, AttributeDefinition> = new Map<KnobName, AttributeDefinition>([
  ...(Object.entries(studyKnobs) as [KnobName, AttributeDefinition][]),
  // The table bounds what the engine enforces; here 0 and less mean none (BU-09).
  ...(budgetUsd === undefined ? [] : [['budget_usd', withoutMinimum(budgetUsd)] as const]),
  ...(requireGated === undefined ? [] : [['require_gated', requireGated] as const]),
]);

export function isKnob(name: string): name is KnobName {
  return knobs.has(name as KnobName);
}

function withoutMinimum({ minimum: _minimum, ...definition }: AttributeDefinition): AttributeDefinition {
  return definition;
}
