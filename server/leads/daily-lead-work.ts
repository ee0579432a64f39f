import { existsSync } from 'node:fs';
import type { Deps } from '../deps.ts';
import { every } from '../platform/every.ts';
import { recordInterrupted } from './interrupted-imports.ts';
import type { LeadDeps } from './lead-search.ts';
import { announceNotices } from './notices/notice-alerts.ts';
import { forgetGone } from './notices/sent-notices.ts';
import { dropLeftovers } from './own-work-tables.ts';
import { dropAbandoned } from './places/place-load.ts';
import { deleteExpired } from './retention.ts';

const DAY_MS = 24 * 60 * 60_000;

/**
 * At the start of a server and once a day: cleans up after imports that were interrupted, deletes leads whose retention is over,
 * forgets notices to people who are gone, and announces those that are due. Returns a function that stops it. The embedded engine isn't started if nothing was ever
 * stored. `after`: work that changes rows at the start.
 */
export function startDailyLeadWork(deps: Deps & LeadDeps, after: Promise<void>): () => Promise<void> {
  const { config, log, warehouse } = deps;
  const stop = every(DAY_MS, async () => {
    await after;
    if (!warehouse.accessible) return;
    if (warehouse.embedded && !existsSync(`${config.DATA_DIR}/warehouse`)) return;
    try {
      const leftovers = await dropLeftovers(warehouse);
      if (leftovers.length > 0) log.info({ leftovers }, 'dropped tables of imports that were interrupted');
      for (const database of await recordInterrupted(warehouse)) {
        deps.leadSearch.invalidate(database);
        log.info({ database }, 'recorded an import that was interrupted');
      }
      if (await dropAbandoned(warehouse)) log.info('dropped places of an import that was not continued');
      const deleted = await deleteExpired(deps);
      for (const [database, rows] of deleted)
        log.info({ database, rows }, 'deleted leads whose retention is over');
      await forgetGone(warehouse);
      await announceNotices(deps);
    } catch (error) {
      if (!deps.stopping.aborted) log.error({ err: error }, 'the daily work of the lead databases failed');
    }
  });
  // The engine may be deleting for long. Closing the warehouse ends that.
  return async () => void stop();
}
