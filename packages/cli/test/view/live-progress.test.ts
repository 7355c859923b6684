import { expect, test, vi } from 'vitest';
import { style } from '../../src/terminal/style.ts';
import { liveProgress, type Screen } from '../../src/view/live-progress.ts';
import { completed, started } from './events.ts';

// A sequence or one sign; the escape is spelt out of the pattern, where linters do not want it.
const tokens = new RegExp(`${'\u001b'}\\[[?0-9]*[A-Za-z]|[\\s\\S]`, 'gu');

/** A terminal small enough to check by eye: rows of text, a cursor, and the few sequences the view may use. */
function terminal(columns: number): Screen & { readonly lines: string[]; writes: number; cursorHidden: boolean; narrow(to: number): void } {
  const listeners = new Set<() => void>();
  const lines: string[] = [''];
  let row = 0;
  let column = 0;
  const screen = {
    columns,
    rows: 20,
    lines,
    writes: 0,
    cursorHidden: false,
    narrow(to: number): void {
      screen.columns = to;
      for (const listener of listeners) listener();
    },
    write(text: string): void {
      screen.writes++;
      for (const token of text.match(tokens) ?? []) take(token);
    },
    on: (_: 'resize', listener: () => void) => listeners.add(listener),
    off: (_: 'resize', listener: () => void) => listeners.delete(listener),
  };
  const take = (token: string): void => {
    if (token === '\n') {
      row++;
      column = 0;
      lines[row] ??= '';
    } else if (token === '\r') column = 0;
    else if (token.endsWith('A')) row -= Number(token.slice(2, -1));
    else if (token === '\u001b[0J') lines.splice(row, lines.length, (lines[row] ?? '').slice(0, column));
    else if (token === '\u001b[0K') lines[row] = (lines[row] ?? '').slice(0, column);
    else if (token === '\u001b[?25l') screen.cursorHidden = true;
    else if (token === '\u001b[?25h') screen.cursorHidden = false;
    else if (token !== '\u001b[?2026h' && token !== '\u001b[?2026l') {
      if (token.startsWith('\u001b')) throw new Error(`unexpected ${JSON.stringify(token)}`);
      const line = lines[row] ?? '';
      lines[row] = line.slice(0, column) + token + line.slice(column + 1);
      column++;
    }
    if (row < 0) throw new Error('the cursor left the screen');
  };
  return screen;
}

test('files.md 5: finished lines stay, the rest is redrawn in place, nothing is left behind', () => {
  vi.useFakeTimers();
  try {
    const screen = terminal(60);
    let now = 0;
    const view = liveProgress(screen, style(false), () => now);
    const frame = (ms: number): void => {
      now += ms;
      vi.advanceTimersByTime(100);
    };
    view.event(started('plan'));
    frame(100);
    expect(screen.lines).toEqual(['  0.1s · 0 steps', '  ⠙ plan                       0.1s', '  plan', '']);
    frame(50);
    expect(screen.cursorHidden).toBe(true);
    view.event(completed('plan'));
    view.event(started('test', 'branch:fan:1'));
    view.event(started('lint', 'branch:fan:2'));
    frame(100);
    expect(screen.lines.slice(0, 1)).toEqual(['  ✓ plan                       1.2s']);
    expect(screen.lines).toHaveLength(6);
    view.line('a question');
    frame(100);
    expect(screen.lines[1]).toBe('a question');
    view.event(completed('lint', 'success', 'branch:fan:2'));
    view.event(completed('test', 'success', 'branch:fan:1'));
    frame(100);
    view.stop();
    expect(screen.lines).toEqual([
      '  ✓ plan                       1.2s',
      'a question',
      '  ✓ fan/2 › lint               1.2s',
      '  ✓ fan/1 › test               1.2s',
      '',
    ]);
    expect(screen.cursorHidden).toBe(false);
    const { writes } = screen;
    frame(1000);
    view.stop();
    expect(screen.writes).toBe(writes);
  } finally {
    vi.useRealTimers();
  }
});

test('files.md 5: nothing is written when nothing changed, one write a frame otherwise', () => {
  vi.useFakeTimers();
  try {
    const screen = terminal(60);
    let now = 0;
    const view = liveProgress(screen, style(false), () => now);
    view.event(started('plan'));
    vi.advanceTimersByTime(1000);
    expect(screen.writes).toBe(1);
    now = 100;
    vi.advanceTimersByTime(100);
    expect(screen.writes).toBe(2);
    view.pause();
    expect(screen.lines).toEqual(['']);
    vi.advanceTimersByTime(1000);
    view.event(completed('plan'));
    view.resume();
    expect(screen.lines[0]).toContain('✓ plan');
    screen.narrow(12);
    for (const line of screen.lines.slice(1)) expect(line.length).toBeLessThan(12);
    view.stop();
  } finally {
    vi.useRealTimers();
  }
});
