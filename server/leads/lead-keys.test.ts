import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { splitKeys } from './keyed-rows.ts';
import { createKeySet, joinKeys, keysFromBytes, keysToBytes } from './lead-keys.ts';

const Keys = fc
  .array(fc.oneof(fc.bigInt(0n, 9n), fc.bigInt(0n, 2n ** 64n - 1n)), { maxLength: 400 })
  .map((keys) => BigUint64Array.from(keys));

describe('keys of leads', () => {
  it('in a set are found like in a Set of JavaScript', () => {
    fc.assert(
      fc.property(Keys, Keys, Keys, (first, second, asked) => {
        const set = createKeySet(first);
        set.addAll(second);
        const expected = new Set([...first, ...second]);
        const isIn = [...asked].map((key) => expected.has(key));
        expect([...set.marks(asked)]).toEqual(isIn.map(Number));
        expect([...set.common(asked)]).toEqual([...asked].filter((_, index) => isIn[index]));
        expect(set.count(asked)).toBe(isIn.filter(Boolean).length);
        const missing = [...new Set([...asked].filter((_, index) => !isIn[index]))];
        expect([...set.missing(asked)]).toEqual(missing);
        expect([...set.addMissing(asked)]).toEqual(missing);
        expect(set.count(asked)).toBe(asked.length);
        set.removeAll(BigUint64Array.from(missing));
        expect([...set.marks(asked)]).toEqual(isIn.map(Number));
        expect(set.count(first)).toBe(first.length);
        expect(set.copy().count(second)).toBe(second.length);
      }),
    );
  });

  it('become bytes and back, also from bytes in the middle of others', () => {
    fc.assert(
      fc.property(Keys, Keys, fc.nat(7), (left, right, shift) => {
        const joined = joinKeys([left, right]);
        expect([...joined]).toEqual([...left, ...right]);
        const shifted = Buffer.concat([Buffer.alloc(shift), keysToBytes(joined)]).subarray(shift);
        expect(keysFromBytes(shifted)).toEqual(joined);
        expect(keysFromBytes(keysToBytes(joined.subarray(left.length)))).toEqual(right);
      }),
    );
    expect(() => keysFromBytes(new Uint8Array(12))).toThrow();
  });

  it('are taken off the rows of a file, up to a number of rows', () => {
    const Rows = fc.array(
      fc.tuple(
        fc.bigInt(0n, 2n ** 64n - 1n),
        fc.stringMatching(/^[^"]*$/).map((text) => text.replaceAll('\r', '')),
      ),
      { maxLength: 50 },
    );
    fc.assert(
      fc.property(Rows, fc.integer({ min: 1, max: 60 }), fc.nat(2000), (rows, most, wide) => {
        const text = (keyed: boolean, list: typeof rows) =>
          list
            .map(([key, cell]) => `${keyed ? `"${hex(key)}",` : ''}"${cell}${'w'.repeat(wide)}"\r\n`)
            .join('');
        const parts = [...splitKeys(Buffer.from(text(true, rows)), most)];
        const expected = rows.slice(0, most);
        expect(parts.flatMap(({ keys }) => [...keys])).toEqual(expected.map(([key]) => key));
        expect(Buffer.concat(parts.map(({ bytes }) => bytes)).toString()).toBe(text(false, expected));
        for (const { bytes } of parts) expect(bytes.length).toBeLessThan(66_000 + wide);
      }),
    );
    expect(() => [...splitKeys(Buffer.from(`"${hex(1n)}","cut off`), 5)]).toThrow('incomplete');
  });

  it('stay those of their rows while another export takes its own', () => {
    const file = (from: number) =>
      Buffer.from(
        Array.from(
          { length: 9000 },
          (_, index) => `"${hex(BigInt(from + index))}","${from + index}"\r\n`,
        ).join(''),
      );
    const exports = [0, 100_000].map((from) => splitKeys(file(from), 9000));
    const parts = [];
    for (let turn = 0; turn < 9; turn += 1)
      for (const each of exports) {
        const { value } = each.next();
        if (value) parts.push(value);
      }
    expect(parts.length).toBeGreaterThan(4);
    for (const { bytes, keys } of parts) {
      const rows = Buffer.from(bytes).toString().trimEnd().split('\r\n');
      expect(rows).toEqual([...keys].map((key) => `"${key}"`));
    }
  });
});

/** Like ClickHouse's hex(reinterpretAsFixedString(key)). */
function hex(key: bigint): string {
  return Buffer.from(BigUint64Array.of(key).buffer).toString('hex').toUpperCase();
}
