export * from './file-access.ts';
export * from './resolve-path.ts';
