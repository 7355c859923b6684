export * from './block.ts';
export * from './branches.ts';
export * from './child-subgraph.ts';
export * from './components.ts';
export * from './delegates.ts';
export * from './flow.ts';
export * from './join.ts';
export { isCourseEdge, isFailureEdge } from './post-dominators.ts';
export * from './reachable.ts';
