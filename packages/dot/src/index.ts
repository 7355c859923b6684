export * from './diagnostic.ts';
export * from './source.ts';
export * from './syntax.ts';
