export * from './decode-source.ts';
export * from './diagnostic.ts';
export { parse } from './parse/parse.ts';
export { isBareId, isKeyword, quote } from './quote.ts';
export * from './render-diagnostic.ts';
export * from './source.ts';
export * from './syntax.ts';
export * from './syntax-codes.ts';
export { tokenize } from './tokenize.ts';
