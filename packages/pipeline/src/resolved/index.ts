export { type ChildDigestOptions, childDigests, graphDigest } from './digest.ts';
export * from './effective.ts';
export * from './resolved-graph.ts';
