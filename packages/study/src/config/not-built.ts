import type { Team } from '../team/team.ts';
import type { StudyConfig } from './resolve.ts';
import type { FeatureName } from './settings.ts';

/** Features whose objects and tools do not exist yet: withheld whatever the arms say. */
export const featuresNotBuilt: readonly FeatureName[] = ['hypothesis_ledger', 'verdict_validator', 'science_monitor'];

const toolsNotBuilt: Readonly<Record<string, FeatureName>> = {
  HypothesisPropose: 'hypothesis_ledger',
  HypothesisUpdate: 'hypothesis_ledger',
  HypothesisList: 'hypothesis_ledger',
};

/** One warning for a study that asks for such a feature, by its knob or by a tool of it; undefined when none does. */
export function notBuiltWarning({ settings, origins }: StudyConfig, team: Team): string | undefined {
  const asked = new Set<FeatureName>();
  for (const name of featuresNotBuilt) if (settings.arms[name] && origins.get(`feature_${name}`) !== 'default') asked.add(name);
  for (const { tools, onlyTools = [] } of team.agents.values()) {
    for (const tool of [...tools, ...onlyTools]) {
      const feature = Object.hasOwn(toolsNotBuilt, tool) ? toolsNotBuilt[tool] : undefined;
      if (feature !== undefined && settings.arms[feature]) asked.add(feature);
    }
  }
  if (asked.size === 0) return undefined;
  return `not built yet: ${[...asked].join(', ')}; their tools and checks are withheld in this version`;
}
