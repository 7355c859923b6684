import { success } from '@attractor/engine';
import { invocation, scriptedBackend } from '@attractor/testing';
import { describe, expect, test } from 'vitest';
import { createBuiltinRegistry } from '../src/index.ts';

describe('engine.md 15: the registry', () => {
  test('the last registration wins, an unknown type gets the default handler', async () => {
    const registry = createBuiltinRegistry();
    const own = { execute: () => Promise.resolve(success(true, { notes: 'own' })) };
    registry.register('tool', own);
    expect(registry.resolve('tool')).toBe(own);
    const backends = [scriptedBackend({ work: 'as a model node' })];
    const outcome = await registry.resolve('never.registered').execute(invocation({ node: { id: 'work' }, backends }));
    expect(outcome).toMatchObject({ responseText: 'as a model node' });
  });

  test.each(['start', 'exit', 'conditional'])('§25: %s is an explicit success', async (type) => {
    expect(
      await createBuiltinRegistry()
        .resolve(type)
        .execute(invocation({ node: { id: 'n', type } })),
    ).toEqual(success(true));
  });
});
