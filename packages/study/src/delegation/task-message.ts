import { note } from '../run/notices.ts';
import type { DelegationRequest } from './delegations.ts';

/** What a worker is told first (DE-14), in this order: constraints, the edge's preamble, its folder, intent, criteria, hypotheses. Empty parts are left out. */
export function taskMessage(parts: {
  readonly id: string;
  /** Empty with `budget_notes=false` (BU-11). */
  readonly constraints: string;
  readonly preamble: string;
  /** Absolute. */
  readonly folder: string;
  readonly request: DelegationRequest;
  readonly hypotheses: string;
}): string {
  const { id, request } = parts;
  const section = (title: string, text: string): string => (text.trim() === '' ? '' : `## ${title}\n${text.trim()}`);
  return [
    note(parts.constraints),
    parts.preamble.trim(),
    section('Workspace', `You are delegation ${id}. Your own folder is ${parts.folder}: write your files there.`),
    section('Task', request.intent),
    section('Acceptance criteria', request.expectedReport),
    section('Namespace', request.namespace === null ? '' : `Evaluate in the namespace \`${request.namespace}\` of the evaluation store.`),
    section('Registered hypotheses', parts.hypotheses),
    section(
      'Attempt at falsification',
      request.falsificationAttempt ? 'This is an attempt to falsify: look for what would prove the hypotheses wrong.' : '',
    ),
  ]
    .filter((text) => text !== '')
    .join('\n\n');
}
