import { z } from 'zod';
import { WebsitePerson } from '#contract/website-people.ts';

/** The columns of files and lists with a row for each person: the person's, then the company's. */
export const PERSON_COLUMNS = [
  'name',
  'title',
  'email',
  'phone',
  'profile',
  'page',
  'website',
  'company',
  'company_email',
  'company_phone',
] as const;
export type PersonRow = Record<(typeof PERSON_COLUMNS)[number], string | null>;

const Site = z.object({
  domain: z.string().nullable().default(null),
  organization_name: z.string().nullable().default(null),
  company_email: z.string().nullable().default(null),
  phones: z.array(z.string()).default([]),
  people: z.array(WebsitePerson).default([]),
});

/**
 * A row for each person of a result, with the domain, name, email and phone of the company: an email and a phone that are none of
 * a person. No rows for a result without people.
 */
export function personRows(result: Readonly<Record<string, unknown>>): PersonRow[] {
  const { people, ...site } = Site.parse(result);
  const own = new Set(people.flatMap(({ email, phone }) => [email, phone]));
  return people.map((person) => ({
    ...person,
    website: site.domain,
    company: site.organization_name,
    company_email: own.has(site.company_email) ? null : site.company_email,
    company_phone: site.phones.find((phone) => !own.has(phone)) ?? null,
  }));
}
