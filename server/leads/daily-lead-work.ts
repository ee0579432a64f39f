import type { Deps } from '../deps.ts';
import { every } from '../platform/every.ts';
import { recordInterrupted } from './interrupted-imports.ts';
import type { LeadDeps } from './lead-search.ts';
import { announceNotices } from './notices/notice-alerts.ts';
import { forgetGone } from './notices/sent-notices.ts';
import { dropLeftovers } from './own-work-tables.ts';
import { dropAbandoned } from './places/place-load.ts';
import { deleteExpired } from './retention.ts';

const HOUR_MS = 60 * 60_000;
const HOURS_OF_DAY = 24;

/**
 * At the start of a server and once an hour: deletes leads whose retention is over. At the start and once a day, also cleans up after
 * imports that were interrupted, forgets notices to people who are gone, and announces those that are due. The embedded engine isn't
 * started if nothing was ever stored. `after`: work that changes rows at the start. Returns a function that stops it.
 */
export function startDailyLeadWork(deps: Deps & LeadDeps, after: Promise<void>): () => Promise<void> {
  const work = leadWork(deps);
  const stop = every(HOUR_MS, async () => {
    await after;
    await work();
  });
  // The engine may be deleting for long. Closing the warehouse ends that.
  return async () => void stop();
}

/** Returns the work of an hour, which is at first and each 24th time also that of the day. It never rejects. */
export function leadWork(deps: Deps & LeadDeps): () => Promise<void> {
  const { log, warehouse } = deps;
  let hours = 0;
  /** A step that fails stops no other. */
  const step = async (name: string, work: () => Promise<void>) => {
    if (deps.stopping.aborted) return;
    try {
      await work();
    } catch (error) {
      if (!deps.stopping.aborted)
        log.error({ err: error, step: name }, 'a step of the work on the lead databases failed');
    }
  };
  return async () => {
    if (!warehouse.accessible) return;
    if (!warehouse.hasData()) return;
    const isDaily = hours % HOURS_OF_DAY === 0;
    hours += 1;
    if (isDaily) {
      await step('interrupted imports', async () => {
        const leftovers = await dropLeftovers(warehouse);
        if (leftovers.length > 0) log.info({ leftovers }, 'dropped tables of imports that were interrupted');
        for (const database of await recordInterrupted(warehouse)) {
          deps.leadSearch.invalidate(database);
          log.info({ database }, 'recorded an import that was interrupted');
        }
      });
      await step('interrupted imports of places', async () => {
        if (await dropAbandoned(warehouse)) log.info('dropped places of an import that was not continued');
      });
    }
    // No one gets leads from an engine that isn't running, so nothing starts it each hour.
    if (isDaily || !warehouse.embedded || warehouse.enginePid() !== null)
      await step('retention', async () => {
        for (const [database, rows] of await deleteExpired(deps))
          log.info({ database, rows }, 'deleted leads whose retention is over');
      });
    if (!isDaily) return;
    await step('notices to people who are gone', async () => void (await forgetGone(warehouse)));
    await step('notices that are due', () => announceNotices(deps));
  };
}
