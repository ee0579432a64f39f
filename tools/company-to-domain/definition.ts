import { z } from 'zod';
import { call } from '#contract/call.ts';
import { ifMissing } from '#contract/if-missing.ts';
import { ItemKeys, OWN_KEY_FIELDS } from '#contract/item-keys.ts';
import { INTEGER_MAX } from '#contract/limits.ts';
import { StartCap } from '#contract/start-cap.ts';
import { StartSave } from '#contract/start-save.ts';
import { StartWebhook } from '#contract/start-webhook.ts';
import { StopReason, TaskView } from '#contract/tasks.ts';
import { UploadedList } from '#contract/uploaded-list.ts';
import { defineTool } from '../tool.ts';
import { COMPANY_MESSAGES } from './messages.ts';

/** docs/deviations.md 42 */
export const COMPANIES_PER_TASK = 10_000;
/** Room for 10,000 names with own columns. */
const LIST_MAX_BYTES = 32 * 1024 * 1024;
const LABEL_MAX_CHARS = 200;
/** Of people, many of whom work at one company. */
const COMPANY_ROWS_PER_TASK = 100_000;
/** Longer texts are no names; the start is enough to recognize the line. */
export const INPUT_MAX_CHARS = 400;
const LOGOS_PER_CALL = 25;

/** The step that decided. `given`: the line was an address itself. `website`: a domain made from the name. */
const DOMAIN_SOURCES = ['given', 'operator', 'leads', 'preset', 'index', 'website', 'provider'] as const;
export type DomainSource = (typeof DOMAIN_SOURCES)[number];

/** A reason for or against a domain. */
export const DomainEvidence = z.object({
  /** what it is about: "title", "json-ld", "domain" ... */
  source: z.string(),
  text: z.string(),
  supports: z.boolean(),
  /** the page that says so; null if it isn't from a page */
  page: z.string().nullable(),
});
export type DomainEvidence = z.infer<typeof DomainEvidence>;

/** A domain that was looked at and not chosen. */
export const RunnerUp = z.object({
  domain: z.string(),
  confidence: z.int().min(0).max(100),
  reason: z.string(),
});
export type RunnerUp = z.infer<typeof RunnerUp>;

/** One result. The first three fields are the spec's (lead tools §3). */
export const CompanyRow = z.object({
  company_name: z.string(),
  domain: z.string().nullable(),
  /** address of an image that was verified; null for none */
  logo: z.string().nullable(),
  confidence: z.int().min(0).max(100),
  source: z.enum(DOMAIN_SOURCES).nullable(),
  /** the deciding step and its reason, or why no domain was found */
  explanation: z.string(),
  /** "No domain found", or what failed; null with a domain */
  error: z.string().nullable(),
  /** from a column of the list */
  country: z.string().nullable(),
  website: z.string().nullable(),
  /** Rows of earlier versions have none. */
  city: z.string().nullable().default(null),
  evidence: z.array(DomainEvidence),
  runners_up: z.array(RunnerUp),
});
export type CompanyRow = z.infer<typeof CompanyRow>;

/** CSV columns in order: those of the spec, then ours. */
export const COMPANY_CSV_COLUMNS = [
  'company_name',
  'domain',
  'logo',
  'confidence',
  'source',
  'explanation',
  'error',
] as const satisfies readonly (keyof CompanyRow)[];

/** A name with what other columns of the list say. */
export const CompanyInput = z.object({
  company_name: z.string(),
  country: z.string().max(100).nullish(),
  website: z.string().max(2048).nullish(),
  city: z.string().max(100).nullish(),
});
export interface CompanyInput {
  company_name: string;
  country: string | null;
  website: string | null;
  /** tells companies of one name apart, where the operator imported data with cities */
  city?: string | null | undefined;
}

