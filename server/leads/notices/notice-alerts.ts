import { findAccountByEmail } from '../../accounts/plan.ts';
import type { Deps } from '../../deps.ts';
import { lockEvents, wasWrittenSince, writeEvent } from '../../webhooks/events.ts';
import { countNotices, sumNotices } from './notice-counts.ts';

type AlertDeps = Pick<Deps, 'config' | 'database' | 'warehouse' | 'clock'>;

/**
 * Tells the webhooks of the staff accounts, at most once a UTC day, that notices are due within a week or overdue. The
 * operator has no account of its own; those of STAFF_EMAILS act for it.
 */
export async function announceNotices(deps: AlertDeps): Promise<void> {
  const { config, database, clock } = deps;
  if (config.STAFF_EMAILS.length === 0) return;
  const { soon, overdue, next } = sumNotices(await countNotices(deps));
  if (soon === 0) return;
  const at = new Date(clock.now());
  const today = new Date(at.toISOString().slice(0, 10));
  for (const email of config.STAFF_EMAILS) {
    const account = await findAccountByEmail(database.db, email);
    if (!account?.confirmed) continue;
    const event = { accountId: account.id, type: 'notice.due', at } as const;
    await database.db.transaction().execute(async (tx) => {
      // Servers that start together announce at the same time.
      await lockEvents(tx, event);
      if (await wasWrittenSince(tx, event, today)) return;
      await writeEvent(tx, { ...event, data: { people: soon, overdue, firstDue: next }, path: '/admin' });
    });
  }
}
