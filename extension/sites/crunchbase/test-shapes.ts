/** JSON in the shapes of Crunchbase, for tests and browser tests. `n` numbers the results from 0. */

/** The properties of a company of Crunchbase. */
export function crunchbaseProperties(n: number): Record<string, unknown> {
  return {
    identifier: { entity_def_id: 'organization', permalink: `company-${n}`, value: `Company ${n}` },
    short_description: `Makes "thing ${n}" & more`,
    location_identifiers: [
      { value: 'Lyon', location_type: 'city' },
      { value: 'France', location_type: 'country' },
    ],
    num_employees_enum: 'c_00051_00100',
    website: { value: `https://company${n}.example.com` },
    funding_total: { value: 1, currency: 'EUR', value_usd: 1_200_000 },
    founded_on: { value: '2015-03-01', precision: 'day' },
    linkedin: { value: `https://www.linkedin.com/company/company-${n}` },
  };
}

/** The state in a company's page of Crunchbase. */
export function crunchbaseState(generation: 'older' | 'newer', n: number): string {
  const { identifier, short_description, ...about } = crunchbaseProperties(n);
  const data = {
    properties: { identifier, short_description },
    cards: {
      company_about_fields: about,
      contact_fields: { contact_email: `info@company${n}.example.com`, phone_number: '+33 1 23 45 67 89' },
    },
  };
  const key = `GET/v4/data/entities/organizations/company-${n}?field_ids=%5B%5D`;
  if (generation === 'newer') return JSON.stringify({ HttpState: { [key]: { data, status: 200 } } });
  const escapes: Record<string, string> = { '"': '&q;', "'": '&s;', '<': '&l;', '>': '&g;', '&': '&a;' };
  return JSON.stringify({ HttpState: { [key]: { data } } }).replace(
    /["'<>&]/g,
    (character) => escapes[character] ?? character,
  );
}

/** A search of Crunchbase. */
export function crunchbaseSearch(numbers: readonly number[]): string {
  const entities = numbers.map((n) => ({ uuid: String(n), properties: crunchbaseProperties(n) }));
  return JSON.stringify({
    HttpState: { 'POST/v4/data/searches/organization.companies': { data: { count: 99, entities } } },
  });
}
