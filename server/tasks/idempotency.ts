import { CallError } from '#contract/errors.ts';
import type { Tx } from '../platform/db.ts';
import { claimKey, keepKeyResult } from './store.ts';

/** An Idempotency-Key with the request it came with. */
export interface KeyClaim {
  accountId: string;
  call: string;
  key: string;
  requestHash: string;
  at: Date;
}

/**
 * Runs `make`, which answers a task's id, once for a key: the same request again gets the same id, another request with the key
 * is refused. All of it is in the caller's transaction, so a refused request leaves the key free.
 */
export async function once(tx: Tx, claim: KeyClaim | null, make: () => Promise<string>): Promise<string> {
  if (!claim) return make();
  const used = await claimKey(tx, claim);
  if (!used) {
    const taskId = await make();
    await keepKeyResult(tx, claim, taskId);
    return taskId;
  }
  if (used.requestHash !== claim.requestHash || !used.taskId) throw new CallError('idempotency_conflict');
  return used.taskId;
}
