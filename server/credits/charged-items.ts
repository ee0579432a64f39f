import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Db, Tx } from '../platform/database/db.ts';
import { deleteInSteps } from '../platform/database/delete-steps.ts';

/** Identifies an item by its key without storing the key. */
export function itemDigest(key: string): string {
  return createHash('sha256').update(key).digest('base64url').slice(0, 22);
}

/** Those of the items that the account paid for and whose answer is still fresh. `kind` is a task type. */
export async function chargedBefore(
  db: Db,
  accountId: string,
  { kind, digests, now }: { kind: string; digests: readonly string[]; now: Date },
): Promise<Set<string>> {
  if (digests.length === 0) return new Set();
  const { rows } = await sql<{ digest: string }>`
    select i.digest
    from json_array_elements_text(${JSON.stringify(digests)}::text::json) as i (digest)
    cross join lateral (
      select from charged_items c
      where c.account_id = ${accountId}::uuid and c.kind = ${kind} and c.digest = i.digest
        and c.fresh_until > ${now}
      -- Each digest is looked up by the primary key. Without statistics, a join would compare all with all.
      offset 0
    ) paid
  `.execute(db);
  return new Set(rows.map(({ digest }) => digest));
}

/** Remembers items that the account paid for. The account's row is locked. Each digest occurs once. */
export async function rememberCharged(
  tx: Tx,
  accountId: string,
  kind: string,
  items: readonly { digest: string; freshUntil: Date }[],
): Promise<void> {
  if (items.length === 0) return;
  await sql`
    insert into charged_items (account_id, kind, digest, fresh_until)
    select ${accountId}::uuid, ${kind}, i.digest, i."freshUntil"
    from json_to_recordset(${JSON.stringify(items)}::text::json) as i (digest text, "freshUntil" timestamptz)
    on conflict (account_id, kind, digest) do update set fresh_until = excluded.fresh_until
  `.execute(tx);
}

/** Whether the account paid for any items of this kind that are still fresh. */
export async function hasCharged(
  db: Db,
  accountId: string,
  { kind, now }: { kind: string; now: Date },
): Promise<boolean> {
  const found = await db
    .selectFrom('charged_items')
    .select('digest')
    .where('account_id', '=', accountId)
    .where('kind', '=', kind)
    .where('fresh_until', '>', now)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/** Deletes items whose answers are no longer fresh, in steps. */
export function forgetStaleItems(db: Db, now: Date): Promise<void> {
  return deleteInSteps(async (limit) => {
    const { numAffectedRows } = await sql`
      delete from charged_items where ctid = any (array(
        select ctid from charged_items where fresh_until <= ${now} order by fresh_until limit ${limit}
      ))
    `.execute(db);
    return Number(numAffectedRows ?? 0);
  });
}
