import type { Clock, Interviewer, JsonObject, Masker } from '@attractor/engine';
import { askPerson, meaningOf, readQuestions, type StoredAnswer } from '@attractor/handlers';
import type { StudySettings } from '../config/settings.ts';
import { plainWords } from '../run/notices.ts';
import { numberOf, textOf } from './read-arguments.ts';
import type { Caller, StudyTool } from './study-tool.ts';

export interface AskParts {
  readonly entry: string;
  readonly settings: Pick<StudySettings, 'interactive' | 'maxAsk' | 'followupWaitMs'>;
  /** The run's directory: the store of its questions. */
  readonly run: string;
  readonly interviewer: Interviewer;
  readonly clock: Clock;
  readonly masker: Masker;
  /** The entry's turn, counted over the run; a resumed turn keeps its number. */
  turn(): number;
  /** A stop is there; it ends the wait. Asked a few times a second. */
  isStopping(): boolean;
  /** Each question as it is asked, and as it ends: for the event `study.question` (C2). */
  told?(question: { readonly id: string; readonly state: 'asked' | 'answered' | 'timeout' | 'unattended' }): void;
}

export interface Question {
  readonly question: string;
  readonly options: readonly { readonly key: string; readonly label: string }[];
  readonly default?: string;
  readonly timeoutMs?: number;
}

export interface Asking {
  /** Asks the operator; the tool's text (TL-19, TL-20). `SendMessage(to="human")` is this without options (C3). */
  ask(caller: Caller, question: Question): Promise<string>;
  readonly tool: StudyTool;
}

const stopLookMs = 250;
const mostOptions = 8;
const mostCharacters = 2000;

/** Questions of the entry to the operator, in the store of human gates, `max_ask` a turn (TL-19, TL-20, OP-05, OP-06). */
export function askingOf(parts: AskParts): Asking {
  const { settings, run } = parts;
  let busy = false;

  function refusal(caller: Caller): string | undefined {
    if (caller.node !== parts.entry || caller.delegation !== undefined)
      return 'ERROR: only the entry asks the operator, in its own turn; tell your delegator what you need to know';
    const asked = askedInTurn(run, parts.turn());
    if (asked < settings.maxAsk && !busy) return undefined;
    return `REFUSED: ${settings.maxAsk} question${settings.maxAsk === 1 ? '' : 's'} a turn (max_ask), and ${asked} ${asked === 1 ? 'was' : 'were'} asked in this one; decide by yourself and say what you assumed`;
  }

  async function ask(caller: Caller, question: Question): Promise<string> {
    const refused = refusal(caller) ?? problemOf(question);
    if (refused !== undefined) return refused;
    const stop = new AbortController();
    const look = setInterval(() => parts.isStopping() && stop.abort(), stopLookMs);
    busy = true;
    try {
      const { id, answer } = await askPerson(questionOf(parts, caller, question), {
        runDirectory: run,
        place: 'ask',
        interviewer: settings.interactive ? parts.interviewer : absent,
        clock: parts.clock,
        masker: parts.masker,
        signal: AbortSignal.any([caller.signal, stop.signal]),
        onAsked: (asked) => parts.told?.({ id: asked, state: 'asked' }),
      });
      const result = resultOf(question, answer);
      parts.told?.({ id, state: result.state });
      return result.text;
    } finally {
      clearInterval(look);
      busy = false;
    }
  }

  return { ask, tool: askTool(ask) };
}

/** Nobody is there. */
const absent: Interviewer = { parks: true, ask: async () => ({ kind: 'skipped' }), inform: () => {} };

/** The store remembers what was asked in a turn, also for a turn that is taken again after a crash. */
function askedInTurn(run: string, turn: number): number {
  return readQuestions(run).filter((item) => item.state !== 'damaged' && item.question.metadata['study_turn'] === turn).length;
}

