export * from './lint.ts';
export { lintRules } from './rules/index.ts';
