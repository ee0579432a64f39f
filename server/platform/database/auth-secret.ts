import { createHmac } from 'node:crypto';
import { OperatorError } from '../operator-error.ts';
import { createSecretSealer } from '../sealed-secret.ts';
import type { ServerSecrets } from '../server-secrets.ts';
import { type Db, transaction } from './db.ts';

/** How long the old secret signs after a change: the time to restart all servers. */
export const OLD_SIGNS_MS = 3_600_000;

/** Binds the sealed data key to its use. */
const SEALED_FOR = 'data key';

const OTHER_SECRET =
  "This AUTH_SECRET isn't the one that the database was used with, so the opt-out list wouldn't match anyone, and no one could stay logged in. Set AUTH_SECRET to the earlier value, or put back DATA_DIR/secrets.json from a backup. To change the secret, set AUTH_SECRET_OLD to the earlier value. If the earlier value is lost, run `leadwell secret accept`: it says what is lost with it, and changes nothing yet.";

const SWAPPED =
  'AUTH_SECRET is the value from before the last change, and AUTH_SECRET_OLD is the one of now. Exchange them. To stop using the one of now, set AUTH_SECRET to a third value.';

/** Neither AUTH_SECRET nor AUTH_SECRET_OLD opens the database. */
export class UnknownAuthSecret extends OperatorError {
  override readonly name = 'UnknownAuthSecret';
}

/** What a database keeps about its secrets. */
interface StoredSecret {
  /** of the data key */
  fingerprint: string;
  /** null: AUTH_SECRET never changed, and is the data key */
  sealed_key: string | null;
  old_fingerprint: string | null;
  changed_at: Date | null;
}

/** What an AUTH_SECRET opens. `changedAt`: of the last change, in ms since the epoch; null: there was none. */
export interface OpenedSecret {
  dataKey: string;
  changedAt: number | null;
  /** whether it is AUTH_SECRET_OLD that opens the database, because no server has started with the new one yet */
  isOld: boolean;
}

/**
 * Makes sure that the database is used with one secret only: the first process stores its fingerprint. With the secret
 * from before as `oldSecret`, a new one takes its place. Throws OperatorError for any other secret.
 */
export async function requireAuthSecret(
  db: Db,
  authSecret: string,
  oldSecret?: string,
): Promise<Omit<ServerSecrets, 'adminKey'>> {
  // Before a first start with both, hashes were made with the old one.
  const fingerprint = fingerprintOf(oldSecret ?? authSecret);
  await db
    .insertInto('auth_secret')
    .values({ fingerprint })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return transaction(db, async (tx) => {
    // Of several servers that start at once, one changes the secret.
    const row = await tx.selectFrom('auth_secret').selectAll().forUpdate().executeTakeFirst();
    const opened = openOrThrow(row, authSecret, oldSecret);
    let { changed_at: changedAt = null, old_fingerprint: old = null } = row ?? {};
    if (opened?.isOld && oldSecret !== undefined) {
      old = fingerprintOf(oldSecret);
      const changed = await tx
        .updateTable('auth_secret')
        .set((eb) => ({
          sealed_key: seal(opened.dataKey, authSecret),
          old_fingerprint: old,
          changed_at: eb.fn<Date>('now'),
        }))
        .returning('changed_at')
        .executeTakeFirstOrThrow();
      changedAt = changed.changed_at;
    }
    const dataKey = opened?.dataKey ?? authSecret;
    if (oldSecret === undefined) return { dataKey, authSecret, earlier: null };
    // AUTH_SECRET_OLD may be an older one, kept for old sessions. Other servers would not know what it signs.
    const isReplaced = old === fingerprintOf(oldSecret);
    const signsUntil = isReplaced && changedAt ? changedAt.getTime() + OLD_SIGNS_MS : 0;
    return { dataKey, authSecret, earlier: { secret: oldSecret, signsUntil } };
  });
}

/** The fingerprint of the data key of a database. It tells apart whose hashes match. null: it has none yet. */
export async function secretFingerprint(db: Db): Promise<string | null> {
  const stored = await db.selectFrom('auth_secret').select('fingerprint').executeTakeFirst();
  return stored?.fingerprint ?? null;
}

