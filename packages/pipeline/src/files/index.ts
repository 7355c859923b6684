export * from './file-access.ts';
export * from './resolve-path.ts';
export * from './segment-pattern.ts';
