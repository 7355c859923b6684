import type { Clock, JsonObject, Masker } from '@attractor/engine';
import type { StudySettings } from '../config/settings.ts';
import type { DelegationLog } from '../records/log-row.ts';
import type { Recorder } from '../records/recorder.ts';
import type { Budgets } from '../run/constraints.ts';
import type { Notices } from '../run/notices.ts';
import type { Stopping } from '../run/stop.ts';
import type { StudyPaths } from '../run/study-run.ts';
import type { ModelSessions } from '../session/model-session.ts';
import type { Team } from '../team/team.ts';
import type { Caller, StudyTool } from '../tools/study-tool.ts';
import type { DelegationRequest } from './delegations.ts';
import type { Registry } from './registry.ts';

/** What the delegation service takes of a run. */
export interface DelegationNeeds {
  readonly team: Team;
  readonly settings: Pick<StudySettings, 'arms' | 'maxAwakeNodes' | 'peerMessageWaitMs'>;
  readonly paths: Pick<StudyPaths, 'debug' | 'delegations'>;
  readonly clock: Clock;
  readonly masker: Pick<Masker, 'text'>;
  readonly sessions: ModelSessions;
  readonly log: DelegationLog;
  readonly recorder: Pick<Recorder, 'usage' | 'toolError' | 'intervention' | 'diagnostic' | 'retrospective'>;
  readonly registry: Registry;
  readonly notices: Pick<Notices, 'notify' | 'drain' | 'urgent'>;
  readonly budgets: Pick<Budgets, 'snapshot' | 'cutoff' | 'claimEvals'>;
  readonly stopping: Pick<Stopping, 'refusal'>;
  /** As in `StudyRun`. */
  tools(caller: Caller): ReadonlyMap<string, StudyTool>;
  systemPrompt(node: string, purpose: 'worker'): string;
  commit(id: string, subject: string): string | null;
  /** Events of C2; how they reach the run's sinks is the caller's. */
  emit(type: 'study.delegation' | 'study.message', node: string, data: JsonObject): void;
  /** The study's phase that log rows carry. */
  phase?(): string | null;
  /** What is wrong with the hypotheses that a request cites (HL-09), after `ERROR:`. */
  checkHypotheses?(caller: Caller, request: DelegationRequest): string | undefined;
  /** The reminder that holds a first delegation back (ML-02), after `REFUSED:`. */
  nudge?(caller: Caller, request: DelegationRequest): string | undefined;
  /** Registered hypotheses as a task message shows them: criterion and prediction verbatim (DE-14). */
  hypotheses?(ids: readonly string[]): string;
  /** `SendMessage(to="human")`: Ask without options (C3). */
  askHuman?(caller: Caller, question: string): Promise<string>;
}
