import type { Deps } from '../deps.ts';
import { hasOptOuts, optOutsVersion } from '../opt-outs/opt-outs.ts';
import { every } from '../platform/every.ts';
import { isAdding } from './adding-opt-outs.ts';
import type { LeadDeps } from './lead-search.ts';
import { applyOptOuts, NotDeletedError } from './opted-out-leads.ts';

const MINUTE_MS = 60_000;
/**
 * The watch leaves out entries that were added in this time: who adds some deletes their leads, and remembers that last. To look for
 * them here too would read every lead.
 */
export const OWN_TIME_MS = 15 * MINUTE_MS;

/** Carries out the opt-out list in this warehouse. */
export interface OptOutCheck {
  /** For everyone on the list. Never rejects. */
  all(): Promise<void>;
  /** For entries that no one else is still carrying out. Never rejects. */
  settled(): Promise<void>;
}

/**
 * At the start of a server: deletes the leads of people who opted out after this warehouse's data was backed
 * up. Searches wait meanwhile. Never rejects; a failure is logged.
 */
export function startOptOutCheck(
  deps: Deps & LeadDeps,
  check: Pick<OptOutCheck, 'all'> = createOptOutCheck(deps),
): Promise<void> {
  const checked = check.all();
  deps.leadSearch.closeDuring(checked);
  return checked;
}

/**
 * Each minute, checks for people who opted out through a process on another machine, which can't open an embedded engine here.
 * `after`: the check at the start. Returns a function that stops it.
 */
export function startOptOutWatch(
  check: Pick<OptOutCheck, 'settled'>,
  after: Promise<void>,
): () => Promise<void> {
  const stop = every(MINUTE_MS, async () => {
    await after;
    await check.settled();
  });
  // The engine may be deleting for long. Closing the warehouse ends that.
  return async () => void stop();
}

/** Its checks do nothing if the settled entries are as they were when they were last carried out here. */
export function createOptOutCheck(deps: Deps & LeadDeps): OptOutCheck {
  const { clock, log, warehouse } = deps;
  /** the versions of the settled entries that were carried out, and that couldn't be */
  let done: string | null = null;
  let failed: string | null = null;
  const check = async (options: { isSettled: boolean }) => {
    // Don't start the engine if there is nothing to look for.
    if (!warehouse.hasData()) return;
    if (options.isSettled && isAdding(warehouse)) return;
    const addedBefore = new Date(clock.now() - OWN_TIME_MS);
    let version: string | null = null;
    try {
      version = await optOutsVersion(deps, addedBefore);
      if (options.isSettled && version === done) return;
      if (await hasOptOuts(deps)) {
        const { entries, deleted } = await applyOptOuts(deps, {
          onlyMissing: true,
          ...(options.isSettled ? { addedBefore } : {}),
        });
        if (entries > 0)
          log.warn({ entries, deleted }, 'deleted leads of opt-outs that this warehouse lacked');
      }
      done = version;
    } catch (error) {
      // Another try would change nothing before someone replaces the table.
      if (error instanceof NotDeletedError) done = version;
      if (deps.stopping.aborted || (failed !== null && failed === version)) return;
      failed = version;
      log.error({ err: error }, 'the opt-out list could not be applied; run leadwell optout apply');
    }
  };
  return { all: () => check({ isSettled: false }), settled: () => check({ isSettled: true }) };
}
