export { applyStylesheets } from './apply.ts';
export { type Match, type Matcher, matcherOf } from './match.ts';
export { parseStylesheet } from './parse.ts';
export { stylePropertyNames } from './properties.ts';
export * from './rule.ts';