function questionOf({ settings, masker, turn }: AskParts, { node }: Caller, { question, options, ...more }: Question) {
  const defaultAnswer = more.default;
  return {
    text: masker.text(question),
    type: options.length === 0 ? ('freeform' as const) : ('choice' as const),
    // Such a choice leads nowhere; channels want a target, and take it for another name.
    options: options.map(({ key, label }) => ({ key, label: masker.text(label), target: key })),
    stage: node,
    ...(defaultAnswer === undefined ? {} : { defaultAnswer }),
    timeoutMs: Math.min(more.timeoutMs ?? settings.followupWaitMs, settings.followupWaitMs),
    metadata: { study_turn: turn() },
  };
}

function problemOf({ question, options, ...more }: Question): string | undefined {
  if (question.trim() === '' || question.length > mostCharacters) return `ERROR: a question has 1 to ${mostCharacters} characters`;
  if (options.length > mostOptions) return `ERROR: a question has at most ${mostOptions} options`;
  const keys = options.map(({ key }) => key.trim().toLowerCase());
  if (keys.includes('')) return 'ERROR: an option needs a key';
  if (new Set(keys).size < keys.length) return 'ERROR: two options have the same key';
  if (more.default !== undefined && !options.some(({ key }) => key === more.default))
    return `ERROR: default ${JSON.stringify(more.default)} is none of the options' keys`;
  return undefined;
}

function resultOf(
  question: Question,
  answer: StoredAnswer,
): { readonly text: string; readonly state: 'answered' | 'timeout' | 'unattended' } {
  const fallback = question.default === undefined ? '' : `\ndefault: ${question.default}`;
  switch (answer.kind) {
    case 'answer': {
      const options = question.options.map((option) => ({ ...option, target: option.key }));
      const type = options.length === 0 ? 'freeform' : 'choice';
      const meant = meaningOf({ id: '', text: '', stage: '', metadata: {}, type, options }, answer);
      const words = [meant?.choice?.key ?? '', meant?.text ?? answer.value].filter((part) => part !== '').join(': ');
      return { text: `Answered ${plainWords(words)}\n(the operator's answer; it is no verdict and closes no gate)`, state: 'answered' };
    }
    case 'timeout':
    case 'withdrawn':
      return { text: `Timeout${fallback}`, state: 'timeout' };
    case 'skipped':
      return { text: `Unattended${fallback}`, state: 'unattended' };
  }
}

function askTool(ask: Asking['ask']): StudyTool {
  return {
    name: 'Ask',
    description:
      'Ask the operator and wait for the answer; delegations go on meanwhile. Use it for what only a person can decide. An answer is advice: it is no verdict and closes no gate.',
    parameters: {
      type: 'object',
      properties: {
        question: { type: 'string', description: `1 to ${mostCharacters} characters` },
        options: {
          type: 'array',
          description: `At most ${mostOptions}; none: the answer is a text`,
          default: [],
          items: {
            type: 'object',
            properties: { key: { type: 'string' }, label: { type: 'string' } },
            required: ['key', 'label'],
            additionalProperties: false,
          },
        },
        default: { type: ['string', 'null'], description: 'The key that holds when nobody answers', default: null },
        timeout_s: { type: ['number', 'null'], description: 'Seconds to wait', exclusiveMinimum: 0, default: null },
      },
      required: ['question'],
      additionalProperties: false,
    },
    kind: 'topology',
    run(input, caller) {
      const fallback = textOf(input, 'default');
      const seconds = numberOf(input, 'timeout_s');
      return ask(caller, {
        question: textOf(input, 'question') ?? '',
        options: optionsOf(input),
        ...(fallback === undefined ? {} : { default: fallback }),
        ...(seconds === undefined ? {} : { timeoutMs: seconds * 1000 }),
      });
    },
  };
}

function optionsOf(input: JsonObject): { key: string; label: string }[] {
  const options = input['options'];
  if (!Array.isArray(options)) return [];
  return options.flatMap((option) =>
    typeof option === 'object' && option !== null && !Array.isArray(option)
      ? [{ key: textOf(option as JsonObject, 'key') ?? '', label: textOf(option as JsonObject, 'label') ?? '' }]
      : [],
  );
}
