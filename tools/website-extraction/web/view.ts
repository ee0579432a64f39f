import type { TaskRow } from '#contract/tasks.ts';
import { MORE_NETWORKS, type SocialNetwork } from '#contract/website.ts';
import { cachedView, UNREADABLE_ROW } from '#web/kit/cached-view.ts';
import type { RowFilter } from '#web/kit/row-filter.ts';
import { shortUrl } from '#web/lib/external-link.ts';
import type { SortKeys } from '#web/ui/row-sort.ts';
import { containsText, searchText } from '../../history-column.ts';
import { emptyWebsiteRow, WebsiteRow, websiteExtraction } from '../definition.ts';

/** found: has a contact. blocked: the site or its robots.txt blocked us. failed: we couldn't read it. */
export type RowOutcome = 'found' | 'not_found' | 'blocked' | 'failed';

export interface SocialProfile {
  network: SocialNetwork;
  url: string;
  /** null if the URL has none */
  username: string | null;
}

/** A result as the table shows it. */
export interface WebsiteRowView {
  position: number;
  charge: number;
  outcome: RowOutcome;
  /** the company email first */
  emails: string[];
  /** in E.164, then those whose country is unknown, with these words */
  phones: string[];
  socials: SocialProfile[];
  row: WebsiteRow;
  /** the text that the text filter searches, as `searchText` makes it */
  searchText: string;
}

const OUTCOMES: readonly RowOutcome[] = ['found', 'not_found', 'blocked', 'failed'];

/** The sort value of each column: the first value of a list, or the number of social profiles. */
export const WEBSITE_SORT_KEYS: SortKeys<WebsiteRowView> = {
  url: ({ row }) => shortUrl(row.url),
  emails: ({ emails }) => emails[0] ?? '',
  phones: ({ phones }) => phones[0] ?? '',
  socials: ({ socials }) => socials.length || '',
  title: ({ row }) => row.title ?? '',
  reason: ({ row }) => row.error ?? row.note ?? '',
  status: ({ outcome }) => OUTCOMES.indexOf(outcome),
  charge: ({ charge }) => charge,
};

export const OUTCOME_FILTERS = ['all', 'found', 'not_found', 'failed'] as const;

const FILTERED_OUTCOMES: Readonly<Record<string, readonly RowOutcome[]>> = {
  found: ['found'],
  not_found: ['not_found'],
  failed: ['failed', 'blocked'],
};

export function matchesFilter(
  view: WebsiteRowView,
  { show, text }: Pick<RowFilter, 'show' | 'text'>,
): boolean {
  const outcomes = FILTERED_OUTCOMES[show];
  if (outcomes && !outcomes.includes(view.outcome)) return false;
  return containsText(view.searchText, text);
}

export const websiteRowView = cachedView(makeView);

function makeView({ position, charge, input, row: stored }: TaskRow): WebsiteRowView {
  const parsed = WebsiteRow.safeParse(stored);
  const row = parsed.success ? parsed.data : unreadableRow(input);
  const emails = companyFirst(row);
  const socials = socialProfiles(row);
  return {
    position,
    charge,
    outcome: outcomeOf(row, socials),
    emails,
    phones: [...row.phones, ...row.phones_country_unknown.map((phone) => `${phone} (country unknown)`)],
    socials,
    row,
    searchText: searchText(row, websiteExtraction.task.filter.text),
  };
}

/** Stands in for a stored row of another shape, so that it doesn't look like an empty result. */
function unreadableRow(url: string): WebsiteRow {
  return {
    ...emptyWebsiteRow(url),
    error: UNREADABLE_ROW,
  };
}

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
const BLOCKED_ERROR = /\bblocked\b|robots|(?:come back|try again) later/i;

function outcomeOf(row: WebsiteRow, socials: readonly SocialProfile[]): RowOutcome {
  const phones = row.phones.length + row.phones_country_unknown.length;
  if (row.emails.length > 0 || phones > 0 || socials.length > 0) return 'found';
  if (!row.error) return 'not_found';
  const blocked =
    BLOCKED_ERROR.test(row.error) ||
    row.pages.some(({ read, status }) => !read && BLOCKED_STATUSES.includes(status));
  return blocked ? 'blocked' : 'failed';
}
