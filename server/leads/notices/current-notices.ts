import { setTimeout as delay } from 'node:timers/promises';
import type { NoticeCounts } from '#contract/notices.ts';
import type { Deps } from '../../deps.ts';
import { countNotices, sumNotices } from './notice-counts.ts';

/** The admin page doesn't wait longer for the engine. */
const WAIT_MS = 5000;

/**
 * The notices of all databases, for the admin page. null: nothing was ever stored, or the engine can't say now; a failure is
 * logged. Doesn't start an engine without data.
 */
export async function currentNotices(
  deps: Pick<Deps, 'log' | 'warehouse' | 'clock'>,
): Promise<NoticeCounts | null> {
  const { log, warehouse } = deps;
  if (!warehouse.accessible) return null;
  if (!warehouse.hasData()) return null;
  const counting = countNotices(deps).then(sumNotices, (error: unknown) => {
    log.warn({ err: error }, 'the notices could not be counted');
    return null;
  });
  return Promise.race([counting, delay(WAIT_MS, null, { ref: false })]);
}
