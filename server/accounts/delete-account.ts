import { CallError } from '#contract/errors.ts';
import { MESSAGES } from '#contract/messages.ts';
import type { Deps } from '../deps.ts';
import { transaction } from '../platform/db.ts';
import { keepFormerAccount, keepFormerEmail } from './former-email.ts';
import { deleteAccountRow } from './own-data-store.ts';
import { lockAccount } from './store.ts';

/** Ends what an account pays for. Throws where that is not sure. */
export type EndPayments = (accountId: string) => Promise<void>;

/**
 * Deletes an account with all its data: sessions, tasks and their rows, ledger, orders. `typedEmail`, in lower case, must be its
 * address. Payments end first: nobody may go on paying for an account that is gone, so where they cannot be ended nothing is
 * deleted. A keyed hash of the address stays, and one of the id. Throws CallError.
 */
export async function deleteAccount(
  deps: Pick<Deps, 'database' | 'clock' | 'secrets' | 'log'>,
  accountId: string,
  typedEmail: string,
  endPayments: EndPayments,
): Promise<void> {
  const { db } = deps.database;
  const email = await transaction(db, async (tx) => (await lockAccount(tx, accountId))?.email);
  if (email === undefined) throw new CallError('not_authenticated');
  if (email !== typedEmail) throw new CallError('validation_failed', MESSAGES.settings.deleteWrongEmail);
  try {
    await endPayments(accountId);
  } catch (cause) {
    throw new CallError('unavailable', MESSAGES.settings.notDeleted, { cause });
  }
  await transaction(db, async (tx) => {
    const row = await lockAccount(tx, accountId);
    if (!row) return;
    const now = new Date(deps.clock.now());
    await keepFormerEmail(tx, deps, row.email, now);
    await keepFormerAccount(tx, deps, accountId, now);
    await deleteAccountRow(tx, accountId);
  });
  deps.log.info({ account: accountId }, 'account deleted by its owner');
}
