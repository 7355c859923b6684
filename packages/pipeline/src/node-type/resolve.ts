import type { Attributes } from '../model.ts';
import { knownType, typeOfShape } from './registry.ts';

/**
 * The handler type that attributes say (language.md 2): a known `type` beats the shape; an unknown one gives way to a shape with a
 * meaning of its own, so that a gate never turns into something else by a misspelt word, and else stays, for handlers registered by name.
 */
export function typeFromAttributes(attributes: Attributes): string {
  const written = attributes.get('type')?.text.trim() ?? '';
  const shape = attributes.get('shape')?.text.trim() ?? 'box';
  const byShape = typeOfShape(shape);
  if (written === '') return byShape ?? 'codergen';
  const known = knownType(written);
  if (known !== undefined) return known;
  return byShape === undefined || shape === 'box' ? written : byShape;
}

/** True when a node says nothing about what it does, so that its id may make it start or exit (language.md 2). */
export function saysNothing(attributes: Attributes): boolean {
  return !['shape', 'type', 'prompt', 'tool_command'].some((name) => attributes.has(name));
}

/** The role an id alone can give. */
export function roleOfId(id: string): 'start' | 'exit' | undefined {
  const word = id.toLowerCase();
  if (word === 'start') return 'start';
  return word === 'exit' || word === 'end' ? 'exit' : undefined;
}
