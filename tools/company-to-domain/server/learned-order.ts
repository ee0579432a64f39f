import { setImmediate } from 'node:timers/promises';
import type { Deps } from '#server/deps.ts';
import { createOrderLearner, type LearnedOrder } from '../engine/learn-order.ts';
import type { CompanyPorts } from '../run/ports.ts';
import { sampleCompanies } from './store.ts';

/** More companies change little. */
const SAMPLE_ROWS = 5_000;
/** Companies read at once, between which others have their turn. */
const AT_ONCE = 100;
const CACHE_MS = 3_600_000;
/** How long nothing is learned after a failure. */
const PAUSE_MS = 60_000;

/**
 * What the operator's table of companies says about the order of domains. It is counted anew every hour from a sample and stored nowhere. Lists,
 * results and other data of accounts aren't read.
 */
export function createLearnedOrder({
  database: { db },
  log,
}: Pick<Deps, 'database' | 'log'>): CompanyPorts['order'] {
  let current: Promise<LearnedOrder | null> | null = null;
  let freshUntil = Number.NEGATIVE_INFINITY;

  async function learn(): Promise<LearnedOrder | null> {
    const learner = createOrderLearner();
    const companies = await sampleCompanies(db, SAMPLE_ROWS);
    for (const [index, company] of companies.entries()) {
      if (index % AT_ONCE === 0) await setImmediate();
      learner.add(company);
    }
    return learner.learned();
  }

  return {
    learned() {
      if (current !== null && performance.now() < freshUntil) return current;
      freshUntil = performance.now() + CACHE_MS;
      current = learn().catch((error: unknown) => {
        freshUntil = performance.now() + PAUSE_MS;
        log.debug({ err: error }, 'could not learn the order of domains');
        return null;
      });
      return current;
    },
  };
}
