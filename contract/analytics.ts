import { z } from 'zod';
import { TaskType } from './tasks.ts';

/** The days that the analytics cover. The last one is today, in the caller's time zone. */
export const ANALYTICS_DAYS = 30;

/** Contacts in results. The same address in two rows counts twice. */
export const ContactCounts = z.object({
  emails: z.int().nonnegative(),
  phones: z.int().nonnegative(),
  people: z.int().nonnegative(),
});
export type ContactCounts = z.infer<typeof ContactCounts>;

/**
 * Credits of one day, as in the credit history. `used`: charges less refunds; below 0 if more was refunded than
 * charged. `included`: what the unlimited plan covered.
 */
export const CreditDay = z.object({ day: z.iso.date(), used: z.int(), included: z.int() });
export type CreditDay = z.infer<typeof CreditDay>;

/** Finished items of one tool. `found`: with a result; `failed`: through no fault of the item's own. */
export const ToolCounts = z.object({
  type: TaskType,
  processed: z.int().nonnegative(),
  found: z.int().nonnegative(),
  failed: z.int().nonnegative(),
});
export type ToolCounts = z.infer<typeof ToolCounts>;

/** What an account did in the last ANALYTICS_DAYS days. */
export const AccountAnalytics = z.object({
  /** each day in the caller's time zone, oldest first */
  days: z.array(CreditDay),
  /** the tools that finished items, most items first */
  tools: z.array(ToolCounts),
  /** in the results of tasks, exported leads and bought people */
  contacts: ContactCounts,
});
export type AccountAnalytics = z.infer<typeof AccountAnalytics>;
