import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BackendRequest, Outcome } from '@attractor/engine';
import { codergenHandler } from '@attractor/handlers';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { agentBackend, llmBackend, pickModel } from '../../src/index.ts';
import { profiles } from '../../src/profile/profile.ts';
import { projectInstructions } from '../../src/prompt/project.ts';
import { agentSystemPrompt } from '../../src/prompt/system-prompt.ts';
import {
  type ModelServer,
  requestFor,
  type Said,
  sessionLog,
  startModelServer,
  testInvocation,
  type WireName,
} from '../support/model-server.ts';

let server: ModelServer;
beforeAll(async () => {
  server = await startModelServer();
});
afterAll(() => server.close());

const schema = { type: 'object', properties: { risk: { type: 'string' } }, required: ['risk'], additionalProperties: false } as const;

describe('backends.md 1: llm', () => {
  test.each(['anthropic', 'openai', 'gemini'] as WireName[])(
    'backends.md 1: one call without tools, over the format of %s',
    async (wire) => {
      server.sayAs(wire, { text: 'An answer.' });
      const environment = server.environment(wire);
      const run = testInvocation(environment);
      const answer = await llmBackend({ environment }).run(
        requestFor(run, { reasoningEffort: 'low', model: 'some-model', provider: wire }),
      );
      const [session] = readdirSync(join(run.directory.path, 'sessions'));
      expect(answer).toMatchObject({ text: 'An answer.', toolCalls: 0, sessionId: session, usage: { outputTokens: 50 } });
      expect(server.bodies).toHaveLength(1);
      expect(server.bodies[0]).not.toHaveProperty('tools');
      expect(JSON.stringify(server.bodies[0])).toMatch(/"effort":"low"|"thinkingLevel":"LOW"/i);
      expect(JSON.stringify(server.received[0])).toContain('some-model');
      expect(sessionLog(run).map(({ event }) => event)).toEqual(['prompt', 'completion', 'end']);
    },
  );

  test('§23: response_schema becomes the provider’s structured output, one repair round, and the parsed answer', async () => {
    const environment = server.environment();
    const run = testInvocation(environment, {
      node: { id: 'work', attributes: { prompt: 'Rate it', response_schema: JSON.stringify(schema) } },
      backends: [llmBackend({ environment })],
      services: { environment, backend: { default: 'llm' } },
    });
    server.say({ text: '{"level": 3}' }, { text: '{"risk": "low"}' });
    const outcome = (await codergenHandler().execute(run)) as Outcome;
    expect(outcome).toMatchObject({
      status: 'success',
      notes: '{"risk": "low"}',
      systemUpdates: { work: { risk: 'low' } },
      usage: { outputTokens: 100 },
    });
    expect(server.bodies[0]?.['output_config']).toMatchObject({ format: { type: 'json_schema', schema: { required: ['risk'] } } });
    expect(JSON.stringify(server.bodies[1]?.['messages'])).toContain('does not fit the JSON Schema');
  });

  test('backends.md 2: a goal gate is told how to state its verdict, and the ways on', async () => {
    const environment = server.environment();
    const run = testInvocation(environment, {
      node: { id: 'work', attributes: { goal_gate: 'true' } },
      graph: {
        nodes: [{ id: 'a' }, { id: 'b' }],
        edges: [
          ['work', 'a', { label: 'Ship it' }],
          ['work', 'b'],
        ],
      },
    });
    server.say({ text: '{"status": "success"}' });
    await llmBackend({ environment }).run(requestFor(run));
    const system = JSON.stringify(server.bodies[0]?.['system']);
    expect(system).toContain('This task is a gate');
    expect(system).toContain('Ship it');
    expect(agentSystemPrompt(requestFor(run), profiles.openai, 'm')).toContain(
      'call report_outcome as your last action.\nThis task is a gate',
    );
  });

  test('files.md 4: every record of a session fits its schema', async () => {
    const environment = server.environment();
    const run = testInvocation(environment);
    const said: Said[] = [
      {
        text: 'x',
        calls: [
          ['shell', { command: 'exit 1' }],
          ['nothing', {}],
        ],
      },
      { calls: [['report_outcome', { status: 'fail' }]] },
    ];
    server.say(...said);
    await agentBackend({ environment }).run(requestFor(run));
    const file = new URL('../../../../specs/schemas/session-event.schema.json', import.meta.url);
    const ajv = new Ajv2020({ strict: true, formats: { 'date-time': true } });
    const validate = ajv.compile(JSON.parse(readFileSync(file, 'utf8')));
    for (const record of sessionLog(run)) expect(validate(record), JSON.stringify(validate.errors)).toBe(true);
    expect(sessionLog(run).length).toBeGreaterThan(8);
  });
});

