import { existsSync, lstatSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { plural } from '#contract/plural.ts';
import {
  carryFormerEmails,
  deleteFormerAccounts,
  type FormerEmail,
  storedFormerEmails,
} from '#server/accounts/restored-accounts.ts';
import { readContents } from '#server/backups/read-contents.ts';
import type { LeadDataCheck } from '#server/leads/lead-data-check.ts';
import { carryOptOuts, type StoredOptOut, storedOptOuts } from '#server/opt-outs/carry-over.ts';
import { lostPayments, type StripePayment, storedPayments } from '#server/payments/restored-payments.ts';
import type { DatabaseContents, Manifest } from '#server/platform/backup/manifest.ts';
import { secretFingerprint } from '#server/platform/database/auth-secret.ts';
import { type Db, openPGlite } from '#server/platform/database/db.ts';
import { databaseFolder } from '#server/platform/database/embedded-database.ts';
import { migrationNames } from '#server/platform/database/migrate.ts';
import { megabytes } from '#server/platform/disk/disk-space.ts';
import { MEGABYTE, readFreeBytes } from '#server/platform/disk/free-bytes.ts';
import { readSecrets } from '#server/platform/disk/secrets.ts';
import { firstErrorLine, OperatorError } from '#server/platform/operator-error.ts';

const SPARE_BYTES = 200 * MEGABYTE;

/** What a restore says while it works. */
export type Note = (text: string) => void;

/** Throws OperatorError if a newer version wrote the backup, or if `dataDir` has no room for `bytes`. */
export function assertUsable({ contents, version }: Manifest, dataDir: string, bytes: number): void {
  const known = new Set(migrationNames());
  if (contents.migrations.some((name) => !known.has(name)))
    throw new OperatorError(
      `A newer version of Leadwell (${version}) wrote this backup. Install that version, then restore again. Nothing has changed.`,
    );
  const free = readFreeBytes(dataDir);
  if (free < bytes + SPARE_BYTES)
    throw new OperatorError(
      `The restore needs ${megabytes(bytes + SPARE_BYTES)} in ${dataDir}, and its disk has ${megabytes(free)} free. Free up space, then restore again. Nothing has changed.`,
    );
}

/** Throws OperatorError if one of these entries of `dataDir` is on another disk: it can't be put aside by renaming it. */
export function assertMovable(dataDir: string, entries: readonly string[]): void {
  const disk = statSync(dataDir, { throwIfNoEntry: false })?.dev;
  for (const entry of entries.map((name) => join(dataDir, name))) {
    const own = lstatSync(entry, { throwIfNoEntry: false })?.dev;
    if (own !== undefined && own !== disk)
      throw new OperatorError(
        `${entry} is on another disk than ${dataDir}, so a restore can't replace it. Mount one disk at ${dataDir} with all of it, then restore again. Nothing has changed.`,
      );
  }
}

/** Throws OperatorError if a database doesn't contain what the manifest of its backup says. */
export async function assertContents(db: Db, expected: DatabaseContents): Promise<void> {
  const found = await readContents(db);
  const tables = Object.keys({ ...expected.rows, ...found.rows });
  const different = tables.filter((table) => expected.rows[table] !== found.rows[table]);
  if (different.length > 0)
    throw new OperatorError(
      `The backup has other rows than it says in ${different.join(', ')}. Nothing has changed.`,
    );
  if (expected.wrongBalances !== found.wrongBalances)
    throw new OperatorError("The balances of the backup don't add up as it says. Nothing has changed.");
}

/** Throws OperatorError if migrations changed balances. */
export async function assertBalances(db: Db, { contents }: Manifest): Promise<void> {
  const { wrongBalances } = await readContents(db);
  if (wrongBalances !== contents.wrongBalances)
    throw new OperatorError("After the update of the tables, balances don't add up. Nothing has changed.");
}

/**
 * Who must not come back from a state that is replaced, and what they pay for: opt-outs, hashes of deleted accounts, and what
 * Stripe charges.
 */
export interface OldPeople {
  entries: StoredOptOut[];
  former: FormerEmail[];
  secret: string | null;
  payments: StripePayment[];
}

/** Who must not come back from the database that is replaced. */
export async function readPeople(db: Db): Promise<OldPeople> {
  return {
    entries: await storedOptOuts(db),
    former: await storedFormerEmails(db),
    secret: await secretFingerprint(db),
    payments: await storedPayments(db),
  };
}

/** The same of the embedded database in a data folder. null: there is none. */
export async function readEmbeddedPeople(dataDir: string): Promise<OldPeople | 'unreadable' | null> {
  const folder = databaseFolder(dataDir);
  if (!existsSync(folder)) return null;
  try {
    const database = await openPGlite({ dataDir: folder });
    try {
      return await readPeople(database.db);
    } finally {
      await database.close();
    }
  } catch {
    return 'unreadable';
  }
}

/** The AUTH_SECRET of a data folder. null: it has none that can be read. */
export function authSecretIn(dataDir: string): string | null {
  try {
    return readSecrets(dataDir)?.AUTH_SECRET ?? null;
  } catch {
    return null;
  }
}

/** Says that a secret from before a change is back. */
export function noteOldSecret(note: Note): void {
  note(
    'This state has another AUTH_SECRET than the one from before, and it is in use again. If it was changed because others know it, run `leadwell secret rotate`.',
  );
}

/**
 * Adds the opt-outs of the old state to the restored one, and deletes the accounts again that were deleted since, or says what to
 * do. Says which payments of the old state the restored one lacks. `old`: null if there was no old state. `secret`: the fingerprint
 * of the data key of the restored one. `dataKey`: null if no server has used it.
 */
export async function keepPeopleOut(
  db: Db,
  old: OldPeople | 'unreadable' | null,
  { secret, dataKey }: { secret: string | null; dataKey: string | null },
  note: Note,
): Promise<void> {
  if (old === null) note(`There was no database here. ${BY_HAND}`);
  else if (old === 'unreadable') note(`The database from before can't be read. ${BY_HAND}`);
  else if (old.secret !== null && old.secret !== secret)
    note(`The state from before had another AUTH_SECRET. ${BY_HAND}`);
  else {
    const added = await carryOptOuts(db, old.entries, new Date());
    if (added > 0) note(`Kept ${added} opt-outs that are newer than the restored state.`);
    await carryFormerEmails(db, old.former);
    const deleted = dataKey === null ? 0 : await deleteFormerAccounts(db, { dataKey });
    if (deleted > 0) note(`Deleted ${plural(deleted, 'account')} again that had been deleted since.`);
  }
  if (old === null || old === 'unreadable') note(PAYMENTS_BY_HAND);
  else notePayments(await lostPayments(db, old.payments), note);
}

/** Says what only Stripe knows from now on. */
function notePayments(lost: readonly StripePayment[], note: Note): void {
  if (lost.length === 0) return;
  note(
    'Stripe has payments that this state lacks, since they are newer. No one gets what they are for, and Stripe goes on charging the subscriptions. Look for each ID in the Stripe dashboard, cancel the subscriptions, and refund what was paid:',
  );
  for (const { accountId, subscriptionId, orderId, paymentIntentId } of lost)
    note(
      orderId === null
        ? `- subscription ${subscriptionId} of account ${accountId}`
        : `- payment ${paymentIntentId ?? 'without an ID'} for order ${orderId} of account ${accountId}`,
    );
}

/** Says that access is back that was ended since. */
export function noteOldAccess(note: Note): void {
  note(
    'Passwords, API keys, sessions and webhooks are those of this state. What was changed or revoked since works again, so change or revoke it again.',
  );
}

const BY_HAND =
  'Add people who opted out since the backup with `leadwell optout add`, and delete accounts again that were deleted since with `leadwell users delete`.';

const PAYMENTS_BY_HAND =
  'If you use Stripe: look in its dashboard for subscriptions and payments since the backup. Cancel and refund those whose accounts and orders this state lacks.';

/** Says what is wrong with the restored lead databases. */
export async function checkLeads(leadData: LeadDataCheck, note: Note): Promise<void> {
  try {
    const found = await leadData.run();
    const problems = found.flatMap(({ problem }) => problem ?? []);
    // They may have been damaged before the backup. Its own files are complete.
    for (const problem of problems) note(`Already in the backup: ${problem}`);
  } catch (error) {
    note(`The leads are restored, but they can't be opened here: ${firstErrorLine(error)}`);
  }
}

/** What to do about leads that are on a ClickHouse server. `restored`: whether those in the backup were. */
export function noteLeads({ leads }: Manifest, { restored }: { restored: boolean }, note: Note): void {
  if (leads === 'included' && !restored)
    note(
      'The leads of the backup were not restored, because CLICKHOUSE_URL is set. To get them back, import them there again, or restore the backup without CLICKHOUSE_URL.',
    );
  if (leads === 'elsewhere')
    note(
      'The backup has no leads, because they were in CLICKHOUSE_URL. After a restore there, the next start applies the opt-outs.',
    );
}
