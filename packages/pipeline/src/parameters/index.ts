export { isEngineKey } from './engine-keys.ts';
export { isProtectedVariable } from './protected.ts';
