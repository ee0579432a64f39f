import { z } from 'zod';
import { call } from '#contract/call.ts';
import { COMPANY_FIELD_NAMES, type CompanyField } from '#contract/company-fields.ts';
import { ifMissing } from '#contract/if-missing.ts';
import { ItemKeys, OWN_KEY_FIELDS } from '#contract/item-keys.ts';
import { MESSAGES } from '#contract/messages.ts';
import { StartCap } from '#contract/start-cap.ts';
import { StartSave } from '#contract/start-save.ts';
import { StartWebhook } from '#contract/start-webhook.ts';
import { StopReason, type TaskOptions, TaskView } from '#contract/tasks.ts';
import { UploadedList } from '#contract/uploaded-list.ts';
import {
  Evidence,
  MORE_NETWORKS,
  PageReceipt,
  SOCIAL_NETWORKS,
  type SocialNetwork,
} from '#contract/website.ts';
import { WebsitePerson } from '#contract/website-people.ts';
import { defineTool } from '../tool.ts';
import { WEBSITE_MESSAGES } from './messages.ts';

/** How many pages of a site are read. */
export const WebsiteDepth = z.enum(['quick', 'standard', 'deep']);
export type WebsiteDepth = z.infer<typeof WebsiteDepth>;

export const DEFAULT_DEPTH: WebsiteDepth = 'standard';

/** The pages of a site at each depth, and what people read about it. */
export const WEBSITE_DEPTHS: Readonly<
  Record<WebsiteDepth, { label: string; text: string; maxPages: number }>
> = {
  quick: {
    label: 'Quick',
    text: 'Reads only the page in your list. Fastest, but misses addresses on contact pages.',
    maxPages: 1,
  },
  standard: {
    label: 'Standard',
    text: 'Also reads the contact and legal notice pages: up to 4 pages per site.',
    maxPages: 4,
  },
  deep: {
    label: 'Deep',
    text: 'Also reads about, team and legal pages: up to 10 pages per site, so it takes longer.',
    maxPages: 10,
  },
};

/** The depth that a task was started with. Tasks of earlier versions have none. */
export function parseDepth(chosen: string | undefined): WebsiteDepth {
  return WebsiteDepth.catch(DEFAULT_DEPTH).parse(chosen);
}

/** Whether a task or step also reads the people of its sites. */
export function wantsPeople({ people }: TaskOptions): boolean {
  return people === 'true';
}

export const WEBSITE_URLS_PER_TASK = 10_000;
/** Of a table, in which a website can be many times. */
const WEBSITE_ROWS_PER_TASK = 100_000;
/** Room for 10,000 rows of 2,500 characters each: the URL and the list's other columns. */
const LIST_MAX_BYTES = 25 * 1024 * 1024;

const text = z.string().nullable();

type MoreColumns = Record<
  `${(typeof MORE_NETWORKS)[number]}_${'url' | 'username'}`,
  z.ZodDefault<typeof text>
>;

/** Columns after those of the spec. Rows stored by earlier versions lack them. */
const moreColumns = Object.fromEntries(
  MORE_NETWORKS.flatMap((network) => [
    [`${network}_url`, text.default(null)],
    [`${network}_username`, text.default(null)],
  ]),
) as MoreColumns;

const companyColumns = Object.fromEntries(
  COMPANY_FIELD_NAMES.map((field) => [field, text.default(null)]),
) as Record<CompanyField, z.ZodDefault<typeof text>>;

/**
 * How a site was read. `rendered`: a browser opened one of its pages, whether or not that helped. `would need rendering`: a page has
 * more in a browser, and there was none.
 */
export const RENDERINGS = ['read without JavaScript', 'would need rendering', 'rendered'] as const;
export type Rendering = (typeof RENDERINGS)[number];

