import { type AccountAnalytics, ANALYTICS_DAYS } from '#contract/analytics.ts';
import { creditDays } from '../credits/credit-days.ts';
import { countLeadsSent } from '../leads/leads-sent.ts';
import type { Db } from '../platform/db.ts';
import { toolCounts } from '../tasks/task-days.ts';

/** People that an account got from a tool without tasks, since a time. */
export type CountPeople = (db: Db, accountId: string, since: Date) => Promise<number>;

/**
 * The last ANALYTICS_DAYS days of an account. Reads counters by day, so the time doesn't depend on how many ledger
 * entries, tasks and rows there are.
 */
export async function accountAnalytics(
  db: Db,
  accountId: string,
  countPeople: readonly CountPeople[],
): Promise<AccountAnalytics> {
  const days = await creditDays(db, accountId, ANALYTICS_DAYS);
  const first = days[0];
  if (!first) throw new Error('ANALYTICS_DAYS must be at least 1.');
  const { tools, contacts } = await toolCounts(db, accountId, first.day);
  let { people } = contacts;
  for (const count of [countLeadsSent, ...countPeople])
    people += await count(db, accountId, new Date(`${first.day}T00:00:00Z`));
  return { days, tools, contacts: { ...contacts, people } };
}
