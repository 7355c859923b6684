export * from './backend-registry.ts';
export * from './script/entry.ts';
export type { Complain, FieldReader } from './script/entry-fields.ts';
export { type JsonNode, type JsonProblem, jsonOf, parseJsonNode } from './script/json-node.ts';
export * from './script/parse-script.ts';
export * from './script/write-files.ts';
export * from './simulate/simulate-backend.ts';
