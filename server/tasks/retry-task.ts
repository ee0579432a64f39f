import { CallError } from '#contract/errors.ts';
import type { TaskSave } from '#contract/task-save.ts';
import { isRunning } from '#contract/tasks.ts';
import { findResult, type KeyClaim } from '../idempotency/idempotency.ts';
import { runHeavy } from '../platform/database/database-turns.ts';
import { rowsDeleted } from './delete-rows.ts';
import { ownKeysOf } from './item-keys.ts';
import { itemsAt, retryableItems } from './item-store.ts';
import { isOptedOutInput } from './opted-out-inputs.ts';
import { startTask } from './start-task.ts';
import { findTask, type TaskRecord } from './store.ts';
import { type RunDeps, taskTool } from './task-run.ts';

const NOTHING_FAILED = 'No item of this task failed. There is nothing to run again.';
const ALL_FINAL =
  'There is nothing to run again. The failed items would fail the same way, such as lines that are no address and domains that do not exist.';
const ALL_OPTED_OUT =
  'There is nothing to run again. The people or companies in these rows asked not to be listed.';

/** `hasOwnColumns`: the list that the earlier task was started with has columns of its own. */
export type PrepareSaveAgain = (
  earlier: TaskRecord,
  list: { hasOwnColumns: boolean },
) => Promise<TaskSave | null>;

/** Who runs failed items again. */
interface Retrier {
  accountId: string;
  /** the API key whose budget pays; null for a person */
  apiKeyId: string | null;
  claim: KeyClaim | null;
  /** positions of the items to run; default: the failed ones that can succeed */
  selected?: readonly number[] | undefined;
  /** credits that the new task may cost; null for no limit. Default: as many as the first one */
  cap?: number | null | undefined;
  /** Says how the results of a task that runs items of `earlier` again get to a list. Default: they don't */
  prepareSave?: PrepareSaveAgain | undefined;
}

/**
 * Starts a new task with some items of a stopped one: the selected ones, or the failed or unknown ones that can succeed
 * in another try, not dead domains, bad input or someone who opted out. It has the same options and
 * the list's own columns, and costs at most as much as that one could; its CSV leaves out the other rows of the list. A repeated request with the same key
 * returns the first one's task. Throws CallError if there is nothing to run, and like `startTask`.
 */
export async function retryFailed(
  deps: RunDeps,
  taskId: string,
  { accountId, apiKeyId, claim, selected, cap, prepareSave }: Retrier,
): Promise<TaskRecord> {
  const { db } = deps.database;
  const earlier = await findResult(db, claim);
  const started = earlier === null ? undefined : await findTask(db, accountId, earlier);
  if (started) return started;
  const task = await findTask(db, accountId, taskId);
  if (!task) throw new CallError('not_found');
  if (isRunning(task.status))
    throw new CallError('conflict', 'This task is still running. Wait until it ends.');
  if (task.rows_deleted_at) throw rowsDeleted(task.rows_deleted_at);
  const found = await runHeavy(accountId, () =>
    selected ? itemsAt(db, taskId, selected) : retryableItems(db, taskId, task.total),
  );
  if (selected && found.length < selected.length)
    throw new CallError('validation_failed', 'The task has no such rows. Select rows of this task.');
  const items = found.filter(({ input }) => !isOptedOutInput(input));
  if (items.length === 0) {
    if (found.length > 0) throw new CallError('conflict', ALL_OPTED_OUT);
    throw new CallError('conflict', task.failed > 0 ? ALL_FINAL : NOTHING_FAILED);
  }
  const tool = taskTool(deps, task.type);
  const positions = items.map(({ position }) => position);
  const { keys, attached } = await runHeavy(accountId, async () => ({
    keys: await ownKeysOf(db, taskId, positions),
    attached: await tool.attachedTo(db, taskId, positions),
  }));
  const which = ` (${selected ? 'selected' : tool.definition.task.failedLabel.toLowerCase()} rows)`;
  return startTask(deps, {
    accountId,
    type: task.type,
    inputs: items.map(({ input }) => tool.retriedInput?.(input) ?? input),
    keys,
    options: task.options,
    cap: cap === undefined ? task.cap : cap,
    prepareSave: prepareSave && (() => prepareSave(task, { hasOwnColumns: attached.attach !== undefined })),
    claim,
    apiKeyId,
    name: task.name && (task.name.endsWith(which) ? task.name : task.name + which),
    ...attached,
  });
}
