import { z } from 'zod';
import { call } from '#contract/call.ts';
import { ifMissing } from '#contract/if-missing.ts';
import { ItemKeys, OWN_KEY_FIELDS } from '#contract/item-keys.ts';
import { MESSAGES } from '#contract/messages.ts';
import { StartCap } from '#contract/start-cap.ts';
import { StartSave } from '#contract/start-save.ts';
import { StartWebhook } from '#contract/start-webhook.ts';
import { StopReason, TaskView } from '#contract/tasks.ts';
import { UploadedList } from '#contract/uploaded-list.ts';
import { defineTool } from '../tool.ts';
import { LINKEDIN_MESSAGES } from './messages.ts';

/** docs/deviations.md 51 */
export const LINKEDIN_URLS_PER_TASK = 10_000;
/** Of a table, in which a profile can be many times. */
const LINKEDIN_ROWS_PER_TASK = 100_000;
/** Room for 10,000 rows with own columns, or 50 saved pages. */
const LIST_MAX_BYTES = 32 * 1024 * 1024;
const PAGES_MAX = 50;
const HINT_MAX_CHARS = 200;
const LABEL_MAX_CHARS = 200;
/** Longer texts are no profile; the start is enough to recognize the line. */
export const URL_MAX_CHARS = 2048;

/**
 * The steps, by the names of the setting LINKEDIN_STEPS. `list`: the user's own list gave the value.
 * `leads-by-name`: the lead databases by name and company. `page`: a saved profile page.
 */
const LINKEDIN_SOURCES = [
  'list',
  'leads',
  'leads-by-name',
  'page',
  'provider',
  'company-domain',
  'email',
] as const;
export type LinkedinSource = (typeof LINKEDIN_SOURCES)[number];

/** The tools that are steps, each with the type of its tasks and its name in results. */
export const USED_TOOLS = {
  companies: { type: 'company-to-domain', name: 'Company to domain' },
  emails: { type: 'csv-extraction', name: 'Email finder' },
} as const;

/** Steps that add nothing about the person that the user didn't have. */
export const FREE_STEPS: ReadonlySet<LinkedinSource> = new Set(['list', 'page', 'company-domain']);

const LINKEDIN_FIELDS = ['name', 'title', 'company', 'email', 'phone', 'location', 'companyDomain'] as const;
export type LinkedinField = (typeof LINKEDIN_FIELDS)[number];

/** What people call the fields. */
export const FIELD_LABELS: Readonly<Record<LinkedinField, string>> = {
  name: 'Name',
  title: 'Title',
  company: 'Company',
  email: 'Email',
  phone: 'Phone',
  location: 'Location',
  companyDomain: 'Company domain',
};

/** Which step supplied a field, and when. */
export const FieldSource = z.object({
  field: z.enum(LINKEDIN_FIELDS),
  step: z.enum(LINKEDIN_SOURCES),
  /** where exactly: "Apollo database" */
  detail: z.string(),
  /** the date of the data (of an import), else when it was looked up; ISO 8601 */
  at: z.string(),
});
export type FieldSource = z.infer<typeof FieldSource>;

/** What a step without a result, or with one that wasn't used, has to say. */
export const StepNote = z.object({ step: z.enum(LINKEDIN_SOURCES), text: z.string() });
export type StepNote = z.infer<typeof StepNote>;

