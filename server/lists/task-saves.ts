import { CallError } from '#contract/errors.ts';
import type { TaskSave } from '#contract/task-save.ts';
import type { Deps } from '../deps.ts';
import { runHeavy } from '../platform/database/database-turns.ts';
import type { Db } from '../platform/database/db.ts';
import type { StoredSave } from '../platform/database/tables/task-tables.ts';
import { every } from '../platform/every.ts';
import {
  changeSave,
  type HeldSave,
  holdSave,
  nextTaskToSave,
  releaseSaves,
  type TaskToSave,
} from '../tasks/held-saves.ts';
import type { ListDeps } from './lists.ts';
import { type SaveProgress, saveTask } from './save-task.ts';
import { savedSoFar } from './saved-so-far.ts';
import { findList } from './store.ts';

type SaveDeps = Deps & ListDeps;

const CHECK_MS = 2000;
/** Accounts whose results a server saves at the same time. */
const ACCOUNTS_AT_ONCE = 2;
/** How long one process has a task, from its start or its last step on: longer than a list takes to be read. */
const LEASE_MS = 5 * 60_000;
/** After a failure of ours. */
const RETRY_MS = 60_000;
/** While the account is disabled. */
const DISABLED_RETRY_MS = 3_600_000;
/** After the end of the task. */
const TRIED_FOR_MS = 6 * 3_600_000;
const NOT_SAVED = 'The server could not save these results.';
const LIST_GONE = 'The list was deleted before all results were saved to it.';

/** What a server is at. */
interface Work {
  /** the saves that go on, by account */
  busy: Map<string, Promise<void>>;
  /** accounts that wait until all others had a turn, too */
  served: Set<string>;
  /** Looks for the next one. */
  wake?: () => void;
}

/**
 * Saves the results of tasks to lists as their starts asked for, once the tasks have ended, until it is stopped. Several servers
 * can do so: one of them has each task.
 */
export async function startTaskSaves(deps: SaveDeps): Promise<() => Promise<void>> {
  if (deps.config.embedded) await releaseSaves(deps.database.db);
  const work: Work = { busy: new Map(), served: new Set() };
  const stop = every(
    deps.testing?.pollMs ?? CHECK_MS,
    async (stopping) => {
      try {
        await startSaves({ ...deps, stopping }, work);
      } catch (error) {
        deps.log.error({ err: error }, 'could not look for results to save to lists');
      }
    },
    (wake) => {
      work.wake = wake;
      return () => {};
    },
  );
  return async () => {
    await stop();
    await Promise.all(work.busy.values());
  };
}

/** Saves the results of all tasks that have ended. */
export async function saveEndedTasks(deps: SaveDeps): Promise<void> {
  const work: Work = { busy: new Map(), served: new Set() };
  const next = () => nextTaskToSave(deps.database.db, new Date(deps.clock.now()), []);
  while (!deps.stopping.aborted && (await next())) {
    await startSaves(deps, work);
    await Promise.all(work.busy.values());
  }
}

/**
 * Starts saves without waiting for them, so that a long one holds up no other account: one of an account, and its next one after
 * those of all others.
 */
async function startSaves(deps: SaveDeps, work: Work): Promise<void> {
  const { busy, served } = work;
  while (busy.size < ACCOUNTS_AT_ONCE && !deps.stopping.aborted) {
    const without = new Set([...served, ...busy.keys()]);
    const task = await nextTaskToSave(deps.database.db, new Date(deps.clock.now()), [...without]);
    if (!task && served.size === 0) return;
    if (!task) {
      served.clear();
      continue;
    }
    const { account_id: accountId } = task;
    served.add(accountId);
    // Not in a turn of the account (`deps.turns`), in which its starts would wait until all rows are saved.
    const save = runHeavy(accountId, () => carryOut(deps, task))
      .finally(() => busy.delete(accountId))
      .then(() => work.wake?.())
      .catch((error: unknown) => {
        // It is tried again when the lease ends.
        deps.log.error({ err: error, task: task.id }, 'could not end a save');
      });
    busy.set(accountId, save);
  }
}

async function carryOut(deps: SaveDeps, task: TaskToSave): Promise<void> {
  const { db } = deps.database;
  const lease = () => new Date(deps.clock.now() + LEASE_MS);
  const held = await holdSave(db, task, lease());
  if (!held) return;
  const { account_id: accountId } = task;
  let save = task.save;
  const progress: SaveProgress = {
    listName: (now) => presentName(now, accountId, save),
    async note(tx, list, total) {
      deps.stopping.throwIfAborted();
      const noted = savedSoFar(task, list, total);
      const next = lease();
      if (!(await changeSave(tx, held, { save: noted, save_at: next }))) throw new TakenOver();
      save = noted;
      held.until = next;
    },
  };
  const end = ({ earlier, ...ended }: StoredSave) => changeSave(db, held, { save: ended, save_at: null });
  try {
    const { name, rows, per, perCompany } = save;
    const { list, ...total } = await saveTask(
      deps,
      accountId,
      { taskId: task.id, name, rows, per, perCompany, since: task.save_since },
      progress,
    );
    await end({ ...savedSoFar(task, list, total), state: 'done' });
  } catch (error) {
    if (error instanceof TakenOver) return;
    const problem = finalProblem(deps, error, task);
    // The list was deleted after it had the results, or these people opted out.
    if (problem !== null && task.save_since && isGoneOrNothing(error)) return void (await end(save));
    if (problem !== null) await end({ ...save, state: 'failed', problem });
    else await tryAgain(deps, held, error);
  }
}

/** The task was resumed, or another process saves its results. */
class TakenOver extends Error {}

function isGoneOrNothing(error: unknown): boolean {
  return error instanceof CallError && ['conflict', 'unprocessable'].includes(error.code);
}

async function presentName(db: Db, accountId: string, { listId, name }: TaskSave): Promise<string> {
  if (listId === null) return name;
  const list = await findList(db, accountId, listId);
  if (!list) throw new CallError('conflict', LIST_GONE);
  return list.name;
}

/** Why a save failed for good, as a sentence; null if another try can succeed. */
function finalProblem({ clock, stopping }: SaveDeps, error: unknown, task: TaskToSave): string | null {
  if (stopping.aborted) return null;
  const ours = !(error instanceof CallError) || error.status >= 500;
  // The account may be enabled again.
  if (!ours && !['rate_limited', 'not_authenticated'].includes(error.code)) return error.message;
  const endedAt = (task.save_since ?? task.finished_at)?.getTime() ?? 0;
  return clock.now() - endedAt > TRIED_FOR_MS ? NOT_SAVED : null;
}

async function tryAgain(deps: SaveDeps, held: HeldSave, error: unknown): Promise<void> {
  const { aborted } = deps.stopping;
  if (!aborted) deps.log.warn({ err: error, task: held.taskId }, 'saving results to a list is tried again');
  const isDisabled = error instanceof CallError && error.code === 'not_authenticated';
  const waitMs = isDisabled ? DISABLED_RETRY_MS : RETRY_MS;
  // After a stop, the next start goes on at once.
  await changeSave(deps.database.db, held, { save_at: new Date(deps.clock.now() + (aborted ? 0 : waitMs)) });
}
