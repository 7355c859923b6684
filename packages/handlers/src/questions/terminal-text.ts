const sequences = new RegExp(
  [
    '\\u001b\\][^\\u0007\\u001b\\u009c]*(?:\\u0007|\\u001b\\\\|\\u009c)?', // OSC: titles, links, clipboard
    '\\u001b[PX^_][^\\u001b\\u009c]*(?:\\u001b\\\\|\\u009c)?', // DCS, SOS, PM, APC
    '(?:\\u001b\\[|\\u009b)[0-?]*[ -/]*[@-~]', // CSI: colours, cursor
  ].join('|'),
  'g',
);
// Bidirectional overrides reorder what a reader sees; line separators break lines without a newline.
const controls = /(?![\n\t])[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu;

/** Text of models, tools and files as a terminal may show it: nothing in it can move the cursor, reorder lines or set colours. Line breaks and tabs stay (files.md 5). */
export function terminalText(text: string): string {
  return text.replace(sequences, '').replace(/\r\n?/g, '\n').replace(controls, visible);
}

/** The same on one line: line breaks with the indentation after them become spaces. */
export function oneLine(text: string): string {
  return text
    .replace(sequences, '')
    .replace(/[\r\n\t][\r\n\t ]*/g, ' ')
    .replace(controls, visible);
}

/** The same on one line, without white space that is more than a space. */
export function terminalLine(text: string): string {
  return terminalText(text).replaceAll(/\s+/g, ' ').trim();
}

function visible(sign: string): string {
  const code = sign.charCodeAt(0);
  if (code < 0x20) return String.fromCharCode(0x2400 + code);
  return code === 0x7f ? '\u2421' : '\ufffd';
}

/** Colours of a terminal, or functions that change nothing. */
export interface TextStyle {
  bold(text: string): string;
  dim(text: string): string;
  cyan(text: string): string;
  yellow(text: string): string;
  green(text: string): string;
}

export const plainStyle: TextStyle = { bold: same, dim: same, cyan: same, yellow: same, green: same };

function same(text: string): string {
  return text;
}
