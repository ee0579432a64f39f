import { CallError } from '#contract/errors.ts';
import { MESSAGES } from '#contract/messages.ts';
import { recordDeletedAccount, recordFormerEmail } from '../accounts/former-email.ts';
import { lockUser, type UserRow } from '../accounts/identity.ts';
import { deleteAccountRow } from '../accounts/personal-data.ts';
import { lockPlan } from '../accounts/plan.ts';
import type { Deps } from '../deps.ts';
import { accountLabel } from '../platform/account-label.ts';
import { type Db, type Tx, transaction } from '../platform/database/db.ts';
import { assertRoom } from '../platform/disk/disk-space.ts';
import type { PersonalData } from '../platform/personal-data.ts';
import { deleteAllRows } from '../tasks/delete-rows.ts';
import { stopTasks } from '../tasks/task-run.ts';
import { deleteOwnRows } from './store.ts';

/** Much history blocks PGlite, and with it the event loop, for long. */
const DELETION_SECONDS = 1800;

/** Ends all payments of an account. Throws unless that is confirmed. */
type EndPayments = (accountId: string) => Promise<void>;

export interface DeletionOptions {
  endPayments: EndPayments;
  /** the declarations of all folders */
  personalData: readonly PersonalData[];
  /** Called in the transaction that deletes the account. */
  onDeleted?: (tx: Tx, user: UserRow) => Promise<void>;
}

/** Throws CallError unless `typedEmail`, in lower case, is the address of the account. */
export async function assertOwnEmail(db: Db, accountId: string, typedEmail: string): Promise<void> {
  const email = await transaction(db, async (tx) => (await lockPlan(tx, accountId))?.email);
  if (email === undefined) throw new CallError('not_authenticated');
  if (email !== typedEmail) throw new CallError('validation_failed', MESSAGES.settings.deleteWrongEmail);
}

/**
 * Deletes an account and its rows in every declared table. `typedEmail`, in lower case, must be its address.
 * Ends the payments first and deletes nothing if that fails, so that a deleted account is never charged.
 * Keyed hashes of the address and the id are kept. Throws CallError.
 */
export async function deleteAccount(
  deps: Pick<Deps, 'database' | 'clock' | 'secrets' | 'log' | 'watchdog'>,
  accountId: string,
  typedEmail: string,
  { endPayments, personalData, onDeleted }: DeletionOptions,
): Promise<void> {
  const { db } = deps.database;
  await assertOwnEmail(db, accountId, typedEmail);
  // Deleting many rows writes much WAL.
  assertRoom(deps.database.space);
  try {
    await endPayments(accountId);
  } catch (cause) {
    throw new CallError('unavailable', MESSAGES.settings.notDeleted, { cause });
  }
  const now = new Date(deps.clock.now());
  await transaction(db, async (tx) => {
    if (await lockPlan(tx, accountId)) await stopTasks(tx, accountId, now);
  });
  await deleteAllRows(deps, accountId);
  // If the server ends here, the account is still there, and its owner can delete it again.
  for (const table of personalData)
    if (table.kind !== 'field' && table.many) await deleteOwnRows(db, table, accountId);
  const deleteRows = async (tx: Tx) => {
    const user = await lockUser(tx, accountId);
    if (!user) return;
    await recordFormerEmail(tx, deps, user, now);
    await recordDeletedAccount(tx, deps, accountId, now);
    await deleteAccountRow(tx, accountId);
    await onDeleted?.(tx, user);
  };
  await deps.watchdog.allowBlocking(DELETION_SECONDS, () => transaction(db, deleteRows));
  deps.log.info(
    { account: accountLabel(deps.secrets.dataKey, accountId), tables: deletedTables(personalData) },
    'account deleted',
  );
}

/** The tables that lose rows through foreign keys when an account is deleted. */
export function deletedTables(declared: readonly PersonalData[]): string[] {
  return declared.flatMap((declaration) => (declaration.kind === 'field' ? [] : [declaration.table]));
}
