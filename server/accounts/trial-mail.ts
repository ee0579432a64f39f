import type { Db, Tx } from '../platform/database/db.ts';

const DAY_MS = 86_400_000;

/** Free trials that end until then, of confirmed accounts that got no mail about it. */
export async function endingFreeTrials(
  db: Db,
  { now, until, trialDays, limit }: { now: Date; until: Date; trialDays: number; limit: number },
): Promise<{ accountId: string; endsAt: Date }[]> {
  const trialMs = trialDays * DAY_MS;
  const rows = await db
    .selectFrom('accounts')
    .select(['id', 'created_at'])
    .where('plan', '=', 'free')
    .where('is_trial', '=', true)
    .where('payment_due_at', 'is', null)
    .where('email_confirmed_at', 'is not', null)
    .where('disabled_at', 'is', null)
    .where('trial_mail_at', 'is', null)
    .where('created_at', '>', new Date(now.getTime() - trialMs))
    .where('created_at', '<=', new Date(until.getTime() - trialMs))
    .orderBy('created_at')
    .limit(limit)
    .execute();
  return rows.map(({ id, created_at }) => ({
    accountId: id,
    endsAt: new Date(created_at.getTime() + trialMs),
  }));
}

/** Notes that a confirmed account is mailed about its trial. false: it was mailed since then, or isn't confirmed. */
export async function takeTrialMail(
  tx: Tx,
  accountId: string,
  { since, now }: { since: Date; now: Date },
): Promise<boolean> {
  const taken = await tx
    .updateTable('accounts')
    .set({ trial_mail_at: now })
    .where('id', '=', accountId)
    .where('email_confirmed_at', 'is not', null)
    .where((row) => row.or([row('trial_mail_at', 'is', null), row('trial_mail_at', '<', since)]))
    .returning('id')
    .executeTakeFirst();
  return taken !== undefined;
}