/**
 * Opens the data key with AUTH_SECRET or AUTH_SECRET_OLD. Only reads, also tables of earlier versions. null: no server has
 * used the database yet. Throws UnknownAuthSecret if neither opens it, and OperatorError if they are exchanged.
 */
export async function openAuthSecret(
  db: Db,
  authSecret: string,
  oldSecret?: string,
): Promise<OpenedSecret | null> {
  const row = await db.selectFrom('auth_secret').selectAll().executeTakeFirst();
  return openOrThrow(row, authSecret, oldSecret);
}

/**
 * When AUTH_SECRET was replaced, in ms since the epoch; 0: longer ago, or by `leadwell secret accept`. null: it is the one of
 * the database.
 */
export async function secretReplacedAt(db: Db, authSecret: string): Promise<number | null> {
  const row = await db.selectFrom('auth_secret').selectAll().executeTakeFirst();
  if (!row || open(row, authSecret) !== null) return null;
  return row.old_fingerprint === fingerprintOf(authSecret) ? (row.changed_at?.getTime() ?? 0) : 0;
}

/** Whether AUTH_SECRET was changed, so that the database has the only copy of its data key. */
export async function hasSealedKey(db: Db): Promise<boolean> {
  const row = await db.selectFrom('auth_secret').select('sealed_key').executeTakeFirst();
  return (row?.sealed_key ?? null) !== null;
}

/** Whether AUTH_SECRET is the first one of the database, and so its data key. */
export async function isFirstSecret(db: Db, authSecret: string): Promise<boolean> {
  return (await secretFingerprint(db)) === fingerprintOf(authSecret);
}

/** Lets the next process store the fingerprint of its secret. */
export async function forgetAuthSecret(db: Db): Promise<void> {
  await db.deleteFrom('auth_secret').execute();
}

function openOrThrow(
  row: StoredSecret | undefined,
  authSecret: string,
  oldSecret: string | undefined,
): OpenedSecret | null {
  if (!row) return null;
  const changedAt = row.changed_at?.getTime() ?? null;
  const dataKey = open(row, authSecret);
  if (dataKey !== null) return { dataKey, changedAt, isOld: false };
  const isReplaced = row.old_fingerprint === fingerprintOf(authSecret);
  const byOld = oldSecret === undefined ? null : open(row, oldSecret);
  if (byOld !== null && isReplaced) throw new OperatorError(SWAPPED);
  if (byOld !== null) return { dataKey: byOld, changedAt, isOld: true };
  if (isReplaced) throw new UnknownAuthSecret(replaced('This AUTH_SECRET', row.changed_at));
  if (oldSecret !== undefined && row.old_fingerprint === fingerprintOf(oldSecret))
    throw new UnknownAuthSecret(replaced('AUTH_SECRET_OLD', row.changed_at));
  throw new UnknownAuthSecret(OTHER_SECRET);
}

function replaced(name: string, at: Date | null): string {
  return `${name} was replaced by another value${at ? ` on ${at.toISOString()}` : ''}. Set AUTH_SECRET to that value on every server and worker, and AUTH_SECRET_OLD to the one from before.`;
}

function open(row: StoredSecret, authSecret: string): string | null {
  // Tables of earlier versions don't have the column.
  if ((row.sealed_key ?? null) === null)
    return fingerprintOf(authSecret) === row.fingerprint ? authSecret : null;
  const opened = createSecretSealer(authSecret, SEALED_FOR).open(row.sealed_key ?? '', SEALED_FOR);
  const dataKey = opened && Buffer.from(opened).toString('utf8');
  return dataKey !== null && fingerprintOf(dataKey) === row.fingerprint ? dataKey : null;
}

function seal(dataKey: string, authSecret: string): string {
  return createSecretSealer(authSecret, SEALED_FOR).seal(Buffer.from(dataKey), SEALED_FOR);
}

/** Tells secrets apart, and reveals nothing of one. */
function fingerprintOf(authSecret: string): string {
  return createHmac('sha256', authSecret).update('leadwell fingerprint of AUTH_SECRET').digest('base64url');
}
