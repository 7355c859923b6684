export { type Reference, type ResolvedReference, references, resolveKey, resolveReference } from './references.ts';
export { type Lookup, substitute } from './substitute.ts';
export { valueText } from './value-text.ts';
