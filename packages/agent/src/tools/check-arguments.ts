import type { JsonObject } from '@attractor/engine';
import { type CompiledSchema, compileSchema } from '@attractor/pipeline';
import type { Tool } from './tool.ts';

const compiled = new WeakMap<JsonObject, CompiledSchema>();

/** What keeps arguments from being used, or undefined (companion 3.8). */
export function argumentProblem(tool: Pick<Tool, 'name' | 'parameters' | 'check'>, input: JsonObject): string | undefined {
  const problems = tool.check?.(input) ?? strictProblems(tool, input);
  return problems.length === 0 ? undefined : `wrong arguments for ${tool.name}: ${problems.join('; ')}`;
}

function strictProblems(tool: Pick<Tool, 'parameters'>, input: JsonObject): readonly string[] {
  const schema = compiled.get(tool.parameters) ?? compileSchema(tool.parameters);
  compiled.set(tool.parameters, schema);
  return schema.ok ? schema.check(input) : [schema.problem];
}
