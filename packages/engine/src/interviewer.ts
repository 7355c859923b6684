import type { StageRecord } from './handler.ts';
import type { Json } from './json.ts';

export interface Choice {
  /** As shown, e.g. `A`; empty when the choice has none or shares it with another one (engine.md 9). */
  readonly key: string;
  /** Without accelerator. */
  readonly label: string;
  /** Id of the node it leads to; empty when the answer leads nowhere (a `no` without an edge). */
  readonly target: string;
  /** The gate can be reached again from the target. */
  readonly leadsBack?: boolean;
  /** The target has run in this run; stated when every choice leads back. */
  readonly hasRun?: boolean;
}

/** A file shown with a question (engine.md 9): `content` for an inline one, path and size for the others. */
export interface Attachment {
  /** Relative to the working directory; the pattern as written when nothing could be shown for it. */
  readonly path: string;
  /** Bytes of the whole file; absent when there is none. */
  readonly size?: number;
  readonly content?: string;
  /** Bytes shown, when `content` is cut. */
  readonly shown?: number;
  /** Why something is not shown: no match, binary, outside of the working directory. */
  readonly note?: string;
}

/** A question to a person (engine.md 9). */
export interface Question {
  readonly id: string;
  readonly text: string;
  readonly type: 'choice' | 'freeform' | 'yes_no' | 'confirmation';
  readonly options: readonly Choice[];
  readonly stage: string;
  /** The node's label; absent when it is the text. */
  readonly label?: string;
  readonly description?: string;
  readonly defaultAnswer?: string;
  readonly timeoutMs?: number;
  readonly attachments?: readonly Attachment[];
  /** What ran before, newest last. */
  readonly history?: readonly StageRecord[];
  /** The question is asked again, since this was none of its answers. */
  readonly rejected?: string;
  readonly metadata: { readonly [key: string]: Json };
}

/** Where an answer comes from; `index` is the place in a queue. */
export interface AnswerSource {
  readonly channel: string;
  readonly index?: number;
}

export type Answer =
  | {
      readonly kind: 'answer';
      /** Key, label or target of a choice; the text of a freeform answer when `text` is absent. */
      readonly value: string;
      readonly text?: string;
      readonly files?: readonly string[];
      readonly source?: AnswerSource;
    }
  | { readonly kind: 'skipped'; readonly reason?: string; readonly source?: AnswerSource }
  | { readonly kind: 'timeout' };

/** A channel to a person. `parks` channels are never awaited: the run ends `parked` instead. */
export interface Interviewer {
  readonly parks: boolean;
  /** How often a question is put before an unknown answer counts as skipped; 3 by default (engine.md 9). */
  readonly attempts?: number;
  ask(question: Question, signal: AbortSignal): Promise<Answer>;
  /** Answers in the order of the questions; one after the other by default (canonical 6.1). */
  askMultiple?(questions: readonly Question[], signal: AbortSignal): Promise<readonly Answer[]>;
  inform(message: string, stage: string): void;
}
