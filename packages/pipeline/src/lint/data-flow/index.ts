export { type KeyAtNode, keysAt } from './keys-at.ts';
export type { KeyKind, ReadOptions } from './written.ts';
