export { type EvaluateOptions, evaluateTool } from './evaluate.ts';
export { queryStoreTool } from './query-store.ts';
export { type RegisterOracleOptions, registerOracleTool } from './register-oracle.ts';
export { type RunDeliverableOptions, runDeliverableTool } from './run-deliverable.ts';
export { type WriteDeliverableOptions, writeDeliverableTool } from './write-deliverable.ts';