/** The item as text: what `ToolItem.input` holds. Only a name with hints needs JSON. */
export function writeCompanyInput({ company_name, country, website, city = null }: CompanyInput): string {
  if (country === null && website === null && city === null && !company_name.startsWith('{'))
    return company_name;
  return JSON.stringify({
    company_name,
    ...(country === null ? {} : { country }),
    ...(website === null ? {} : { website }),
    ...(city === null ? {} : { city }),
  });
}

/** Reads an item's text. A text that isn't from writeCompanyInput is a name. */
export function parseCompanyInput(text: string): CompanyInput {
  if (text.startsWith('{')) {
    try {
      const parsed = CompanyInput.safeParse(JSON.parse(text));
      if (parsed.success)
        return {
          company_name: parsed.data.company_name,
          country: parsed.data.country ?? null,
          website: parsed.data.website ?? null,
          ...(parsed.data.city == null ? {} : { city: parsed.data.city }),
        };
    } catch {
      // A name in braces.
    }
  }
  return { company_name: text, country: null, website: null };
}

/** What a piece of evidence is about, for people who don't know HTML. */
const EVIDENCE_LABELS: Readonly<Record<string, string>> = {
  'json-ld': 'Business data (JSON-LD)',
  'site-name': 'Site name',
  title: 'Title',
  copyright: 'Copyright line',
  imprint: 'Imprint',
  logo: 'Logo',
  heading: 'Heading',
  text: 'Page text',
  domain: 'Domain',
  hint: 'Your list',
  index: 'Known from',
  preset: 'Imported data',
  city: 'City',
  page: 'Page',
  country: 'Country',
  'legal-form': 'Legal form',
  trade: 'Trade',
  given: 'Your list',
  operator: "Operator's table",
  leads: 'Lead databases',
  provider: 'Data provider',
};

export function evidenceLabel(source: string): string {
  return EVIDENCE_LABELS[source] ?? source;
}

/** A row without a domain. */
export function emptyCompanyRow(input: CompanyInput, error: string, explanation: string): CompanyRow {
  return {
    company_name: input.company_name,
    domain: null,
    logo: null,
    confidence: 0,
    source: null,
    explanation,
    error,
    country: input.country,
    website: input.website,
    city: input.city ?? null,
    evidence: [],
    runners_up: [],
  };
}

/** Body of `company-to-domain`: names, or names with a country or website. Rows of one company are one item. */
const CompanyToDomainInput = z
  .object({
    company_names: z
      .array(
        z.union([z.string(), CompanyInput], {
          error: 'Each company must be a name, or an object with company_name.',
        }),
        {
          error: ifMissing(COMPANY_MESSAGES.noNames),
        },
      )
      .min(1, COMPANY_MESSAGES.noNames)
      .max(COMPANY_ROWS_PER_TASK, `Maximum ${COMPANY_ROWS_PER_TASK.toLocaleString('en-US')} rows per list.`)
      .describe(
        `Names of companies, or objects with what you know about each, at most ${COMPANIES_PER_TASK.toLocaleString('en-US')} different ones. Duplicates cost nothing extra.`,
      ),
    keys: ItemKeys.optional(),
    list: UploadedList.optional(),
    cap: StartCap.optional(),
    saveTo: StartSave.optional(),
    webhook: StartWebhook.optional(),
  })
  .refine(({ company_names, list }) => !list || list.rows.length === company_names.length, {
    path: ['list'],
    error: 'The list needs one row for each of the company_names, in the same order.',
  })
  .refine(({ company_names, keys }) => !keys || keys.length === company_names.length, {
    path: ['keys'],
    error: 'There must be one key for each of the company_names, in the same order.',
  });

/** The plain synchronous reply of `company-to-domain` (spec lead tools §7). */
export const CompanyToDomainReply = z.object({
  success: z.boolean(),
  results: z.array(CompanyRow.extend(OWN_KEY_FIELDS)),
  processed: z.int(),
  total: z.int(),
  message: z.string(),
  timeoutStatus: z.boolean(),
  processingTimeMs: z.int(),
  task_id: z.uuid(),
  stop_reason: StopReason.nullable(),
});

