export * from './from-report.ts';
export * from './from-text.ts';
export { type FoundObject, findJsonObjects } from './json-objects.ts';
export { reportedOutcome } from './reported-outcome.ts';
export { statusWord } from './status-word.ts';
