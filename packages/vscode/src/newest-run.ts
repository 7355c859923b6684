/** A run as `attractor runs --json` prints it. */
export interface RunEntry {
  readonly id: string;
  readonly graph: string;
  readonly status: string;
  readonly directory: string;
}

/** The newest run of a graph among the lines of `attractor runs --json`, which are newest first; lines that are none are skipped. */
export function newestRun(lines: string, graph: string): RunEntry | undefined {
  for (const line of lines.split('\n')) {
    const entry = parsed(line);
    if (entry?.graph === graph) return entry;
  }
  return undefined;
}

/** The name in `digraph NAME {`, bare or quoted; undefined for a graph without one. */
export function graphName(text: string): string | undefined {
  const found = /^\s*digraph\s+(?:"((?:[^"\\]|\\.)*)"|([A-Za-z_]\w*))\s*\{/m.exec(text);
  return found?.[1] ?? found?.[2];
}

function parsed(line: string): RunEntry | undefined {
  try {
    const value: unknown = JSON.parse(line);
    if (typeof value !== 'object' || value === null) return undefined;
    const { id, graph, status, directory } = value as Record<string, unknown>;
    if (typeof id !== 'string' || typeof graph !== 'string' || typeof status !== 'string' || typeof directory !== 'string')
      return undefined;
    return { id, graph, status, directory };
  } catch {
    return undefined;
  }
}
