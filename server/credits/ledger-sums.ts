import { sql } from 'kysely';
import type { Db } from '../platform/database/db.ts';

/** The sums of the entries that count for the balance, in credits, by account ID. */
export async function ledgerSums(db: Db): Promise<Map<string, number>> {
  const { rows } = await sql<{ account_id: string; sum: number }>`
    select account_id, sum(amount)::float8 as sum from credit_entries where from_balance group by account_id
  `.execute(db);
  return new Map(rows.map(({ account_id, sum }) => [account_id, sum]));
}
