import { defineConfig } from 'vitest/config';

export default defineConfig({
  resolve: { conditions: ['attractor-source'] },
  ssr: { resolve: { conditions: ['attractor-source'] } },
  test: {
    include: ['packages/*/test/**/*.test.ts', 'test/**/*.test.ts'],
    testTimeout: 30_000,
    // Test files of one worker share their modules: loading them anew for each file costs more than running it.
    isolate: false,
    // Tests with real processes and terminals share a busy machine: one more try there tells a fault from a hiccup.
    retry: process.env['CI'] ? 1 : 0,
    reporters: process.env.CI ? ['default', ['json', { outputFile: 'test-report.json' }]] : ['default'],
  },
});
