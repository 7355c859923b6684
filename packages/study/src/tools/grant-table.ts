import type { FeatureName, StudySettings } from '../config/settings.ts';
import { writableDeliverables } from '../gates/deliverables.ts';
import type { AgentSpec, Team } from '../team/team.ts';

/** How an agent comes by a tool: by declaring it (AG-07 to AG-09), without asking (AG-13, AG-15), or by its place in the graph (AG-10). */
export type Grant = 'native' | 'declared' | 'always' | 'topology';

export interface GrantRule {
  readonly grant: Grant;
  /** Withheld while it is off (AG-26). */
  readonly feature?: FeatureName;
  /** Why this agent cannot have it; undefined when it can. */
  readonly refuses?: (agent: AgentSpec, team: Team, settings: StudySettings) => string | undefined;
}

const outgoing: GrantRule = {
  grant: 'topology',
  refuses: ({ name }, team) => (team.outgoing(name).length > 0 ? undefined : 'it may delegate to nobody'),
};

const entryOnly: GrantRule = {
  grant: 'topology',
  refuses: ({ name }, team) => (name === team.entry ? undefined : 'it is not the entry'),
};

const native: GrantRule = { grant: 'native' };
const declared: GrantRule = { grant: 'declared' };
const always: GrantRule = { grant: 'always' };
const hypotheses: GrantRule = { grant: 'declared', feature: 'hypothesis_ledger' };
const milestones: GrantRule = { grant: 'declared', feature: 'milestones_enabled' };

/** Who gets which tool. A new tool is a line here; agents see them in this order. */
export const grantTable: Readonly<Record<string, GrantRule>> = {
  Bash: native,
  Read: native,
  Write: native,
  Edit: native,
  Glob: native,
  Grep: native,
  Delegate: outgoing,
  Wait: outgoing,
  Parallel: outgoing,
  Debate: outgoing,
  Retry: outgoing,
  SendMessage: { grant: 'topology', feature: 'peer_interaction' },
  Ask: entryOnly,
  AskForFeedback: {
    grant: 'topology',
    refuses: (agent, team, settings) =>
      entryOnly.refuses?.(agent, team, settings) ??
      (team.outgoing(agent.name).some((name) => team.agents.get(name)?.role === 'critic') ? undefined : 'no critic is connected'),
  },
  Done: declared,
  WriteNote: declared,
  ReadNote: declared,
  HypothesisPropose: hypotheses,
  HypothesisUpdate: hypotheses,
  HypothesisList: hypotheses,
  MilestoneList: milestones,
  MilestoneUpdate: milestones,
  QueryStore: declared,
  Evaluate: declared,
  RegisterOracle: declared,
  WriteDeliverable: {
    grant: 'declared',
    refuses: (_agent, _team, settings) => (writableDeliverables(settings).length > 0 ? undefined : 'the study asks for no deliverable'),
  },
  RunDeliverable: { grant: 'declared', feature: 'pipeline_deliverable' },
  ConsultLiterature: always,
  CorpusAdd: {
    grant: 'declared',
    refuses: ({ role }) => (role === 'literature_reviewer' ? undefined : 'only a literature_reviewer adds to the literature'),
  },
  RecallHistory: always,
  ReportEvals: always,
};
