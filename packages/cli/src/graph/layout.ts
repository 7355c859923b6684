import { Worker } from 'node:worker_threads';

/** Dense graphs can keep the layout busy for minutes; drawing is a convenience, so it has an end. */
const layoutDeadlineMs = 30_000;

export type Layout = { readonly ok: true; readonly svg: string } | { readonly ok: false; readonly reason: string };

/** Lays DOT out as SVG in a worker, which is ended at the deadline. */
export function layoutSvg(dot: string, deadlineMs: number = layoutDeadlineMs): Promise<Layout> {
  return new Promise((resolve) => {
    const worker = new Worker(new URL('./layout-worker.js', import.meta.url), { workerData: dot, stdout: true, stderr: true });
    const finish = (layout: Layout): void => {
      clearTimeout(timer);
      void worker.terminate();
      resolve(layout);
    };
    const timer = setTimeout(() => finish({ ok: false, reason: `the layout took more than ${deadlineMs / 1000} s` }), deadlineMs);
    worker.once('message', (message: unknown) => finish(readMessage(message)));
    worker.once('error', (error) => finish({ ok: false, reason: error.message }));
    worker.once('exit', () => finish({ ok: false, reason: 'the layout ended without a drawing' }));
  });
}

function readMessage(message: unknown): Layout {
  if (typeof message === 'object' && message !== null) {
    if ('svg' in message) return { ok: true, svg: String(message.svg) };
    if ('error' in message) return { ok: false, reason: String(message.error) };
  }
  return { ok: false, reason: 'the layout answered nonsense' };
}
