import { expect, it } from 'vitest';
import { collectedRowSchema } from '#contract/collect.ts';
import { read } from './reader.ts';
import { pageContacts } from './site.ts';

it('reads the contacts of a page as rows that fit the contract', () => {
  const html = `<html lang="en"><title>Firm</title><a href="mailto:info@firm-example.com">Mail</a>
<a href="tel:+33142685300">Call</a><a href="https://www.linkedin.com/company/firm">LinkedIn</a></html>`;
  const { rows, candidates, unread } = read({
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
  for (const row of rows)
    expect(collectedRowSchema(pageContacts.columns).safeParse(row).error).toBeUndefined();
  expect(read({ url: 'about:blank', cards: [], states: ['<p>'] })).toEqual({
    rows: [],
    candidates: 0,
    unread: 0,
  });
});
