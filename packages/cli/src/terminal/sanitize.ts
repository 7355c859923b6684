export { oneLine, terminalText as manyLines } from '@attractor/handlers/terminal-text';

/** JSON on one line in which nothing can steer a terminal or reorder what a reader sees: DEL, C1 controls and overrides are escaped like C0 ones are. */
export function jsonLine(value: unknown): string {
  return JSON.stringify(value).replace(
    /[\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
