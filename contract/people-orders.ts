import { z } from 'zod';
import { PAY_PER_USE_CENTS_PER_RECORD, PAY_PER_USE_MAX_RECORDS, PAY_PER_USE_MIN_RECORDS } from './limits.ts';
import { MESSAGES } from './messages.ts';

/** The page with the searches of an account. */
export const PEOPLE_ORDERS_PATH = '/dashboard/apollo-scraper';

/** Enough for a search URL with every filter set. */
export const SEARCH_URL_MAX_CHARS = 8000;

/** A pasted people-search URL. The preview checks whether it is one. */
export const SearchUrl = z
  .string({ error: MESSAGES.scraper.noUrl })
  .trim()
  .min(1, MESSAGES.scraper.noUrl)
  .max(SEARCH_URL_MAX_CHARS, 'This URL is too long.')
  .refine((url) => url.isWellFormed() && !/\p{Cc}/u.test(url), MESSAGES.scraper.noUrl);

export const RecordCount = z
  .int({ error: MESSAGES.scraper.recordRange })
  .min(PAY_PER_USE_MIN_RECORDS, MESSAGES.scraper.recordRange)
  .max(PAY_PER_USE_MAX_RECORDS, MESSAGES.scraper.recordRange);

/** The price of `recordCount` records, in whole US cents (spec lead tools §10: charged as cents rounded). */
export function recordsPriceCents(recordCount: number): number {
  return Math.round(recordCount * PAY_PER_USE_CENTS_PER_RECORD);
}

/** Where records come from: this server's Apollo database, or Apollo's own search. */
export const PeopleSource = z.enum(['database', 'apollo']);
export type PeopleSourceName = z.infer<typeof PeopleSource>;

export const PeopleSearchPreviewInput = z.object({ apolloUrl: SearchUrl });

/** A preview of a search URL before payment (docs/deviations.md). */
export const PeopleSearchView = z.object({
  understood: z.array(z.object({ label: z.string(), values: z.array(z.string()) })),
  /** Ignored filters, each with the reason. */
  unmapped: z.array(z.object({ label: z.string(), values: z.array(z.string()), reason: z.string() })),
  /** Number of matching records. */
  found: z.int().nonnegative(),
  source: PeopleSource,
  /** Whether the records are made up. Sample records are never sold for real money. */
  sample: z.boolean(),
  /** A message saying why the search can't be bought; null if it can. */
  notForSale: z.string().nullable(),
});
export type PeopleSearchView = z.infer<typeof PeopleSearchView>;

/**
 * `waiting`: queued; `running`: fetching records; `refunding`: the file is ready and missing records are
 * being refunded; `done`: finished; `failed`: no file, fully refunded.
 */
export const PeopleRunStatus = z.enum(['waiting', 'running', 'refunding', 'done', 'failed']);

/** The run of a paid order; each order has one. Times are ISO 8601 in UTC. */
export const PeopleRunView = z.object({
  status: PeopleRunStatus,
  /** Number of records written so far. */
  recordsFound: z.int().nonnegative(),
  /** The file, once it is ready. The URL is valid for one day; every response has a new one. */
  downloadUrl: z.string().nullable(),
  /** The refund for missing records, in US cents, once it is paid. */
  refundedCents: z.int().nonnegative(),
  /** A message saying why the file, some records or part of the refund is missing. */
  error: z.string().nullable(),
  startedAt: z.string(),
  endedAt: z.string().nullable(),
});
export type PeopleRunView = z.infer<typeof PeopleRunView>;

/**
 * Input of `apollo-scraper`, which runs the caller's oldest paid order that matches both values
 * (docs/deviations.md).
 */
export const ApolloScraperInput = z.object({ apolloUrl: SearchUrl, recordCount: RecordCount });

/** The synchronous response, sent at the end of the run (spec lead tools §3). */
export const ApolloScraperReply = z.object({
  /** Null if no records were found; the order is then fully refunded. */
  downloadUrl: z.string().nullable(),
  recordsFound: z.int().nonnegative(),
  refundedCents: z.int().nonnegative(),
  orderId: z.uuid(),
});
