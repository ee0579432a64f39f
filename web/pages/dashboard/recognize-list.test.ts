import { expect, it } from 'vitest';
import { toolFor } from '#tools/index/tools.ts';
import { LIST_KINDS, recognizeList } from './recognize-list.ts';

it.each([
  ['websites', 'acme.com\nhttps://www.example.org/contact\n'],
  ['websites', 'acme.com'],
  ['websites', 'acme.com, example.org, example.net'],
  ['websites', 'Company,Website,City\nAcme,acme.com,Berlin\nNord AG,nord.example.org,Kiel'],
  ['emails', 'jane@acme.com\ninfo@example.org'],
  ['emails', 'info@acme.com; sales@acme.com'],
  ['emails', 'Name,Email\nJane,jane@acme.com\nTom,tom@example.org'],
  ['emails', 'Jane Doe <jane@acme.com>'],
  ['people', 'First name\tLast name\tCompany\nJane\tMiller\tAcme\nTom\tBerg\tNord AG'],
  ['people', 'Jane Miller, acme.com\nTom Berg, example.org'],
  ['profiles', 'linkedin.com/in/jane-doe\nhttps://de.linkedin.com/in/tom-berg/'],
  ['profiles', 'name,profile\nJane Doe,https://www.linkedin.com/in/jane-doe'],
  ['companies', 'Nordlicht Logistik GmbH\nOak & Sons Ltd\nBrightwave'],
  ['companies', 'company,country\nAcme,DE\nBrightwave,US'],
  // Most lines decide.
  ['websites', 'acme.com\nexample.org\nBrightwave'],
])('recognizes %s in %j', (kind, text) => {
  expect(recognizeList(text)).toBe(kind);
});

it('reads only the start of a huge list', () => {
  const list = `${'acme.com\n'.repeat(10_000)}${'Brightwave\n'.repeat(200_000)}`;
  expect(recognizeList(list)).toBe('websites');
});

it.each(LIST_KINDS)('has a tool that takes %s, and says what it does with them', (kind) => {
  expect(toolFor(kind).takes?.[kind]).toMatchObject({
    label: expect.any(String),
    action: expect.any(String),
  });
});
