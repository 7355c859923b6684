export const attractor: string;
export function inFolder<T>(body: (folder: string) => T): T;
export function measure(args: readonly string[], cwd: string): { ms: number; cpuMs: number; memoryMb: number; stdout: string };
export interface MeasuredRun {
  readonly ms: number;
  readonly cpuMs: number;
  readonly engineMs: number;
  readonly memoryMb: number;
  readonly bytes: number;
  readonly visits: number;
}
export function runGraph(text: string, flags?: readonly string[], env?: Readonly<Record<string, string>>): MeasuredRun;
export function best<T>(times: number, body: () => T, by: (result: T) => number): T;
