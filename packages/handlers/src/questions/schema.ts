const text = { type: 'string' } as const;
const count = { type: 'integer', minimum: 0 } as const;
const time = { type: 'string', format: 'date-time' } as const;

/** `questions/<id>/question.json` (files.md 1). */
export const questionSchema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  $id: 'urn:attractor:schema:question',
  title: 'A question to a person',
  type: 'object',
  properties: {
    schema_version: { const: 1 },
    id: text,
    stage: text,
    type: { enum: ['choice', 'freeform', 'yes_no', 'confirmation'] },
    text,
    label: text,
    description: text,
    options: {
      type: 'array',
      items: {
        type: 'object',
        properties: { key: text, label: text, target: text },
        required: ['key', 'label', 'target'],
        additionalProperties: false,
      },
    },
    default_answer: text,
    timeout_ms: { type: 'number', minimum: 0 },
    attachments: {
      type: 'array',
      items: {
        type: 'object',
        properties: { path: text, size: count, content: text, shown: count, note: text },
        required: ['path'],
        additionalProperties: false,
      },
    },
    history: {
      type: 'array',
      items: {
        type: 'object',
        properties: { node: text, type: text, status: text, notes: text },
        required: ['node', 'type', 'status', 'notes'],
        additionalProperties: false,
      },
    },
    asked_at: time,
    metadata: { type: 'object' },
  },
  required: ['schema_version', 'id', 'stage', 'type', 'text', 'options', 'attachments', 'history', 'asked_at', 'metadata'],
  additionalProperties: false,
} as const;

/** `questions/<id>/answer.json`: what closed a question, once and for all. */
export const answerSchema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  $id: 'urn:attractor:schema:answer',
  title: 'What closed a question',
  description: 'A person answered or skipped it, its time was over, or nobody waits for it any more.',
  type: 'object',
  properties: {
    schema_version: { const: 1 },
    kind: { enum: ['answer', 'skipped', 'timeout', 'withdrawn'] },
    value: { type: 'string', maxLength: 1_000_000 },
    text: { type: 'string', maxLength: 1_000_000 },
    files: { type: 'array', items: { type: 'string', pattern: '^[^/]+$' } },
    reason: text,
    channel: text,
    queue_index: count,
    answered_at: time,
  },
  required: ['schema_version', 'kind', 'value', 'files', 'reason', 'channel', 'answered_at'],
  additionalProperties: false,
} as const;
