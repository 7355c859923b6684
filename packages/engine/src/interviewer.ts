import type { Json } from './json.ts';

export interface Choice {
  readonly key: string;
  /** Without accelerator. */
  readonly label: string;
  readonly target: string;
}

/** A question to a person (engine.md 9). */
export interface Question {
  readonly id: string;
  readonly text: string;
  readonly type: 'choice' | 'freeform' | 'yes_no' | 'confirmation';
  readonly options: readonly Choice[];
  readonly stage: string;
  readonly description?: string;
  readonly defaultAnswer?: string;
  readonly timeoutMs?: number;
  readonly metadata: { readonly [key: string]: Json };
}

export type Answer =
  | { readonly kind: 'answer'; readonly value: string; readonly text?: string; readonly files?: readonly string[] }
  | { readonly kind: 'skipped' | 'timeout' };

/** A channel to a person. `parks` channels are never awaited: the run ends `parked` instead. */
export interface Interviewer {
  readonly parks: boolean;
  ask(question: Question, signal: AbortSignal): Promise<Answer>;
  inform(message: string, stage: string): void;
}
