import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Answer, Clock, Interviewer, Question } from '@attractor/engine';

export type Waited =
  | { readonly by: 'person'; readonly answer: Answer }
  /** Another process has closed the question. */
  | { readonly by: 'file' }
  | { readonly by: 'time' }
  | { readonly by: 'cancel' }
  | { readonly by: 'error'; readonly error: unknown };

export interface Wait {
  readonly interviewer: Interviewer;
  readonly question: Question;
  readonly signal: AbortSignal;
  readonly clock: Clock;
  /** What is left of the question's time. Milliseconds. */
  readonly timeoutMs: number | undefined;
  /** Folder of the question. */
  readonly directory: string;
}

/** How often the question's folder is looked at for an answer of another process. */
const lookMs = 200;

/**
 * Puts a question and waits for whatever comes first: the person, an answer from another process, the end of its time,
 * a cancel (engine.md 9). Whatever ends the wait takes the question back from the interviewer: its signal aborts with
 * the reason `answered`, `timeout` or `cancelled`. An interviewer that does not listen is not waited for.
 */
export function waitForAnswer(wait: Wait): Promise<Waited> {
  const { interviewer, question, signal, clock, directory } = wait;
  const over = new AbortController();
  return new Promise((resolve) => {
    let ended = false;
    const end = (waited: Waited, reason: string): void => {
      if (ended) return;
      ended = true;
      clearInterval(look);
      signal.removeEventListener('abort', onCancel);
      over.abort(reason);
      resolve(waited);
    };
    const onCancel = (): void => end({ by: 'cancel' }, 'cancelled');
    const look = setInterval(() => {
      if (existsSync(join(directory, 'answer.json'))) end({ by: 'file' }, 'answered');
    }, lookMs);
    signal.addEventListener('abort', onCancel, { once: true });
    if (signal.aborted) return onCancel();
    void ask(interviewer, question, over.signal).then(
      (answer) => end({ by: 'person', answer }, 'answered'),
      (error: unknown) => end({ by: 'error', error }, 'cancelled'),
    );
    if (wait.timeoutMs !== undefined) {
      void sleep(clock, wait.timeoutMs, over.signal).then(() => {
        if (!over.signal.aborted) end({ by: 'time' }, 'timeout');
      });
    }
  });
}

async function ask(interviewer: Interviewer, question: Question, signal: AbortSignal): Promise<Answer> {
  return interviewer.ask(question, signal);
}

/** The whole time, also beyond what one timer can hold. */
async function sleep(clock: Clock, ms: number, signal: AbortSignal): Promise<void> {
  const until = clock.monotonic() + ms;
  for (let left = ms; left > 0 && !signal.aborted; left = until - clock.monotonic()) await clock.sleep(left, signal);
}
