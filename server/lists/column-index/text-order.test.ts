import fc from 'fast-check';
import { expect, it } from 'vitest';
import { foldedText } from '#tools/list-tool/row-text.ts';
import { sortValue } from '../sort-value.ts';
import { PackedTexts } from './packed-texts.ts';
import { orderTexts } from './text-order.ts';

/** Texts that share their starts, repeat each other, and end where others go on. */
const text = fc.oneof(
  {
    weight: 4,
    arbitrary: fc
      .tuple(fc.constantFrom('', 'https://www.', 'müller '), fc.stringMatching(/^[a-cé]{0,4}$/))
      .map((parts) => parts.join('')),
  },
  { weight: 2, arbitrary: fc.integer({ min: -20, max: 20 }).map(String) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      '1.0',
      '$1,200',
      '07.03.2024',
      '2023-12-31',
      '01',
      '-0',
      '0',
      '-0.0',
      '1.50',
      '1.5',
      '999999999999999',
      '1e3',
      '-',
    ),
  },
  { weight: 1, arbitrary: fc.constantFrom('x'.repeat(250), `${'x'.repeat(199)}é`, `${'x'.repeat(200)}z`) },
);

/** The places that `sortValue` gives, which is how the rows themselves are sorted. */
function expectedPlaces(texts: readonly string[]): number[] {
  const values = texts.map((each) => sortValue(each));
  const order = [...values.keys()].sort((a, b) => compare(values[a], values[b]));
  const places: number[] = [];
  let place = -1;
  for (const [at, index] of order.entries()) {
    if (at === 0 || compare(values[order[at - 1] ?? 0], values[index]) !== 0) place += 1;
    places[index] = place;
  }
  return places;
}

function compare(
  a: ReturnType<typeof sortValue> | undefined,
  b: ReturnType<typeof sortValue> | undefined,
): number {
  if (!a || !b) throw new Error('unreachable');
  if (a.number !== null || b.number !== null) {
    if (a.number === null) return 1;
    if (b.number === null) return -1;
    if (a.number !== b.number) return a.number - b.number;
  }
  const [first, second] = [a.text ?? '', b.text ?? ''];
  return first < second ? -1 : first > second ? 1 : 0;
}

it.each([
  ['few texts', 0, 20],
  ['many texts', 100, 400],
])('orders %s as rows are sorted', (_, minLength, maxLength) => {
  fc.assert(
    fc.property(fc.array(text, { minLength, maxLength }), fc.boolean(), (given, hasLong) => {
      // A character of four bytes is in another order in UTF-8.
      const texts = hasLong ? [...given, '😀', '\uffee'] : given;
      const packed = new PackedTexts();
      for (const each of texts) packed.add(foldedText(each));
      const sortNumbers = Float64Array.from(texts, (each) => sortValue(each).number ?? Number.NaN);
      const { places, numbers, count } = orderTexts(packed, sortNumbers);
      expect([...places]).toEqual(expectedPlaces(texts));
      expect(count).toBe(new Set(places).size);
      const ofNumbers = texts.flatMap((each, at) => (sortValue(each).number === null ? [] : [places[at]]));
      expect(numbers).toBe(new Set(ofNumbers).size);
    }),
    { numRuns: 100 },
  );
});
