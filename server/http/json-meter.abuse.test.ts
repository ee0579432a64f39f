import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createJsonMeter } from './json-meter.ts';
import { parseJsonBytes } from './parse-json.ts';

const LIMITS = { values: 1000, depth: 32 };
const bytes = (text: string) => new TextEncoder().encode(text);

/** Measures a text in pieces of this many bytes. Returns what exceeded a limit, and after how many bytes. */
function measure(text: string, piece = 64, limits = LIMITS) {
  const meter = createJsonMeter(limits);
  const all = bytes(text);
  for (let from = 0; from < all.length; from += piece) {
    const excess = meter.push(all.subarray(from, from + piece));
    if (excess) return { excess, read: Math.min(from + piece, all.length), values: meter.values };
  }
  return { excess: null, read: all.length, values: meter.values };
}

/** Values and keys of parsed JSON. */
function countValues(value: unknown): number {
  if (Array.isArray(value)) return value.reduce<number>((sum, element) => sum + countValues(element), 1);
  if (typeof value !== 'object' || value === null) return 1;
  return Object.values(value).reduce<number>((sum, element) => sum + 1 + countValues(element), 1);
}

describe('a JSON text', () => {
  it.each([
    ['[],', '[', ']', 'values'],
    ['0,', '{"x":[', '0]}', 'values'],
    ['"a":{},', '{', '"a":0}', 'values'],
    ['[', '', '', 'depth'],
    ['{"a":', '', '', 'depth'],
  ])('of a million %j is refused after a few kilobytes', (repeat, start, end, excess) => {
    const measured = measure(`${start}${repeat.repeat(1_000_000)}${end}`);
    expect(measured.excess).toBe(excess);
    expect(measured.read).toBeLessThan(10_000);
  });

  it('with a long string of brackets, commas and escapes counts as one value', () => {
    const value = { csv_content: '[{,:"\\'.repeat(100_000) };
    expect(measure(JSON.stringify(value))).toMatchObject({ excess: null, values: 3 });
  });

  it('never has more values than measured, in pieces of any size', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 10 }), fc.integer({ min: 1, max: 20 }), (text, piece) => {
        const unlimited = { values: Infinity, depth: Infinity };
        const { values } = measure(text, piece, unlimited);
        expect(values).toBeGreaterThanOrEqual(countValues(JSON.parse(text)));
        expect(values).toBe(measure(text, 1000, unlimited).values);
      }),
      { numRuns: 300, seed: 7 },
    );
  });
});

describe('a hostile body', () => {
  it('of random pieces is parsed or refused, and never throws', async () => {
    const pieces = [
      '{',
      '}',
      '[',
      ']',
      '"',
      '\\',
      '\\u0000',
      '\\ud800',
      ':',
      ',',
      '0',
      'e',
      '-',
      'null',
      ' ',
      '\0',
      'é',
    ];
    const text = fc.array(fc.constantFrom(...pieces), { maxLength: 60 }).map((parts) => parts.join(''));
    await fc.assert(
      fc.asyncProperty(text, async (json) => {
        const parsing = await parseJsonBytes([bytes(json)]);
        if (parsing.ok) expect(JSON.stringify(parsing.value)).not.toContain('\\u0000');
        else expect(parsing.message).not.toBe('');
      }),
      { numRuns: 1000, seed: 7 },
    );
  });

  it('cut inside a character reads the same as in one piece', async () => {
    const whole = bytes('{"name":"Jürgen 😀"}');
    for (let index = 0; index <= whole.length; index += 1)
      expect(await parseJsonBytes([whole.subarray(0, index), whole.subarray(index)])).toEqual({
        ok: true,
        value: { name: 'Jürgen 😀' },
      });
  });
});
