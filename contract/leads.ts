import { z } from 'zod';
import {
  LEAD_FILTER_ENTRY_MAX_CHARS,
  LEAD_FILTER_MAX_ENTRIES,
  LEAD_FILTERS_MAX_CHARS,
  LEAD_PAGE_ROWS,
  LEAD_PAGES_VIEWABLE,
  LEAD_SEARCH_TERM_MAX_CHARS,
} from './limits.ts';

/** The lead databases, by table name (spec lead tools §2, Database Export). */
export const LEAD_DATABASES = ['leadrocks', 'apollo', 'sales_navigator'] as const;
export const LeadDatabase = z.enum(LEAD_DATABASES);
export type LeadDatabase = z.infer<typeof LeadDatabase>;

/** Seniority values (spec lead tools §3). */
export const SENIORITIES = [
  'c_suite',
  'director',
  'entry',
  'founder',
  'head',
  'intern',
  'manager',
  'owner',
  'partner',
  'senior',
  'vp',
] as const;

export interface IncludeExclude {
  include: string[];
  exclude: string[];
}

/**
 * Search filters, the same for every database. Filters are combined with AND, the entries of one filter with
 * OR.
 */
export interface LeadFilters {
  /** Keywords to match anywhere in the job title, case-insensitive. */
  titles: IncludeExclude;
  /** Match whole words only: "cto" matches "CTO & Founder" but not "Director". */
  titlesAsWords: boolean;
  /** Exact values. */
  industries: IncludeExclude;
  seniorities: IncludeExclude;
  countries: IncludeExclude;
  companySizes: string[];
  skills: string[];
  /** A real value: not empty and not 'N/A'. */
  hasEmail: boolean;
  hasPhone: boolean;
  hasDirectPhone: boolean;
  hasMobile: boolean;
  /** Number of LinkedIn connections, inclusive; null for no bound. */
  connections: { min: number | null; max: number | null };
  /** Ranges of employee counts, inclusive. */
  employees: { min: number | null; max: number | null }[];
}

/** Filters that match every lead. */
export function noFilters(): LeadFilters {
  const none = (): IncludeExclude => ({ include: [], exclude: [] });
  return {
    titles: none(),
    titlesAsWords: false,
    industries: none(),
    seniorities: none(),
    countries: none(),
    companySizes: [],
    skills: [],
    hasEmail: false,
    hasPhone: false,
    hasDirectPhone: false,
    hasMobile: false,
    connections: { min: null, max: null },
    employees: [],
  };
}

/** Whether any filter is applied (spec lead tools §5). */
export function isFiltered(filters: LeadFilters): boolean {
  return JSON.stringify(filters) !== JSON.stringify(noFilters());
}

/** The characters of all filter entries together, at most LEAD_FILTERS_MAX_CHARS in a search. */
export function filterChars(filters: LeadFilters): number {
  const { titles, industries, seniorities, countries, companySizes, skills } = filters;
  const lists = [
    ...[titles, industries, seniorities, countries].flatMap(({ include, exclude }) => [include, exclude]),
    companySizes,
    skills,
  ];
  return lists.flat().reduce((chars, entry) => chars + entry.length, 0);
}

export const FILTERS_TOO_LONG = `All filters together can have at most ${LEAD_FILTERS_MAX_CHARS.toLocaleString('en-US')} characters. Remove some entries and try again.`;

/** Entries of one filter: trimmed, without blanks and duplicates (spec lead tools §5). */
const Entries = z
  .array(
    z
      .string()
      .max(
        LEAD_FILTER_ENTRY_MAX_CHARS,
        `A filter entry can have at most ${LEAD_FILTER_ENTRY_MAX_CHARS} characters`,
      ),
  )
  .max(LEAD_FILTER_MAX_ENTRIES, `A filter can have at most ${LEAD_FILTER_MAX_ENTRIES} entries`)
  .nullish()
  .transform((entries) => [...new Set((entries ?? []).map((entry) => entry.trim()).filter(Boolean))]);
const Toggle = z.boolean().nullish().transform(Boolean);
/** The value of a number field: text or a number, empty for none. */
const Bound = z
  .union([z.number(), z.string().trim().max(20)], { error: 'min and max must be numbers' })
  .nullish()
  .transform((bound, context) => {
    if (bound === null || bound === undefined || bound === '') return null;
    const number = Number(bound);
    if (Number.isFinite(number)) return Math.min(Math.max(Math.trunc(number), -1), 2_000_000_000);
    context.addIssue('min and max must be numbers');
    return z.NEVER;
  });

/** Filters of the LeadRocks tab in the API (spec lead tools §3) -> the common filters. */
export const LeadrocksFilters = z
  .strictObject({
    includeIndustries: Entries,
    excludeIndustries: Entries,
    includeJobTitles: Entries,
    excludeJobTitles: Entries,
    hasEmail: Toggle,
  })
  .transform(
    (filters): LeadFilters => ({
      ...noFilters(),
      industries: { include: filters.includeIndustries, exclude: filters.excludeIndustries },
      titles: { include: filters.includeJobTitles, exclude: filters.excludeJobTitles },
      hasEmail: filters.hasEmail,
    }),
  );

