// Preloaded into measured processes: writes peak resident size (kilobytes) and processor time (ms) where BENCH_USAGE says.
import { writeFileSync } from 'node:fs';

process.on('exit', () => {
  const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage();
  writeFileSync(process.env.BENCH_USAGE, JSON.stringify({ maxRSS, cpuMs: (userCPUTime + systemCPUTime) / 1000 }));
});
