import { z } from 'zod';
import { TableFormat } from './file-types.ts';
import { ApolloFilters, LeadrocksFilters, SalesNavigatorFilters } from './lead-filter-inputs.ts';
import { FILTERS_TOO_LONG, filterChars, type LeadFilters } from './lead-filters.ts';
import {
  LEAD_EXPORT_MAX_SELECTED,
  LEAD_FILTERS_MAX_CHARS,
  LEAD_PAGE_ROWS,
  LEAD_PAGES_VIEWABLE,
  LEAD_SEARCH_TERM_MAX_CHARS,
} from './limits.ts';
import { LeftOutBy } from './list-exclusions.ts';
import { LocalBusinessFilters } from './local-business-filters.ts';

/** The lead databases of people, by table name (spec lead tools §2, Database Export). */
export const PEOPLE_DATABASES = ['leadrocks', 'apollo', 'sales_navigator'] as const;
export const PeopleDatabase = z.enum(PEOPLE_DATABASES);
export type PeopleDatabase = z.infer<typeof PeopleDatabase>;
/** Whether a database has people, rather than businesses. */
export function isPeopleDatabase(database: LeadDatabase): database is PeopleDatabase {
  return database !== 'local_businesses';
}

/** All lead databases: those of people, and one of businesses. */
export const LEAD_DATABASES = [...PEOPLE_DATABASES, 'local_businesses'] as const;
export const LeadDatabase = z.enum(LEAD_DATABASES);
export type LeadDatabase = z.infer<typeof LeadDatabase>;

const MAX_OFFSET_ROWS = LEAD_PAGE_ROWS * (LEAD_PAGES_VIEWABLE - 1);
const TOO_FAR = `Only the first ${LEAD_PAGES_VIEWABLE} pages of ${LEAD_PAGE_ROWS} leads are viewable. Export the leads to see them all.`;

/** Which of the matching leads an export or a list gets, and with which columns. */
export const LEAD_CHOICE = {
  /** Only these leads: ids from a search. */
  leads: z
    .array(z.string().regex(/^\d{1,20}$/, 'leads must be ids from a search'))
    .min(1)
    .max(LEAD_EXPORT_MAX_SELECTED, `At most ${LEAD_EXPORT_MAX_SELECTED} leads can be selected`)
    .nullish(),
  /** At most this many leads: the first ones, in the order of the pages. */
  first: z.int().min(1).max(2_000_000_000).nullish(),
  /** Only as many leads as the credits cover, instead of an error if there are more. */
  affordable: z.boolean().default(false),
  withEmail: z.boolean().default(false),
  /** The columns in order; all of them by default. */
  columns: z.array(z.string().max(200)).min(1).max(1000).nullish(),
};
const EXPORT_OPTIONS = {
  ...LEAD_CHOICE,
  /** Starts a CSV file with a byte order mark, without which Excel garbles letters such as ü. */
  bom: z.boolean().default(true),
};
const ExportOptions = z.object(EXPORT_OPTIONS);
export type LeadExportOptions = z.output<typeof ExportOptions>;

/** Filters of a request, within the limit for all of them together. */
export function leadFiltersInput<Filters extends z.ZodType<LeadFilters>>(filters: Filters) {
  return filters
    .refine((value) => filterChars(value) <= LEAD_FILTERS_MAX_CHARS, FILTERS_TOO_LONG)
    .prefault({} as z.input<Filters>);
}

/** What `suggestions` can list. */
export type LeadField = 'Industry' | 'Skills' | 'Category';

/** The bodies of a lead export function, one for each action (spec lead tools §7). Unknown filters are rejected. */
function leadActions<Filters extends z.ZodType<LeadFilters>, Field extends LeadField>(
  filters: Filters,
  fields: readonly [Field, ...Field[]],
) {
  const withFilters = leadFiltersInput(filters);
  const field = z.enum(fields, { error: `field must be ${fields.join(' or ')}` });
  return [
    z.object({ action: z.literal('total') }),
    z.object({
      action: z.literal('suggestions'),
      field: field.default(fields[0] as never),
      searchTerm: z.string().max(LEAD_SEARCH_TERM_MAX_CHARS).nullish(),
    }),
    z.object({ action: z.literal('count'), filters: withFilters }),
    z.object({
      action: z.literal('search'),
      filters: withFilters,
      limit: z.int().min(1).max(LEAD_PAGE_ROWS, TOO_FAR).default(LEAD_PAGE_ROWS),
      offset: z.int().min(0).max(MAX_OFFSET_ROWS, TOO_FAR).default(0),
    }),
    z.object({ action: z.literal('quote'), filters: withFilters, ...EXPORT_OPTIONS }),
    z.object({
      action: z.literal('export'),
      filters: withFilters,
      ...EXPORT_OPTIONS,
      /** of a file, instead of the header `Accept` */
      format: TableFormat.optional(),
    }),
  ] as const;
}

