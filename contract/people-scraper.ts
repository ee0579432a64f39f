import { z } from 'zod';
import { PAY_PER_USE_CENTS_PER_RECORD, PAY_PER_USE_MAX_RECORDS, PAY_PER_USE_MIN_RECORDS } from './limits.ts';
import { MESSAGES } from './messages.ts';

/** Long enough for a search address with every filter set. */
export const SEARCH_URL_MAX_CHARS = 8000;

/** The pasted address of a people search. Whether it is one is told by the preview. */
export const SearchUrl = z
  .string({ error: MESSAGES.scraper.noUrl })
  .trim()
  .min(1, MESSAGES.scraper.noUrl)
  .max(SEARCH_URL_MAX_CHARS, 'This address is too long to be read.')
  .refine((url) => url.isWellFormed() && !/\p{Cc}/u.test(url), MESSAGES.scraper.noUrl);

export const RecordCount = z
  .int({ error: MESSAGES.scraper.recordRange })
  .min(PAY_PER_USE_MIN_RECORDS, MESSAGES.scraper.recordRange)
  .max(PAY_PER_USE_MAX_RECORDS, MESSAGES.scraper.recordRange);

/** What `recordCount` records cost, in whole US cents (spec lead tools §10: charged as cents rounded). */
export function recordsPriceCents(recordCount: number): number {
  return Math.round(recordCount * PAY_PER_USE_CENTS_PER_RECORD);
}

/** Where records come from: the Apollo database of this server, or Apollo's own search. */
export const PeopleSource = z.enum(['database', 'apollo']);
export type PeopleSourceName = z.infer<typeof PeopleSource>;

export const PeopleSearchPreviewInput = z.object({ apolloUrl: SearchUrl });

/** What was understood of an address, before anybody pays (docs/deviations.md). */
export const PeopleSearchView = z.object({
  understood: z.array(z.object({ label: z.string(), values: z.array(z.string()) })),
  /** not searched for, each with its reason */
  unmapped: z.array(z.object({ label: z.string(), values: z.array(z.string()), reason: z.string() })),
  /** records there are now */
  found: z.int().nonnegative(),
  source: PeopleSource,
  /** made-up records: they are never sold for real money */
  sample: z.boolean(),
  /** why it cannot be bought, in words; null when it can */
  notForSale: z.string().nullable(),
});
export type PeopleSearchView = z.infer<typeof PeopleSearchView>;

/**
 * `waiting`: taken, not begun; `running`: records are fetched; `refunding`: the file is there, what was not found is being paid back;
 * `done`: over; `failed`: no file, all of it paid back.
 */
export const PeopleRunStatus = z.enum(['waiting', 'running', 'refunding', 'done', 'failed']);

/** The one run of a paid order. Times are ISO 8601 in UTC. */
export const PeopleRunView = z.object({
  status: PeopleRunStatus,
  /** records written so far */
  recordsFound: z.int().nonnegative(),
  /** the file, once there is one; the address serves for a day and a new one comes with each answer */
  downloadUrl: z.string().nullable(),
  /** what was paid and not found, in US cents, once it is paid back */
  refundedCents: z.int().nonnegative(),
  /** why there is no file, not every record, or not all of the money back, in words */
  error: z.string().nullable(),
  startedAt: z.string(),
  endedAt: z.string().nullable(),
});
export type PeopleRunView = z.infer<typeof PeopleRunView>;

/** `apollo-scraper`: runs the caller's oldest paid order with both values that was not run (deviations). */
export const ApolloScraperInput = z.object({ apolloUrl: SearchUrl, recordCount: RecordCount });

/** What plain callers get at the end of the run (spec lead tools §3). */
export const ApolloScraperReply = z.object({
  /** null: nothing was found, and everything paid back */
  downloadUrl: z.string().nullable(),
  recordsFound: z.int().nonnegative(),
  refundedCents: z.int().nonnegative(),
  orderId: z.uuid(),
});
