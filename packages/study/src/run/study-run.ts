import type { AgentEventData, Clock, ContextView, Masker } from '@attractor/engine';
import type { Graph } from '@attractor/pipeline';
import type { StudySettings } from '../config/settings.ts';
import type { Delegations } from '../delegation/delegations.ts';
import type { DelegationLog } from '../records/log-row.ts';
import type { Recorder } from '../records/recorder.ts';
import type { ModelSessions } from '../session/model-session.ts';
import type { EvaluationDoor, EvaluationStore } from '../store/evaluation-store.ts';
import type { Team } from '../team/team.ts';
import type { Caller, StudyTool } from '../tools/study-tool.ts';
import type { Budgets } from './constraints.ts';
import type { Notices } from './notices.ts';
import type { Stopping } from './stop.ts';

/** Where a study's files are (study.md 28, A16). Absolute. */
export interface StudyPaths {
  /** The study folder: the working directory. */
  readonly study: string;
  readonly run: string;
  /** `<run>/debug`. */
  readonly debug: string;
  readonly notes: string;
  /** `<run>/experiment_data`. */
  readonly store: string;
  /** `<run>/debug/delegations`. */
  readonly delegations: string;
  /** `<study>/workspace`. */
  readonly workspace: string;
  /** `<study>/literature`. */
  readonly literature: string;
}

/** The run-scoped service that stations, delegated sessions and the finalizer share. One object a run; parts are made once. */
export interface StudyRun {
  readonly graph: Graph;
  readonly team: Team;
  readonly settings: StudySettings;
  readonly paths: StudyPaths;
  readonly clock: Clock;
  readonly masker: Masker;
  readonly sessions: ModelSessions;
  readonly log: DelegationLog;
  readonly recorder: Recorder;
  readonly store: EvaluationStore;
  readonly door: EvaluationDoor;
  readonly budgets: Budgets;
  readonly stopping: Stopping;
  readonly notices: Notices;
  readonly delegations: Delegations;
  /** A node's effective tools in its own turn, or those of a delegation of it (AG-07 to AG-35), each wrapped (AG-23). */
  tools(caller: Caller): ReadonlyMap<string, StudyTool>;
  /** The system prompt of an agent: base prompt, its own, gated fragments, roster, tool notes. */
  systemPrompt(node: string, purpose: 'turn' | 'worker'): string;
  /** Events of the study (C2), sent through whichever station is at work. */
  emit(event: AgentEventData): void;
  /** Commits the delegations' workspace; null when it cannot (WV). Next issue: null until then. */
  commit(id: string, subject: string): string | null;
}

/** What one visit of a station hands to the run. */
export interface StationVisit {
  readonly node: string;
  readonly visit: number;
  readonly context: ContextView;
  readonly signal: AbortSignal;
}
