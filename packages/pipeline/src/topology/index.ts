export * from './block.ts';
export * from './branches.ts';
export * from './components.ts';
export * from './flow.ts';
export * from './join.ts';
export * from './reachable.ts';
export { isCourseEdge, isFailureEdge } from './post-dominators.ts';
