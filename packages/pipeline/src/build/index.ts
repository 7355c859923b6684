export { type BuiltGraph, buildGraph } from './build-graph.ts';
