import type { GateAccount } from '#contract/access.ts';
import type { Config } from '../config.ts';
import type { Tx } from '../platform/db.ts';

/** What the gate and the ledger need of an account, its row locked until the transaction ends. */
export async function lockGateAccount(
  tx: Tx,
  config: Pick<Config, 'STAFF_EMAILS'>,
  accountId: string,
): Promise<(GateAccount & { id: string }) | null> {
  const account = await tx
    .selectFrom('accounts')
    .select([
      'id',
      'email',
      'email_confirmed_at',
      'plan',
      'balance',
      'is_trial',
      'has_payment_method',
      'created_at',
    ])
    .where('id', '=', accountId)
    .forUpdate()
    .executeTakeFirst();
  if (!account) return null;
  const isStaff = account.email_confirmed_at !== null && config.STAFF_EMAILS.includes(account.email);
  return {
    id: account.id,
    plan: account.plan,
    credits: account.plan === 'unlimited' ? 'unlimited' : account.balance,
    isStaff,
    isTrial: account.is_trial,
    hasPaymentMethod: account.has_payment_method,
    createdAt: account.created_at.getTime(),
  };
}
