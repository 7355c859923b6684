import type { Reading } from './readings.ts';

/** Where a key is read, at the beginning of a message. */
export function placeText({ kind, node, edge, attribute }: Reading): string {
  if (edge !== undefined) return `the condition of ${edge.from} -> ${edge.to}`;
  if (kind === 'command') return `the command of \`${node.id}\``;
  return `\`${attribute.name}\` of \`${node.id}\``;
}
