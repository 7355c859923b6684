import { describe, expect, test } from 'vitest';
import { acceleratorKey, labelWithoutAccelerator, normalizeLabel } from '../src/label.ts';

describe('engine.md 4b: labels are compared without accelerator, trimmed, in lower case', () => {
  test.each([
    ['[Y] Yes', 'yes'],
    [' Y) Yes ', 'yes'],
    ['y - Yes, please', 'yes, please'],
    ['[ok]Go on', 'go on'],
    ['Re-run - all', 're-run - all'],
    ['A-frame', 'a-frame'],
    ['[a] [b] both', '[b] both'],
    ['[x]', '[x]'],
    ['Yes', 'yes'],
    ['', ''],
  ])('%j is %j', (label, expected) => {
    expect(normalizeLabel(label)).toBe(expected);
  });

  test('case is kept without normalising', () => {
    expect(labelWithoutAccelerator('[S] Ship It')).toBe('Ship It');
  });
});

describe('engine.md 9: the accelerator of a choice', () => {
  test.each([
    ['[Y] Yes', 'Y'],
    ['[ok] Go', 'ok'],
    ['n) No', 'n'],
    ['R - Retry', 'R'],
    ['Retry', undefined],
    ['Re-run', undefined],
    ['[ ] blank', undefined],
    ['[] none', undefined],
  ])('of %j is %j', (label, expected) => {
    expect(acceleratorKey(label)).toBe(expected);
  });
});
