export { agentFile, frontMatterKeys } from './agent-files.ts';
export { type CompiledSchema, compileSchema } from './compile-schema.ts';
export { isDynamic } from './early-substitution.ts';
export * from './edit.ts';
export * from './transform.ts';
export { fromSyntax, type TransformedSource, type TransformOptions, transformTree } from './transform-source.ts';
