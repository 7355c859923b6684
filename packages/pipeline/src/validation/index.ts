export { choiceKey, choiceLabel, choicesOf } from './choices.ts';
export { editDistance, nearest } from './distance.ts';
export * from './rule.ts';
export { validationRules } from './rules/index.ts';
export { runRules } from './run-rules.ts';
export { declarableTools, topologyTools } from './study/study-tools.ts';
export * from './validate.ts';
