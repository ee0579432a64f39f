import { sql } from 'kysely';
import type { Db, Tx } from '../platform/database/db.ts';
import { deleteInSteps } from '../platform/database/delete-steps.ts';

/**
 * Claims an Idempotency-Key and returns null, or returns the existing claim. A second request with the key
 * waits here until the first one has committed.
 */
export async function claimKey(
  tx: Tx,
  claim: { accountId: string; call: string; key: string; requestHash: string; at: Date },
): Promise<{ requestHash: string; resultId: string | null } | null> {
  const claimed = await tx
    .insertInto('idempotency_keys')
    .values({
      account_id: claim.accountId,
      call: claim.call,
      key: claim.key,
      request_hash: claim.requestHash,
      created_at: claim.at,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('key')
    .executeTakeFirst();
  if (claimed) return null;
  const used = await findKey(tx, claim);
  if (!used) throw new Error('The key disappeared during the transaction that found it.');
  return used;
}

export async function findKey(
  db: Db,
  claim: { accountId: string; call: string; key: string },
): Promise<{ requestHash: string; resultId: string | null } | undefined> {
  const found = await db
    .selectFrom('idempotency_keys')
    .select(['request_hash', 'result_id'])
    .where('account_id', '=', claim.accountId)
    .where('call', '=', claim.call)
    .where('key', '=', claim.key)
    .executeTakeFirst();
  return found && { requestHash: found.request_hash, resultId: found.result_id };
}

export async function saveKeyResult(
  tx: Tx,
  claim: { accountId: string; call: string; key: string },
  resultId: string,
): Promise<void> {
  await tx
    .updateTable('idempotency_keys')
    .set({ result_id: resultId })
    .where('account_id', '=', claim.accountId)
    .where('call', '=', claim.call)
    .where('key', '=', claim.key)
    .execute();
}

/** Deletes keys from before a time, in steps. */
export function deleteKeysBefore(db: Db, before: Date): Promise<void> {
  return deleteInSteps(async (limit) => {
    const { numAffectedRows } = await sql`
      delete from idempotency_keys where ctid = any (array(
        select ctid from idempotency_keys where created_at < ${before} order by created_at limit ${limit}
      ))
    `.execute(db);
    return Number(numAffectedRows ?? 0);
  });
}
