import { AsyncLocalStorage } from 'node:async_hooks';
import { DatabaseUnavailable } from './availability.ts';

/** A request. `given up`: its caller has got an error, so that nothing it does may count anymore. */
interface Scope {
  isGivenUp: boolean;
}

const scope = new AsyncLocalStorage<Scope>();

/**
 * Runs work for a request until `ended` rejects. From then on, the work gets no connection and commits nothing: its
 * caller was told that it failed. A commit that is already on its way can still succeed.
 */
export async function runUntil<T>(ended: Promise<never>, work: () => Promise<T>): Promise<T> {
  const own: Scope = { isGivenUp: false };
  const working = scope.run(own, work);
  working.catch(() => {});
  try {
    return await Promise.race([working, ended]);
  } catch (error) {
    own.isGivenUp = true;
    throw error;
  }
}

/** Throws DatabaseUnavailable in the work of a request that has been given up. */
export function assertNotGivenUp(): void {
  if (scope.getStore()?.isGivenUp) throw new DatabaseUnavailable('silent');
}
