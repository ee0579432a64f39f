import type { PageReceipt } from '#contract/website.ts';
import type { WebsitePerson } from '#contract/website-people.ts';
import type { SiteContacts } from '#engines/page-contacts/site-contacts.ts';
import {
  CONTACT_FIELDS,
  emptyWebsiteRow,
  RENDERINGS,
  type Rendering,
  type SocialColumns,
  type WebsiteRow,
} from '../definition.ts';

/**
 * The row of a URL whose site was read. `url` is the requested URL; `finalUrl` the first page of the site that counts; `renderings` those of its pages; `note` says what else to know
 * about it; `people` are none by default.
 */
export function readRow(
  url: string,
  site: SiteContacts,
  {
    pages,
    finalUrl,
    renderings,
    note,
    people = [],
  }: {
    pages: PageReceipt[];
    finalUrl: string | null;
    renderings: ReadonlySet<Rendering>;
    note: string | null;
    people?: WebsitePerson[];
  },
): WebsiteRow {
  return {
    ...emptyWebsiteRow(url),
    domain: site.domain,
    emails: site.emails,
    phones: site.phones,
    phones_country_unknown: site.unplacedPhones,
    title: site.title,
    description: site.description,
    keywords: site.keywords,
    ...socialColumns(site.socials),
    company_email: site.companyEmail,
    final_url: finalUrl,
    email_pages: emailPages(site),
    note,
    fax: site.faxes,
    ...site.organization,
    rendering: RENDERINGS.findLast((each) => renderings.has(each)) ?? null,
    people,
    evidence: site.evidence,
    pages,
  };
}

/** The row of a URL that could not be read, with the reason. */
export function failedRow(
  url: string,
  domain: string | null,
  error: string,
  pages: PageReceipt[],
): WebsiteRow {
  return { ...emptyWebsiteRow(url), domain, error, pages };
}

/** The page of each email, in their order. */
function emailPages({ emails, evidence }: SiteContacts): string[] {
  const pages = new Map(
    evidence.filter(({ field }) => field === 'emails').map(({ value, page }) => [value, page]),
  );
  return emails.map((email) => pages.get(email) ?? '');
}

/** Whether the row has an email, a phone, a fax, a social profile or a person. */
export function hasContacts(row: WebsiteRow): boolean {
  return CONTACT_FIELDS.some((field) => (row[field]?.length ?? 0) > 0);
}

/** The columns of the networks that were found. */
function socialColumns(socials: SiteContacts['socials']): Partial<SocialColumns> {
  const columns = Object.entries(socials).flatMap(([network, { url, username }]) => [
    [`${network}_url`, url],
    [`${network}_username`, username],
  ]);
  return Object.fromEntries(columns) as Partial<SocialColumns>;
}
