export { type KnobName, knobs } from './knobs.ts';
export type { Origin } from './layer.ts';
export type { NodeOverride } from './node-override.ts';
export { featuresNotBuilt, notBuiltWarning } from './not-built.ts';
export { type ProblemStatement, problemOf, snapshotHash, snapshotProblem } from './problem.ts';
export { type ConfigReading, type ConfigSources, resolveConfig, type StudyConfig } from './resolve.ts';
export * from './settings.ts';
