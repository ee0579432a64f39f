import { setImmediate as nextTurn } from 'node:timers/promises';
import { lockGateAccount } from '../../accounts/account.ts';
import type { Deps } from '../../deps.ts';
import { runHeavy } from '../../platform/database/database-turns.ts';
import { transaction } from '../../platform/database/db.ts';
import { every } from '../../platform/every.ts';
import { changeableRows, deleteOtherCells } from '../cell-store.ts';
import { refreshRows } from '../change-rows.ts';
import { listsToRefresh, rowsAfter, storeRefreshed } from '../refresh-store.ts';
import { findList } from '../store.ts';

type RefreshDeps = Pick<Deps, 'database' | 'config' | 'clock'>;

/** Rows computed in one transaction. With long texts, twice as many hold the embedded database for more than 100 ms. */
const ROWS_PER_PART = 40;
/** Rows that a person sees at once. */
const FIRST_ROWS = 400;
const CHECK_MS = 1000;
const RETRY_MS = 60_000;
/** Lists that are computed in turns. */
const LISTS_AT_ONCE = 20;

/**
 * Computes the next rows of a list whose steps changed, marks cells as stale, and deletes those of deleted steps. Returns whether
 * there are more.
 */
async function refreshPart(
  { database: { db }, config, clock }: RefreshDeps,
  accountId: string,
  listId: string,
): Promise<boolean> {
  const isOpen = await transaction(db, async (tx) => {
    await lockGateAccount(tx, config, accountId);
    const list = await findList(tx, accountId, listId);
    if (!list || list.refresh_after === null) return false;
    const ids = await rowsAfter(tx, listId, Number(list.refresh_after), ROWS_PER_PART);
    const at = new Date(clock.now());
    const rows = await refreshRows(tx, list, await changeableRows(tx, listId, ids), at);
    const done = rows.map(({ id }) => id);
    await deleteOtherCells(tx, listId, done, list.steps);
    const isLast = ids.length < ROWS_PER_PART && done.length === ids.length;
    const after = isLast ? null : (done.at(-1) ?? null);
    await storeRefreshed(tx, listId, { after, done: after === null ? 0 : list.refresh_done + done.length });
    return after !== null;
  });
  await nextTurn();
  return isOpen;
}

/** Computes the first rows of a list after its steps changed. `startRefreshes` computes the others. */
export async function refreshFirst(deps: RefreshDeps, accountId: string, listId: string): Promise<void> {
  for (let done = 0; done < FIRST_ROWS; done += ROWS_PER_PART)
    if (!(await refreshPart(deps, accountId, listId))) return;
}

/** Computes all rows of a list that are still to be computed. Throws if `stopping` aborts meanwhile. */
export async function refreshRest(
  deps: RefreshDeps,
  accountId: string,
  listId: string,
  stopping?: AbortSignal,
): Promise<void> {
  while (await refreshPart(deps, accountId, listId)) stopping?.throwIfAborted();
}

/** Computes the rows of lists whose steps changed, in parts, until it is stopped. Several servers can do so. */
export function startRefreshes(deps: Deps): () => Promise<void> {
  const failed = new Map<string, number>();
  return every(CHECK_MS, async (stopping) => {
    try {
      await refreshLists(deps, stopping, failed);
    } catch (error) {
      deps.log.error({ err: error }, 'could not look for lists to compute');
    }
  });
}

/**
 * Computes all rows of all lists whose steps changed, a part of each list at a time, until `stopping` aborts. A list that
 * fails is left out for a minute and holds up no other. `failed`: until when, by the IDs of such lists.
 */
export async function refreshLists(
  deps: RefreshDeps & Pick<Deps, 'log'>,
  stopping?: AbortSignal,
  failed = new Map<string, number>(),
): Promise<void> {
  for (;;) {
    for (const [id, until] of failed) if (until <= deps.clock.now()) failed.delete(id);
    const lists = await listsToRefresh(deps.database.db, LISTS_AT_ONCE, [...failed.keys()]);
    if (lists.length === 0) return;
    for (const { id, account_id: accountId } of lists) {
      if (stopping?.aborted) return;
      try {
        await runHeavy(accountId, () => refreshPart(deps, accountId, id));
      } catch (error) {
        failed.set(id, deps.clock.now() + RETRY_MS);
        deps.log.error({ err: error, list: id }, 'could not compute the rows of a list');
      }
    }
  }
}
