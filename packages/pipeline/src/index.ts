export * from './condition/condition.ts';
export * from './diagnostic.ts';
export * from './model.ts';
