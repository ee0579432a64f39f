import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { namedTargets, readAddress } from './address-fields.ts';
import { apolloParameters } from './apollo-parameters.ts';
import { databaseFilters } from './database-filters.ts';

const BASE = 'https://app.apollo.io/#/people?';
const read = (query: string) => {
  const fields = readAddress(BASE + query);
  if (!fields) throw new Error('not a people search URL');
  return { fields, ...apolloParameters(fields) };
};

describe("a people search URL for Apollo's search", () => {
  it('becomes documented parameters, with a reason for every unsupported filter', () => {
    const { parameters, understood, unmapped } = read(
      'page=2&personTitles[]=cto&personTitles[]=r%26d%20lead&includeSimilarTitles=false&personSeniorities[]=vp&personSeniorities[]=boss' +
        '&personLocations[]=Austin%2C%20Texas&organizationLocations[]=germany&organizationNumEmployeesRanges[]=10001' +
        '&organizationNumEmployeesRanges[]=,10&qKeywords=saas%20billing&revenueRange[min]=500000&organizationIds[]=5e66b638' +
        '&qOrganizationDomainsList[]=https://www.Acme.com&contactEmailStatusV2[]=likely_to_engage' +
        '&currentlyUsingAnyOfTechnologyUids[]=salesforce&personNotTitles[]=intern&qOrganizationKeywordTags[]=saas&somethingNew=1',
    );
    expect(parameters).toEqual([
      ['person_titles[]', 'cto'],
      ['person_titles[]', 'r&d lead'],
      ['person_seniorities[]', 'vp'],
      ['person_locations[]', 'Austin, Texas'],
      ['organization_locations[]', 'germany'],
      ['organization_num_employees_ranges[]', '10001,10000000'],
      ['organization_num_employees_ranges[]', '1,10'],
      ['q_keywords', 'saas billing'],
      ['revenue_range[min]', '500000'],
      ['organization_ids[]', '5e66b638'],
      ['q_organization_domains_list[]', 'acme.com'],
      ['contact_email_status[]', 'likely to engage'],
      ['currently_using_any_of_technology_uids[]', 'salesforce'],
      ['include_similar_titles', 'false'],
    ]);
    expect(understood).toContainEqual({ label: 'Company location', values: ['germany'] });
    expect(unmapped.map(({ label, values }) => [label, ...values])).toEqual([
      ['Seniority', 'boss'],
      ['Excluded job titles', 'intern'],
      ['Company keywords', 'saas'],
      ['Something new', '1'],
    ]);
  });

  it('drops all statuses if one is unsupported, because fewer statuses would narrow the search', () => {
    const { parameters, unmapped } = read(
      'contactEmailStatusV2[]=verified&contactEmailStatusV2[]=user_managed',
    );
    expect(parameters).toEqual([]);
    expect(unmapped).toEqual([
      { label: 'Email status', values: ['verified', 'user_managed'], reason: expect.any(String) },
    ]);
  });

  it('says that a field with only commas has no domain', () => {
    const { unmapped } = read('qOrganizationDomainsList[]=,');
    expect(unmapped).toEqual([
      { label: 'Company domains', values: [','], reason: "This isn't a valid domain." },
    ]);
  });

  it('reads domains as lead searches do', () => {
    const domains = ['acme.com:443', 'ann@nord.de', 'medium.com/@oak', '*.bolt.io, www.de', 'none'];
    const { parameters, unmapped } = read(
      domains.map((domain) => `qOrganizationDomainsList[]=${encodeURIComponent(domain)}`).join('&'),
    );
    expect(parameters.map(([, domain]) => domain)).toEqual([
      'acme.com',
      'nord.de',
      'medium.com',
      'bolt.io',
      'www.de',
    ]);
    expect(unmapped).toMatchObject([{ values: ['none'] }]);
  });

  it('reads each word of a domain field once, and reports those that are no domains', () => {
    const written = [
      'acme.com, foo',
      'www.Acme.com foo',
      'bad_dom!ain.x\\y; acme..com',
      'https://münchen.de/jobs',
    ];
    const { fields, parameters, understood, unmapped } = read(
      written.map((value) => `qOrganizationDomainsList[]=${encodeURIComponent(value)}`).join('&'),
    );
    const label = 'Company domains';
    expect(parameters.map(([, domain]) => domain)).toEqual(['acme.com', 'münchen.de']);
    expect(understood).toEqual([{ label, values: ['acme.com', 'münchen.de'] }]);
    expect(unmapped).toEqual([
      { label, values: ['foo', 'bad_dom!ain.x\\y', 'acme..com'], reason: "This isn't a valid domain." },
    ]);
    expect(databaseFilters(fields)).toMatchObject({ understood, unmapped });
    expect(databaseFilters(fields).filters.domains.include).toEqual(['acme.com', 'münchen.de']);
  });

  it('ignores similar titles without titles', () => {
    const { fields, parameters, understood, unmapped } = read('includeSimilarTitles=true');
    expect({ parameters, understood, unmapped }).toEqual({ parameters: [], understood: [], unmapped: [] });
    expect(databaseFilters(fields)).toMatchObject({ understood: [], unmapped: [] });
  });
});

const field = fc.constantFrom(
  'personTitles[]',
  'personNotTitles[]',
  'personLocations[]',
  'organizationNumEmployeesRanges[]',
  'contactEmailStatusV2[]',
  'qKeywords',
  'revenueRange[min]',
  'qOrganizationDomains[]',
  'organizationIndustryTagIds[]',
  'new',
  // properties of every object
  'constructor',
  '__proto__',
  'toString[]',
);

it('reports every value as understood or with a reason, for both searches', () => {
  fc.assert(
    fc.property(
      fc.array(
        fc.tuple(
          field,
          fc
            .oneof(fc.string({ minLength: 1 }), fc.constant('constructor'))
            .map((text) => text.replace(/[%\s]/g, 'x')),
        ),
      ),
      (pairs) => {
        const fields = readAddress(BASE + new URLSearchParams(pairs)) ?? [];
        for (const { understood, unmapped } of [apolloParameters(fields), databaseFilters(fields)]) {
          const values = [...understood, ...unmapped].flatMap((entry) => [entry.label, ...entry.values]);
          expect(values.every((value) => typeof value === 'string')).toBe(true);
          const labels = [...understood, ...unmapped].map(({ label }) => label);
          for (const { label } of fields) expect(labels).toContain(label);
          expect(unmapped.every(({ reason, values }) => reason.length > 5 && values.length > 0)).toBe(true);
        }
      },
    ),
  );
});

it('finds people and companies named in any field', () => {
  const { fields } = read(
    'qKeywords=jane%40acme.com%20sales&qOrganizationDomainsList[]=https://www.acme.com/x%0Agone.example&x=https://www.linkedin.com/in/jane&personTitles[]=Node.js%20developer',
  );
  expect(namedTargets(fields)).toEqual({
    emails: ['jane@acme.com'],
    profiles: ['https://www.linkedin.com/in/jane'],
    domains: ['acme.com', 'gone.example'],
  });
});
