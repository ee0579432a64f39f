import type { Deps } from '../deps.ts';
import type { Database } from '../platform/database/db.ts';
import type { OptOut } from './opt-out-entry.ts';
import { addOptOuts } from './opt-outs.ts';

/** The same database, where someone opts out just before the first transaction: after what was checked for it. */
export function optingOutLate(
  deps: Pick<Deps, 'database' | 'secrets' | 'clock' | 'log'>,
  entries: readonly OptOut[],
): Database {
  let added: Promise<unknown> | undefined;
  const db = new Proxy(deps.database.db, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name, target);
      if (typeof value !== 'function') return value;
      if (name !== 'transaction') return value.bind(target);
      return () => ({
        execute: async (work: Parameters<ReturnType<typeof target.transaction>['execute']>[0]) => {
          added ??= addOptOuts(deps, entries, async () => {});
          await added;
          return target.transaction().execute(work);
        },
      });
    },
  });
  return { ...deps.database, db };
}
