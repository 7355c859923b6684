import { durationText } from '../terminal/duration.ts';
import { truncate } from '../terminal/width.ts';
import type { Descent, TraceSummary } from './summary.ts';

const cell = 22;
const left = 190;
const curveHeight = 110;
const colours: Readonly<Record<string, string>> = {
  success: '#2e7d32',
  partial_success: '#9e9d24',
  retry: '#f9a825',
  fail: '#c62828',
  skipped: '#9e9e9e',
  '': '#eeeeee',
};

/** The descent curve as a drawing of its own: a grid of gates and looks over the curve of open gates. */
export function descentSvg(summary: TraceSummary, title: string): string {
  const { descent } = summary;
  const gridTop = 56;
  const gridHeight = descent.gates.length * cell;
  const width = Math.max(420, left + descent.columns.length * cell + 24);
  const height = gridTop + gridHeight + curveHeight + 64;
  const parts = [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="sans-serif" font-size="12">`,
    `<title>${xml(title)}</title>`,
    `<rect width="${width}" height="${height}" fill="#ffffff"/>`,
    text(16, 24, title, 'font-size="14" font-weight="bold"'),
    text(left - 8, gridTop - 8, 'iteration', 'text-anchor="end" fill="#616161"'),
    ...descent.columns.flatMap((column, i) =>
      column.look === 0 ? [text(x(i) + cell / 2, gridTop - 8, String(column.iteration), 'text-anchor="middle" fill="#616161"')] : [],
    ),
    ...descent.gates.flatMap((gate, row) => [
      text(left - 8, gridTop + row * cell + 15, truncate(gate.label, 26), 'text-anchor="end"'),
      ...gate.marks.map(
        (mark, i) =>
          `<rect x="${x(i) + 1}" y="${gridTop + row * cell + 1}" width="${cell - 2}" height="${cell - 2}" rx="3" fill="${colours[mark] ?? '#607d8b'}"><title>${xml(`${gate.label}: ${mark === '' ? 'not run' : mark}`)}</title></rect>`,
      ),
    ]),
    ...curve(descent, gridTop + gridHeight + 24),
    text(16, height - 14, `${summary.visits} nodes, ${durationText(summary.durationMs)}`, 'fill="#616161"'),
    '</svg>',
  ];
  return `${parts.join('\n')}\n`;
}

function curve(descent: Descent, top: number): string[] {
  if (descent.columns.length === 0) return [text(16, top + 16, 'No gate was run.', 'fill="#616161"')];
  const most = Math.max(1, descent.gates.length);
  const y = (open: number): number => Math.round((top + curveHeight - (open / most) * (curveHeight - 12)) * 10) / 10;
  const points = descent.open.map((open, i) => `${x(i) + cell / 2},${y(open)}`);
  return [
    text(left - 8, top + 16, `open gates (of ${most})`, 'text-anchor="end"'),
    `<line x1="${left}" y1="${y(0)}" x2="${x(descent.columns.length)}" y2="${y(0)}" stroke="#bdbdbd"/>`,
    `<polyline points="${points.join(' ')}" fill="none" stroke="#1565c0" stroke-width="2"/>`,
    ...descent.open.map(
      (open, i) => `<circle cx="${x(i) + cell / 2}" cy="${y(open)}" r="3" fill="#1565c0"><title>${open} open</title></circle>`,
    ),
  ];
}

function x(column: number): number {
  return left + column * cell;
}

function text(atX: number, atY: number, content: string, attributes: string): string {
  return `<text x="${atX}" y="${atY}" ${attributes}>${xml(content)}</text>`;
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Text for XML: specials escaped, characters that XML 1.0 forbids left out. */
function xml(content: string): string {
  return content.replace(/[&<>"]/g, (sign) => entities[sign] ?? '').replace(/(?![\n\r\t])[\p{Cc}\ufffe\uffff]/gu, '');
}
