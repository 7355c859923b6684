// Preloaded into measured processes: writes the peak resident size, in kilobytes, where BENCH_MEMORY says.
import { writeFileSync } from 'node:fs';

process.on('exit', () => writeFileSync(process.env.BENCH_MEMORY, String(process.resourceUsage().maxRSS)));
