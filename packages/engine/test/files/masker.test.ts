import { createMasker, type Json, MASK } from '@attractor/engine';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

const runs = Number(process.env['ATTRACTOR_FUZZ_RUNS'] ?? 300);
const mask = (...secrets: string[]) => createMasker({}, secrets);

describe('files.md 1: masking', () => {
  it('files.md 1: what counts as a secret', () => {
    const names = ['API_KEY', 'github_token', 'MySecret', 'DB_PASSWORD', 'X_PASSWD', 'AWS_CREDENTIAL', 'AWS_CREDENTIALS', 'KEY'];
    for (const name of names) expect(createMasker({ [name]: 'hunter2hunter2' }, []).text('a hunter2hunter2 b')).toBe(`a ${MASK} b`);
    for (const name of ['HOME', 'KEYBOARD', 'TOKENS', 'SECRET_NAME']) {
      expect(createMasker({ [name]: 'hunter2hunter2' }, []).text('a hunter2hunter2 b')).toBe('a hunter2hunter2 b');
    }
    const short = createMasker({ API_KEY: '1234567', OTHER_KEY: undefined, EMPTY_TOKEN: '', BLANK_TOKEN: ' '.repeat(20) }, [
      'short',
      '12345678',
    ]);
    expect(short.text('1234567 short 12345678')).toBe(`1234567 short ${MASK}`);
    expect(short.text(' '.repeat(40))).toBe(' '.repeat(40));
  });

  it('files.md 1: longest first, overlapping together, adjacent each', () => {
    expect(mask('password', 'password-long').text('password-long password')).toBe(`${MASK} ${MASK}`);
    expect(mask('abcdefgh', 'fghijklm').text('<abcdefghijklm>')).toBe(`<${MASK}>`);
    expect(mask('abcdefgh', 'fghijklm').text('abcdefghfghijklm')).toBe(MASK + MASK);
    expect(mask('aaaaaaaa').text('a'.repeat(21))).toBe(MASK);
    expect(mask('a.c*e+g?[h]').text('a.c*e+g?[h] abcdefgh')).toBe(`${MASK} abcdefgh`);
  });

  it('files.md 1: a secret inside a JSON text, and without its last line break', () => {
    const masker = mask('pass"word\\1', 'from-a-file\n');
    expect(masker.text(JSON.stringify({ k: 'pass"word\\1' }))).toBe(`{"k":"${MASK}"}`);
    expect(masker.text('from-a-file')).toBe(MASK);
  });

  it('files.md 1: JSON keys and values at any depth, the same value without a secret', () => {
    const masker = mask('topsecret', '12345678');
    const clean: Json = { a: [1, null, { b: 'x' }], __proto__: null };
    expect(masker.json(clean)).toBe(clean);
    const masked = masker.json({ z: 1, topsecret: ['x topsecret', 12345678, 5, true, null, { deep: 'topsecret' }], y: 2 });
    expect(JSON.stringify(masked)).toBe(`{"z":1,"${MASK}":["x ${MASK}","${MASK}",5,true,null,{"deep":"${MASK}"}],"y":2}`);
    const proto = JSON.parse('{"__proto__":{"a":"topsecret"}}') as Json;
    expect(JSON.stringify(masker.json(proto))).toBe(`{"__proto__":{"a":"${MASK}"}}`);
    let deep: Json = 'topsecret';
    for (let n = 0; n < 100_000; n++) deep = [deep];
    let result = masker.json(deep);
    while (Array.isArray(result)) result = result[0] as Json;
    expect(result).toBe(MASK);
  });

  it('files.md 1: no secret survives, for any chunking, and chunks agree with the whole', () => {
    // A small alphabet makes overlaps, prefixes and repetitions common.
    const letters = fc.string({ unit: fc.constantFrom('a', 'b'), maxLength: 8 });
    const secret = fc.string({ unit: fc.constantFrom('a', 'b'), minLength: 8, maxLength: 12 });
    const pieces = fc.array(fc.oneof(letters, secret, fc.constantFrom('x', '\n')), { maxLength: 12 });
    fc.assert(
      fc.property(
        fc.array(secret, { minLength: 1, maxLength: 4 }),
        pieces,
        fc.nat(3),
        fc.array(fc.nat(7)),
        (secrets, parts, use, sizes) => {
          const text = parts.join('') + (secrets[use] ?? '') + parts.join('');
          const masker = createMasker({}, secrets);
          const whole = masker.text(text);
          for (const value of secrets) expect(whole).not.toContain(value);
          const stream = masker.stream();
          let streamed = '';
          let at = 0;
          for (const size of sizes) {
            streamed += stream.push(text.slice(at, at + size));
            at += size;
            for (const value of secrets) expect(streamed).not.toContain(value);
          }
          streamed += stream.push(text.slice(at)) + stream.end();
          expect(streamed).toBe(whole);
          const json = JSON.stringify(masker.json({ [text]: [text, { text }] }));
          for (const value of secrets) expect(json).not.toContain(value);
        },
      ),
      { numRuns: runs },
    );
  });

  it('files.md 1: text without a secret passes unchanged and at once', () => {
    const stream = mask('topsecret').stream();
    expect(stream.push('a line\n')).toBe('a line\n');
    expect(stream.push('to')).toBe('');
    expect(stream.push('morrow')).toBe('tomorrow');
    expect(stream.push('x topsec')).toBe('x ');
    expect(stream.push('ret')).toBe(MASK);
    expect(stream.push('tops') + stream.end()).toBe('tops');
    const none = createMasker({}, []);
    expect([none.text('x'), none.stream().push('x'), none.stream().end()]).toEqual(['x', 'x', '']);
  });

  it('files.md 1: time grows with the text, not faster', () => {
    const secrets = Array.from({ length: 50 }, (_, n) => `${'a'.repeat(30)}${n}`);
    const masker = mask(...secrets);
    const time = (length: number) => {
      const text = 'a'.repeat(length);
      const started = performance.now();
      masker.text(text);
      return performance.now() - started;
    };
    time(20_000);
    const small = Math.max(1, time(40_000));
    expect(time(320_000) / small).toBeLessThan(40);
  });
});
