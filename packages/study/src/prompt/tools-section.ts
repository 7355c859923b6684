import type { JsonObject } from '@attractor/engine';
import type { StudyTool } from '../tools/study-tool.ts';

/** The tools that an agent really has, sorted by name, with what each takes (AG-30): what is withheld is not there either. */
export function toolsSection(tools: ReadonlyMap<string, StudyTool>): string {
  if (tools.size === 0) return '';
  const names = [...tools.keys()].sort();
  return ['<tools>', ...names.map((name) => toolEntry(name, tools.get(name))), '</tools>'].join('\n');
}

function toolEntry(name: string, tool: StudyTool | undefined): string {
  const parameters = tool === undefined ? '' : argumentsText(tool.parameters);
  return `- ${name}(${parameters}): ${tool?.description.trim().replaceAll(/\n/g, '\n  ') ?? ''}`;
}

/** `target, intent, wait=false`: required ones bare, others with their default or a question mark. */
function argumentsText(schema: JsonObject): string {
  const properties = schema['properties'];
  if (typeof properties !== 'object' || properties === null || Array.isArray(properties)) return '';
  const required = new Set(Array.isArray(schema['required']) ? schema['required'] : []);
  return Object.entries(properties)
    .map(([name, about]) => {
      if (required.has(name)) return name;
      const fallback = typeof about === 'object' && about !== null && 'default' in about ? about.default : undefined;
      return fallback === undefined ? `${name}?` : `${name}=${JSON.stringify(fallback)}`;
    })
    .join(', ');
}
