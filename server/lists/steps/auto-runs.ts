import { isUnlimited } from '#contract/access.ts';
import { CallError } from '#contract/errors.ts';
import { RUN_CELLS_MAX } from '#contract/list-runs.ts';
import type { ListView } from '#contract/lists.ts';
import { findGateAccount } from '../../accounts/account.ts';
import { isKeyActive } from '../../api-keys/api-keys.ts';
import { isRefusal } from '../../api-keys/payer.ts';
import type { Deps } from '../../deps.ts';
import type { Session } from '../../http/context.ts';
import { assertRoom } from '../../platform/disk/disk-space.ts';
import { every } from '../../platform/every.ts';
import { runningTasks } from '../../tasks/own-tasks.ts';
import { assertFits, isStorageRefusal } from '../../tasks/storage-limits.ts';
import type { TaskTools } from '../../tasks/task-tool.ts';
import {
  claimLook,
  nextListToRun,
  restUntil,
  storeAutoCap,
  storeNothingToRun,
  storeWait,
  waitForRun,
} from '../auto-run-store.ts';
import { changeAndView, type ListDeps } from '../lists.ts';
import { findLatestRun } from '../run-store.ts';
import { findList, type ListRecord } from '../store.ts';
import { creditsOfMonth, endWaits, isRunning, lackOfCredits } from './auto-run-waits.ts';
import { startRun } from './start-run.ts';

/** `cellsOfRun`: the most cells that a run works; default: as many as any. */
type AutoRunDeps = Deps & { taskTools: TaskTools; cellsOfRun?: number };

const CHECK_MS = 2000;
/** Lists that a server looks at at the same time, each of another account. */
const LOOKS_AT_ONCE = 4;
/** How long a list rests that could not be run for another reason than its rows or its credits. */
const REST_MS = 60_000;

/**
 * Lets a list run its new rows by itself, for at most `cap` credits a month; null: only when a person starts a run. The API key
 * that sets it pays, too.
 */
export function setAutoRun(
  deps: ListDeps,
  { accountId, apiKey }: Pick<Session, 'accountId' | 'apiKey'>,
  { id, cap }: { id: string; cap: number | null },
): Promise<ListView> {
  return changeAndView(deps, accountId, id, (tx) => storeAutoCap(tx, id, { cap, keyId: apiKey?.id ?? null }));
}

/** Starts runs for lists with new rows until it is stopped. Several servers can do so: one of them starts each run. */
export function startAutoRuns(deps: AutoRunDeps): () => Promise<void> {
  const busy = new Map<string, Promise<void>>();
  const stop = every(CHECK_MS, async (stopping) => {
    try {
      await startLooks({ ...deps, stopping }, busy);
    } catch (error) {
      deps.log.error({ err: error }, 'could not look for lists with new rows');
    }
  });
  return async () => {
    await stop();
    await Promise.all(busy.values());
  };
}

/** Starts runs for the lists whose turn it is: at most one of each account, and of a few accounts. */
export async function runNewRows(deps: AutoRunDeps): Promise<void> {
  const busy = new Map<string, Promise<void>>();
  await startLooks(deps, busy);
  await Promise.all(busy.values());
}

/**
 * Starts looks, without waiting for them, so that a long list holds up no other account. `busy`: those of accounts that go on.
 * After `deps.stopping`, none starts, and a run that still reads its list isn't started.
 */
async function startLooks(deps: AutoRunDeps, busy: Map<string, Promise<void>>): Promise<void> {
  await endWaits(deps);
  const tried = new Set(busy.keys());
  while (busy.size < LOOKS_AT_ONCE && !deps.stopping.aborted) {
    const list = await nextListToRun(deps.database.db, new Date(deps.clock.now()), [...tried]);
    if (!list) return;
    const { account_id: accountId } = list;
    tried.add(accountId);
    const look = lookAt(deps, list).finally(() => busy.delete(accountId));
    busy.set(accountId, look);
  }
}

async function lookAt(deps: AutoRunDeps, list: ListRecord): Promise<void> {
  const { db } = deps.database;
  try {
    if (await claimLook(db, list, new Date(deps.clock.now()))) await runList(deps, list);
  } catch (error) {
    // Nothing to run: the next change of the list is looked at again.
    if (error instanceof CallError && ['unprocessable', 'validation_failed'].includes(error.code))
      return storeNothingToRun(db, list);
    if (isRefusal(error)) {
      const wait = await lackOfCredits(deps, list);
      if (wait) return storeWait(db, list.id, wait, { after: null, now: new Date(deps.clock.now()) });
    }
    if (isStorageRefusal(error)) {
      const now = new Date(deps.clock.now());
      return storeWait(db, list.id, { reason: 'storage', credits: null }, { after: null, now });
    }
    // Another server has started a run, or a person stopped one.
    if (error instanceof CallError && error.code === 'conflict') return;
    // Its next look is due.
    if (deps.stopping.aborted) return;
    deps.log.warn({ err: error, list: list.id }, 'a list could not run its new rows, and is tried again');
    await restUntil(db, list.id, new Date(deps.clock.now() + REST_MS));
  }
}

async function runList(deps: AutoRunDeps, { id, account_id: accountId }: ListRecord): Promise<void> {
  const { db } = deps.database;
  const latest = await findLatestRun(db, id);
  if (latest !== undefined && (await runningTasks(db, [latest])).size > 0)
    return waitForRun(db, id, { taskId: latest });
  const list = await findList(db, accountId, id);
  const [type] = [...deps.taskTools.values()].flatMap(({ keeper, definition }) =>
    keeper ? [definition.task.type] : [],
  );
  if (!list || list.auto_cap === null || type === undefined) return;
  const { auto_key_id: keyId } = list;
  if (keyId !== null && !(await isKeyActive(deps, accountId, keyId)))
    return storeAutoCap(db, id, { cap: null, keyId: null });
  const at = new Date(deps.clock.now());
  if ((await creditsOfMonth(db, list, at)) <= 0)
    return storeWait(db, id, { reason: 'cap', credits: null }, { after: null, now: at });
  // Before all its rows are read.
  const lack = await lackOfCredits(deps, list);
  if (lack) return storeWait(db, id, lack, { after: null, now: at });
  assertRoom(deps.database.space);
  const account = await findGateAccount(db, deps.config, accountId);
  const paid = account !== null && isUnlimited(account);
  await assertFits(db, deps.config, { id: accountId, paid }, { items: 1, bytes: 0 });
  await startRun(
    deps,
    { accountId, ...(keyId === null ? {} : { apiKey: { id: keyId, scopes: [] } }) },
    list,
    { cells: 'empty', search: '' },
    {
      type,
      claim: null,
      stopping: deps.stopping,
      auto: {
        at,
        most: deps.cellsOfRun ?? RUN_CELLS_MAX,
        admit: async (tx, taskId, more) => {
          const now = await findList(tx, accountId, id);
          const isFree = now && now.auto_cap !== null && now.auto_run === null && now.auto_wait === null;
          if (!isFree || (await isRunning(tx, id, at)))
            throw new CallError('conflict', 'The list runs already, or not by itself anymore.');
          const left = await creditsOfMonth(tx, now, at);
          if (left <= 0) throw new CallError('conflict', 'The credits of the month are used up.');
          // The rest is looked at when it has ended.
          await waitForRun(tx, id, { taskId, ...(more ? {} : { version: Number(list.version) }) });
          return left;
        },
      },
    },
  );
}
