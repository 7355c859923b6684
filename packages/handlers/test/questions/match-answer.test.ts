import type { Choice, Question } from '@attractor/engine';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { matchChoice, meaningOf } from '../../src/questions/match-answer.ts';

const options: readonly Choice[] = [
  { key: 'A', label: 'Approve', target: 'ship' },
  { key: 'R', label: 'Reject it', target: 'fix' },
  { key: '', label: 'Not now', target: 'later' },
  { key: '', label: 'not now', target: 'never' },
];

const question = (type: Question['type'], choices = options): Question => ({
  id: 'q',
  stage: 'q',
  text: '?',
  type,
  options: choices,
  metadata: {},
});

describe('engine.md 9: what an answer means', () => {
  test.each([
    ['A', 'ship'],
    [' a ', 'ship'],
    ['APPROVE', 'ship'],
    ['[A] Approve', 'ship'],
    ['a) approve', 'ship'],
    ['A - Approve', 'ship'],
    ['reject IT', 'fix'],
    ['Fix', 'fix'],
    ['LATER', 'later'],
  ])('key, label with or without accelerator, or target id, case ignored: %s', (answer, target) => {
    expect(matchChoice(options, answer)?.target).toBe(target);
  });

  test.each(['', '   ', 'x', 'Appro', 'approve!', '[R] Approve', 'not now', 'ship fix', '1'])('no answer: %j', (answer) => {
    expect(matchChoice(options, answer)).toBeUndefined();
    expect(meaningOf(question('choice'), { value: answer })).toBeUndefined();
  });

  test('gate_key: a key that two choices had is no answer', () => {
    const shared = [
      { key: '', label: 'Yes', target: 'a' },
      { key: '', label: 'Yet', target: 'b' },
    ];
    expect(matchChoice(shared, 'y')).toBeUndefined();
    expect(matchChoice(shared, '[Y] Yes')?.target).toBe('a');
  });

  test('a key goes before a label, a label before a target', () => {
    const crossed = [
      { key: 'x', label: 'b', target: 'c' },
      { key: 'b', label: 'c', target: 'x' },
    ];
    expect(matchChoice(crossed, 'x')?.label).toBe('b');
    expect(matchChoice(crossed, 'b')?.label).toBe('c');
    expect(matchChoice(crossed, 'c')?.label).toBe('c');
  });

  test('two edges to one target: its id is no answer', () => {
    const twice = [
      { key: 'a', label: 'one', target: 't' },
      { key: 'b', label: 'two', target: 't' },
    ];
    expect(matchChoice(twice, 't')).toBeUndefined();
  });

  test.each([
    ['y', 'Yes'],
    ['YES', 'Yes'],
    ['n', 'No'],
    ['no', 'No'],
    ['ship', 'Yes'],
  ])('yes_no and confirm: %s is %s', (answer, label) => {
    const yesNo = [
      { key: '1', label: 'Yes', target: 'ship' },
      { key: '2', label: 'No', target: '' },
    ];
    expect(meaningOf(question('yes_no', yesNo), { value: answer })?.choice?.label).toBe(label);
    expect(meaningOf(question('confirmation', yesNo), { value: answer })?.choice?.label).toBe(label);
    expect(meaningOf(question('yes_no', yesNo), { value: 'maybe' })).toBeUndefined();
    expect(meaningOf(question('yes_no', yesNo), { value: '' })).toBeUndefined();
  });

  test('freeform: any text that is not blank; a value beside it must name a choice', () => {
    const free = question('freeform');
    expect(meaningOf(free, { value: 'approve' })).toEqual({ text: 'approve' });
    expect(meaningOf(free, { value: '', text: 'a\nb' })).toEqual({ text: 'a\nb' });
    expect(meaningOf(free, { value: 'r', text: 'too long' })).toEqual({ choice: options[1], text: 'too long' });
    expect(meaningOf(free, { value: 'q', text: 'too long' })).toBeUndefined();
    expect(meaningOf(free, { value: ' \n' })).toBeUndefined();
    expect(meaningOf(free, { value: '', text: '  ' })).toBeUndefined();
  });

  test('a text beside a choice is kept', () => {
    expect(meaningOf(question('choice'), { value: 'a', text: 'well done' })).toEqual({ choice: options[0], text: 'well done' });
  });

  test('property: what matches is named by exactly one choice in the deciding form', () => {
    const word = fc.stringMatching(/^[ab]{0,2}$/);
    const choice = fc.record({ key: word, label: fc.stringMatching(/^[ab]{1,2}$/), target: word });
    fc.assert(
      fc.property(fc.array(choice, { maxLength: 5 }), fc.stringMatching(/^[abAB]{0,2}$/), (choices, answer) => {
        const found = matchChoice(choices, answer);
        const lower = answer.toLowerCase();
        const forms = (['key', 'label', 'target'] as const).map((form) => choices.filter((item) => item[form] === lower));
        const deciding = lower === '' ? undefined : forms.find((matches) => matches.length > 0);
        expect(found).toBe(deciding?.length === 1 ? deciding[0] : undefined);
      }),
    );
  });
});
