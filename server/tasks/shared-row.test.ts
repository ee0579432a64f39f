import { expect, it } from 'vitest';
import { emptyWebsiteRow, type WebsiteRow, websiteExtraction } from '#tools/website-extraction/definition.ts';
import { hasContacts } from '#tools/website-extraction/engine/row.ts';
import { withoutListed } from './shared-row.ts';

const { sharedRow } = websiteExtraction.task;
const isListed = (_: string, text: string) => text === 'ann@acme.com';

it('takes the number of someone who opted out from the numbers of the company', () => {
  if (!sharedRow) throw new Error('Results of websites are about several people.');
  const people = [
    { name: 'Ann', title: 'CEO', email: 'ann@acme.com', phone: '+12125550111' },
    { name: 'Bob', title: 'CFO', email: 'bob@acme.com', phone: '+12125550122' },
  ];
  const row = {
    url: 'https://acme.com/',
    emails: ['ann@acme.com', 'info@acme.com'],
    email_pages: ['https://acme.com/team', 'https://acme.com/'],
    phones: ['+12125550111', '+12125550100'],
    people,
  };
  expect(withoutListed(row, sharedRow, isListed)?.row).toMatchObject({
    emails: ['info@acme.com'],
    email_pages: ['https://acme.com/'],
    phones: ['+12125550100'],
    people: [{ name: 'Bob' }],
  });
});

it.each([
  [{ phones_country_unknown: ['030 1234567'] }],
  [{ fax: ['+12125550100'] }],
  [{ xing_url: 'https://www.xing.com/pages/acme' }],
])('still has data if the company has %o besides someone who opted out', (rest) => {
  if (!sharedRow) throw new Error('Results of websites are about several people.');
  const row = { ...emptyWebsiteRow('https://acme.com/'), people: [{ name: 'Ann', email: 'ann@acme.com' }] };
  expect(withoutListed(row, sharedRow, isListed)?.found).toBe(false);
  const more = { ...row, ...rest } as WebsiteRow;
  expect(withoutListed(more, sharedRow, isListed)?.found).toBe(true);
  expect(hasContacts({ ...more, people: [] })).toBe(true);
});