const ACTIONS = 'action must be total, suggestions, count, search, quote or export';

function leadCallInput<Filters extends z.ZodType<LeadFilters>, Field extends LeadField>(
  filters: Filters,
  fields: readonly [Field, ...Field[]],
) {
  return z.discriminatedUnion('action', leadActions(filters, fields), { error: ACTIONS });
}

/** A part of the earth in degrees. `west` is greater than `east` if it has the 180th meridian. */
export const MapBox = z.object({
  west: z.number().min(-180).max(180),
  south: z.number().min(-90).max(90),
  east: z.number().min(-180).max(180),
  north: z.number().min(-90).max(90),
});
export type MapBox = z.infer<typeof MapBox>;

export const LeadrocksInput = leadCallInput(LeadrocksFilters, ['Industry']);
export const ApolloInput = leadCallInput(ApolloFilters, ['Industry']);
export const SalesNavigatorInput = leadCallInput(SalesNavigatorFilters, ['Industry', 'Skills']);
/** Also with `map`: where the matching businesses are. */
export const LocalBusinessInput = z.discriminatedUnion(
  'action',
  [
    ...leadActions(LocalBusinessFilters, ['Category']),
    z.object({
      action: z.literal('map'),
      filters: leadFiltersInput(LocalBusinessFilters),
      /** the part of the earth to show; by default, all of it */
      box: MapBox.nullish(),
    }),
  ],
  { error: ACTIONS.replace('count, ', 'count, map, ') },
);
export type LeadCallInput = z.infer<typeof SalesNavigatorInput> | z.infer<typeof LocalBusinessInput>;

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
  /** When the next leads are deleted because their import is kept no longer; null: never. */
  deleteOn: z.string().nullable(),
});
export type LeadTotal = z.infer<typeof LeadTotal>;
/**
 * The leads that match, and how many more would without the exclusion lists of the filters (`leaveOut`), in all and by list. Of a
 * list, `rows` is the number of these leads.
 */
export const LeadCount = z.object({
  count: z.int(),
  total: z.int(),
  leftOut: z.int().nonnegative(),
  leftOutBy: LeftOutBy,
});
/** What an export of `leads` would cost; `repeats` of them are free, because the account paid for them before. */
export const LeadQuote = z.object({ leads: z.int(), repeats: z.int(), cost: z.int() });
export type LeadQuote = z.infer<typeof LeadQuote>;
export const LeadSuggestions = z.object({ suggestions: z.array(z.string()) });
/** Leads, and in a search their ids in the same order. An id stays the same if the leads are imported again. */
export const LeadRows = z.object({ leads: z.array(Lead), ids: z.array(z.string()).optional() });

/** Response of `map`: at most some thousand dots, each for one or several businesses near each other. */
export const LeadMap = z.object({
  dots: z.array(z.object({ longitude: z.number(), latitude: z.number(), count: z.int() })),
  /** the smallest part of the earth that has them all; null without any */
  box: MapBox.nullable(),
});
export type LeadMap = z.infer<typeof LeadMap>;

/** Response of a lead export function. The action determines which one. */
export const LeadReply = z.union([LeadRows, LeadQuote, LeadSuggestions, LeadCount, LeadTotal]);
export const LEAD_REPLIES = {
  total: LeadTotal,
  suggestions: LeadSuggestions,
  count: LeadCount,
  search: LeadRows,
  quote: LeadQuote,
  export: LeadRows,
} as const;
export const LocalBusinessReply = z.union([
  LeadRows,
  LeadQuote,
  LeadSuggestions,
  LeadCount,
  LeadMap,
  LeadTotal,
]);
export const LOCAL_BUSINESS_REPLIES = { ...LEAD_REPLIES, map: LeadMap } as const;
