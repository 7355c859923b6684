import { type AttributeScope, findAttribute } from '@attractor/pipeline';

/** What language the text of an attribute is written in. */
export type Language = 'condition' | 'stylesheet' | 'shell' | 'text' | 'node-id' | 'node-ids' | 'plain';

/** Lists whose elements are ids of nodes; the registry types them as lists only. */
const NODE_LISTS: ReadonlySet<string> = new Set(['feedback_from']);

/** The language of an attribute's text by the registry (language.md 2 to 5). */
export function languageOf(scope: AttributeScope, name: string): Language {
  const known = findAttribute(scope, name);
  if (known === undefined) return 'plain';
  if (known.name === 'model_stylesheet') return 'stylesheet';
  if (NODE_LISTS.has(known.name)) return 'node-ids';
  switch (known.definition.type) {
    case 'condition':
      return 'condition';
    case 'command':
      return 'shell';
    case 'node-id':
      return 'node-id';
    case 'text':
    case 'string':
    case 'path':
    case 'list':
    case 'duration':
      return scope === 'edge' ? 'plain' : 'text';
    default:
      return 'plain';
  }
}
