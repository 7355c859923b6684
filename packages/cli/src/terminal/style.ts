/** Terminal colours; identity functions where colour is not welcome. */
export interface Style {
  readonly colour: boolean;
  bold(text: string): string;
  dim(text: string): string;
  red(text: string): string;
  green(text: string): string;
  yellow(text: string): string;
  cyan(text: string): string;
}

export function style(colour: boolean): Style {
  const wrap =
    (on: number, off: number) =>
    (text: string): string =>
      colour && text !== '' ? `\u001b[${on}m${text}\u001b[${off}m` : text;
  return {
    colour,
    bold: wrap(1, 22),
    dim: wrap(2, 22),
    red: wrap(31, 39),
    green: wrap(32, 39),
    yellow: wrap(33, 39),
    cyan: wrap(36, 39),
  };
}

/** Sign and colour of a status word: of a node, a branch or a run. */
export function statusSign(status: string): string {
  return signs[status] ?? '·';
}

const signs: Readonly<Record<string, string>> = {
  success: '✓',
  partial_success: '◐',
  retry: '↻',
  fail: '✗',
  skipped: '−',
  cancelled: '■',
  halted: '■',
  parked: '◷',
  running: '▶',
  interrupted: '✗',
};

export function statusColour(style: Style, status: string): (text: string) => string {
  switch (status) {
    case 'success':
      return style.green;
    case 'fail':
    case 'interrupted':
      return style.red;
    case 'skipped':
      return style.dim;
    case 'running':
      return style.cyan;
    default:
      return style.yellow;
  }
}
