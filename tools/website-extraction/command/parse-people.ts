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
type PersonRow = Record<(typeof PEOPLE_COLUMNS)[number], string | null>;

/**
 * A row for each person of a page that was read with `people`, with what the page says about the company. `optOuts`: leaves out
 * people who opted out, and all if the company did.
 */
export function peopleRows(page: PageContacts, optOuts: OptOutCheck | null): PersonRow[] {
  const { domain, organization } = siteContacts([page], page.url);
  const company = organization.organization_name ?? page.siteNames[0] ?? null;
  return page.people
    .map(({ source: _, ...person }) => ({ ...person, company, website: domain, page: page.url }))
    .filter((row) => {
      const result = { input: page.url ?? '', row, found: true };
      // Any change means that the row names someone on the list.
      return !optOuts || optOuts.clean(websiteExtraction.task.type, result).row === row;
    });
}