/** Filters of the Apollo tab; the LeadRocks filter names work too (spec lead tools §3). */
export const ApolloFilters = z
  .strictObject({
    includeJobTitles: Entries,
    excludeJobTitles: Entries,
    includeSeniorities: Entries,
    excludeSeniorities: Entries,
    includeIndustries: Entries,
    excludeIndustries: Entries,
    hasEmail: Toggle,
    hasPhone: Toggle,
    hasDirectPhone: Toggle,
  })
  .transform(
    (filters): LeadFilters => ({
      ...noFilters(),
      titles: { include: filters.includeJobTitles, exclude: filters.excludeJobTitles },
      seniorities: { include: filters.includeSeniorities, exclude: filters.excludeSeniorities },
      industries: { include: filters.includeIndustries, exclude: filters.excludeIndustries },
      hasEmail: filters.hasEmail,
      hasPhone: filters.hasPhone,
      hasDirectPhone: filters.hasDirectPhone,
    }),
  );

/** Filters of the Sales Navigator tab. `jobTitle.input` is the text being typed and has no effect. */
export const SalesNavigatorFilters = z
  .strictObject({
    industry: z.strictObject({ include: Entries, exclude: Entries }).nullish(),
    jobTitle: z.strictObject({ include: Entries, exclude: Entries, input: z.string().nullish() }).nullish(),
    locationCountry: Entries,
    companySize: z.strictObject({ include: Entries }).nullish(),
    skills: z.strictObject({ include: Entries }).nullish(),
    hasEmail: Toggle,
    hasPhone: Toggle,
    hasMobile: Toggle,
    linkedinConnections: z.strictObject({ min: Bound, max: Bound }).nullish(),
  })
  .transform(
    (filters): LeadFilters => ({
      ...noFilters(),
      industries: filters.industry ?? noFilters().industries,
      titles: {
        include: filters.jobTitle?.include ?? [],
        exclude: filters.jobTitle?.exclude ?? [],
      },
      countries: { include: filters.locationCountry, exclude: [] },
      companySizes: filters.companySize?.include ?? [],
      skills: filters.skills?.include ?? [],
      hasEmail: filters.hasEmail,
      hasPhone: filters.hasPhone,
      hasMobile: filters.hasMobile,
      connections: filters.linkedinConnections ?? noFilters().connections,
    }),
  );

const MAX_OFFSET_ROWS = LEAD_PAGE_ROWS * (LEAD_PAGES_VIEWABLE - 1);
const TOO_FAR = `Only the first ${LEAD_PAGES_VIEWABLE} pages of ${LEAD_PAGE_ROWS} leads are viewable. Export the leads to see them all.`;

/** Body of a lead export function, by action (spec lead tools §7). Unknown filters are rejected. */
function leadCallInput<Filters extends z.ZodType<LeadFilters>>(
  filters: Filters,
  fields: readonly ['Industry', ...'Skills'[]],
) {
  const withFilters = filters
    .refine((value) => filterChars(value) <= LEAD_FILTERS_MAX_CHARS, FILTERS_TOO_LONG)
    .prefault({} as z.input<Filters>);
  return z.discriminatedUnion(
    'action',
    [
      z.object({ action: z.literal('total') }),
      z.object({
        action: z.literal('suggestions'),
        field: z.enum(fields, { error: `field must be ${fields.join(' or ')}` }).default('Industry'),
        searchTerm: z.string().max(LEAD_SEARCH_TERM_MAX_CHARS).nullish(),
      }),
      z.object({ action: z.literal('count'), filters: withFilters }),
      z.object({
        action: z.literal('search'),
        filters: withFilters,
        limit: z.int().min(1).max(LEAD_PAGE_ROWS, TOO_FAR).default(LEAD_PAGE_ROWS),
        offset: z.int().min(0).max(MAX_OFFSET_ROWS, TOO_FAR).default(0),
      }),
      z.object({ action: z.literal('export'), filters: withFilters }),
    ],
    { error: 'action must be total, suggestions, count, search or export' },
  );
}

export const LeadrocksInput = leadCallInput(LeadrocksFilters, ['Industry']);
export const ApolloInput = leadCallInput(ApolloFilters, ['Industry']);
export const SalesNavigatorInput = leadCallInput(SalesNavigatorFilters, ['Industry', 'Skills']);
export type LeadCallInput = z.infer<typeof SalesNavigatorInput>;

/** A lead: column -> value, in column order. */
export const Lead = z.record(z.string(), z.union([z.string(), z.number(), z.null()]));
export type Lead = z.infer<typeof Lead>;

/** Response of `total`: the number of leads and their source. */
export const LeadTotal = z.object({
  total: z.int(),
  /** Whether the leads are made up, for demonstration. */
  sample: z.boolean(),
  source: z.string().nullable(),
  licence: z.string().nullable(),
  importedAt: z.string().nullable(),
});
export type LeadTotal = z.infer<typeof LeadTotal>;
export const LeadCount = z.object({ count: z.int(), total: z.int() });
export const LeadSuggestions = z.object({ suggestions: z.array(z.string()) });
export const LeadRows = z.object({ leads: z.array(Lead) });

/** Response of a lead export function. The action determines which one. */
export const LeadReply = z.union([LeadRows, LeadSuggestions, LeadCount, LeadTotal]);
