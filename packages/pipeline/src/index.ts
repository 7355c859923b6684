export * from './condition/condition.ts';
export * from './diagnostic.ts';
export * from './json.ts';
export * from './model.ts';
export * from './node-type/index.ts';
export * from './registry/index.ts';
export * from './topology/index.ts';
export * from './parameters/index.ts';
