import type { Node } from '../model.ts';
import type { WrittenKeys } from './descriptor.ts';

/** What the handlers of the built-in kinds write (engine.md 1a, 8 to 12). */

const toolKeys = ['output', 'last_line', 'exit_code', 'stderr_tail'] as const;
const response = ['last_stage', 'last_response'] as const;

export const nothing = (): WrittenKeys => ({ keys: [], reports: false });

export function ofModel(node: Node): WrittenKeys {
  const hasSchema = (node.attributes.get('response_schema')?.text.trim() ?? '') !== '';
  return { keys: [...response, ...(hasSchema ? [node.id] : [])], reports: true };
}

/** A command reports keys by `parse_json` or by the status file that it may write. */
export function ofTool(node: Node): WrittenKeys {
  const parses = node.attributes.get('parse_json')?.text.trim().toLowerCase() === 'true';
  const reports = parses || (node.attributes.get('tool_command')?.text ?? '').includes('ATTRACTOR_STATUS_FILE');
  return { keys: ['tool', node.id].flatMap((owner) => toolKeys.map((key) => `${owner}.${key}`)), reports };
}

export function ofGate(): WrittenKeys {
  return { keys: [...['selected', 'label', 'text', 'files', 'edge'].map((key) => `human.gate.${key}`), ...response], reports: false };
}

export const ofComponent = (): WrittenKeys => ({ keys: ['parallel.results', 'parallel.count'], reports: false });

export function ofFanIn(node: Node): WrittenKeys {
  const asks = (node.attributes.get('prompt')?.text ?? '').trim() !== '';
  return { keys: ['parallel.fan_in.best_id', 'parallel.fan_in.best_outcome', ...(asks ? response : [])], reports: false };
}

export function ofManager(): WrittenKeys {
  const child = ['status', 'stage', 'outcome', 'visits', 'retries', 'cost'].map((key) => `stack.child.${key}`);
  return { keys: ['manager.cycles', 'manager.last_child_status', ...child], reports: false };
}
