const text = {
  type: 'object',
  required: ['text'],
  properties: { text: { type: 'string', minLength: 1 }, markdown: { type: 'string' } },
  additionalProperties: false,
};
const level = { enum: ['none', 'note', 'warning', 'error'] };
const count = { type: 'integer', minimum: 1 };
const artifactLocation = {
  type: 'object',
  required: ['uri'],
  properties: { uri: { type: 'string', pattern: '^[A-Za-z0-9._~:/%!()*@-]+$' } },
  additionalProperties: false,
};
const region = {
  type: 'object',
  required: ['startLine', 'startColumn', 'endLine', 'endColumn'],
  properties: { startLine: count, startColumn: count, endLine: count, endColumn: count },
  additionalProperties: false,
};
const location = {
  type: 'object',
  required: ['physicalLocation'],
  properties: {
    physicalLocation: {
      type: 'object',
      required: ['artifactLocation'],
      properties: { artifactLocation, region },
      additionalProperties: false,
    },
  },
  additionalProperties: false,
};
const replacement = {
  type: 'object',
  required: ['deletedRegion'],
  properties: {
    deletedRegion: region,
    insertedContent: { type: 'object', required: ['text'], properties: { text: { type: 'string' } }, additionalProperties: false },
  },
  additionalProperties: false,
};
const artifactChange = {
  type: 'object',
  required: ['artifactLocation', 'replacements'],
  properties: { artifactLocation, replacements: { type: 'array', minItems: 1, items: replacement } },
  additionalProperties: false,
};
const rule = {
  type: 'object',
  required: ['id', 'defaultConfiguration', 'shortDescription', 'fullDescription', 'help'],
  properties: {
    id: { type: 'string' },
    name: { type: 'string' },
    defaultConfiguration: { type: 'object', required: ['level'], properties: { level }, additionalProperties: false },
    shortDescription: text,
    fullDescription: text,
    help: text,
  },
  additionalProperties: false,
};
const result = {
  type: 'object',
  required: ['ruleId', 'ruleIndex', 'level', 'message', 'locations'],
  properties: {
    ruleId: { type: 'string' },
    ruleIndex: { type: 'integer', minimum: 0 },
    level,
    message: text,
    locations: { type: 'array', minItems: 1, items: location },
    fixes: {
      type: 'array',
      items: {
        type: 'object',
        required: ['artifactChanges'],
        properties: { description: text, artifactChanges: { type: 'array', minItems: 1, items: artifactChange } },
        additionalProperties: false,
      },
    },
  },
  additionalProperties: false,
};
const notification = {
  type: 'object',
  required: ['message'],
  properties: { level, message: text, locations: { type: 'array', items: location } },
  additionalProperties: false,
};

/** What of SARIF 2.1.0 this command writes, stricter than the public schema: nothing but the members that it means to write. */
export const sarifSchema = {
  type: 'object',
  required: ['$schema', 'version', 'runs'],
  properties: {
    $schema: { type: 'string' },
    version: { const: '2.1.0' },
    runs: {
      type: 'array',
      minItems: 1,
      maxItems: 1,
      items: {
        type: 'object',
        required: ['tool', 'results'],
        properties: {
          tool: {
            type: 'object',
            required: ['driver'],
            properties: {
              driver: {
                type: 'object',
                required: ['name', 'version', 'rules'],
                properties: {
                  name: { type: 'string' },
                  version: { type: 'string' },
                  rules: { type: 'array', uniqueItems: true, items: rule },
                },
                additionalProperties: false,
              },
            },
            additionalProperties: false,
          },
          columnKind: { enum: ['utf16CodeUnits', 'unicodeCodePoints'] },
          invocations: {
            type: 'array',
            items: {
              type: 'object',
              required: ['executionSuccessful'],
              properties: { executionSuccessful: { type: 'boolean' }, toolExecutionNotifications: { type: 'array', items: notification } },
              additionalProperties: false,
            },
          },
          results: { type: 'array', items: result },
        },
        additionalProperties: false,
      },
    },
  },
  additionalProperties: false,
} as const;
