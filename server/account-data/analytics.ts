import { type AccountAnalytics, ANALYTICS_DAYS } from '#contract/analytics.ts';
import { localDays } from '#engines/local-days/local-days.ts';
import { creditDays } from '../credits/credit-quarters.ts';
import { countLeadsSent } from '../leads/leads-sent.ts';
import { countRecordsBought } from '../people-orders/records-bought.ts';
import type { Db } from '../platform/database/db.ts';
import { toolCounts } from '../tasks/task-days.ts';

/**
 * The last ANALYTICS_DAYS days of an account in a time zone. Reads counters by time, so the time doesn't depend on how many ledger
 * entries, tasks and rows there are.
 */
export async function accountAnalytics(
  db: Db,
  accountId: string,
  { timeZone, now }: { timeZone: string; now: Date },
): Promise<AccountAnalytics> {
  const days = await creditDays(db, accountId, { count: ANALYTICS_DAYS, timeZone, now });
  const first = days[0];
  if (!first) throw new Error('ANALYTICS_DAYS must be at least 1.');
  const since = localDays(timeZone).dayStart(first.day);
  // These counters are by UTC day.
  const { tools, contacts } = await toolCounts(db, accountId, since.toISOString().slice(0, 10));
  const people =
    contacts.people +
    (await countLeadsSent(db, accountId, since)) +
    (await countRecordsBought(db, accountId, since));
  return { days, tools, contacts: { ...contacts, people } };
}
