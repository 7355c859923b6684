import { afterAll, describe, expect, it } from 'vitest';
import { example, removeExamples } from './run-example.ts';

afterAll(removeExamples);

describe('examples: models', () => {
  it('language.md 5: model-stylesheet gives each node its model by class, id and own attribute', async () => {
    const sheet = example('model-stylesheet');
    const { result, route } = await sheet.run();
    expect(route).toEqual(['plan', 'install', 'first_steps', 'review']);
    expect(result.status).toBe('success');
    const model = (id: string) => sheet.prepared.graph.nodes.get(id)?.attributes.get('llm_model')?.text;
    expect(route.map(model)).toEqual(['claude-opus-4-5', 'claude-haiku-4-5', 'claude-haiku-4-5', 'claude-sonnet-4']);
    expect(sheet.prepared.graph.nodes.get('install')?.attributes.get('timeout')?.text).toBe('2m');
  });

  it('backends.md 3: fidelity-threads tells each node no more than its fidelity says', async () => {
    const { result, route, file } = await example('fidelity-threads').run();
    expect(route).toEqual(['design', 'critic', 'refine', 'referee', 'report']);
    expect(result.status).toBe('success');
    // A conversation goes on: the prompt is the instruction alone, the earlier exchange travels as messages.
    expect(file('refine/prompt.md')).toBe(
      'Choose the best of your names. A critic says: Pixort sounds like a spell, Album Angel is taken.',
    );
    expect(file('referee/prompt.md')).toContain('Goal: A name for a program that sorts photographs');
    expect(file('referee/prompt.md')).not.toContain('critic');
    expect(file('report/prompt.md')).toContain('- critic (codergen): success');
  });

  it('backends.md 2: response-schema repairs the form once, and sums are a gate of their own', async () => {
    const { result, route, file } = await example('response-schema').run();
    expect(route).toEqual(['letter', 'invoice', 'sums', 'invoice', 'sums']);
    expect(result.status).toBe('success');
    expect(result.handled[0]?.reason).toContain('the items come to 22900 cents, the total says 32700');
    expect(file('sums/output.txt')).toContain('the items come to 32700 cents, the total says 32700');
    expect(JSON.parse(file('invoice/response.md'))).toMatchObject({ items: [{ what: 'chair', count: 3 }, { what: 'table' }] });
  });
});
