import { sql } from 'kysely';
import type { Db, Tx } from '../platform/db.ts';
import type { Tables } from '../platform/tables.ts';

export async function hasPassword(db: Db, accountId: string): Promise<boolean> {
  const row = await db
    .selectFrom('accounts')
    .select((eb) => eb('password_hash', 'is not', null).as('set'))
    .where('id', '=', accountId)
    .executeTakeFirst();
  return row?.set === true;
}

/** Tables whose rows belong to one account, as they are named in the file of its data. */
export const OWN_TABLES = {
  sessions: 'sessions',
  creditEntries: 'credit_entries',
  orders: 'orders',
  entitlements: 'entitlements',
  activationCodes: 'activation_codes',
  peopleRuns: 'people_runs',
  leadExports: 'lead_exports',
  tasks: 'tasks',
} as const satisfies Record<string, keyof Tables>;
export type OwnTable = (typeof OWN_TABLES)[keyof typeof OWN_TABLES];

/** What is the server's own: whose rows they are is clear, and the counters of a session open nothing. */
const LEFT_OUT = [
  'account_id',
  'refresh_counter',
  'recent_rotations',
  'holder',
  'version',
  'cursor',
  'chunks',
  'failures',
];

/** Where the key is not called id. */
const KEYS: Partial<Record<OwnTable, string>> = {
  activation_codes: 'account_id',
  people_runs: 'order_id',
};

/** Rows of one table after the row `after`, in the order of their keys, each as text of a JSON object. */
export async function ownRows(
  db: Db,
  table: OwnTable,
  accountId: string,
  page: { after: string | null; limit: number },
): Promise<{ key: string; json: string }[]> {
  const key = sql.ref(KEYS[table] ?? 'id');
  const from = page.after === null ? sql`` : sql`and ${key} > ${page.after}`;
  const { rows } = await sql<{ key: string; json: string }>`
    select ${key}::text as key, (to_jsonb(own) - ${sql.lit(`{${LEFT_OUT.join(',')}}`)}::text[])::text as json
    from ${sql.table(table)} own where account_id = ${accountId}::uuid ${from}
    order by ${key} limit ${page.limit}
  `.execute(db);
  return rows;
}

/** The account's row as text of a JSON object, without its password; null when there is none. */
export async function accountJson(db: Db, accountId: string): Promise<string | null> {
  const { rows } = await sql<{ json: string }>`
    select (to_jsonb(a) - 'password_hash')::text as json from accounts a where id = ${accountId}::uuid
  `.execute(db);
  return rows[0]?.json ?? null;
}

/** Deletes the account with everything that belongs to it, which the foreign keys take along. */
export async function deleteAccountRow(tx: Tx, accountId: string): Promise<void> {
  await tx.deleteFrom('accounts').where('id', '=', accountId).execute();
}

export async function addFormerEmail(tx: Tx, emailHash: string, leftAt: Date): Promise<void> {
  await tx
    .insertInto('former_emails')
    .values({ email_hash: emailHash, left_at: leftAt })
    .onConflict((conflict) => conflict.column('email_hash').doNothing())
    .execute();
}

export async function isFormerEmail(db: Db, emailHash: string): Promise<boolean> {
  const row = await db
    .selectFrom('former_emails')
    .select('left_at')
    .where('email_hash', '=', emailHash)
    .executeTakeFirst();
  return row !== undefined;
}
