import type { ScriptedError } from './entry.ts';
import type { JsonNode } from './json-node.ts';

/** Collects what is wrong, with its place. */
export type Complain = (message: string, at: JsonNode | number) => void;

/** Reads one field of an entry; undefined after a complaint. */
export type FieldReader<T> = (node: JsonNode, complain: Complain, name: string) => T | undefined;

export const text: FieldReader<string> = (node, complain, name) => {
  if (node.kind === 'string') return node.value;
  complain(`'${name}' must be a text`, node);
  return undefined;
};

export function number(integer: boolean, least: number, most: number): FieldReader<number> {
  return (node, complain, name) => {
    if (node.kind === 'number' && node.value >= least && node.value <= most && (!integer || Number.isInteger(node.value)))
      return node.value;
    complain(
      `'${name}' must be ${integer ? 'a whole' : 'a'} number, ${most === Infinity ? `at least ${least}` : `${least} to ${most}`}`,
      node,
    );
    return undefined;
  };
}

export const error: FieldReader<ScriptedError> = (node, complain) => {
  const members = new Map(node.kind === 'object' ? node.members.map((member) => [member.key, member.value]) : []);
  const status = members.get('status');
  const network = members.get('network');
  const message = members.get('message');
  for (const key of members.keys()) {
    if (key !== 'status' && key !== 'network' && key !== 'message')
      complain(`'error' has no field '${key}'; known are status, network, message`, node);
  }
  const words = message === undefined ? undefined : text(message, complain, 'message');
  if (network?.kind === 'boolean' && network.value && status === undefined)
    return { kind: 'network', message: words ?? 'connection reset' };
  if (status !== undefined && network === undefined) {
    const code = number(true, 100, 599)(status, complain, 'status');
    return code === undefined ? undefined : { kind: 'http', status: code, message: words ?? `HTTP ${code}` };
  }
  complain(`'error' must be {"status": 429, "message": ".."} or {"network": true}`, node);
  return undefined;
};
