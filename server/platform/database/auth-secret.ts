import { createHmac } from 'node:crypto';
import { OperatorError } from '../operator-error.ts';
import type { Db } from './db.ts';

/** Tells secrets apart, and reveals nothing of one. */
function fingerprintOf(authSecret: string): string {
  return createHmac('sha256', authSecret).update('leadwell fingerprint of AUTH_SECRET').digest('base64url');
}

const OTHER_SECRET =
  "This AUTH_SECRET isn't the one that the database was used with, so the opt-out list wouldn't match anyone, and no one could stay logged in. Set AUTH_SECRET to the earlier value, or put back DATA_DIR/secrets.json from a backup. If the earlier value is lost, run `leadwell secret accept`: it says what you have to do then.";

/**
 * Makes sure that the database is used with one secret only: the first process stores its fingerprint. Throws
 * OperatorError for any other secret.
 */
export async function requireAuthSecret(db: Db, authSecret: string): Promise<void> {
  const fingerprint = fingerprintOf(authSecret);
  await db
    .insertInto('auth_secret')
    .values({ fingerprint })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await assertAuthSecret(db, authSecret);
}

/** The fingerprint of the secret that the database is used with. null: none yet. */
export async function secretFingerprint(db: Db): Promise<string | null> {
  const stored = await db.selectFrom('auth_secret').select('fingerprint').executeTakeFirst();
  return stored?.fingerprint ?? null;
}

/** Throws OperatorError if the database is used with another secret. Only reads. */
export async function assertAuthSecret(db: Db, authSecret: string): Promise<void> {
  const stored = await secretFingerprint(db);
  if (stored !== null && stored !== fingerprintOf(authSecret)) throw new OperatorError(OTHER_SECRET);
}

/** Lets the next process store the fingerprint of its secret. */
export async function forgetAuthSecret(db: Db): Promise<void> {
  await db.deleteFrom('auth_secret').execute();
}