describe('§36: which provider and model', () => {
  const both = { ANTHROPIC_API_KEY: 'key-anthropic', OPENAI_API_KEY: 'key-openai' };
  const wish = (given: Partial<BackendRequest>) => given;

  test.each([
    ['the first provider with a key', {}, {}, both, 'anthropic', 'claude-opus-5-5'],
    ['the only provider with a key', {}, {}, { OPENAI_API_KEY: 'k' }, 'openai', 'gpt-5.6-sol'],
    ['--provider', {}, { provider: 'openai' }, both, 'openai', 'gpt-5.6-sol'],
    ['--model', {}, { model: 'm' }, both, 'anthropic', 'm'],
    ['the node’s model before --model', { model: 'own' }, { model: 'm' }, both, 'anthropic', 'own'],
    ['the node’s provider, for which --model is not meant', { provider: 'openai' }, { model: 'm' }, both, 'openai', 'gpt-5.6-sol'],
  ] as const)('§36: %s', (_, given, defaults, environment, provider, model) => {
    const picked = pickModel(wish(given), defaults, environment);
    expect(picked.ok && [picked.provider.name, picked.model]).toEqual([provider, model]);
  });

  test('§36: a server without a default model asks for one', () => {
    const picked = pickModel(wish({ provider: 'openai-compatible' }), {}, { OPENAI_COMPATIBLE_BASE_URL: 'http://127.0.0.1:1' });
    expect(picked).toEqual({ ok: false, problem: 'provider openai-compatible has no default model; set llm_model or --model' });
  });
});

describe('backends.md 4: project instructions', () => {
  test('backends.md 4: from the repository’s root down, the provider’s own file with AGENTS.md, nothing twice, 32 KB', () => {
    const { root } = testInvocation({});
    const work = join(root, 'repository', 'sub');
    mkdirSync(join(work, '.codex'), { recursive: true });
    mkdirSync(join(root, 'repository', '.git'));
    writeFileSync(join(root, 'repository', '.git', 'HEAD'), 'ref: refs/heads/topic/x\n');
    writeFileSync(join(root, 'AGENTS.md'), 'above the repository');
    writeFileSync(join(root, 'repository', 'AGENTS.md'), 'root rules');
    symlinkSync('AGENTS.md', join(root, 'repository', 'CLAUDE.md'));
    writeFileSync(join(work, 'CLAUDE.md'), 'sub rules');
    writeFileSync(join(work, 'GEMINI.md'), 'for others');
    writeFileSync(join(work, '.codex/instructions.md'), 'codex rules');
    expect(projectInstructions(work, profiles.anthropic.instructionFiles)).toBe('# ../AGENTS.md\n\nroot rules\n\n# CLAUDE.md\n\nsub rules');
    expect(projectInstructions(work, profiles.openai.instructionFiles)).toBe(
      '# ../AGENTS.md\n\nroot rules\n\n# .codex/instructions.md\n\ncodex rules',
    );
    writeFileSync(join(work, 'AGENTS.md'), 'x'.repeat(40_000));
    const long = projectInstructions(work, []);
    expect(long).toContain('[project instructions are cut off at 32 KB]');
    expect(long.length).toBeLessThan(33_000);
    const run = testInvocation({});
    const prompt = agentSystemPrompt(requestFor(run, { workingDirectory: work }), profiles.gemini, 'gemini-x');
    expect(prompt).toContain(`<environment>\nWorking directory: ${work}\nGit repository: yes\nGit branch: topic/x\n`);
    expect(prompt).toContain('Model: gemini-x');
  });

  test('backends.md 4: an instruction file that cannot be read does not stop the agent', () => {
    const run = testInvocation({});
    const path = join(run.workingDirectory, 'AGENTS.md');
    writeFileSync(path, 'secret');
    chmodSync(path, 0o000);
    expect(() => projectInstructions(run.workingDirectory, [])).not.toThrow();
    expect(existsSync(path)).toBe(true);
  });
});
