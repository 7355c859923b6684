export * from './backend.ts';
export * from './event.ts';
export * from './handler.ts';
export * from './interviewer.ts';
export * from './json.ts';
export * from './outcome.ts';
export * from './services.ts';
export * from './store.ts';
