import type { StudySettings } from '../config/settings.ts';
import type { AgentSpec, Team } from '../team/team.ts';
import { type GrantRule, grantTable } from './grant-table.ts';
import { nativeNames } from './native/native-tools.ts';

/** What an agent asked for, and what it has (AG-31). */
export interface NodeTools {
  /** Where the declaration is from: the node and its agent file, or `nodes.<name>.tools` of the config. */
  readonly source: 'class' | 'config';
  readonly declared: readonly string[];
  /** Declared tools that exist, with `Default` written out (AG-32). */
  readonly resolved: readonly string[];
  /** Had without declaring. */
  readonly added: readonly string[];
  /** Always-on tools that the config's list leaves out (AG-20). */
  readonly removed: readonly string[];
  /** Asked for and not given, with the reason. */
  readonly withheld: Readonly<Record<string, string>>;
  /** Tools of MCP servers, by name (AG-11). */
  readonly external: readonly string[];
  readonly effective: readonly string[];
}

/** The token for the whole native set (AG-32). */
export const defaultToken = 'Default';

/**
 * The tools of an agent, of those that there are. What is declared (in the config's list, when there is one) and always-on is cut
 * first; what the graph gives is added after that (AG-20, AG-35), and no list adds it where the graph does not.
 */
export function effectiveTools(agent: AgentSpec, team: Team, settings: StudySettings, existing: ReadonlySet<string>): NodeTools {
  const declared = agent.onlyTools ?? agent.tools;
  const asked = new Set(declared.flatMap((name) => (name === defaultToken ? nativeNames : [name])));
  const withheld: Record<string, string> = {};
  const [effective, added, removed]: string[][] = [[], [], []];
  for (const [name, rule] of Object.entries(grantTable)) {
    const isAsked = asked.has(name);
    const isFree = rule.grant === 'topology' || (rule.grant === 'always' && agent.onlyTools === undefined);
    if (!isAsked && !isFree) {
      if (rule.grant === 'always') removed?.push(name);
      continue;
    }
    const refusal = refusalOf(name, rule, agent, team, settings, existing);
    if (refusal === undefined) {
      effective?.push(name);
      if (!isAsked) added?.push(name);
    } else if (isAsked) withheld[name] = refusal;
  }
  const unknown = [...asked].filter((name) => !Object.hasOwn(grantTable, name));
  for (const name of unknown) withheld[name] = 'there is no such tool';
  return {
    source: agent.onlyTools === undefined ? 'class' : 'config',
    declared,
    resolved: [...asked].filter((name) => !unknown.includes(name)),
    added: added ?? [],
    removed: removed ?? [],
    withheld,
    external: agent.extraAllowedTools,
    effective: effective ?? [],
  };
}

function refusalOf(
  name: string,
  rule: GrantRule,
  agent: AgentSpec,
  team: Team,
  settings: StudySettings,
  existing: ReadonlySet<string>,
): string | undefined {
  if (rule.feature !== undefined && !settings.arms[rule.feature]) return `the feature ${rule.feature} is off`;
  return rule.refuses?.(agent, team, settings) ?? (existing.has(name) ? undefined : 'not built in this version');
}
