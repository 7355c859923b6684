import {
  type ChildResult,
  type FailureClass,
  failureClassOf,
  failureReasonOf,
  type Json,
  type JsonObject,
  type Status,
  type Usage,
} from '@attractor/engine';
import type { ChildView } from './telemetry.ts';

/** A cycle that is over, as the manager remembers it over a crash (engine.md 11): it is never run again. */
export interface CycleNote {
  readonly kind: 'cycle';
  /** From 1. */
  readonly cycle: number;
  /** The loop ends here. */
  readonly stop: boolean;
  readonly status: Status;
  readonly label: string;
  readonly notes: string;
  readonly reason: string;
  readonly failureClass: FailureClass | '';
  readonly isExplicit: boolean;
  readonly terminal: boolean;
  readonly text: string;
  readonly gates: readonly string[];
  readonly outputs: JsonObject;
  readonly usage: Usage;
  /** Scripted calls of the child's nodes so far, over all cycles. */
  readonly scriptCalls: Readonly<Record<string, number>>;
  readonly view: ChildView;
}

/** What the child is told in the next cycle, made after `cycle`. */
export interface SteeringNote {
  readonly kind: 'steering';
  readonly cycle: number;
  readonly text: string;
  /** Messages of people that are in the text. */
  readonly messages: readonly string[];
  /** Of the model that was asked. */
  readonly usage: Usage | null;
  readonly calls: number;
}

export type ManagerNote = CycleNote | SteeringNote;

/** What earlier invocations of this visit have noted, oldest first. */
export function readNotes(notes: readonly Json[]): readonly ManagerNote[] {
  return notes.filter((note) => typeof note === 'object' && note !== null && 'kind' in note) as unknown as readonly ManagerNote[];
}

export function cycleNote(cycle: number, result: ChildResult, outputs: JsonObject, view: ChildView, stop: boolean): CycleNote {
  const { outcome } = result;
  const failed = outcome.status === 'fail' ? outcome : undefined;
  return {
    kind: 'cycle',
    cycle,
    stop,
    status: outcome.status,
    label: outcome.preferredLabel ?? '',
    notes: outcome.notes,
    reason: failureReasonOf(outcome),
    failureClass: failureClassOf(outcome),
    isExplicit: outcome.isExplicit,
    terminal: failed?.terminal === true,
    text: outcome.responseText ?? '',
    gates: failed?.unsatisfiedGates ?? [],
    outputs,
    usage: outcome.usage ?? { inputTokens: 0, outputTokens: 0 },
    scriptCalls: outcome.childScriptCalls ?? {},
    view,
  };
}
