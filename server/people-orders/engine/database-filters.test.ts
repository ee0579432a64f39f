import { describe, expect, it } from 'vitest';
import { readAddress } from './address-fields.ts';
import { databaseFilters, type IndustryTags } from './database-filters.ts';

function readPeopleSearch(address: string, tags?: IndustryTags) {
  const fields = readAddress(address);
  return fields && databaseFilters(fields, tags);
}

const BASE = 'https://app.apollo.io/#/people';

describe('a people search URL for our own database', () => {
  it('becomes filters, with a reason for every unsupported filter', () => {
    const search = readPeopleSearch(
      `${BASE}?page=3&sortByField=%5Bnone%5D&personTitles[]=head%20of%20sales&personTitles%5B%5D=CMO&personNotTitles[]=assistant` +
        '&personSeniorities[]=c_suite&personSeniorities[]=chief&personLocations[]=united%20states&organizationLocations[]=Austin%2C%20Texas' +
        '&organizationNumEmployeesRanges[]=11%2C20&organizationNumEmployeesRanges[]=10001&contactEmailStatusV2[]=verified' +
        '&organizationIndustryTagIds[]=5567ab&organizationIndustryTagIds[]=0000&qOrganizationKeywordTags[]=saas&somethingNew=1',
      new Map([['5567ab', 'Computer Software']]),
    );
    expect(search?.filters).toMatchObject({
      titles: { include: ['head of sales', 'CMO'], exclude: ['assistant'] },
      seniorities: { include: ['c_suite'], exclude: [] },
      countries: { include: ['United States'], exclude: [] },
      industries: { include: ['Computer Software'], exclude: [] },
      employees: [
        { min: 11, max: 20 },
        { min: 10_001, max: null },
      ],
      hasEmail: true,
      hasPhone: false,
    });
    expect(search?.understood).toContainEqual({ label: 'Industry', values: ['Computer Software'] });
    expect(search?.unmapped.map(({ label, values }) => [label, ...values])).toEqual([
      ['Seniority', 'chief'],
      ['Company location', 'Austin, Texas'],
      ['Industry', '0000'],
      ['Company keywords', 'saas'],
      ['Something new', '1'],
    ]);
    expect(search?.unmapped.every(({ reason }) => reason.length > 10)).toBe(true);
  });

  it('finds companies, keywords and cities, which our database has', () => {
    const search = readPeopleSearch(
      `${BASE}?qOrganizationName=Acme%20Tools&qKeywords=solar&qOrganizationDomainsList[]=https%3A%2F%2Fwww.acme.com%2Fx%2C%20nord.de` +
        '&qOrganizationDomains[]=none&personLocations[]=Austin%2C%20US&personLocations[]=Germany&personNotLocations[]=France&personNotLocations[]=Leeds',
    );
    expect(search?.filters).toMatchObject({
      companies: { include: ['Acme Tools'], exclude: [] },
      keywords: { include: ['solar'], exclude: [] },
      domains: { include: ['acme.com', 'nord.de'], exclude: [] },
      // A lead is in one of them.
      places: { include: ['Austin, US', 'Germany'], exclude: ['Leeds'] },
      countries: { include: [], exclude: ['France'] },
    });
    expect(search?.unmapped).toEqual([
      { label: 'Company domains', values: ['none'], reason: "This isn't a valid domain." },
    ]);
  });

  it.each([
    ['11,20', { min: 11, max: 20 }],
    ['10001', { min: 10_001, max: null }],
    ['10001,0', { min: 10_001, max: null }],
    ['10001,', { min: 10_001, max: null }],
    [',1', { min: null, max: 1 }],
  ])('parses the employee range %s', (written, range) => {
    const search = readPeopleSearch(
      `${BASE}?organizationNumEmployeesRanges[]=${encodeURIComponent(written)}`,
    );
    expect(search?.filters.employees).toEqual([range]);
  });

  it('formats employee ranges for people', () => {
    const ranges = ['11,20', '10001', ',1', '5,5', '0,0', '1001,5000'];
    const search = readPeopleSearch(
      `${BASE}?${ranges.map((range) => `organizationNumEmployeesRanges[]=${range}`).join('&')}`,
    );
    expect(search?.understood).toEqual([
      {
        label: 'Number of employees',
        values: ['11 to 20', '10,001 or more', 'up to 1', '5', '1,001 to 5,000'],
      },
    ]);
    expect(search?.unmapped).toMatchObject([{ values: ['0,0'] }]);
  });

  it.each(['20,11', ',', 'many', '1,2,3'])('rejects the employee range %s', (written) => {
    const search = readPeopleSearch(
      `${BASE}?organizationNumEmployeesRanges[]=${encodeURIComponent(written)}`,
    );
    expect(search?.filters.employees).toEqual([]);
    expect(search?.unmapped).toHaveLength(1);
  });

  it('is decoded twice only if it was encoded twice', () => {
    const read = (query: string) => readPeopleSearch(`${BASE}?${query}`)?.filters.titles.include;
    expect(read('personTitles%255B%255D=head%2520of%2520sales')).toEqual(['head of sales']);
    expect(read('personTitles[]=100%25%20remote')).toEqual(['100% remote']);
    expect(read('personTitles[]=a%2Bb')).toEqual(['a+b']);
  });

  it.each([
    'https://www.google.com/url?sa=t&q=',
    'https://eur01.safelinks.protection.outlook.com/?url=',
    'http://redirect.example/?to=',
  ])('is found inside a redirect URL: %s', (wrapper) => {
    const search = readPeopleSearch(
      `${wrapper}${encodeURIComponent(`${BASE}?personTitles[]=r%26d&personLocations[]=Germany`)}&usg=x`,
    );
    expect(search?.filters).toMatchObject({
      titles: { include: ['r&d'] },
      countries: { include: ['Germany'] },
    });
    expect(search?.unmapped).toEqual([]);
  });

  it('is parsed if its whole fragment is encoded', () => {
    const search = readPeopleSearch(
      `https://app.apollo.io/#${encodeURIComponent('/people?personTitles[]=ceo&personLocations[]=Germany')}`,
    );
    expect(search?.understood).toHaveLength(2);
  });

  it('may have no filters', () => {
    expect(readPeopleSearch(BASE)).toMatchObject({ understood: [], unmapped: [] });
    expect(readPeopleSearch(`${BASE}?personTitles[]=&personTitles[]=%20`)?.understood).toEqual([]);
  });

  it.each([
    '',
    'people?personTitles[]=x',
    'https://example.com/#/people?personTitles[]=x',
    'https://app.apollo.io.example.com/#/people',
    'https://app.apollo.io/#/companies?x=1',
    'https://app.apollo.io/#/peoples',
    'javascript:alert(1)//app.apollo.io/#/people',
    'https://app.apollo.io@example.com/#/people?personTitles[]=x',
    'https://notapollo.io/#/people?personTitles[]=x',
    'https://redirect.example/?to=https%3A%2F%2Fapollo.io.example.com%2F%23%2Fpeople%3FpersonTitles%5B%5D%3Dx',
    'https://redirect.example/?to=javascript%3A%2F%2Fapp.apollo.io%2F%23%2Fpeople',
    'https://app.apollo.io/',
  ])('rejects %s', (address) => {
    expect(readPeopleSearch(address)).toBeNull();
  });
});
