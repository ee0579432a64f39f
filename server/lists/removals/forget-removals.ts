import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Deps } from '../../deps.ts';
import { every } from '../../platform/every.ts';
import { forgetOldChanges } from '../forget-history.ts';
import { forgetBeyondLimits, forgetOldSizes } from '../history-limit.ts';
import { deleteForgotten } from './removal-store.ts';

const INTERVAL_MS = 10 * 60_000;
/** Rows deleted at a time. With their answers, twice as many hold the embedded database for more than 100 ms. */
const ROWS_PER_PART = 100;

type ForgetDeps = Pick<Deps, 'clock' | 'config' | 'database'>;

/**
 * Deletes what can't be undone any more: rows that were deleted, and values that were replaced, more than 30 days ago or beyond the
 * limits of their account. `stopping` ends it after the current part.
 */
export async function forgetRemovals(deps: ForgetDeps, stopping?: AbortSignal): Promise<void> {
  const { db } = deps.database;
  const now = new Date(deps.clock.now());
  while (!stopping?.aborted && (await deleteForgotten(db, now, ROWS_PER_PART))) await nextTurn();
  while (!stopping?.aborted && (await forgetOldChanges(db, now))) await nextTurn();
  while (!stopping?.aborted && (await forgetOldSizes(db, now))) await nextTurn();
  await forgetBeyondLimits(deps, stopping);
}

/** Does so every ten minutes, until it is stopped. Several servers can do so. */
export function startForgetting(deps: Deps): () => Promise<void> {
  return every(INTERVAL_MS, async (stopping) => {
    try {
      await forgetRemovals(deps, stopping);
    } catch (error) {
      deps.log.error({ err: error }, 'could not delete rows that can no longer come back');
    }
  });
}
