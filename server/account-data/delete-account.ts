import { CallError } from '#contract/errors.ts';
import { MESSAGES } from '#contract/messages.ts';
import { keepFormerAccount, keepFormerEmail } from '../accounts/former-email.ts';
import { deleteAccountRow } from '../accounts/personal-data.ts';
import { lockPlan } from '../accounts/plan.ts';
import type { Deps } from '../deps.ts';
import { transaction } from '../platform/db.ts';
import type { PersonalData } from '../platform/personal-data.ts';

/** Ends what an account pays for. Throws where that is not sure. */
export type EndPayments = (accountId: string) => Promise<void>;

/**
 * Deletes an account with all its data: its rows in every declared table. `typedEmail`, in lower case, must
 * be its address. Payments end first. If they can't be ended, nothing is deleted, so that no one pays for a
 * deleted account. A keyed hash of the address stays, and one of the id. Throws CallError.
 */
export async function deleteAccount(
  deps: Pick<Deps, 'database' | 'clock' | 'secrets' | 'log'>,
  accountId: string,
  typedEmail: string,
  { endPayments, personalData }: { endPayments: EndPayments; personalData: readonly PersonalData[] },
): Promise<void> {
  const { db } = deps.database;
  const email = await transaction(db, async (tx) => (await lockPlan(tx, accountId))?.email);
  if (email === undefined) throw new CallError('not_authenticated');
  if (email !== typedEmail) throw new CallError('validation_failed', MESSAGES.settings.deleteWrongEmail);
  try {
    await endPayments(accountId);
  } catch (cause) {
    throw new CallError('unavailable', MESSAGES.settings.notDeleted, { cause });
  }
  await transaction(db, async (tx) => {
    const row = await lockPlan(tx, accountId);
    if (!row) return;
    const now = new Date(deps.clock.now());
    await keepFormerEmail(tx, deps, row.email, now);
    await keepFormerAccount(tx, deps, accountId, now);
    await deleteAccountRow(tx, accountId);
  });
  deps.log.info({ account: accountId, tables: deletedTables(personalData) }, 'account deleted by its owner');
}

/** The tables that deleting an account removes its rows from, by foreign keys. */
export function deletedTables(declared: readonly PersonalData[]): string[] {
  return declared.flatMap((one) => (one.kind === 'field' ? [] : [one.table]));
}
