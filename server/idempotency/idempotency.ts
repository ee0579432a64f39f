import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { CallError } from '#contract/errors.ts';
import type { Deps } from '../deps.ts';
import type { Session } from '../http/context.ts';
import type { Db, Tx } from '../platform/database/db.ts';
import { deleteInSteps } from '../platform/database/delete-steps.ts';

/** An Idempotency-Key and its request. */
export interface KeyClaim {
  accountId: string;
  call: string;
  key: string;
  requestHash: string;
  at: Date;
}

interface UsedKey {
  requestHash: string;
  resultId: string | null;
}

/**
 * Runs `create`, which returns the id of the created object, once per key. Repeating a request returns the
 * same id; a different request with the same key fails. Everything runs in the caller's transaction, so a
 * failed request leaves the key unused.
 */
export async function once(tx: Tx, claim: KeyClaim | null, create: () => Promise<string>): Promise<string> {
  if (!claim) return create();
  const used = await claimKey(tx, claim);
  if (!used) {
    const id = await create();
    await saveKeyResult(tx, claim, id);
    return id;
  }
  if (used.requestHash !== claim.requestHash || !used.resultId) throw new CallError('idempotency_conflict');
  return used.resultId;
}

/**
 * The id from an earlier request with this key, or null. Throws if the key belongs to a different request.
 */
export async function findResult(db: Db, claim: KeyClaim | null): Promise<string | null> {
  const used = claim && (await findKey(db, claim));
  if (!used) return null;
  if (used.requestHash !== claim.requestHash) throw new CallError('idempotency_conflict');
  return used.resultId;
}

/** Whether an earlier request of this account to this call had the key. Works before the body is read. */
export async function isKeyUsed(
  db: Db,
  use: { accountId: string; call: string; key: string },
): Promise<boolean> {
  return (await findKey(db, use)) !== undefined;
}

/** The claim of a request for a call; null if the request has no key. */
export function idempotencyClaim(
  { clock }: Pick<Deps, 'clock'>,
  request: { idempotencyKey: string | null; session: Session; input: unknown },
  call: string,
): KeyClaim | null {
  if (request.idempotencyKey === null) return null;
  return {
    accountId: request.session.accountId,
    call,
    key: request.idempotencyKey,
    requestHash: hashRequest(request.input),
    at: new Date(clock.now()),
  };
}

/** Hashes the whole input of a request, to recognize a repeated one. */
export function hashRequest(input: unknown): string {
  return createHash('sha256').update(JSON.stringify(input)).digest('base64url');
}

/** How long a repeated request is recognized. */
const KEY_LIFE_MS = 24 * 3_600_000;

/** Deletes expired keys, in steps. `now` is in ms since the epoch. */
export function deleteExpiredKeys(db: Db, now: number): Promise<void> {
  const before = new Date(now - KEY_LIFE_MS);
  return deleteInSteps(async (limit) => {
    const { numAffectedRows } = await sql`
      delete from idempotency_keys where ctid = any (array(
        select ctid from idempotency_keys where created_at < ${before} order by created_at limit ${limit}
      ))
    `.execute(db);
    return Number(numAffectedRows ?? 0);
  });
}

/**
 * Claims an Idempotency-Key and returns null, or returns the existing claim. A second request with the key
 * waits here until the first one has committed.
 */
async function claimKey(tx: Tx, claim: KeyClaim): Promise<UsedKey | null> {
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

async function findKey(
  db: Db,
  { accountId, call, key }: Pick<KeyClaim, 'accountId' | 'call' | 'key'>,
): Promise<UsedKey | undefined> {
  const found = await db
    .selectFrom('idempotency_keys')
    .select(['request_hash', 'result_id'])
    .where('account_id', '=', accountId)
    .where('call', '=', call)
    .where('key', '=', key)
    .executeTakeFirst();
  return found && { requestHash: found.request_hash, resultId: found.result_id };
}

async function saveKeyResult(tx: Tx, { accountId, call, key }: KeyClaim, resultId: string): Promise<void> {
  await tx
    .updateTable('idempotency_keys')
    .set({ result_id: resultId })
    .where('account_id', '=', accountId)
    .where('call', '=', call)
    .where('key', '=', key)
    .execute();
}
