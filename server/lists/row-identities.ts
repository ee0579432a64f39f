import { identities, type OptOut } from '../opt-outs/opt-out-entry.ts';

/** Columns with the website of a person or company, of extensions and of tools. */
const WEBSITES = new Set([
  'website',
  'domain',
  'url',
  'final_url',
  'input',
  'page',
  'company_domain',
  'company_website',
]);

/** Everything in a row that a person or company may have opted out with: addresses, websites and profiles. */
export function identitiesOfRow(values: Readonly<Record<string, string>>): OptOut[] {
  const cells = Object.entries(values);
  const emails = cells.flatMap(([, value]) => (value.includes('@') ? [value] : []));
  const websites = cells.flatMap(([column, value]) => (WEBSITES.has(column) ? [value] : []));
  const profiles = cells.flatMap(([, value]) => (/linkedin\.[a-z.]+\//i.test(value) ? [value] : []));
  return [
    ...identities({ emails, websites }),
    ...profiles.flatMap((profile) => identities({ emails: [], websites: [], profile })),
  ];
}
