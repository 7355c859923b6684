import type { Node } from '../model.ts';
import { builtInDescriptors, unknownDescriptor } from './built-in.ts';
import type { NodeRole, NodeTypeDescriptor } from './descriptor.ts';

const byType = new Map<string, NodeTypeDescriptor>();
const byAlias = new Map<string, string>();
const byShape = new Map<string, string>();
const unknown = new Map<string, NodeTypeDescriptor>();

/** Makes a type known to validation, lint and the engine; the last registration of a type, alias or shape wins (engine.md 15). */
export function registerNodeType(descriptor: NodeTypeDescriptor): void {
  byType.set(descriptor.type, descriptor);
  for (const alias of descriptor.aliases) byAlias.set(alias, descriptor.type);
  for (const shape of descriptor.shapes) byShape.set(shape, descriptor.type);
}

for (const descriptor of builtInDescriptors) registerNodeType(descriptor);

/** The registered type behind a type name or alias, if there is one. */
export function knownType(name: string): string | undefined {
  return byType.has(name) ? name : byAlias.get(name);
}

export function typeOfShape(shape: string): string | undefined {
  return byShape.get(shape);
}

/** All shapes with a meaning, in order of registration. */
export function knownShapes(): readonly string[] {
  return [...byShape.keys()];
}

/** All registered types, in order of registration. */
export function knownTypes(): readonly string[] {
  return [...byType.keys()];
}

/** The descriptor of a handler type or alias; for an unknown one that of a custom model node. */
export function descriptorOf(type: string): NodeTypeDescriptor {
  const known = byType.get(type) ?? byType.get(byAlias.get(type) ?? '');
  if (known !== undefined) return known;
  let made = unknown.get(type);
  if (made === undefined) {
    made = unknownDescriptor(type);
    if (unknown.size < 1000) unknown.set(type, made);
  }
  return made;
}

/** A node's role in the engine (engine.md 15). */
export function roleOf(node: Node): NodeRole {
  return descriptorOf(node.type).role;
}
