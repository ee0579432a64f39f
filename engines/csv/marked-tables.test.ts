import { expect, it } from 'vitest';
import { readPastedWebsites } from './pasted-websites.ts';
import { readPersonTable } from './person-table.ts';
import { openTable } from './read-table.ts';

it.each([
  ['Markdown', '| Company | Website |\n|---|:-:|\n| Acme | [site](https://acme.com) |'],
  ['Markdown without outer pipes', 'Company | Website\n--- | ---\nAcme | acme.com'],
  ['a terminal', '+------+----------+\n| name | website |\n+------+----------+\n| Acme | acme.com |'],
  [
    'HTML',
    '<table><tr><th>Name</th></tr><tr><td data-x="a>b"><a href="https://acme.com/">Go</a></td></tr></table>',
  ],
  ['JSON', '{"data": {"rows": [{"name": "Acme", "url": "acme.com"}]}}'],
  ['JSON lines', '{"url": "acme.com", "rank": 1}\n{"url": "acme.com", "rank": 2}'],
  ['YAML', 'companies:\n  - name: Acme\n    website: "https://acme.com"\n    tags:\n      - steel'],
  ['records of lines', 'Company: Acme\nWebsite: acme.com\n\nCompany: Acme\nWebsite: www.acme.com'],
  ['an address no one can open', 'hxxps://acme[.]com'],
])('reads websites from %s', (_, text) => {
  expect(readPastedWebsites(text).taken.map(({ key }) => key)).toEqual(['acme.com']);
});

it('leaves out a title above the header, and counts its lines', () => {
  const table = readPersonTable('Leads of March\n\nFornavn;Efternavn;Firma\nMette;Holm;Acme');
  expect(table.rows).toMatchObject([
    { line: 4, inputs: [{ first_name: 'Mette', last_name: 'Holm', company: 'Acme' }] },
  ]);
});

it.each([
  'Acme: Tools\nBeta: Toys',
  'Website: acme.com\nWebsite: beta.de',
  'Acme | Co',
  '[x] acme.com',
  '{broken',
  'Acme\nName, Inc.\nBeta, Inc.',
  '| a.com | b.com |',
])('keeps %s as it is', (text) =>
  expect(openTable(text)).toEqual({ body: text, delimiter: null, linesBefore: 0 }),
);
