import type { Selectable } from 'kysely';
import type { CollectSite } from '#contract/collect-sites.ts';
import type { Db, Tx } from '../platform/database/db.ts';
import type { Tables } from '../platform/database/tables.ts';

export type Device = Omit<Selectable<Tables['devices']>, 'token_hash'>;

const COLUMNS = ['id', 'account_id', 'site', 'name', 'version', 'created_at', 'last_used_at'] as const;

export async function insertDevice(
  tx: Tx,
  device: { accountId: string; tokenHash: string; site: CollectSite; name: string; at: Date },
): Promise<void> {
  await tx
    .insertInto('devices')
    .values({
      account_id: device.accountId,
      token_hash: device.tokenHash,
      site: device.site,
      name: device.name,
      created_at: device.at,
      last_used_at: device.at,
    })
    .execute();
}

export function findDevice(db: Db, tokenHash: string): Promise<Device | undefined> {
  return db.selectFrom('devices').select(COLUMNS).where('token_hash', '=', tokenHash).executeTakeFirst();
}

/** A device that still exists. Reads it again in a transaction that holds the lock of the account. */
export async function deviceExists(db: Db, id: string): Promise<boolean> {
  const found = await db.selectFrom('devices').select('id').where('id', '=', id).executeTakeFirst();
  return found !== undefined;
}

/** The devices of an account, last used first. */
export function accountDevices(db: Db, accountId: string): Promise<Device[]> {
  return db
    .selectFrom('devices')
    .select(COLUMNS)
    .where('account_id', '=', accountId)
    .orderBy('last_used_at', 'desc')
    .orderBy('id')
    .execute();
}

export async function countDevices(db: Db, accountId: string): Promise<number> {
  const { n } = await db
    .selectFrom('devices')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow();
  return Number(n);
}

/** Notes that a device was used. `version`: of its extension, if the request says it. */
export async function touchDevice(db: Db, id: string, at: Date, version?: string): Promise<void> {
  await db
    .updateTable('devices')
    .set({ last_used_at: at, ...(version === undefined ? {} : { version }) })
    .where('id', '=', id)
    .execute();
}

/** Deletes a device of an account. false: it has no such device. */
export async function deleteDevice(db: Db, accountId: string, id: string): Promise<boolean> {
  const deleted = await db
    .deleteFrom('devices')
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .returning('id')
    .executeTakeFirst();
  return deleted !== undefined;
}

/** Deletes all devices of an account. Returns their number. */
export async function deleteDevices(db: Db, accountId: string): Promise<number> {
  const deleted = await db
    .deleteFrom('devices')
    .where('account_id', '=', accountId)
    .returning('id')
    .execute();
  return deleted.length;
}
