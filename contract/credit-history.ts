import { z } from 'zod';
import { TimeZone } from './time-zone.ts';

/** The kind of a line about credits that were added or removed. Other kinds are task types and lead export calls. */
export const BALANCE_LINES = 'balance';

const Day = z.iso
  .date('must be a date such as 2026-11-23')
  .refine((day) => day >= '2000-01-01' && day < '2100-01-01', 'must be a date from 2000 to 2099');

/** Which lines of the credit history: of one kind, and of the days from `from` to `to`, both included. */
export const CreditHistoryFilter = z.object({
  /** a task type, the name of a lead export call, or "balance" */
  kind: z.string().max(100).optional(),
  from: Day.optional(),
  to: Day.optional(),
  timeZone: TimeZone.default('UTC'),
});
export type CreditHistoryFilter = z.output<typeof CreditHistoryFilter>;

/** One line of the credit history: a task, an export, or credits that were added or removed. */
export const CreditLine = z.object({
  id: z.int(),
  /** of its first entry in the ledger */
  at: z.string(),
  kind: z.string(),
  /** what it was for, in words */
  label: z.string(),
  /** what it changed the balance by: charges less refunds, negative, or credits added */
  amount: z.int(),
  /** what the unlimited plan covered, less refunds; it didn't change the balance */
  included: z.int(),
  /** charges that were refunded, also of what the plan covered */
  refunded: z.int(),
  taskId: z.uuid().nullable(),
  taskType: z.string().nullable(),
  /** the list that the task worked in. Earlier servers don't say it */
  listId: z.uuid().nullable().default(null),
  /** The name of the task; empty for other lines. */
  name: z.string(),
});
export type CreditLine = z.infer<typeof CreditLine>;

/** The sums of all lines of a filter, in credits. `added` minus `used` is what they changed the balance by. */
export const CreditTotals = z.object({
  lines: z.int(),
  used: z.int(),
  included: z.int(),
  refunded: z.int(),
  added: z.int(),
});
export type CreditTotals = z.infer<typeof CreditTotals>;

export const CreditHistoryPage = z.object({
  lines: z.array(CreditLine),
  /** Pass as `before` to get the next page; null on the last page. */
  next: z.int().nullable(),
  /** null on later pages */
  totals: CreditTotals.nullable(),
});
