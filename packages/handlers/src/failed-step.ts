import type { Json, JsonObject } from '@attractor/engine';

/** The whole payload, as JSON in UTF-8 (§30). */
const capBytes = 8192;

/** The `failed_step` of a model node: what was asked, how the answer ended, what went wrong (§30). `response_tail` is a text, never null. */
export function modelFailedStep(prompt: string, response: string | undefined, error: string): JsonObject {
  return capped({ prompt: prompt.slice(0, 500), response_tail: (response ?? '').slice(-2000), error }, ['response_tail']);
}

/** The `failed_step` of a tool: the command and how its streams ended (§30). */
export function toolFailedStep(command: string, exitCode: number | string, stdout: string, stderr: string): JsonObject {
  const step = { command: command.slice(0, 500), exit_code: exitCode, stdout_tail: stdout.slice(-2000), stderr_tail: stderr.slice(-2000) };
  return capped(step, ['stdout_tail', 'stderr_tail']);
}

/** Drops the tails in order until the payload fits, and says so; texts that alone are too long are cut. */
function capped(step: Readonly<Record<string, Json>>, droppable: readonly string[]): JsonObject {
  let result: Record<string, Json> = { ...step };
  for (const name of droppable) {
    if (bytes(result) <= capBytes) return result;
    result = { ...result, [name]: '', verification_gap: { log_filtered: true } };
  }
  // Escapes can blow a character up to six bytes: 500 of them are still below the cap, a long error is not.
  for (let room = 4000; bytes(result) > capBytes && room > 10; room = Math.floor(room / 2)) {
    for (const [name, value] of Object.entries(result)) if (typeof value === 'string') result[name] = value.slice(0, room);
  }
  return result;
}

function bytes(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value), 'utf8');
}
