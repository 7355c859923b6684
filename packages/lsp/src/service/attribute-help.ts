import { type AttributeDefinition, type AttributeScope, defaultText, descriptorOf, type NodeTypeDescriptor } from '@attractor/pipeline';

/** What the registry says about an attribute, in Markdown (language.md 2). */
export function attributeHelp(scope: AttributeScope, name: string, definition: AttributeDefinition): string {
  const { doc, type, values, suggestions, aliases, source, readBy } = definition;
  const fallback = defaultText(definition);
  const facts = [
    values === undefined ? undefined : `Values: ${values.map(code).join(', ')}`,
    suggestions === undefined ? undefined : `Usual values: ${suggestions.map(code).join(', ')}`,
    fallback === undefined || fallback === '' ? undefined : `Default: ${definition.default === undefined ? fallback : code(fallback)}`,
    bounds(definition),
    definition.unit === undefined ? undefined : `A bare integer is ${definition.unit === 's' ? 'seconds' : 'milliseconds'}`,
    aliases === undefined ? undefined : `Also written ${aliases.map(code).join(', ')}`,
    definition.inherits === undefined ? undefined : `Unset: the graph attribute ${code(definition.inherits)}`,
    readBy.includes('engine') ? undefined : `Read by ${readBy.map(code).join(', ')}`,
  ].filter((fact) => fact !== undefined);
  return `**${name}** (${scope} attribute, ${type})\n\n${doc}\n\n${facts.map((fact) => `- ${fact}`).join('\n')}\n\n_${source}_`;
}

function bounds({ minimum, exclusiveMinimum, maximum }: AttributeDefinition): string | undefined {
  const parts = [
    minimum === undefined ? undefined : `at least ${minimum}`,
    exclusiveMinimum === undefined ? undefined : `more than ${exclusiveMinimum}`,
    maximum === undefined ? undefined : `at most ${maximum}`,
  ].filter((part) => part !== undefined);
  return parts.length === 0 ? undefined : `Range: ${parts.join(', ')}`;
}

/** What a kind of node is, by its descriptor, in Markdown. */
export function kindHelp(type: string): string {
  const descriptor: NodeTypeDescriptor = descriptorOf(type);
  const judge = { engine: 'the engine', model: 'a model', person: 'a person' }[descriptor.decidedBy];
  const facts = [
    descriptor.shapes.length === 0 ? undefined : `Shape: ${descriptor.shapes.map(code).join(', ')}`,
    descriptor.aliases.length === 0 ? undefined : `Also \`type\` ${descriptor.aliases.map(code).join(', ')}`,
    `Ends as ${descriptor.statuses.map(code).join(', ')}; the verdict is that of ${judge}`,
    descriptor.requires.length === 0 ? undefined : `Requires ${descriptor.requires.map(code).join(', ')}`,
  ].filter((fact) => fact !== undefined);
  return `**${type}** node\n\n${facts.map((fact) => `- ${fact}`).join('\n')}`;
}

/** Text as Markdown code, whatever back-quotes it holds; line ends become spaces. */
export function code(text: string): string {
  const line = text.replaceAll(/[\r\n]+/g, ' ');
  const fence = '`'.repeat(Math.max(0, ...[...line.matchAll(/`+/g)].map(([run]) => run.length)) + 1);
  return fence.length === 1 ? `\`${line}\`` : `${fence} ${line} ${fence}`;
}

/** The beginning of a text for a table or a list. */
export function clip(text: string, length = 80): string {
  const points = [...text.slice(0, length * 2)];
  return points.length > length ? `${points.slice(0, length).join('')}…` : text;
}
