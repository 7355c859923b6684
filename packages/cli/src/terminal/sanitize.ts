const sequences = new RegExp(
  [
    '\\u001b\\][^\\u0007\\u001b\\u009c]*(?:\\u0007|\\u001b\\\\|\\u009c)?', // OSC: titles, links, clipboard
    '\\u001b[PX^_][^\\u001b\\u009c]*(?:\\u001b\\\\|\\u009c)?', // DCS, SOS, PM, APC
    '(?:\\u001b\\[|\\u009b)[0-?]*[ -/]*[@-~]', // CSI: colours, cursor
  ].join('|'),
  'g',
);
// Bidirectional overrides reorder what a reader sees; line separators break lines without a newline.
const controls = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu;
const controlsExceptLines = /(?![\n\t])[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu;

/** Foreign text as one harmless line: escape sequences go, line breaks with the indentation after them become spaces, other controls become visible signs (files.md 5). */
export function oneLine(text: string): string {
  return text
    .replace(sequences, '')
    .replace(/[\r\n\t][\r\n\t ]*/g, ' ')
    .replace(controls, visible);
}

/** Foreign text with its line breaks and tabs kept, everything else as in `oneLine`. */
export function manyLines(text: string): string {
  return text.replace(sequences, '').replace(/\r\n?/g, '\n').replace(controlsExceptLines, visible);
}

function visible(sign: string): string {
  const code = sign.charCodeAt(0);
  if (code < 0x20) return String.fromCharCode(0x2400 + code);
  return code === 0x7f ? '\u2421' : '\ufffd';
}

/** JSON on one line in which nothing can steer a terminal or reorder what a reader sees: DEL, C1 controls and overrides are escaped like C0 ones are. */
export function jsonLine(value: unknown): string {
  return JSON.stringify(value).replace(
    /[\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
