import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { type Json, type JsonObject, replaceFile } from '@attractor/engine';
import { isObject } from '../store/row.ts';

const begin = '<!-- ledger-status -->';
const end = '<!-- /ledger-status -->';

/** The block that a notebook's hypotheses cell holds, to be kept up to date by the gate (RG-12). */
export function ledgerBlock(status: string): string {
  return `${begin}\n${status.trim()}\n${end}`;
}

/**
 * Brings the ledger-status block of a notebook up to date, in place (RG-12). The tag of the new content; undefined, with the file
 * untouched, when nothing had to change: no block, the same status, or no notebook.
 */
export function refreshLedgerBlock(path: string, status: string): string | undefined {
  let text: string;
  let notebook: unknown;
  try {
    text = readFileSync(path, 'utf8');
    notebook = JSON.parse(text);
  } catch {
    // What is wrong with it, its execution will say.
    return undefined;
  }
  if (!isObject(notebook) || !Array.isArray(notebook['cells'])) return undefined;
  const cells = (notebook['cells'] as readonly Json[]).map((cell) => refreshed(cell, status));
  const next = `${JSON.stringify({ ...notebook, cells }, null, indentOf(text))}${text.endsWith('\n') ? '\n' : ''}`;
  if (JSON.stringify(cells) === JSON.stringify(notebook['cells'])) return undefined;
  replaceFile(path, next);
  return createHash('sha256').update(ledgerBlock(status)).digest('hex').slice(0, 8);
}

function refreshed(cell: Json, status: string): Json {
  if (!isObject(cell) || cell['cell_type'] !== 'markdown') return cell;
  const { source } = cell;
  const text = Array.isArray(source) ? source.join('') : typeof source === 'string' ? source : '';
  const from = text.indexOf(begin);
  const to = text.indexOf(end, from);
  if (from < 0 || to < 0) return cell;
  const next = `${text.slice(0, from)}${ledgerBlock(status)}${text.slice(to + end.length)}`;
  if (next === text) return cell;
  return { ...cell, source: Array.isArray(source) ? next.split(/(?<=\n)/) : next } satisfies JsonObject;
}

/** Notebooks are indented by one space, but need not be. */
function indentOf(text: string): number {
  return /^\{\n( +)/.exec(text)?.[1]?.length ?? (text.startsWith('{\n') ? 1 : 0);
}
