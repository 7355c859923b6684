import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ModelServer, startModelServer } from '../../../agent/test/support/model-server.ts';
import { attractor, folder, lastLine } from '../attractor.ts';

const script = fileURLToPath(new URL('../../../agent/test/mcp/fixture/stdio-server.mjs', import.meta.url));

let server: ModelServer;
beforeAll(async () => {
  server = await startModelServer();
});
afterAll(() => server.close());

const graph = (servers: object, node = ''): string => `digraph one {
  mcp_servers=${JSON.stringify(JSON.stringify(servers))}
  start [shape=Mdiamond]
  exit [shape=Msquare]
  work [prompt="Work"${node}]
  start -> work -> exit
}
`;

describe('backends.md 4: MCP servers in whole runs', () => {
  test('backends.md 4: the graph’s servers serve its agents, also when their models are replayed', async () => {
    const cwd = folder({ 'a.dot': graph({ calc: { command: process.execPath, args: [script] } }) });
    server.say({ calls: [['mcp__calc__add', { a: 40, b: 2 }]] }, { text: 'It is 42.' });
    const recorded = await attractor(['run', 'a.dot', '--quiet', '--record'], { cwd, env: server.environment() });
    expect(recorded.code, recorded.stderr).toBe(0);
    expect(JSON.stringify(server.bodies[1])).toContain('40 + 2 = 42');
    const replayed = await attractor(['run', 'a.dot', '--quiet', '--replay', 'latest'], { cwd });
    expect(replayed.code, replayed.stderr).toBe(0);
    const run = String(lastLine(replayed)['run_dir']);
    expect(readFileSync(join(run, 'work', 'response.md'), 'utf8').trim()).toBe('It is 42.');
    const events = readFileSync(join(run, 'events.jsonl'), 'utf8');
    expect(events).toContain('"tool":"mcp__calc__add"');
  }, 60_000);

  test('§36: programs of servers are looked for before the first node; backends without servers do not care', async () => {
    const cwd = folder({
      'a.dot': graph({ calc: { command: 'no-such-program' }, near: { command: './server.sh' } }),
      'b.dot': graph({ calc: { command: 'no-such-program' } }, ', backend=simulate'),
    });
    const refused = await attractor(['run', 'a.dot', '--quiet'], { cwd, env: server.environment() });
    expect(refused.code).toBe(2);
    expect(refused.stderr).toContain(
      'node work: mcp_servers: there is no program no-such-program (server calc), there is no program ./server.sh (server near)',
    );
    expect((await attractor(['run', 'b.dot', '--quiet'], { cwd })).code).toBe(0);
  }, 60_000);
});
