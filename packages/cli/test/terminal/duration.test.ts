import { expect, test } from 'vitest';
import { durationText, moneyText, parseDuration } from '../../src/terminal/duration.ts';

test.each([
  [0, '0.0s'],
  [412, '0.4s'],
  [59_949, '59.9s'],
  [59_950, '1m00s'],
  [65_000, '1m05s'],
  [3_599_700, '1h00m'],
  [7_380_000, '2h03m'],
  [90_000_000, '1d01h'],
])('files.md 5: %i ms reads %s', (ms, text) => {
  expect(durationText(ms)).toBe(text);
});

test.each([
  ['900s', 900_000],
  ['15m', 900_000],
  ['250ms', 250],
  ['2h', 7_200_000],
  ['1d', 86_400_000],
  ['1.5s', 1500],
  ['30', 30_000],
  ['0', undefined],
  ['-5s', undefined],
  ['5 minutes', undefined],
  ['', undefined],
])('files.md 5: --timeout %j is %s ms', (text, ms) => {
  expect(parseDuration(text)).toBe(ms);
});

test('files.md 5: small costs keep their digits', () => {
  expect([moneyText(0.0042), moneyText(1.5), moneyText(0)]).toEqual(['$0.0042', '$1.50', '$0.00']);
});
