export { isEngineKey } from './engine-keys.ts';
export { isProtectedVariable } from './protected.ts';
export { declaredParameters, type ParameterDeclaration } from './declaration.ts';
export { refusal, type ResolvedParameters, resolveParameters } from './resolve.ts';
