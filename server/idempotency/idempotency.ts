import { createHash } from 'node:crypto';
import { CallError } from '#contract/errors.ts';
import type { Deps } from '../deps.ts';
import type { Session } from '../http/context.ts';
import type { Db, Tx } from '../platform/database/db.ts';
import { claimKey, deleteKeysBefore, findKey, saveKeyResult } from './store.ts';

/** An Idempotency-Key and its request. */
export interface KeyClaim {
  accountId: string;
  call: string;
  key: string;
  requestHash: string;
  at: Date;
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

/** Deletes expired keys. `now` is in ms since the epoch. */
export function deleteExpiredKeys(db: Db, now: number): Promise<void> {
  return deleteKeysBefore(db, new Date(now - KEY_LIFE_MS));
}
