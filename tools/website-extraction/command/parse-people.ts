import type { OptOutCheck } from '#cli/server-opt-outs.ts';
import type { PageContacts } from '#engines/page-contacts/page-contacts.ts';
import { siteContacts } from '#engines/page-contacts/site-contacts.ts';
import { websiteExtraction } from '../definition.ts';

/** Columns of the people of pages, in order. */
export const PEOPLE_COLUMNS = [
  'name',
  'title',
  'email',
  'phone',
  'profile',
  'company',
  'website',
  'page',
] as const;
export type PersonRow = Record<(typeof PEOPLE_COLUMNS)[number], string | null>;

/** A row for each person of a page that was read with `people`, with what the page says about the company. */
export function peopleRows(page: PageContacts): PersonRow[] {
  const { domain, organization } = siteContacts([page], page.url);
  const company = organization.organization_name ?? page.siteNames[0] ?? null;
  return page.people.map(({ source: _, ...person }) => ({
    ...person,
    company,
    website: domain,
    page: page.url,
  }));
}

/** Whether neither the person of a row nor their company opted out. */
export function isAllowed(row: PersonRow, optOuts: OptOutCheck | null): boolean {
  const result = { input: row.page ?? '', row, found: true };
  // Any change means that the row names someone on the list.
  return !optOuts || optOuts.clean(websiteExtraction.task.type, result).row === row;
}
