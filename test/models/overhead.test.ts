import { createBackendRegistry, llmBackend } from '@attractor/agent';
import { afterAll, describe, expect, test } from 'vitest';
import { place, removeFolders, run } from '../../packages/handlers/test/support/pipeline-run.ts';
import { modelChain } from '../../scripts/bench/graphs.mjs';
import { answering, later } from './model-server.ts';

afterAll(removeFolders, 60_000);

const nodes = 100;
const answerMs = 20;

describe('backends.md 4: what the engine adds to a model call', () => {
  test('backends.md 4: 100 nodes against a server that answers in 20 ms cost little more than the bare calls do', async () => {
    const server = await answering('anthropic', async () => {
      await later(answerMs);
      return { text: 'Done.' };
    });
    try {
      const { environment } = server;
      const services = { environment, backends: createBackendRegistry([llmBackend({ environment })]), backend: { default: 'llm' } };
      const spent = async (count: number): Promise<number> => {
        const at = place({ 'main.dot': modelChain(count) });
        const before = process.cpuUsage();
        const { result } = await run({ at, services });
        expect(result.status).toBe('success');
        return cpuMs(before);
      };
      await spent(5);
      // Processor time, which a busy machine does not move as it moves the clock. The server's part is in both.
      const whole = await spent(nodes);
      const bare = await bareCalls(environment, nodes);
      expect(whole).toBeLessThan(bare * 5);
    } finally {
      await server.close();
    }
  });
});

/** The same calls with the client alone. */
async function bareCalls(environment: Readonly<Record<string, string>>, count: number): Promise<number> {
  const { createModelClient } = await import('@attractor/llm');
  const client = createModelClient({ provider: 'anthropic', environment });
  const messages = [{ role: 'user', content: [{ type: 'text', text: 'Do part 1' }] }] as const;
  await client.generate({ model: 'claude-opus-5-5', messages });
  const before = process.cpuUsage();
  for (let i = 0; i < count; i++) await client.generate({ model: 'claude-opus-5-5', messages });
  return cpuMs(before);
}

function cpuMs(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
