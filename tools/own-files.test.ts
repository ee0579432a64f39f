import { describe, expect, it } from 'vitest';
import type { ColumnRole } from '#contract/list-columns.ts';
import { guessRoles, rolesOfHeaders } from '#engines/csv/list-roles.ts';
import { createCsvReader } from '#engines/csv/read-csv.ts';
import { csvHeader } from '#engines/csv/write-csv.ts';
import { FILES } from './test-tool-files.ts';

/** What the columns of each file have, by their names; the others have no role. */
const ROLES: Readonly<Record<string, Partial<Record<ColumnRole, string>>>> = {
  'website extraction': {
    website: 'url',
    domain: 'domain',
    email: 'emails',
    phone: 'phones',
    company_linkedin: 'linkedin_url',
    company: 'organization_name',
    city: 'city',
    country: 'country',
  },
  'the email finder': {
    first_name: 'first_name',
    last_name: 'last_name',
    full_name: 'name',
    domain: 'domain',
    email: 'verified_email',
  },
  'company to domain': { company: 'company_name', domain: 'domain' },
};
const file = (what: string) => FILES.find((each) => each.what === what);
const namesByRole = (columns: readonly string[], roles: readonly (ColumnRole | null)[]) =>
  Object.fromEntries(columns.flatMap((column, at) => (roles[at] ? [[roles[at], column]] : [])));

describe('the columns of our own files, imported or saved to a list', () => {
  it.each(Object.keys(ROLES))('of %s', (what) => {
    const { columns = [] } = file(what) ?? {};
    const reader = createCsvReader(',');
    const [header] = [...reader.push(csvHeader(columns)), ...reader.end()];
    expect(header?.cells).toEqual(columns);
    expect(namesByRole(columns, rolesOfHeaders(columns))).toEqual(ROLES[what]);
  });

  it.each(['LinkedIn enrichment', 'LinkedIn enrichment, saved to a list'])('of %s', (what) => {
    const { columns = [] } = file(what) ?? {};
    const [linkedin, full_name, job_title, company, email, phone] = columns;
    const named = namesByRole(columns, rolesOfHeaders(columns));
    expect(named).toMatchObject({ linkedin, full_name, job_title, company, email, phone });
  });

  it('come after those of the person’s own list, except for verified emails', () => {
    const own = ['title', 'Vorname', 'Name', 'Firma', 'E-Mail', 'Telefon', 'Ort', 'Land'];
    const roles = {
      job_title: 'title',
      first_name: 'Vorname',
      last_name: 'Name',
      company: 'Firma',
      email: 'E-Mail',
      phone: 'Telefon',
      city: 'Ort',
      country: 'Land',
    };
    const ofSites = (file('website extraction')?.columns ?? []).map((name) =>
      name === 'title' ? 'found_title' : name,
    );
    expect(namesByRole([...own, ...ofSites], rolesOfHeaders([...own, ...ofSites]))).toEqual({
      ...roles,
      website: 'url',
      domain: 'domain',
      company_linkedin: 'linkedin_url',
    });
    const ofEmails = [...own, ...(file('the email finder')?.columns ?? [])];
    const { full_name, ...named } = namesByRole(ofEmails, rolesOfHeaders(ofEmails));
    expect(named).toEqual({ ...roles, domain: 'domain', email: 'verified_email' });
    expect(full_name).toBe('name');
  });

  it('are the same with their cells', () => {
    const { columns = [], rows = [] } = file('the email finder') ?? {};
    const cells = rows.map((row) => columns.map((column) => String(row[column] ?? '')));
    expect(namesByRole(columns, guessRoles(columns, cells))).toEqual(ROLES['the email finder']);
  });
});
