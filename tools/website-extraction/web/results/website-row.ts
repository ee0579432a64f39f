import type { TaskRow } from '#contract/tasks.ts';
import type { SocialNetwork } from '#contract/website.ts';
import { shortUrl } from '#web/lib/outside-link.ts';
import type { SortKeys } from '#web/ui/row-sort.ts';
import { WebsiteRow } from '../../definition.ts';

/** found: a contact is in the row. blocked: the site or its robots.txt kept us out. failed: it could not be read. */
export type RowOutcome = 'found' | 'not_found' | 'blocked' | 'failed';

export interface SocialProfile {
  network: SocialNetwork;
  url: string;
  /** the name on the network, or null where the address has none */
  username: string | null;
}

/** One result row as the table shows it. */
export interface WebsiteRowView {
  position: number;
  charge: number;
  outcome: RowOutcome;
  /** emails with the company's own first */
  emails: string[];
  socials: SocialProfile[];
  row: WebsiteRow;
  /** what the text filter looks through, in lower case */
  haystack: string;
}

const OUTCOMES: readonly RowOutcome[] = ['found', 'not_found', 'blocked', 'failed'];

/** What rows can be ordered by; values by the first of them, social profiles by how many there are. */
export const WEBSITE_SORT_KEYS: SortKeys<WebsiteRowView> = {
  url: ({ row }) => shortUrl(row.url),
  emails: ({ emails }) => emails[0] ?? '',
  phones: ({ row }) => row.phones[0] ?? '',
  socials: ({ socials }) => socials.length || '',
  title: ({ row }) => row.title ?? '',
  status: ({ outcome }) => OUTCOMES.indexOf(outcome),
  charge: ({ charge }) => charge,
};

const views = new WeakMap<TaskRow, WebsiteRowView>();

/** The view of a settled row; computed once for each, since rows never change. */
export function websiteRowView(taskRow: TaskRow): WebsiteRowView {
  const known = views.get(taskRow);
  if (known) return known;
  const view = makeView(taskRow);
  views.set(taskRow, view);
  return view;
}

function makeView({ position, charge, input, row: stored }: TaskRow): WebsiteRowView {
  const parsed = WebsiteRow.safeParse(stored);
  const row = parsed.success ? parsed.data : unreadable(input);
  const emails = companyFirst(row);
  const socials = socialProfiles(row);
  return {
    position,
    charge,
    outcome: outcomeOf(row, socials),
    emails,
    socials,
    row,
    haystack: [
      row.url,
      ...emails,
      ...row.phones,
      row.title ?? '',
      row.error ?? '',
      ...socials.map(({ url }) => url),
    ]
      .join('\n')
      .toLowerCase(),
  };
}

/** A row of an older shape is told apart from one in which nothing was found. */
function unreadable(url: string): WebsiteRow {
  const empty = Object.fromEntries(Object.keys(WebsiteRow.shape).map((key) => [key, null]));
  return WebsiteRow.parse({
    ...empty,
    url,
    emails: [],
    phones: [],
    evidence: [],
    pages: [],
    error: 'This result was stored in a form that this page cannot show. It is complete in the CSV file.',
  });
}

function companyFirst({ emails, company_email: company }: WebsiteRow): string[] {
  return company ? [company, ...emails.filter((email) => email !== company)] : emails;
}

/** Those that most salespeople look for stand first. */
const SHOWN_ORDER = [
  'linkedin',
  'facebook',
  'instagram',
  'twitter',
  'youtube',
  'github',
  'google_plus',
] as const;

function socialProfiles(row: WebsiteRow): SocialProfile[] {
  return SHOWN_ORDER.flatMap((network) => {
    const url = row[`${network}_url`];
    return url ? [{ network, url, username: row[`${network}_username`] }] : [];
  });
}

const BLOCKED_STATUSES: readonly (number | null)[] = [401, 403, 429, 451];
const BLOCKED_WORDS = /\bblocked\b|robots|come back later/i;

function outcomeOf(row: WebsiteRow, socials: readonly SocialProfile[]): RowOutcome {
  if (row.emails.length > 0 || row.phones.length > 0 || socials.length > 0) return 'found';
  if (!row.error) return 'not_found';
  const blocked =
    BLOCKED_WORDS.test(row.error) ||
    row.pages.some(({ read, status }) => !read && BLOCKED_STATUSES.includes(status));
  return blocked ? 'blocked' : 'failed';
}
