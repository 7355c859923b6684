import type { Diagnostic as Finding } from '@attractor/pipeline';
import { type Diagnostic, DiagnosticSeverity } from 'vscode-languageserver/node';
import type { Snapshot } from '../document/snapshot.ts';
import type { Findings } from '../service/diagnostics.ts';
import { toRange } from './positions.ts';

const severities = { error: DiagnosticSeverity.Error, warning: DiagnosticSeverity.Warning, info: DiagnosticSeverity.Information } as const;

/** A finding as the protocol has it; codes are shown with their names (language.md 8). One without a place stands at the graph's first word. */
export function toDiagnostic(snapshot: Snapshot, { rule, name, severity, message, range }: Finding): Diagnostic {
  return {
    range: toRange(snapshot, range ?? firstWord(snapshot)),
    severity: severities[severity],
    code: name === undefined ? rule : `${rule} ${name}`,
    source: 'attractor',
    message,
  };
}

export function toDiagnostics(snapshot: Snapshot, { diagnostics, left }: Findings): Diagnostic[] {
  const shown = diagnostics.map((item) => toDiagnostic(snapshot, item));
  if (left === 0) return shown;
  const message = `${left} more findings of this file are not shown: \`attractor lint\` shows all`;
  return [...shown, toDiagnostic(snapshot, { rule: 'more_findings', severity: 'info', message })];
}

function firstWord({ tree }: Snapshot): { readonly start: number; readonly end: number } {
  return tree.tokens.find((token) => token.kind === 'word') ?? { start: 0, end: 0 };
}
