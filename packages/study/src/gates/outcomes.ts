import { type PassedOutcome, success } from '@attractor/engine';
import type { DeliverablesVerdict } from './deliverables.ts';
import type { ReproduceVerdict } from './reproduce.ts';

/** `gate.deliverables` as an outcome: its label, and its keys of the context (rulings C1). A banner stands in `study.note`, for the close. */
export function deliverablesOutcome(verdict: DeliverablesVerdict): PassedOutcome {
  switch (verdict.label) {
    case 'pass':
      return answered('pass', 'every required deliverable is there', {});
    case 'bounce':
      return answered('bounce', verdict.note, { 'study.note': verdict.note, 'study.finish_attempts': verdict.finishAttempts });
    case 'end':
      return answered('end', verdict.banner, ending(verdict));
  }
}

/** `gate.reproduce` as an outcome (RG-15, rulings C1). */
export function reproduceOutcome(verdict: ReproduceVerdict): PassedOutcome {
  switch (verdict.label) {
    case 'pass':
      return answered('pass', verdict.detail, { 'study.repro_detail': verdict.detail });
    case 'bounce':
      return answered('bounce', verdict.note, { 'study.note': verdict.note, 'study.reproduce_bounces': verdict.bounces });
    case 'failed':
      return answered('failed', verdict.banner, { ...ending(verdict), 'study.reviewed': verdict.reviewed });
  }
}

type Updates = Readonly<Record<string, string | number | boolean>>;

function ending(verdict: { readonly banner: string; readonly outcome: string; readonly termination: string }): Updates {
  return { 'study.note': verdict.banner, 'study.route_outcome': verdict.outcome, 'study.route_termination': verdict.termination };
}

/** The engine decides at gates (A2); a gate that refuses has still done its work. */
function answered(preferredLabel: string, notes: string, systemUpdates: Updates): PassedOutcome {
  return success(true, { preferredLabel, notes: notes.slice(0, 500), systemUpdates });
}
