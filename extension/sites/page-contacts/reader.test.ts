import { expect, it } from 'vitest';
import { collectedRowOf } from '#contract/collect.ts';
import { readContacts } from './read-contacts.ts';

it('reads the contacts of a page as rows that fit the contract', () => {
  const html = `<html lang="en"><title>Firm</title><a href="mailto:info@firm-example.com">Mail</a>
<a href="tel:+33142685300">Call</a><a href="https://www.linkedin.com/company/firm">LinkedIn</a></html>`;
  const { rows, candidates, unread } = readContacts({
    url: 'https://firm.example/#top',
    cards: [],
    states: [html],
  });
  expect({ candidates, unread }).toEqual({ candidates: 3, unread: 0 });
  expect(rows.map((row) => [row.values.kind, row.values.value, row.values.network, row.values.page])).toEqual(
    [
      ['email', 'info@firm-example.com', undefined, 'https://firm.example/'],
      ['phone', '+33142685300', undefined, 'https://firm.example/'],
      ['social', expect.stringContaining('linkedin.com/company/firm'), 'linkedin', 'https://firm.example/'],
    ],
  );
  for (const row of rows) expect(collectedRowOf('page-contacts').safeParse(row).error).toBeUndefined();
  expect(readContacts({ url: 'about:blank', cards: [], states: ['<p>'] })).toEqual({
    rows: [],
    candidates: 0,
    unread: 0,
  });
});
