import fc from 'fast-check';
import { expect, it } from 'vitest';
import { openCompanyIndex, writeCompanyIndex } from './company-index.ts';

it('finds every name that was written, and nothing else', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.stringMatching(/^[a-zäя日]{1,6}$/), { maxLength: 60 }),
      fc.stringMatching(/^[a-zäя日]{1,6}$/),
      (keys, other) => {
        const names = keys.map((key, index) => ({
          key,
          entries: [{ domain: `d${index}.com`, country: index % 2 ? 'DE' : null }],
        }));
        const index = openCompanyIndex(writeCompanyIndex(names, 'made up'));
        expect(index).toMatchObject({ names: keys.length, credits: 'made up' });
        for (const { key, entries } of names) expect(index.find(key)).toEqual(entries);
        if (!keys.includes(other)) expect(index.find(other)).toEqual([]);
        expect(index.find('')).toEqual([]);
      },
    ),
    { numRuns: 200 },
  );
});

it('returns all organizations of a name, and refuses other files', () => {
  const two = [
    { domain: 'a.com', country: null },
    { domain: 'a.de', country: 'DE' },
  ];
  expect(openCompanyIndex(writeCompanyIndex([{ key: 'a', entries: two }], 'x')).find('a')).toEqual(two);
  expect(() => openCompanyIndex(new TextEncoder().encode('a\tb\n'))).toThrow(
    'This is not an index of companies.',
  );
});