/** One result (spec lead tools §3) and its receipt. Empty fields are null. */
export const WebsiteRow = z.object({
  url: z.string(),
  domain: text,
  emails: z.array(z.string()),
  /** E.164 */
  phones: z.array(z.string()),
  title: text,
  description: text,
  keywords: text,
  twitter_url: text,
  twitter_username: text,
  facebook_url: text,
  facebook_username: text,
  google_plus_url: text,
  google_plus_username: text,
  youtube_url: text,
  youtube_username: text,
  instagram_url: text,
  instagram_username: text,
  linkedin_url: text,
  linkedin_username: text,
  github_url: text,
  github_username: text,
  company_email: text,
  error: text,
  /** The address as it was given. Older rows lack this field and the next two. */
  input: text.default(null),
  /** The address of the page after redirects; null if it couldn't be read. */
  final_url: text.default(null),
  /** The page of each of `emails`, in the same order. */
  email_pages: z.array(z.string()).default([]),
  ...moreColumns,
  /** Numbers in national format as written, where the site doesn't tell their country. Older rows lack it. */
  phones_country_unknown: z.array(z.string()).default([]),
  /** What else to know about a row that was read: that its page was gone. Older rows lack it. */
  note: text.default(null),
  /** Fax numbers in E.164. Older rows lack it. */
  fax: z.array(z.string()).default([]),
  /** The company that shows the site, its address and numbers, as it states them. Older rows lack these fields. */
  ...companyColumns,
  /** Null if the site wasn't read. Older rows lack it. */
  rendering: z.enum(RENDERINGS).nullable().default(null),
  /** Who works there, if people were asked for: at most 25. Older rows lack it. */
  people: z.array(WebsitePerson).default([]),
  evidence: z.array(Evidence),
  pages: z.array(PageReceipt),
});
export type WebsiteRow = z.infer<typeof WebsiteRow>;

/** One of them has a value if something was found. */
export const CONTACT_FIELDS = [
  'emails',
  'phones',
  'phones_country_unknown',
  'fax',
  'people',
  ...SOCIAL_NETWORKS.map((network) => `${network}_url` as const),
] as const satisfies readonly (keyof WebsiteRow)[];

const RECEIPT_FIELDS = ['evidence', 'pages'] as const;

/** CSV columns in order: the row's fields without the receipt, and without the people, who have files of their own. */
export const WEBSITE_CSV_COLUMNS = Object.keys(WebsiteRow.shape).filter(
  (key) => !['people', ...RECEIPT_FIELDS].includes(key),
) as readonly Exclude<keyof WebsiteRow, 'people' | (typeof RECEIPT_FIELDS)[number]>[];

export type SocialColumns = Pick<WebsiteRow, `${SocialNetwork}_url` | `${SocialNetwork}_username`>;

const NO_SOCIALS = Object.fromEntries(
  SOCIAL_NETWORKS.flatMap((network) => [
    [`${network}_url`, null],
    [`${network}_username`, null],
  ]),
) as SocialColumns;

const NO_COMPANY = Object.fromEntries(COMPANY_FIELD_NAMES.map((field) => [field, null])) as Record<
  CompanyField,
  null
>;

/** An empty row for a URL. */
export function emptyWebsiteRow(url: string): WebsiteRow {
  return {
    url,
    domain: null,
    emails: [],
    phones: [],
    title: null,
    description: null,
    keywords: null,
    ...NO_SOCIALS,
    company_email: null,
    error: null,
    input: null,
    final_url: null,
    email_pages: [],
    phones_country_unknown: [],
    note: null,
    fax: [],
    ...NO_COMPANY,
    rendering: null,
    people: [],
    evidence: [],
    pages: [],
  };
}

/** Body of `website-extraction`. URLs are validated later, so that the error can name their lines. */
const WebsiteExtractionInput = z
  .object({
    urls: z
      .array(z.string(), { error: ifMissing(WEBSITE_MESSAGES.noUrls) })
      .min(1, WEBSITE_MESSAGES.noUrls)
      .max(WEBSITE_ROWS_PER_TASK, `Maximum ${WEBSITE_ROWS_PER_TASK.toLocaleString('en-US')} rows per list.`)
      .describe(
        `Addresses or domains of websites, at most ${WEBSITE_URLS_PER_TASK.toLocaleString('en-US')} different ones. Duplicates cost nothing extra.`,
      ),
    depth: WebsiteDepth.optional().describe(
      'How many pages of each site to read. quick: only the given page. standard, the default: also the contact and legal notice pages, up to 4 in all. deep: up to 10. The price is the same.',
    ),
    people: z.boolean().optional().describe('Also find who works there.'),
    keys: ItemKeys.optional(),
    list: UploadedList.optional(),
    cap: StartCap.optional(),
    saveTo: StartSave.optional(),
    webhook: StartWebhook.optional(),
  })
  .refine(({ urls, list }) => !list || list.rows.length === urls.length, {
    path: ['list'],
    error: 'The list needs one row for each of the URLs, in the same order.',
  })
  .refine(({ urls, keys }) => !keys || keys.length === urls.length, {
    path: ['keys'],
    error: 'There must be one key for each of the URLs, in the same order.',
  });

