import type { Node } from '../../model.ts';
import type { FinalStatus } from '../../node-type/descriptor.ts';
import { descriptorOf, roleOf } from '../../node-type/registry.ts';
import { nodeValue } from '../../registry/value.ts';
import { successLines } from './printed.ts';

/** True for nodes whose verdict is a command's. */
export function isCommand(node: Node): boolean {
  return descriptorOf(node.type).requires.includes('tool_command');
}

/** True when a command may report by a status file (engine.md 10), so that its exit code says little. */
export function reportsByFile(node: Node): boolean {
  return isCommand(node) && (nodeValue(node, 'tool_command') ?? '').includes('ATTRACTOR_STATUS_FILE');
}

/** True when the node's own outcome can carry a label that nobody but its author knows: models, children, status files. */
export function mayLabel(node: Node): boolean {
  const { decidedBy, childFile } = descriptorOf(node.type);
  return decidedBy === 'model' || childFile !== undefined || reportsByFile(node);
}

/** Every status a visit of the node can end with, the engine's overrides included (engine.md 3.3 to 3.8, 4, 8). */
export function endStatuses(node: Node): ReadonlySet<FinalStatus> {
  const { statuses, decidedBy } = descriptorOf(node.type);
  const all = new Set<FinalStatus>(reportsByFile(node) ? ['success', 'partial_success', 'fail', 'skipped'] : statuses);
  // A command that always ends by `exit 1` is there to fail.
  if (isCommand(node) && !reportsByFile(node) && successLines(node)?.size === 0) all.delete('success');
  const isPlainJoin = nodeValue(node, 'join_policy') === 'wait_all' && nodeValue(node, 'error_policy') !== 'ignore';
  if (roleOf(node) === 'component' && !isPlainJoin) all.delete('partial_success');
  if (decidedBy === 'person' && nodeValue(node, 'timeout') !== undefined && nodeValue(node, 'human.timeout_action') === 'skip')
    all.add('skipped');
  if (all.has('fail') && nodeValue(node, 'allow_partial')) all.add('partial_success');
  if (nodeValue(node, 'auto_status') && all.delete('skipped')) all.add('success');
  if (nodeValue(node, 'continue_on_fail') && all.delete('fail')) all.add('success');
  if ((nodeValue(node, 'must_write') ?? '').trim() !== '') all.add('fail');
  if (nodeValue(node, 'requires').length > 0 || nodeValue(node, 'runs_on') === 'failure') all.add('skipped');
  return all;
}