/** One result. The fields up to `completeness` are the spec's (lead tools §3). */
export const LinkedinRow = z.object({
  /** the canonical URL; for a line that is no profile, the line */
  linkedinUrl: z.string(),
  name: z.string().nullable(),
  title: z.string().nullable(),
  company: z.string().nullable(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  /** percent, by weight of the five fields before; above 0 means that data was found */
  completeness: z.int().min(0).max(100),
  location: z.string().nullable(),
  companyDomain: z.string().nullable(),
  /** the line as given */
  input: z.string(),
  /** "No data found", or what failed; null with data */
  error: z.string().nullable(),
  /** in one sentence, where the data is from, or why there is none */
  explanation: z.string(),
  sources: z.array(FieldSource),
  notes: z.array(StepNote),
});
export type LinkedinRow = z.infer<typeof LinkedinRow>;

/** Row fields and their CSV columns, in order (spec lead tools §9). */
export const LINKEDIN_CSV_COLUMNS = {
  linkedinUrl: 'LinkedIn URL',
  name: 'Name',
  title: 'Title',
  company: 'Company',
  email: 'Email',
  phone: 'Phone',
  completeness: 'Completeness %',
} as const satisfies Partial<Record<keyof LinkedinRow, string>>;

/** Columns that the specification's file doesn't have. `sources`: where each field is from, and its date. */
export const LINKEDIN_EXTRA_COLUMNS = {
  location: 'Location',
  companyDomain: 'Company Domain',
  sources: 'Sources',
} as const satisfies Partial<Record<keyof LinkedinRow, string>>;

/** What a saved page says about its person. */
const PageFacts = z.object({
  name: z.string().nullable(),
  title: z.string().nullable(),
  company: z.string().nullable(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  location: z.string().nullable(),
  website: z.string().nullable(),
  profiles: z.array(z.string()),
});

const Item = z.object({
  linkedinUrl: z.string(),
  name: z.string().nullish(),
  company: z.string().nullish(),
  page: PageFacts.nullish(),
});

/** An item: the line, with what other columns of the list or a saved page say about the person. */
export interface LinkedinInput {
  linkedinUrl: string;
  name: string | null;
  company: string | null;
  page: z.infer<typeof PageFacts> | null;
}

/** The item as text: what `ToolItem.input` holds. Only a URL with hints needs JSON. */
export function writeLinkedinInput({ linkedinUrl, name, company, page }: LinkedinInput): string {
  if (name === null && company === null && page === null && !linkedinUrl.startsWith('{')) return linkedinUrl;
  return JSON.stringify({
    linkedinUrl,
    ...(name === null ? {} : { name }),
    ...(company === null ? {} : { company }),
    ...(page === null ? {} : { page }),
  });
}

/** Reads an item's text. A text that isn't from writeLinkedinInput is a line. */
export function parseLinkedinInput(text: string): LinkedinInput {
  if (text.startsWith('{')) {
    try {
      const parsed = Item.safeParse(JSON.parse(text));
      if (parsed.success) {
        const { linkedinUrl, name = null, company = null, page = null } = parsed.data;
        return { linkedinUrl, name, company, page };
      }
    } catch {
      // A line that starts with a brace.
    }
  }
  return { linkedinUrl: text, name: null, company: null, page: null };
}

/** The `error` of a row without data, in the CSV file and for programs. The page shows a badge instead. */
export const ROW_ERRORS = { failed: 'Processing failed', notFound: 'No data found' } as const;

/** A row without data. */
export function emptyLinkedinRow(input: LinkedinInput, error: string, explanation: string): LinkedinRow {
  return {
    linkedinUrl: input.linkedinUrl,
    name: null,
    title: null,
    company: null,
    email: null,
    phone: null,
    completeness: 0,
    location: null,
    companyDomain: null,
    input: input.linkedinUrl,
    error,
    explanation,
    sources: [],
    notes: [],
  };
}

/** A URL alone, or with what the list says about the person. */
const Entry = z.union(
  [
    z.string(),
    z.object({
      linkedinUrl: z.string(),
      name: z.string().max(HINT_MAX_CHARS).nullish(),
      company: z.string().max(HINT_MAX_CHARS).nullish(),
    }),
  ],
  'Each of linkedinUrls must be a URL, or an object with linkedinUrl, name and company.',
);
export type LinkedinEntryInput = z.infer<typeof Entry>;

/** Body of `linkedin-enrichment`. */
const LinkedinEnrichmentInput = z
  .object({
    linkedinUrls: z
      .array(Entry, { error: ifMissing(LINKEDIN_MESSAGES.noUrls) })
      .max(LINKEDIN_ROWS_PER_TASK, `Maximum ${LINKEDIN_ROWS_PER_TASK.toLocaleString('en-US')} rows per list.`)
      .describe(
        `Profile URLs, or objects with what you know about each person, at most ${LINKEDIN_URLS_PER_TASK.toLocaleString('en-US')} different ones, including those of \`pages\`. Duplicates cost nothing extra.`,
      ),
    keys: ItemKeys.optional(),
    list: UploadedList.optional(),
    cap: StartCap.optional(),
    saveTo: StartSave.optional(),
    webhook: StartWebhook.optional(),
    pages: z
      .array(z.string())
      .max(PAGES_MAX, `Maximum ${PAGES_MAX} saved pages per request.`)
      .optional()
      .describe('Saved profile pages as HTML. Each adds its profile to the list.'),
  })
  .refine(({ linkedinUrls, list }) => !list || list.rows.length === linkedinUrls.length, {
    path: ['list'],
    error: 'The list needs one row for each of the linkedinUrls, in the same order.',
  })
  .refine(({ linkedinUrls, keys }) => !keys || keys.length === linkedinUrls.length, {
    path: ['keys'],
    error: 'There must be one key for each of the linkedinUrls, in the same order.',
  });
export type LinkedinEnrichmentInput = z.infer<typeof LinkedinEnrichmentInput>;

/** The plain synchronous reply of `linkedin-enrichment` (spec lead tools §7). */
export const LinkedinEnrichmentReply = z.object({
  success: z.boolean(),
  results: z.array(LinkedinRow.extend(OWN_KEY_FIELDS)),
  processed: z.int(),
  total: z.int(),
  message: z.string(),
  timeoutStatus: z.boolean(),
  processingTimeMs: z.int(),
  task_id: z.uuid(),
  stop_reason: StopReason.nullable(),
});

export const linkedinEnrichment = defineTool({
  folder: 'linkedin-enrichment',
  label: 'LinkedIn Enrichment',
  title: 'LinkedIn Enrichment',
  description: 'Turn LinkedIn profile URLs into names, titles, companies, emails and phones.',
  path: '/dashboard/linkedin-enrichment',
  nav: { group: 'Find', order: 60 },
  icon: 'IdCard',
  card: { order: 40, text: 'Names, titles, companies and contact details from LinkedIn profiles.' },
  takes: {
    profiles: {
      label: 'LinkedIn profiles',
      action: 'find names, titles and contacts',
      toInput: (items) => ({ linkedinUrls: items }),
    },
  },
  calls: {
    start: call({
      name: 'linkedin-enrichment',
      method: 'POST',
      summary:
        'Find names, titles, companies, emails and phones of people by their LinkedIn profile URLs. An entry can also be an object with linkedinUrl, name and company. `Prefer: respond-async` returns 202 with the task.',
      scope: 'run',
      costs: true,
      maxBodyBytes: LIST_MAX_BYTES,
      input: LinkedinEnrichmentInput,
      example: { linkedinUrls: ['https://www.linkedin.com/in/jane-doe'] },
      reply: z.union([LinkedinEnrichmentReply, TaskView]),
      accepted: 'respond-async',
    }),
  },
  task: {
    type: 'linkedin-enrichment',
    creditsPerItem: 1,
    maxItems: LINKEDIN_URLS_PER_TASK,
    itemNoun: 'profile',
    // Placeholders that show the format of profile URLs.
    sample: ['https://www.linkedin.com/in/jane-doe', 'https://www.linkedin.com/in/john-smith-4b8a6a7'],
    failedLabel: 'Failed',
    opensTasks: true,
    row: LinkedinRow,
    csv: {
      fileName: (date) => `linkedin_enrichment_${date}.csv`,
      columns: Object.keys(LINKEDIN_CSV_COLUMNS),
      extra: { label: 'With location, domain and sources', columns: Object.keys(LINKEDIN_EXTRA_COLUMNS) },
      refusal: ({ processed, found }) => {
        if (processed === 0) return MESSAGES.csv.nothingToExport;
        return found === 0 ? LINKEDIN_MESSAGES.noneWithData : null;
      },
    },
    receiptFields: ['sources', 'notes'],
    filter: {
      text: ['name', 'title', 'company', 'email', 'phone', 'input', 'linkedinUrl', 'explanation'],
    },
    contactFields: { emails: 'email', phones: 'phone', people: 'name' },
    messages: {
      failed: LINKEDIN_MESSAGES.failed,
      completed: ({ found, processed, total }) =>
        processed === 0 ? LINKEDIN_MESSAGES.noResults : LINKEDIN_MESSAGES.completed(total, found),
      downloaded: LINKEDIN_MESSAGES.downloaded,
    },
    itemLabel: (text) => parseLinkedinInput(text).linkedinUrl.slice(0, LABEL_MAX_CHARS),
    failureRow: (text, reason) => ({
      row: emptyLinkedinRow(parseLinkedinInput(text), ROW_ERRORS.failed, reason),
    }),
    optedOutRow: (text, reason) => ({
      row: emptyLinkedinRow(parseLinkedinInput(text), ROW_ERRORS.notFound, reason),
    }),
  },
});
