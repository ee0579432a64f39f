import { sql } from 'kysely';
import { deviceName } from '#contract/device-name.ts';
import { addressKey } from '../http/rate-limit.ts';
import type { Db, Tx } from '../platform/database/db.ts';

/** An idle session lasts as long. */
const KNOWN_MS = 90 * 86_400_000;
const MAX_PER_ACCOUNT = 50;
/** No account has it, so a lookup for an unknown email does the same work as for a known one. */
const NO_ACCOUNT = '00000000-0000-0000-0000-000000000000';
/** The tables by their column. */
const TABLES = { address: sql.table('known_addresses'), browser: sql.table('known_browsers') };

/**
 * Whether an account signed in from this address in the last 90 days. Limits that strangers can use up don't
 * apply there. `clientAddress` is an IP address, and `now` is in ms since the epoch.
 */
export async function isKnownAddress(
  db: Db,
  accountId: string | undefined,
  clientAddress: string,
  now: number,
): Promise<boolean> {
  const row = await db
    .selectFrom('known_addresses')
    .select('address')
    .where('account_id', '=', accountId ?? NO_ACCOUNT)
    .where('address', '=', addressKey(clientAddress))
    .where('last_used_at', '>=', new Date(now - KNOWN_MS))
    .executeTakeFirst();
  return row !== undefined;
}

/** Forgets all addresses and browsers of an account, because strangers may have signed in to it. */
export async function forgetKnownClients(tx: Tx, accountId: string): Promise<void> {
  await tx.deleteFrom('known_addresses').where('account_id', '=', accountId).execute();
  await tx.deleteFrom('known_browsers').where('account_id', '=', accountId).execute();
}

/**
 * Remembers from which address and with which browser an account signed in. Returns whether one of them is new, for an
 * account that signed in with another one in the last 90 days. The account's row is locked.
 */
export async function rememberClient(
  tx: Tx,
  accountId: string,
  { address, userAgent }: { address: string | null; userAgent: string | null },
  now: Date,
): Promise<{ isNew: boolean }> {
  const newBrowser = await remember(tx, accountId, 'browser', deviceName(userAgent), now);
  const newAddress = address ? await remember(tx, accountId, 'address', addressKey(address), now) : false;
  return { isNew: newBrowser || newAddress };
}

/**
 * Saves one of an account's addresses or browsers, and deletes those that are too old or too many. Returns whether the
 * account had others, and not this one.
 */
async function remember(
  tx: Tx,
  accountId: string,
  column: keyof typeof TABLES,
  place: string,
  now: Date,
): Promise<boolean> {
  const table = TABLES[column];
  const name = sql.ref(column);
  const { rows } = await sql<{ place: string }>`
    select ${name} as place from ${table}
    where account_id = ${accountId} and last_used_at >= ${new Date(now.getTime() - KNOWN_MS)}
    order by last_used_at desc`.execute(tx);
  const known = rows.map((row) => row.place);
  const kept = [place, ...known.filter((other) => other !== place)].slice(0, MAX_PER_ACCOUNT);
  await sql`
    insert into ${table} (account_id, ${name}, last_used_at) values (${accountId}, ${place}, ${now})
    on conflict (account_id, ${name}) do update set last_used_at = excluded.last_used_at`.execute(tx);
  await sql`
    delete from ${table} where account_id = ${accountId} and ${name} not in (${sql.join(kept)})`.execute(tx);
  return known.length > 0 && !known.includes(place);
}
