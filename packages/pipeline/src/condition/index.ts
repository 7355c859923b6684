export * from './condition.ts';
export { evaluate } from './evaluate.ts';
export { type ConditionAtom, conditionAtoms, conditionKeys, mentionsOutcome } from './keys.ts';
export { type ConditionError, type ParsedCondition, parseCondition } from './parse.ts';
export { asksForFailure, possibleStatuses, STATUS_WORDS, type StatusWord } from './possible.ts';
export { printCondition } from './print.ts';
export { type Literal, readKey, readLiteral, readOperator, skipSpace } from './scan.ts';
