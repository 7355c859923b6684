export * from './graph.ts';
export * from './handler-memory.ts';
export * from './interviewers.ts';
export * from './invocation.ts';
export * from './scripted-backend.ts';
export * from './simulated-clock.ts';
