import { describe, expect, it } from 'vitest';
import type { TaskRow } from '#contract/tasks.ts';
import { readRowFilter, writeRowFilter } from '#web/kit/row-filter.ts';
import { matchesFilter } from '#web/kit/row-view.ts';
import { WebsiteRow } from '../definition.ts';
import { websiteView } from './view.ts';

const STATUSES = ['all', 'found', 'not_found', 'failed'];

function taskRow(fields: Partial<WebsiteRow>, position = 0): TaskRow {
  const empty = Object.fromEntries(Object.keys(WebsiteRow.shape).map((key) => [key, null]));
  const row = {
    ...empty,
    url: 'https://www.acme.com/',
    emails: [],
    phones: [],
    email_pages: [],
    phones_country_unknown: [],
    fax: [],
    people: [],
    evidence: [],
    pages: [],
    ...fields,
  };
  return { position, input: 'https://www.acme.com/', key: 'k', charge: 1, row };
}

const FOUND = websiteView(
  taskRow({
    emails: ['jane@acme.com', 'info@acme.com'],
    company_email: 'info@acme.com',
    linkedin_url: 'https://www.linkedin.com/company/acme',
    linkedin_username: 'acme',
    title: 'Acme Roofing',
  }),
);

describe('website row', () => {
  it('shows the company email first and each network once', () => {
    expect(FOUND.emails).toEqual(['info@acme.com', 'jane@acme.com']);
    expect(FOUND.socials).toEqual([
      { network: 'linkedin', url: 'https://www.linkedin.com/company/acme', username: 'acme' },
    ]);
    expect(FOUND.outcome).toBe('found');
  });

  it.each([
    ['a page without contacts', {}, 'not_found'],
    ['a phone alone', { phones: ['+14155550100'] }, 'found'],
    ['a phone of an unknown country', { phones_country_unknown: ['030 901820'] }, 'found'],
    ['a fax alone', { fax: ['+14155550100'] }, 'found'],
    ['a domain that does not exist', { error: 'This domain does not exist' }, 'failed'],
    ['a 403 response', { error: 'The website blocked our visit (403)' }, 'blocked'],
    [
      'data mining',
      { error: 'The website reserves data mining, so we read nothing from this page' },
      'blocked',
    ],
    ['robots.txt', { error: 'The website asks robots not to visit this page (robots.txt)' }, 'blocked'],
    [
      'a block that only the receipt shows',
      {
        error: 'No page could be read',
        pages: [{ url: 'https://www.acme.com/', read: false, status: 403, reason: null }],
      },
      'blocked',
    ],
  ] as const)('classifies %s', (_what, fields, outcome) => {
    expect(websiteView(taskRow(fields as Partial<WebsiteRow>)).outcome).toBe(outcome);
  });

  it('shows a phone of an unknown country as written, and says so', () => {
    const fields = { phones: ['+14155550100'], phones_country_unknown: ['030 901820'] };
    expect(websiteView(taskRow(fields)).phones).toEqual(['+14155550100', '030 901820 (country unknown)']);
  });

  it('fails with a message if a stored row has another shape', () => {
    const view = websiteView({
      position: 3,
      input: 'https://old.com/',
      key: 'k',
      charge: 1,
      row: { url: 5 },
    });
    expect(view).toMatchObject({ outcome: 'failed', row: { url: 'https://old.com/' } });
    expect(view.row.error).toContain('CSV');
  });
});

describe('row filter', () => {
  it('is written to the URL and read back, without changing other parameters', () => {
    const filter = {
      show: 'not_found',
      text: 'roof',
      where: [],
      hidden: ['title'],
      sort: { column: 'title', descending: true },
    };
    const params = writeRowFilter(new URLSearchParams('task=7'), filter);
    expect(params.toString()).toBe('task=7&show=not_found&q=roof&sort=-title&hide=title');
    expect(readRowFilter(params, STATUSES)).toEqual(filter);
    expect(
      writeRowFilter(params, { show: 'all', text: '', where: [], hidden: [], sort: null }).toString(),
    ).toBe('task=7');
  });

  it('shows all rows for an unknown choice in the URL', () => {
    expect(readRowFilter(new URLSearchParams('show=everything'), STATUSES).show).toBe('all');
  });

  it('counts blocked rows as failed, and searches every shown value', () => {
    const blocked = websiteView(taskRow({ error: 'The website blocked our visit (403)' }));
    expect(matchesFilter(blocked, { show: 'failed', text: '' })).toBe(true);
    expect(matchesFilter(blocked, { show: 'not_found', text: '' })).toBe(false);
    expect(matchesFilter(FOUND, { show: 'found', text: ' ROOFING ' })).toBe(true);
    expect(matchesFilter(FOUND, { show: 'all', text: 'company/acme' })).toBe(true);
    expect(matchesFilter(FOUND, { show: 'all', text: 'plumbing' })).toBe(false);
  });
});
