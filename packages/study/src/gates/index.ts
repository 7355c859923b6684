export * from './deliverables.ts';
export type { Executor, Host, Program } from './executors/executor.ts';
export { deliverableTypes, executionProblem, stripsTypes } from './executors/executors.ts';
export * from './gate-text.ts';
export { headlineIn, headlineProblem } from './headline.ts';
export { ledgerBlock, refreshLedgerBlock } from './notebook-ledger.ts';
export * from './reproduce.ts';
export { type Execution, runDeliverable } from './run-deliverable.ts';
export { openSandbox, type RunPlaces, type Sandbox } from './sandbox.ts';
