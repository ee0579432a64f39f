import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { collectedRowSchema } from '#contract/collect.ts';
import { type SiteReader, walk } from './core/reading.ts';
import { states } from './core/test-cuts.ts';
import { crunchbaseSearch, crunchbaseState } from './sites/crunchbase/test-shapes.ts';
import { mapsSearch } from './sites/google-maps/test-shapes.ts';
import { salesLead } from './sites/sales-navigator/test-shapes.ts';
import { xTimeline, xUser } from './sites/twitter/test-shapes.ts';
import { findSite, SITES } from './sites.ts';

/** The reader of each site. The one of whole pages has tests of its own. */
const READERS = await Promise.all(
  SITES.filter(({ id }) => id !== 'page-contacts').map(async ({ id }) => {
    const { read }: { read: SiteReader } = await import(`./sites/${id}/reader.ts`);
    return [id, read] as const;
  }),
);

describe('every reader', () => {
  it.each(READERS)('%s never throws, and its rows fit the contract', (site, read) => {
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom(
        'Ada',
        '• 2nd',
        '@ada',
        '4.6',
        '(1,234)',
        '·',
        '$25 - $49 / hr',
        '\ud800',
        '\0x',
        'x'.repeat(9000),
      ),
    );
    const href = fc.oneof(
      text,
      fc
        .tuple(
          fc.constantFrom(
            'https://www.google.com/maps/place/x/data=!1s0x1:0x2!19s',
            'https://x.com/',
            'https://clutch.co/profile/',
            'https://r.clutch.co/redirect?u=',
            'https://www.crunchbase.com/organization/',
            'https://www.linkedin.com/in/%',
            'https://www.linkedin.com/jobs/view/12345',
            'https://www.linkedin.com/sales/lead/ACwAA',
          ),
          text,
        )
        .map((parts) => parts.join('')),
    );
    const card = fc.record({
      texts: fc.array(text, { maxLength: 8 }),
      links: fc.array(fc.record({ href, label: text, text }), { maxLength: 4 }),
      marks: fc.array(
        fc.record({
          name: fc.constantFrom('title', 'item', 'rating', 'job', 'anonymize', 'column', 'name'),
          value: text,
          text,
        }),
        { maxLength: 4 },
      ),
    });
    const state = fc.oneof(
      text,
      fc.json(),
      fc.constantFrom(...STATES),
      fc.constantFrom(...STATES).chain(damaged),
    );
    const cut = fc.record({
      url: href,
      cards: fc.array(card, { maxLength: 4 }),
      states: fc.array(state, { maxLength: 2 }),
    });
    const row = collectedRowSchema(findSite(site).columns);
    fc.assert(
      fc.property(cut, (given) => {
        const { rows, candidates, unread } = read(given);
        for (const one of rows) {
          expect(row.safeParse(one).error).toBeUndefined();
          expect(one.aliases[0]).toBe(one.key);
          expect(JSON.stringify(one).isWellFormed() && !JSON.stringify(one).includes('\\u0000')).toBe(true);
        }
        expect(rows.length).toBeLessThanOrEqual(candidates - unread);
      }),
      { numRuns: 300 },
    );
  });

  it.each(READERS)('%s finds nothing on an empty page', (_, read) => {
    expect(read(states())).toEqual({ rows: [], candidates: 0, unread: 0 });
  });
});

const STATES = [
  mapsSearch('older', [1, 2]),
  mapsSearch('newer', [1]),
  xTimeline([xUser(1, 1), xUser(3, 2)]),
  crunchbaseSearch([1]),
  crunchbaseState('older', 1),
  salesLead('included', 1),
];

/** The text with one character replaced. */
function damaged(text: string): fc.Arbitrary<string> {
  const place = fc.nat(text.length);
  return fc
    .tuple(place, fc.constantFrom('', '"', '[', '0', 'null'))
    .map(([index, part]) => text.slice(0, index) + part + text.slice(index + 1));
}

describe('the work of reading', () => {
  it('grows with the size of the page, not faster', () => {
    const stepsFor = (count: number) =>
      walk(
        JSON.parse(
          mapsSearch(
            'older',
            Array.from({ length: count }, (_, n) => n),
          ).slice(4),
        ),
        () => false,
      );
    const [one, ten] = [stepsFor(20), stepsFor(200)];
    expect(ten).toBeLessThan(11 * one);
    let nested: unknown = 1;
    for (let depth = 0; depth < 5000; depth++) nested = [nested];
    expect(walk(nested, () => false)).toBeLessThan(20_000);
  });
});
