import { expect, it } from 'vitest';
import { websiteExtraction } from '#tools/website-extraction/definition.ts';
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
