import { describe, expect, it } from 'vitest';
import type { TaskType } from '#contract/tasks.ts';
import { taskDefinition } from './tools.ts';

/** A row as the history shows it: header -> values, empty ones left out. */
function shown(type: TaskType, row: Record<string, unknown>): Record<string, string[]> {
  return Object.fromEntries(
    taskDefinition(type)
      .historyColumns.map(({ header, values }) => [header, values(row)] as const)
      .filter(([, values]) => values.length > 0),
  );
}

describe('history columns', () => {
  it('shows a lead with the names of its company and people', () => {
    const row = {
      domain: 'acme.com',
      company: { name: 'Acme' },
      employees: [
        { name: 'Ada L' },
        { first_name: 'Bo', last_name: 'Chen' },
        { email: 'x@acme.com' },
        'Dee',
        {},
        null,
      ],
    };
    expect(shown('lead-enrichment', row)).toEqual({
      Domain: ['acme.com'],
      Company: ['Acme'],
      Employees: ['Ada L', 'Bo Chen', 'x@acme.com', 'Dee'],
    });
  });

  it('shows a website with its contacts', () => {
    const row = {
      url: 'https://a.com/',
      emails: ['a@a.com', 'b@a.com'],
      phones: [],
      title: 'A',
      error: null,
    };
    expect(shown('website-extraction', row)).toEqual({
      URL: ['https://a.com/'],
      Emails: ['a@a.com', 'b@a.com'],
      Title: ['A'],
    });
  });

  it('reads both shapes of a CSV row', () => {
    const ada = { 'First name': ['Ada'], 'Last name': ['Lovelace'], Domain: ['acme.com'] };
    expect(shown('csv-extraction', { field1: 'Ada', field2: 'Lovelace', field3: 'acme.com' })).toEqual(ada);
    expect(
      shown('csv-extraction', {
        first_name: 'Ada',
        last_name: 'Lovelace',
        domain: 'acme.com',
        verified_email: 'ada@acme.com',
      }),
    ).toEqual({ ...ada, 'Verified email': ['ada@acme.com'] });
  });

  it('shows the address that was verified, whatever the verdict', () => {
    expect(
      shown('csv-extraction', {
        first_name: '',
        address: 'jo@acme.com',
        verified_email: null,
        status: 'undeliverable',
        explanation: 'The mailbox doesn’t exist',
      }),
    ).toEqual({
      Address: ['jo@acme.com'],
      Status: ['undeliverable'],
      Reason: ['The mailbox doesn’t exist'],
    });
  });

  it('finds a company under each of its names', () => {
    for (const field of ['companyName', 'company_name', 'name'])
      expect(shown('company-to-domain', { [field]: 'Acme', domain: null, error: 'No domain found' })).toEqual(
        {
          Company: ['Acme'],
          Reason: ['No domain found'],
        },
      );
  });

  it('shows how complete a profile is, and a row of nonsense as nothing', () => {
    expect(shown('linkedin-enrichment', { linkedinUrl: 'u', completeness: 80 })).toEqual({
      'LinkedIn URL': ['u'],
      Completeness: ['80%'],
    });
    expect(shown('lead-enrichment', { company: 'x', employees: 'y', domain: {} })).toEqual({});
  });
});
