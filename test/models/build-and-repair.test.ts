import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { JsonObject } from '@attractor/engine';
import { describe, expect, test } from 'vitest';
import type { Said, WireName } from '../../packages/agent/test/support/model-server.ts';
import { attractor, folder, lastLine } from '../../packages/cli/test/attractor.ts';
import { root } from '../support/attractor.ts';
import { answering, type Call } from './model-server.ts';

interface Entry {
  readonly text: string;
  readonly files: Readonly<Record<string, string>>;
}

/** How a turn with tool calls looks in the conversation of each format. */
const callPattern: Readonly<Record<WireName, RegExp>> = {
  anthropic: /"type":"tool_use"/g,
  openai: /"type":"function_call"/g,
  gemini: /"functionCall":/g,
};

/**
 * A model that does what the example's script says, with its tools: it writes the files, looks at them with a command, and
 * reports. `prompts`: a text by which each node's conversation is known.
 */
function scriptedAgent(name: string, wire: WireName, prompts: Readonly<Record<string, string>>): (call: Call) => Said {
  const { nodes } = JSON.parse(readFileSync(join(root, 'examples', name, 'script.json'), 'utf8')) as { nodes: Record<string, Entry[]> };
  const sessions = new Map<string, number>();
  return ({ body }) => {
    const text = JSON.stringify(body);
    const node = Object.keys(prompts).find((id) => text.includes(prompts[id] ?? ''));
    if (node === undefined) throw new Error(`whose prompt is this? ${text.slice(0, 400)}`);
    const entries = nodes[node] ?? [];
    const made = text.match(callPattern[wire])?.length ?? 0;
    if (made === 0) sessions.set(node, (sessions.get(node) ?? 0) + 1);
    const entry = entries[Math.min(sessions.get(node) ?? 1, entries.length) - 1];
    if (entry === undefined) throw new Error(`no entry for ${node}`);
    const files = Object.entries(entry.files);
    if (made === 0) return { text: 'I write it.', calls: files.map((file) => writing(wire, file)) };
    if (made === files.length) return { calls: [['shell', { command: files.map(([path]) => `cksum ${path}`).join(' && ') }]] };
    return { text: entry.text, calls: [['report_outcome', { status: 'success', notes: entry.text }]] };
  };
}

/** Each provider's agent has its own way to write a whole file. */
function writing(wire: WireName, [path, content]: readonly [string, string]): readonly [name: string, input: JsonObject] {
  if (wire !== 'openai') return ['write_file', { file_path: path, content }];
  return ['shell', { command: `cat > ${path} <<'END_OF_FILE'\n${content}END_OF_FILE` }];
}

async function runExample(name: string, args: readonly string[], env: Readonly<Record<string, string>>) {
  const cwd = folder();
  for (const file of [`${name}.dot`, name]) cpSync(join(root, 'examples', file), join(cwd, 'examples', file), { recursive: true });
  const finished = await attractor(['run', `examples/${name}.dot`, ...args], { cwd, env });
  return { cwd, finished, line: lastLine(finished) };
}

const bugFix = { reproduce: 'Write .attractor/bug-fix/repro.mjs: it imports', fix: 'Mend .attractor/bug-fix/duration.mjs. Bug:' };
const feature = {
  plan: 'Plan this feature in .attractor/feature-build/plan.md:',
  tests: 'Write tests of the plan to',
  implement: 'Write .attractor/feature-build/wrap.mjs and its page',
};

describe('backends.md 4: examples with --backend agent, end to end', () => {
  test.each([
    ['anthropic', 'bug-fix', bugFix],
    ['openai', 'bug-fix', bugFix],
    ['gemini', 'bug-fix', bugFix],
    ['anthropic', 'feature-build', feature],
  ] as const)(
    'backends.md 4: %s writes, tests and repairs the program of %s with real tools; gates of exit codes end the run',
    async (wire, name, prompts) => {
      const server = await answering(wire, scriptedAgent(name, wire, prompts));
      try {
        const { cwd, finished, line } = await runExample(name, ['--backend', 'agent'], server.environment);
        expect(finished.stderr).toContain('✓ success');
        expect(finished.code).toBe(0);
        // The same way as with the script itself: through the failing gates and back.
        const simulated = await runExample(name, ['--simulate'], {});
        expect(line['nodes']).toEqual(simulated.line['nodes']);
        expect(new Set(line['nodes'] as string[]).size).toBeLessThan((line['nodes'] as string[]).length);
        expect(Number(line['cost_usd'])).toBeGreaterThan(0);
        const program = name === 'bug-fix' ? 'duration.mjs' : 'wrap.mjs';
        const path = join('.attractor', name, program);
        expect(readFileSync(join(cwd, path), 'utf8')).toBe(readFileSync(join(simulated.cwd, path), 'utf8'));
        // The last gate is a command's exit code, not a word of the model.
        const events = readFileSync(join(String(line['run_dir']), 'events.jsonl'), 'utf8');
        expect(events).toContain('"type":"goal_gate.checked","satisfied":true');
        expect(events.match(/"type":"agent.tool_call"/g)?.length).toBeGreaterThan(5);
      } finally {
        await server.close();
      }
    },
    60_000,
  );
});
