import { parentPort, workerData } from 'node:worker_threads';
import { instance } from '@viz-js/viz';

const viz = await instance();
const result = viz.render(String(workerData), { format: 'svg', engine: 'dot' });
parentPort?.postMessage(
  result.status === 'success'
    ? { svg: result.output.replaceAll('font-family="Verdana"', 'font-family="Verdana,DejaVu Sans,sans-serif"') }
    : { error: result.errors.map((error) => error.message).join('; ') || 'Graphviz gave no reason' },
);
