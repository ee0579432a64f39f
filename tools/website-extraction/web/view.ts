import { MORE_NETWORKS, type SocialNetwork } from '#contract/website.ts';
import { type RowView, rowViews, UNREADABLE_ROW } from '#web/kit/row-view.ts';
import { emptyWebsiteRow, type WebsiteRow, websiteExtraction } from '../definition.ts';

/** Found: has a contact. Blocked: the site or its robots.txt blocked us. Failed: we couldn't read it. */
export type RowOutcome = 'found' | 'not_found' | 'blocked' | 'failed';

export interface SocialProfile {
  network: SocialNetwork;
  url: string;
  /** null if the URL has none */
  username: string | null;
}

/** A result as the table shows it. The status of a blocked row is "failed". */
export interface WebsiteView extends RowView<WebsiteRow, Exclude<RowOutcome, 'blocked'>> {
  outcome: RowOutcome;
  /** the company email first */
  emails: string[];
  /** in E.164, then those whose country is unknown, with these words */
  phones: string[];
  socials: SocialProfile[];
  /** with their job titles */
  people: string[];
}

export const websiteView = rowViews(
  websiteExtraction.task,
  (url) => ({ ...emptyWebsiteRow(url), error: UNREADABLE_ROW }),
  (row) => {
    const socials = socialProfiles(row);
    const outcome = rowOutcome(row, socials);
    return {
      status: outcome === 'blocked' ? 'failed' : outcome,
      outcome,
      emails: companyFirst(row),
      phones: [...row.phones, ...row.phones_country_unknown.map((phone) => `${phone} (country unknown)`)],
      socials,
      people: row.people.map(({ name, title }) => (title ? `${name}, ${title}` : name)),
    };
  },
);

function companyFirst({ emails, company_email: company }: WebsiteRow): string[] {
  return company ? [company, ...emails.filter((email) => email !== company)] : emails;
}

/** The networks that salespeople use most come first. */
const NETWORK_ORDER = [
  'linkedin',
  'facebook',
  'instagram',
  'twitter',
  'youtube',
  'github',
  'google_plus',
  ...MORE_NETWORKS,
] as const;

function socialProfiles(row: WebsiteRow): SocialProfile[] {
  return NETWORK_ORDER.flatMap((network) => {
    const url = row[`${network}_url`];
    return url ? [{ network, url, username: row[`${network}_username`] }] : [];
  });
}

const BLOCKED_STATUSES: readonly (number | null)[] = [401, 403, 429, 451];
const BLOCKED_ERROR = /\bblocked\b|robots|reserves data mining|(?:come back|try again) later/i;

function rowOutcome(row: WebsiteRow, socials: readonly SocialProfile[]): RowOutcome {
  const phones = row.phones.length + row.phones_country_unknown.length + row.fax.length;
  if (row.emails.length + phones + socials.length + row.people.length > 0) return 'found';
  if (!row.error) return 'not_found';
  const blocked =
    BLOCKED_ERROR.test(row.error) ||
    row.pages.some(({ read, status }) => !read && BLOCKED_STATUSES.includes(status));
  return blocked ? 'blocked' : 'failed';
}
