import { CallError } from '#contract/errors.ts';
import type { ListView } from '#contract/lists.ts';
import { isRunning } from '#contract/tasks.ts';
import { isKeyActive } from '../../api-keys/api-keys.ts';
import type { Deps } from '../../deps.ts';
import type { Session } from '../../http/context.ts';
import { every } from '../../platform/every.ts';
import { findOwnTask, spentOnTasks } from '../../tasks/own-tasks.ts';
import type { TaskTools } from '../../tasks/task-tool.ts';
import { changeAndView, type ListDeps } from '../lists.ts';
import { autoRunsSince, findLatestRun } from '../run-store.ts';
import {
  claimAutoRun,
  findList,
  type ListRecord,
  listsToRun,
  releaseAutoRun,
  storeAutoCap,
} from '../store.ts';
import { startRun } from './start-run.ts';

type AutoRunDeps = Deps & { taskTools: TaskTools };

const CHECK_MS = 10_000;
/** Lists that one check starts runs for. */
const LISTS_PER_CHECK = 20;

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
  return every(CHECK_MS, async () => {
    try {
      await runNewRows(deps);
    } catch (error) {
      deps.log.error({ err: error }, 'could not look for lists with new rows');
    }
  });
}

/** Starts a run in each list that runs by itself and has changed since the last look, unless one is going on there. */
export async function runNewRows(deps: AutoRunDeps): Promise<void> {
  for (const list of await listsToRun(deps.database.db, LISTS_PER_CHECK)) {
    try {
      await runList(deps, list);
    } catch (error) {
      // Nothing to run, no credits or no access: the next change of the list is looked at again.
      if (error instanceof CallError && error.status < 500 && error.code !== 'rate_limited') continue;
      await releaseAutoRun(deps.database.db, list);
      deps.log.warn({ err: error, list: list.id }, 'a list could not run its new rows, and is tried again');
    }
  }
}

async function runList(deps: AutoRunDeps, list: ListRecord): Promise<void> {
  const { db } = deps.database;
  const latest = await findLatestRun(db, list.id);
  const task = latest === undefined ? undefined : await findOwnTask(db, list.account_id, latest);
  if (task && isRunning(task.status)) return;
  if (!(await claimAutoRun(db, list))) return;
  const current = await findList(db, list.account_id, list.id);
  const [type] = [...deps.taskTools.values()].flatMap(({ keeper, definition }) =>
    keeper ? [definition.task.type] : [],
  );
  if (!current || current.auto_cap === null || type === undefined) return;
  const { auto_key_id: keyId } = current;
  if (keyId !== null && !(await isKeyActive(deps, current.account_id, keyId))) {
    await storeAutoCap(db, current.id, { cap: null, keyId: null });
    return;
  }
  const spent = await spentOnTasks(db, await autoRunsSince(db, list.id, monthStart(deps.clock.now())));
  const cap = current.auto_cap - spent;
  if (cap <= 0) return;
  await startRun(
    deps,
    { accountId: list.account_id, ...(keyId === null ? {} : { apiKey: { id: keyId, scopes: [] } }) },
    current,
    { cells: 'empty', search: '', cap },
    { type, claim: null, auto: true },
  );
}

function monthStart(now: number): Date {
  const date = new Date(now);
  return new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1));
}
