import type { Fix } from '@attractor/dot';
import type { SyntaxNode } from 'unbash';
import type { NodeCommand } from './node-command.ts';
import type { PipeUse } from './pipe-uses.ts';
import { knowsPipefail } from './shell-options.ts';
import { endsByItself, readsToEnd, standsPipefail } from './stands-pipefail.ts';
import { programOf, wordTexts } from './words.ts';

/**
 * What keeps the exit status of a masked pipeline, in the way its shell knows: `set -o pipefail` in front, or for a shell without it the
 * status kept in a variable. Undefined where that could change more than the masked status: a pipeline that is not plain work into plain
 * filters, code that other code runs, and a command that speaks of `pipefail` itself, whose author has decided.
 */
export function pipefailFix(command: NodeCommand, use: PipeUse): Fix | undefined {
  const { attribute, layers } = command;
  const { value } = attribute;
  // A text that a transform changed, or that stands for many nodes, is not ours to edit.
  if (value === undefined || value.kind !== 'string' || value.text !== attribute.text || attribute.origin !== 'own') return undefined;
  if (use.layer !== layers[0] || /pipefail/i.test(attribute.text) || layers[0].nodes.some(isOpaque)) return undefined;
  return knowsPipefail(command.shell) === true ? setPipefail(command) : keepStatus(command, use);
}

function setPipefail({ attribute, layers, shell }: NodeCommand): Fix | undefined {
  const text = attribute.text;
  const nodes = layers[0]?.nodes ?? [];
  if (!nodes.every((node) => node.type !== 'Pipeline' || node.commands.length < 2 || standsPipefail(node))) return undefined;
  const separator = /^[^\n]*;|^[^\n]*$/.test(text) && !text.startsWith('#') ? '; ' : '\n';
  const start = text.length - text.trimStart().length;
  const at = attribute.value?.offsetAt(start) ?? 0;
  return { title: `set pipefail in ${shell}`, edits: [{ range: { start: at, end: at }, text: `set -o pipefail${separator}` }] };
}

/** Code of this shell that stands elsewhere, or gives a known name another meaning. */
function isOpaque(node: SyntaxNode): boolean {
  if (node.type === 'Function') return true;
  return node.type === 'Command' && ['.', 'source', 'eval', 'alias'].includes(wordTexts(node)[0] ?? '');
}

/** For `make test | tail` as a whole statement: the output first, then the filter, then the status. */
function keepStatus({ attribute, shell }: NodeCommand, { pipeline, layer, role, alone }: PipeUse): Fix | undefined {
  const [first, last] = pipeline.commands;
  const { text, value } = attribute;
  const isLast = last !== undefined && text.slice(last.end).trim() === '';
  if (first === undefined || last === undefined || pipeline.commands.length !== 2 || pipeline.operators[0] !== '|') return undefined;
  if (!alone || role !== 'decides' || !isLast || layer.masked.dotted.size > 0 || /\b(?:output|code)\b/.test(text)) return undefined;
  if (!endsByItself(first)) return undefined;
  // Prints what it read, once it has read it all: only then is it the same behind a variable.
  if (!readsToEnd(last) || !['tail', 'tee', 'sort', 'cat'].includes(programOf(last)?.name ?? '')) return undefined;
  const insert = (index: number, written: string) => {
    const at = value?.offsetAt(index) ?? 0;
    return { range: { start: at, end: at }, text: written };
  };
  const bar = { start: value?.offsetAt(first.end) ?? 0, end: value?.offsetAt(last.pos) ?? 0 };
  return {
    title: `keep the exit status in ${shell}, which has no pipefail`,
    edits: [
      insert(first.pos, 'output=$('),
      { range: bar, text: `) && code=0 || code=$?; { [ -z \\"$output\\" ] || printf '%s\\\\n' \\"$output\\"; } | ` },
      insert(last.end, '; exit $code'),
    ],
  };
}
