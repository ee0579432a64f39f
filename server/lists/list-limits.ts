import type { CollectLimits, CollectSite } from '#contract/collect-sites.ts';
import { CallError } from '#contract/errors.ts';
import type { ListStorage } from '#contract/lists.ts';
import type { Config } from '../config.ts';
import type { Db } from '../platform/database/db.ts';
import { MEGABYTE } from '../platform/disk/free-bytes.ts';
import { type Filled, filledBy } from './store.ts';

type Limits = Pick<
  Config,
  | 'LISTS_PER_ACCOUNT'
  | 'LIST_ROWS_PER_ACCOUNT'
  | 'LIST_ROWS_PER_FREE_ACCOUNT'
  | 'LIST_MB_PER_ACCOUNT'
  | 'LIST_MB_PER_FREE_ACCOUNT'
>;

/** What the lists of an account can fill. `paid`: has the unlimited plan. */
export function listLimits(config: Limits, { paid }: { paid: boolean }): Filled {
  return {
    lists: config.LISTS_PER_ACCOUNT,
    rows: paid ? config.LIST_ROWS_PER_ACCOUNT : config.LIST_ROWS_PER_FREE_ACCOUNT,
    bytes: (paid ? config.LIST_MB_PER_ACCOUNT : config.LIST_MB_PER_FREE_ACCOUNT) * MEGABYTE,
  };
}

export function viewStorage(used: Filled, max: Filled): ListStorage {
  return {
    lists: { used: used.lists, max: max.lists },
    rows: { used: used.rows, max: max.rows },
    bytes: { used: used.bytes, max: max.bytes },
  };
}

/**
 * Throws `quota_exceeded` if a change that adds something makes the lists of an account larger than allowed. A
 * change that adds nothing is always fine, also above a limit.
 */
export function assertListsFit(used: Filled, added: Filled, max: Filled): void {
  const check = (what: keyof Filled, message: string) => {
    if (added[what] <= 0 || used[what] + added[what] <= max[what]) return;
    throw new CallError('quota_exceeded', `${message} Delete lists or rows that you no longer need.`, {
      details: { limit: `list_${what}`, max: max[what], used: used[what] },
    });
  };
  const number = (value: number) => value.toLocaleString('en-US');
  check('lists', `Your account can have ${number(max.lists)} lists.`);
  check('rows', `Your lists can have ${number(max.rows)} rows in total, and these rows don't fit.`);
  check('bytes', `Your lists can fill ${number(max.bytes / MEGABYTE)} MB, and these rows don't fit.`);
}

/** How many more rows of an extension the lists of an account can have by its plan; undefined for any number. */
export async function roomForSite(
  db: Db,
  accountId: string,
  site: CollectSite,
  { rows }: Pick<CollectLimits, 'rows'>,
): Promise<number | undefined> {
  return rows === null ? undefined : Math.max(0, rows - (await filledBy(db, accountId, site)).rows);
}

/** Why rows beyond `roomForSite` are refused. */
export function beyondFreeVersion({ rows }: Pick<CollectLimits, 'rows'>): string {
  return `The free version keeps ${rows} rows. Upgrade your plan for more.`;
}