/** Logos by domain, as data URLs. */
const CompanyLogos = z.object({ logos: z.record(z.string(), z.string()) });

export const companyToDomain = defineTool({
  folder: 'company-to-domain',
  label: 'Company To Domain',
  title: 'Company To Domain',
  description: 'Turn a list of company names into web domains, with the reason for each match.',
  path: '/dashboard/company-to-domain',
  nav: { group: 'Find', order: 40 },
  icon: 'Building2',
  shortcut: 'c',
  hasPicture: true,
  card: { order: 30, text: 'The web domain of each company on your list.' },
  takes: {
    companies: {
      label: 'Company names',
      action: 'find their websites',
      toInput: (items) => ({ company_names: items }),
    },
  },
  planLines: ['Company to domain'],
  calls: {
    start: call({
      name: 'company-to-domain',
      method: 'POST',
      summary:
        'Find the web domains of companies by their names. An entry can also be an object with company_name, country, website and city. `Prefer: respond-async` returns 202 with the task.',
      costs: true,
      maxBodyBytes: LIST_MAX_BYTES,
      scope: 'run',
      input: CompanyToDomainInput,
      example: { company_names: ['Acme Inc', { company_name: 'Nordlicht Logistik GmbH', country: 'DE' }] },
      reply: z.union([CompanyToDomainReply, TaskView]),
      accepted: 'respond-async',
    }),
    logos: call({
      name: 'company-logos',
      method: 'POST',
      summary:
        'The logos of rows of one of your company-to-domain tasks by domain, as data URLs. Rows without a logo are left out.',
      scope: 'read',
      input: z.object({
        id: z.uuid(),
        positions: z.array(z.int().min(0).max(INTEGER_MAX)).max(LOGOS_PER_CALL),
      }),
      example: { id: '3f1c2b9e-5d0a-4c1e-9a57-2b8e6f0d4a11', positions: [0, 1] },
      reply: CompanyLogos,
    }),
  },
  task: {
    type: 'company-to-domain',
    creditsPerItem: 1,
    maxItems: COMPANIES_PER_TASK,
    itemNoun: 'name',
    // Well-known companies, and one that doesn't exist.
    sample: [
      'Mozilla Foundation',
      'LEGO Group',
      'Siemens AG',
      'Patagonia',
      'Zebra Lamp Trading of Nowhere Ltd',
    ],
    failedLabel: 'Failed',
    opensTasks: true,
    row: CompanyRow,
    csv: {
      fileName: (date) => `company_to_domain_results_${date}.csv`,
      columns: COMPANY_CSV_COLUMNS,
    },
    receiptFields: ['evidence', 'runners_up'],
    filter: { text: ['company_name', 'domain', 'explanation', 'error'] },
    messages: {
      failed: COMPANY_MESSAGES.failed,
      completed: ({ found, processed, total }) =>
        processed === 0 ? COMPANY_MESSAGES.noResults : COMPANY_MESSAGES.completed(total, found),
      downloaded: COMPANY_MESSAGES.downloaded,
    },
    itemLabel: (text) => parseCompanyInput(text).company_name.slice(0, LABEL_MAX_CHARS),
    failureRow: (text, reason) => ({
      row: emptyCompanyRow(parseCompanyInput(text), COMPANY_MESSAGES.rowFailed, reason),
    }),
    optedOutRow: (text, reason) => ({
      row: emptyCompanyRow(parseCompanyInput(text), COMPANY_MESSAGES.notFound, reason),
    }),
    // Domains that weren't chosen may be of other companies.
    sharedRow: {
      subject: ['company_name', 'domain', 'website', 'country', 'city', 'explanation'],
      together: [],
      records: ['runners_up', 'evidence'],
      data: ['domain'],
      texts: ['explanation'],
    },
  },
});
