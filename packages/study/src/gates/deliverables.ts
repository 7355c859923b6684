import { statSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { StudySettings } from '../config/settings.ts';
import { deliverableTypes } from './executors/executors.ts';

/** The tool with which a node can author the deliverable (RG-02). */
export const authoringTool = 'WriteDeliverable';

/** What a close asks for; the deliverable without a configured name is `pipeline` of any type (RG-13). */
export interface RequiredDeliverable {
  /** As people read it. */
  readonly name: string;
  /** Base names, any of which will do. */
  readonly accepted: readonly string[];
}

type DeliverableSettings = Pick<StudySettings, 'arms' | 'deliverable' | 'requiredDeliverables'>;

/** Base names under which the deliverable may lie, the preferred one first; none when the feature is off (RG-13, RS-20). */
export function deliverableNames({ arms, deliverable }: Pick<StudySettings, 'arms' | 'deliverable'>): readonly string[] {
  if (!arms.pipeline_deliverable) return [];
  return deliverable === undefined ? deliverableTypes.map((type) => `pipeline${type}`) : [basename(deliverable)];
}

/**
 * What a close of a node asks for (RG-01, RG-02): the deliverable when the feature is on and the node holds the authoring tool (no
 * declared tool is no duty, A14), then every required name, by base name, each once.
 */
export function requiredDeliverables(settings: DeliverableSettings, tools: ReadonlySet<string>): readonly RequiredDeliverable[] {
  const accepted = tools.has(authoringTool) ? deliverableNames(settings) : [];
  const [first] = accepted;
  const pipeline =
    first === undefined ? [] : [{ name: accepted.length === 1 ? first : `pipeline (${deliverableTypes.join(', ')})`, accepted }];
  const names = new Set(
    settings.requiredDeliverables.map((path) => basename(path)).filter((name) => name !== '' && !accepted.includes(name)),
  );
  return [...pipeline, ...[...names].map((name) => ({ name, accepted: [name] }))];
}

/** Names that `WriteDeliverable` takes: exactly those that can be asked for (RG-18). */
export function writableDeliverables(settings: DeliverableSettings): readonly string[] {
  return [...new Set([...deliverableNames(settings), ...settings.requiredDeliverables.map((path) => basename(path))])].filter(
    (name) => name !== '',
  );
}

/** Those of them that are no file in the study folder (RG-01). */
export function missingDeliverables(study: string, required: readonly RequiredDeliverable[]): readonly string[] {
  return required.filter(({ accepted }) => !accepted.some((name) => isFile(join(study, name)))).map(({ name }) => name);
}

/** The deliverable that is there, the preferred type first; undefined when none is (RG-11, RG-13). */
export function presentDeliverable(study: string, settings: Pick<StudySettings, 'arms' | 'deliverable'>): string | undefined {
  return deliverableNames(settings).find((name) => isFile(join(study, name)));
}

/** What the station `gate.deliverables` answers (A11). */
export type DeliverablesVerdict =
  | { readonly label: 'pass' }
  | { readonly label: 'bounce'; readonly note: string; readonly finishAttempts: number }
  | { readonly label: 'end'; readonly banner: string; readonly outcome: 'UNGATED'; readonly termination: 'done' };

export interface DeliverablesCheck {
  readonly missing: readonly string[];
  /** Spent so far (TU-20). */
  readonly finishAttempts: number;
  readonly maxFinishAttempts: number;
  /** The feature `reprompt_unfinished`. */
  readonly repromptUnfinished: boolean;
}

/** A missing deliverable spends a finish attempt; with all of them spent the run ends UNGATED without further gates (A11). */
export function deliverablesVerdict({
  missing,
  finishAttempts,
  maxFinishAttempts,
  repromptUnfinished,
}: DeliverablesCheck): DeliverablesVerdict {
  if (missing.length === 0) return { label: 'pass' };
  const names = missing.join(', ');
  if (!repromptUnfinished || finishAttempts >= maxFinishAttempts) {
    return {
      label: 'end',
      banner: `UNGATED: required deliverables were not written: ${names}. Neither the reproduction gate nor the critic ran.`,
      outcome: 'UNGATED',
      termination: 'done',
    };
  }
  const attempt = finishAttempts + 1;
  const note = `The close was not accepted (attempt ${attempt}/${maxFinishAttempts}): missing in the study folder: ${names}. Write them with ${authoringTool}, then call Done again. A run closes only through an accepted Done.`;
  return { label: 'bounce', note, finishAttempts: attempt };
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true;
}
