import { afterAll, describe, expect, it } from 'vitest';
import { example, removeExamples } from './run-example.ts';

afterAll(removeExamples);

describe('examples: work on programs', () => {
  it('bug-fix wants a test that fails before the repair, and the old tests after it', async () => {
    const { result, route, file } = await example('bug-fix').run();
    expect(route).toEqual(['setup', 'reproduce', 'red', 'reproduce', 'red', 'fix', 'green', 'old_tests', 'fix', 'green', 'old_tests']);
    expect(result.status).toBe('success');
    expect(result.handled.map(({ node }) => node)).toEqual(['red', 'old_tests']);
    expect(file('reproduce/prompt.md')).toContain('it does not show the bug');
    expect(file('fix/prompt.md')).toContain('duration("soon") is refused: is false');
  });

  it('feature-build has its tests fail first, and takes no gate for granted', async () => {
    const { result, route } = await example('feature-build').run();
    const build = ['implement', 'green', 'small', 'documented'];
    expect(route).toEqual(['setup', 'plan', 'tests', 'red', 'implement', 'green', ...build, ...build]);
    expect(result.status).toBe('success');
    expect(result.handled.map(({ node }) => node)).toEqual(['green', 'documented']);
  });

  it('engine.md 8: review-lenses collects the findings of every branch, and one that blocks sends the change back', async () => {
    const { result, route, events, file } = await example('review-lenses').run();
    const readers = ['correctness', 'readability', 'security'];
    const lenses = route.flatMap((id, index) => (id === 'lenses' ? [index] : []));
    expect(lenses).toHaveLength(2);
    for (const index of lenses) expect(route.slice(index - 3, index).toSorted()).toEqual(readers);
    expect(route.filter((id) => !readers.includes(id))).toEqual([
      'setup',
      'change',
      'lenses',
      'verdict',
      'author',
      'change',
      'lenses',
      'verdict',
    ]);
    expect(result.status).toBe('success');
    expect(events.filter((event) => event.type === 'parallel.branch_completed')).toHaveLength(6);
    expect(file('author/prompt.md')).toContain('block (security): name reaches a shell');
    expect(file('verdict/output.txt')).toContain('3 lenses, 1 findings, 0 blocking');
  });

  it('refactor-baseline compares with what the original gives', async () => {
    const { result, route, file } = await example('refactor-baseline').run();
    expect(route).toEqual(['setup', 'baseline', 'refactor', 'same', 'refactor', 'same', 'simpler']);
    expect(result.status).toBe('success');
    expect(file('refactor/prompt.md')).toContain('was "20 g: 95", is "20 g: 110"');
  });

  it('test-generation tests the tests', async () => {
    const { result, route, file } = await example('test-generation').run();
    expect(route).toEqual(['setup', 'write', 'pass', 'mutants', 'write', 'pass', 'mutants']);
    expect(result.status).toBe('success');
    expect(file('write/prompt.md')).toContain('not noticed: century years are leap years');
    expect(file('mutants/output.txt')).toContain('4 of 4 broken copies are noticed');
  });
});
