import { type Attachment, type Json, type JsonObject, type Question, replaceJson, type StageRecord } from '@attractor/engine';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { answerSchema, questionSchema } from './schema.ts';

/** What closed a question; the first one that is written stands. */
export interface StoredAnswer {
  readonly kind: 'answer' | 'skipped' | 'timeout' | 'withdrawn';
  /** As given; empty for other kinds than `answer`. */
  readonly value: string;
  /** Beside a choice, or a freeform text that names its choice by `value`. */
  readonly text?: string;
  /** Names in the question's `files/` folder. */
  readonly files: readonly string[];
  /** Why it was skipped; else empty. */
  readonly reason: string;
  readonly channel: string;
  /** Place in the queue it came from. */
  readonly queueIndex?: number;
  /** ISO 8601. */
  readonly answeredAt: string;
}

export interface StoredQuestion {
  readonly question: Question;
  /** ISO 8601; kept when a resumed run asks again. */
  readonly askedAt: string;
}

const ajv = new Ajv2020({ allErrors: false, strict: true });
formats.default(ajv);
let compiled: { readonly question: ValidateFunction; readonly answer: ValidateFunction } | undefined;

function validators(): { readonly question: ValidateFunction; readonly answer: ValidateFunction } {
  compiled ??= { question: ajv.compile(questionSchema), answer: ajv.compile(answerSchema) };
  return compiled;
}

export function writeQuestionFile(path: string, { question, askedAt }: StoredQuestion): void {
  const { id, stage, type, text, label, description, options, defaultAnswer, timeoutMs, attachments, history, metadata } = question;
  replaceJson(path, {
    schema_version: 1,
    id,
    stage,
    type,
    text,
    ...(label === undefined ? {} : { label }),
    ...(description === undefined ? {} : { description }),
    options: options.map((option) => ({ key: option.key, label: option.label, target: option.target })),
    ...(defaultAnswer === undefined ? {} : { default_answer: defaultAnswer }),
    ...(timeoutMs === undefined ? {} : { timeout_ms: timeoutMs }),
    attachments: attachments ?? [],
    history: history ?? [],
    asked_at: askedAt,
    metadata,
  });
}

/** The question in the text of a file; a text says what is wrong with it. */
export function parseQuestion(text: string): StoredQuestion | string {
  const value = checked(text, validators().question);
  if (typeof value === 'string') return value;
  const given = value as unknown as {
    readonly [key in 'id' | 'stage' | 'text' | 'asked_at']: string;
  } & {
    readonly type: Question['type'];
    readonly label?: string;
    readonly description?: string;
    readonly options: Question['options'];
    readonly default_answer?: string;
    readonly timeout_ms?: number;
    readonly attachments: readonly Attachment[];
    readonly history: readonly StageRecord[];
    readonly metadata: JsonObject;
  };
  const { id, stage, type, text: asked, label, description, options, attachments, history, metadata } = given;
  return {
    askedAt: given.asked_at,
    question: {
      id,
      stage,
      type,
      text: asked,
      ...(label === undefined ? {} : { label }),
      ...(description === undefined ? {} : { description }),
      options,
      ...(given.default_answer === undefined ? {} : { defaultAnswer: given.default_answer }),
      ...(given.timeout_ms === undefined ? {} : { timeoutMs: given.timeout_ms }),
      attachments,
      history,
      metadata,
    },
  };
}

export function answerJson(answer: StoredAnswer): JsonObject {
  const { kind, value, text, files, reason, channel, queueIndex, answeredAt } = answer;
  return {
    schema_version: 1,
    kind,
    value,
    ...(text === undefined ? {} : { text }),
    files,
    reason,
    channel,
    ...(queueIndex === undefined ? {} : { queue_index: queueIndex }),
    answered_at: answeredAt,
  };
}

/** What is wrong with an answer as its file would hold it; undefined when nothing is. */
export function answerProblem(answer: StoredAnswer): string | undefined {
  return problemOf(answerJson(answer), validators().answer);
}

/** The answer in the text of a file; a text says what is wrong with it. */
export function parseAnswer(text: string): StoredAnswer | string {
  const value = checked(text, validators().answer);
  if (typeof value === 'string') return value;
  const given = value as unknown as Omit<StoredAnswer, 'answeredAt' | 'queueIndex'> & {
    readonly queue_index?: number;
    readonly answered_at: string;
  };
  const { kind, value: said, text: beside, files, reason, channel, queue_index, answered_at } = given;
  return {
    kind,
    value: said,
    ...(beside === undefined ? {} : { text: beside }),
    files,
    reason,
    channel,
    ...(queue_index === undefined ? {} : { queueIndex: queue_index }),
    answeredAt: answered_at,
  };
}

function checked(text: string, validate: ValidateFunction): JsonObject | string {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return `it is not JSON: ${error instanceof Error ? error.message : String(error)}`;
  }
  return problemOf(value as Json, validate) ?? (value as JsonObject);
}

function problemOf(value: Json, validate: ValidateFunction): string | undefined {
  if (validate(value)) return undefined;
  const error = validate.errors?.[0];
  return `${error?.instancePath === '' ? 'it' : (error?.instancePath ?? 'it')} ${error?.message ?? 'is not as it must be'}`;
}
