export { declaredParameters, type ParameterDeclaration } from './declaration.ts';
export { isEngineKey } from './engine-keys.ts';
export { isProtectedVariable } from './protected.ts';
export { type ResolvedParameters, refusal, resolveParameters } from './resolve.ts';
