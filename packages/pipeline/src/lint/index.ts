export { allowRule, applyAllows } from './allow/apply-allows.ts';
export * from './data-flow/index.ts';
export * from './lint.ts';
export * from './lint-steps.ts';
export { lintRules } from './rules/index.ts';
export * from './worst-case.ts';
