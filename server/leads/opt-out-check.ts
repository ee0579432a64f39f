import { existsSync } from 'node:fs';
import type { Deps } from '../deps.ts';
import { hasOptOuts, optOutsVersion } from '../opt-outs/opt-outs.ts';
import { every } from '../platform/every.ts';
import type { LeadDeps } from './lead-search.ts';
import { applyOptOuts } from './opted-out-leads.ts';

const MINUTE_MS = 60_000;

/**
 * At the start of a server: deletes the leads of people who opted out after this warehouse's data was backed
 * up. Searches wait meanwhile. Never rejects; a failure is logged.
 */
export function startOptOutCheck(
  deps: Deps & LeadDeps,
  check: () => Promise<void> = createOptOutCheck(deps),
): Promise<void> {
  const checked = check();
  deps.leadSearch.closeDuring(checked);
  return checked;
}

/**
 * Each minute, checks for people who opted out through a process on another machine, which can't open an embedded engine here.
 * `after`: the check at the start. Returns a function that stops it.
 */
export function startOptOutWatch(check: () => Promise<void>, after: Promise<void>): () => Promise<void> {
  const stop = every(MINUTE_MS, async () => {
    await after;
    await check();
  });
  // The engine may be deleting for long. Closing the warehouse ends that.
  return async () => void stop();
}

/** Does nothing if the list is as it was when it was last carried out here. Never rejects. */
export function createOptOutCheck(deps: Deps & LeadDeps): () => Promise<void> {
  const { config, log, warehouse } = deps;
  /** the versions of the list that were carried out, and that couldn't be */
  let done: string | null = null;
  let failed: string | null = null;
  return async () => {
    // Don't start the engine if there is nothing to look for.
    if (warehouse.embedded && !existsSync(`${config.DATA_DIR}/warehouse`)) return;
    let version: string | null = null;
    try {
      version = await optOutsVersion(deps);
      if (version === done) return;
      if (await hasOptOuts(deps)) {
        const { entries, deleted } = await applyOptOuts(deps, { onlyMissing: true });
        if (entries > 0)
          log.warn({ entries, deleted }, 'deleted leads of opt-outs that this warehouse lacked');
      }
      done = version;
    } catch (error) {
      if (deps.stopping.aborted || (failed !== null && failed === version)) return;
      failed = version;
      log.error({ err: error }, 'the opt-out list could not be applied; run leadwell optout apply');
    }
  };
}
