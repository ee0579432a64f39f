import { createHash } from 'node:crypto';
import { CallError } from '#contract/errors.ts';
import type { Deps } from '../deps.ts';
import type { Session } from '../http/context.ts';
import type { Db, Tx } from '../platform/db.ts';
import { claimKey, findKey, forgetOldKeys, keepKeyResult } from './store.ts';

/** An Idempotency-Key with the request it came with. */
export interface KeyClaim {
  accountId: string;
  call: string;
  key: string;
  requestHash: string;
  at: Date;
}

/**
 * Runs `make`, which answers the id of what it made, once for a key: the same request again gets the same id, another request with the key
 * is refused. All of it is in the caller's transaction, so a refused request leaves the key free.
 */
export async function once(tx: Tx, claim: KeyClaim | null, make: () => Promise<string>): Promise<string> {
  if (!claim) return make();
  const used = await claimKey(tx, claim);
  if (!used) {
    const id = await make();
    await keepKeyResult(tx, claim, id);
    return id;
  }
  if (used.requestHash !== claim.requestHash || !used.resultId) throw new CallError('idempotency_conflict');
  return used.resultId;
}

/** The id that an earlier request with the key got; null where there was none. Refuses a key of another request. */
export async function resultOf(db: Db, claim: KeyClaim | null): Promise<string | null> {
  const used = claim && (await findKey(db, claim));
  if (!used) return null;
  if (used.requestHash !== claim.requestHash) throw new CallError('idempotency_conflict');
  return used.resultId;
}

/** The key a request brings for a call; null where it brings none. */
export function claimOf(
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

/** What an Idempotency-Key stands for: the call and its whole input. */
export function hashRequest(input: unknown): string {
  return createHash('sha256').update(JSON.stringify(input)).digest('base64url');
}

/** How long a repeated request is recognised. */
const KEY_LIFE_MS = 24 * 3_600_000;

/** Throws out the keys of requests that nobody repeats any more. `now` in ms since the epoch. */
export function forgetKeys(db: Db, now: number): Promise<void> {
  return forgetOldKeys(db, new Date(now - KEY_LIFE_MS));
}
