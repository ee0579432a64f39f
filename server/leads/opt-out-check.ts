import { existsSync } from 'node:fs';
import type { Deps } from '../deps.ts';
import { hasOptOuts } from '../opt-outs/opt-outs.ts';
import type { LeadDeps } from './lead-search.ts';
import { applyOptOuts } from './opted-out-leads.ts';

/**
 * At the start of a server: deletes the leads of people who opted out after this warehouse's data was backed
 * up. Searches wait meanwhile. Never rejects; a failure is logged.
 */
export function startOptOutCheck(deps: Deps & LeadDeps): Promise<void> {
  const { config, log, warehouse } = deps;
  const check = async () => {
    // Don't start the engine if there is nothing to look for.
    if (warehouse.embedded && !existsSync(`${config.DATA_DIR}/warehouse`)) return;
    if (!(await hasOptOuts(deps))) return;
    const { entries, deleted } = await applyOptOuts(deps, { onlyMissing: true });
    if (entries > 0) log.warn({ entries, deleted }, 'deleted leads of opt-outs that this warehouse lacked');
  };
  const checked = check().catch((error: unknown) => {
    if (deps.stopping.aborted) return;
    log.error({ err: error }, 'the opt-out list could not be applied; run leadwell optout apply');
  });
  deps.leadSearch.closeDuring(checked);
  return checked;
}