/** The plain synchronous reply of `website-extraction` (spec lead tools §7). */
const WebsiteExtractionReply = z.object({
  success: z.boolean(),
  results: z.array(WebsiteRow.extend(OWN_KEY_FIELDS)),
  processed: z.int(),
  total: z.int(),
  errors: z.array(z.object({ url: z.string(), error: z.string() })),
  timeoutStatus: z.boolean(),
  processingTimeMs: z.int(),
  task_id: z.uuid(),
  stop_reason: StopReason.nullable(),
});

export const websiteExtraction = defineTool({
  folder: 'website-extraction',
  label: 'Website Extraction',
  title: 'Website Extraction',
  description: 'Get emails, phones and social profiles from any list of websites.',
  path: '/dashboard/website-extraction',
  nav: { group: 'Find', order: 20 },
  icon: 'Globe',
  shortcut: 'w',
  hasPicture: true,
  card: { order: 10, text: 'Emails, phones and social profiles from a list of websites.' },
  takes: {
    websites: {
      label: 'Websites',
      action: 'find their contacts',
      toInput: (items) => ({ urls: items }),
    },
  },
  planLines: ['Website extraction'],
  inFooter: true,
  calls: {
    start: call({
      name: 'website-extraction',
      method: 'POST',
      summary:
        'Find emails, phones and social profiles on websites. `Prefer: respond-async` returns 202 with the task.',
      costs: true,
      maxBodyBytes: LIST_MAX_BYTES,
      scope: 'run',
      input: WebsiteExtractionInput,
      example: { urls: ['acme.com', 'https://example.org'], depth: 'standard' },
      reply: z.union([WebsiteExtractionReply, TaskView]),
      accepted: 'respond-async',
    }),
  },
  task: {
    type: 'website-extraction',
    creditsPerItem: 1,
    maxItems: WEBSITE_URLS_PER_TASK,
    itemNoun: 'URL',
    // Sites of public organizations that publish how to reach them.
    sample: [
      'https://www.eff.org',
      'https://www.debian.org',
      'https://www.apache.org',
      'https://www.w3.org',
      'https://www.gnu.org',
    ],
    failedLabel: 'Failed',
    repeats: true,
    opensTasks: true,
    row: WebsiteRow,
    csv: { fileName: () => 'website_extraction_results.csv', columns: WEBSITE_CSV_COLUMNS },
    receiptFields: RECEIPT_FIELDS,
    hasPeople: wantsPeople,
    contactFields: { emails: 'emails', phones: 'phones' },
    optionsLabel: ({ depth, people }) =>
      depth === undefined
        ? null
        : `Depth: ${WEBSITE_DEPTHS[parseDepth(depth)].label.toLowerCase()}${people ? ', with people' : ''}`,
    filter: {
      text: [
        'url',
        'company_email',
        'emails',
        'phones',
        'phones_country_unknown',
        'fax',
        ...COMPANY_FIELD_NAMES,
        'title',
        'error',
        'note',
        'people',
        ...SOCIAL_NETWORKS.map((network) => `${network}_url`),
      ],
    },
    messages: {
      failed: MESSAGES.tasks.failed,
      completed: ({ processed, found, failed }) =>
        found === 0 ? WEBSITE_MESSAGES.noResults : MESSAGES.tasks.completed(processed - failed),
    },
    itemLabel: (input) => input,
    failureRow: (url, error) => ({ row: { ...emptyWebsiteRow(url), error } }),
    optedOutRow: (url, error) => ({ row: { ...emptyWebsiteRow(url), input: url, error } }),
    sharedRow: {
      subject: ['input', 'url', 'domain', 'final_url'],
      together: [
        ['emails', 'email_pages'],
        ['phones'],
        ['phones_country_unknown'],
        ['fax'],
        ['company_email'],
        ['title'],
        ['description'],
        ['keywords'],
        // A person's company has their name and address.
        COMPANY_FIELD_NAMES,
        ...SOCIAL_NETWORKS.map((network) => [`${network}_url`, `${network}_username`]),
      ],
      records: ['people', 'evidence'],
      data: CONTACT_FIELDS,
    },
  },
});
