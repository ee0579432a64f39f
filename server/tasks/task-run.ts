import type { GateAccount } from '#contract/access.ts';
import { CallError } from '#contract/errors.ts';
import { RUNNING_TASKS_PER_ACCOUNT } from '#contract/limits.ts';
import { plural } from '#contract/plural.ts';
import { isRunning, type StopReason, type TaskStatus, type TaskType } from '#contract/tasks.ts';
import { findGateAccount, lockGateAccount } from '../accounts/account.ts';
import { canPay, lockCredits, requirePayer } from '../api-keys/payer.ts';
import type { Deps } from '../deps.ts';
import { type KeyClaim, once } from '../idempotency/idempotency.ts';
import { runHeavy } from '../platform/database/database-turns.ts';
import { type Tx, transaction } from '../platform/database/db.ts';
import { assertRoom } from '../platform/disk/disk-space.ts';
import { rowsDeleted } from './delete-rows.ts';
import { isRestFree } from './free-items.ts';
import { openShardQueue, queueFirstShards, type ShardQueue } from './shards/shard-queue.ts';
import { assertWaiting } from './storage-limits.ts';
import {
  findOwner,
  findTask,
  lockTask,
  markEnded,
  markQueuedAgain,
  runningOrQueued,
  setCap,
  type TaskRecord,
} from './store.ts';
import { tellTaskEnd } from './task-end-event.ts';
import { mailTaskEnd } from './task-end-mail.ts';
import type { TaskTool, TaskTools } from './task-tool.ts';
import { isResumable } from './task-view.ts';
import { currentRound, markProcessing, overdueTasks } from './work-store.ts';

type LockedAccount = GateAccount & { id: string };

/** How a run ends. */
export interface RunEnd {
  status: Extract<TaskStatus, 'completed' | 'failed' | 'timeout' | 'cancelled'>;
  stopReason: StopReason | null;
}

/** A run whose first items are free starts, and ends at the first one that isn't. */
const FREE_ITEMS_CHECKED = 100;

/** What the functions below need. */
export type RunDeps = Pick<Deps, 'config' | 'clock' | 'database' | 'queue' | 'secrets' | 'turns'> & {
  taskTools: TaskTools;
};

/** The tool for a type of task. Throws if this version has none. */
export function taskTool({ taskTools }: Pick<RunDeps, 'taskTools'>, type: TaskType): TaskTool {
  const tool = taskTools.get(type);
  if (!tool) throw new Error(`There is no tool for ${type} tasks.`);
  return tool;
}

/**
 * Starts queued tasks while fewer than RUNNING_TASKS_PER_ACCOUNT run. Ends a queued task if the account has
 * no credits, or its API key no budget, unless the next items of it are free. The account's row is
 * locked.
 */
export async function startQueued(
  tx: Tx,
  deps: RunDeps,
  shards: ShardQueue,
  account: LockedAccount,
): Promise<void> {
  const at = new Date(deps.clock.now());
  const tasks = await runningOrQueued(tx, account.id);
  let running = tasks.filter(({ status }) => status === 'processing').length;
  for (const task of tasks) {
    if (task.status !== 'queued') continue;
    const credits = await lockCredits(tx, { account, apiKeyId: task.api_key_id }, at);
    const lack = credits.ofAccount === 0 ? 'credits' : credits.ofKey === 0 ? 'budget' : null;
    const tool = taskTool(deps, task.type);
    if (lack && !(await isRestFree(tx, account.id, tool, task.id, at, FREE_ITEMS_CHECKED))) {
      const end: RunEnd = { status: 'cancelled', stopReason: lack };
      await markEnded(tx, task.id, { ...end, at });
      await mailTaskEnd(tx, { accountId: account.id, taskId: task.id, end, at });
      await tellTaskEnd(tx, tool, task, end);
      await tool.keeper?.ranOut(tx, task.id, { reason: lack, left: 0 }, at);
    } else if (running < RUNNING_TASKS_PER_ACCOUNT) {
      running += 1;
      await beginRun(tx, deps, shards, task);
    }
  }
}

async function beginRun(tx: Tx, deps: RunDeps, shards: ShardQueue, task: TaskRecord): Promise<void> {
  // From the current round on, so that an old task has no advantage and a resumed one no disadvantage.
  const round = await currentRound(tx);
  await markProcessing(tx, task.id, { at: new Date(deps.clock.now()), round });
  await queueFirstShards(tx, deps, shards, { task, tool: taskTool(deps, task.type), round });
}

/**
 * Ends a run and starts queued tasks. The rows of account and task are locked. Workers drop the remaining
 * jobs.
 */
export async function endRun(
  tx: Tx,
  deps: RunDeps,
  shards: ShardQueue,
  account: LockedAccount,
  taskId: string,
  end: RunEnd,
): Promise<void> {
  const at = new Date(deps.clock.now());
  await markEnded(tx, taskId, { ...end, at });
  await mailTaskEnd(tx, { accountId: account.id, taskId, end, at });
  const task = await findTask(tx, account.id, taskId);
  if (task) await tellTaskEnd(tx, taskTool(deps, task.type), task, end);
  await startQueued(tx, deps, shards, account);
}

/** The account that pays for a task, its row locked until the transaction ends. */
export async function lockPayer(
  tx: Tx,
  deps: Pick<Deps, 'config'>,
  accountId: string,
): Promise<LockedAccount | null> {
  const account = await lockGateAccount(tx, deps.config, accountId);
  return account && { ...account, id: accountId };
}

/**
 * Locks an account, then one of its tasks, in the order of every transaction. null if the account has no such
 * task.
 */
export async function lockAccountAndTask(
  tx: Tx,
  deps: Pick<Deps, 'config'>,
  accountId: string,
  taskId: string,
): Promise<{ account: LockedAccount; task: TaskRecord } | null> {
  const account = await lockPayer(tx, deps, accountId);
  const task = account ? await lockTask(tx, taskId) : undefined;
  return account && task?.account_id === accountId ? { account, task } : null;
}

/** Stops a task. Its rows stay, and it can be resumed. An ended task doesn't change. */
export async function cancelTask(deps: RunDeps, accountId: string, taskId: string): Promise<TaskRecord> {
  const shards = await openShardQueue(deps);
  return transaction(deps.database.db, async (tx) => {
    const locked = await lockAccountAndTask(tx, deps, accountId, taskId);
    if (!locked) throw new CallError('not_found');
    if (isRunning(locked.task.status)) {
      const { account, task } = locked;
      await endRun(tx, deps, shards, account, taskId, { status: 'cancelled', stopReason: 'user' });
      await taskTool(deps, task.type).keeper?.stopped(tx, taskId, new Date(deps.clock.now()));
    }
    return currentTask(tx, accountId, taskId);
  });
}

/** Stops all tasks of an account that is being disabled, whose row is locked. They can be resumed later. */
export async function stopTasks(tx: Tx, accountId: string, at: Date): Promise<void> {
  for (const task of await runningOrQueued(tx, accountId)) {
    await markEnded(tx, task.id, { status: 'cancelled', stopReason: 'user', at });
  }
}

/**
 * Continues a stopped task as a new run, paid by the API key that resumes it, with another cap if one is given. A running task doesn't change. Throws CallError without access or
 * pending items, and for a cap below what the task has cost so far.
 */
export async function resumeTask(
  deps: RunDeps,
  accountId: string,
  taskId: string,
  claim: KeyClaim | null,
  { apiKeyId = null, cap }: { apiKeyId?: string | null; cap?: number | null | undefined } = {},
): Promise<TaskRecord> {
  const shards = await openShardQueue(deps);
  const restIsFree = await checkRestFree(deps, accountId, taskId, apiKeyId);
  return transaction(deps.database.db, async (tx) => {
    const locked = await lockAccountAndTask(tx, deps, accountId, taskId);
    if (!locked) throw new CallError('not_found');
    const { account, task } = locked;
    await once(tx, claim, async () => {
      if (isRunning(task.status)) return taskId;
      if (task.rows_deleted_at) throw rowsDeleted(task.rows_deleted_at);
      if (!isResumable(task)) {
        throw new CallError('conflict', 'Every item of this task is done. There is nothing to resume.');
      }
      assertCap(task, cap);
      await requirePayer(tx, deps, { account, apiKeyId }, { free: restIsFree });
      assertRoom(deps.database.space);
      assertWaiting(deps.config, (await runningOrQueued(tx, accountId)).length);
      const { keeper } = taskTool(deps, task.type);
      const agreed = keeper ? await keeper.resumed(tx, task, cap) : cap;
      if (agreed !== undefined) await setCap(tx, taskId, agreed);
      await markQueuedAgain(tx, taskId, apiKeyId);
      await startQueued(tx, deps, shards, account);
      return taskId;
    });
    return currentTask(tx, accountId, taskId);
  });
}

/** Throws `validation_failed` for a new cap that a task has exceeded already. */
function assertCap({ credits_used, credits_included }: TaskRecord, cap: number | null | undefined): void {
  const cost = credits_used + credits_included;
  if (typeof cap === 'number' && cap < cost)
    throw new CallError(
      'validation_failed',
      `This task has cost ${plural(cost, 'credit')} so far. Set a higher limit.`,
    );
}

/**
 * Ends runs that used up their time budget. A task whose run settled items continues in a next run, right after
 * the earlier tasks of its account, as long as the credits last. Otherwise, and if a synchronous
 * caller waits for the task, it ends and can be resumed.
 */
export async function endOverdue(deps: RunDeps): Promise<void> {
  const shards = await openShardQueue(deps);
  const budgetMs = deps.config.TASK_TIME_BUDGET_MS;
  for (const { id, account_id } of await overdueTasks(deps.database.db, budgetMs)) {
    await transaction(deps.database.db, async (tx) => {
      const locked = await lockAccountAndTask(tx, deps, account_id, id);
      if (locked?.task.status !== 'processing' || locked.task.worked_ms < budgetMs) return;
      const { account, task } = locked;
      if (task.may_wait && task.processed > task.processed_before_run) {
        await markQueuedAgain(tx, id, task.api_key_id);
        await startQueued(tx, deps, shards, account);
      } else await endRun(tx, deps, shards, account, id, { status: 'timeout', stopReason: 'time' });
    });
  }
}

/** Ends a run as failed. */
export async function failRun(deps: RunDeps, taskId: string, runNo: number): Promise<void> {
  const shards = await openShardQueue(deps);
  const owner = await findOwner(deps.database.db, taskId);
  if (!owner) return;
  const { accountId } = owner;
  await transaction(deps.database.db, async (tx) => {
    const locked = await lockAccountAndTask(tx, deps, accountId, taskId);
    if (locked?.task.status !== 'processing' || locked.task.run_no !== runNo) return;
    await endRun(tx, deps, shards, locked.account, taskId, { status: 'failed', stopReason: null });
  });
}

/** Before a transaction, because it reads all items that are left: whether the account needs this to resume a task. */
async function checkRestFree(
  deps: RunDeps,
  accountId: string,
  taskId: string,
  apiKeyId: string | null,
): Promise<boolean> {
  const { db } = deps.database;
  const task = await findTask(db, accountId, taskId);
  const account = await findGateAccount(db, deps.config, accountId);
  if (!task || !account || !isResumable(task)) return false;
  const tool = taskTool(deps, task.type);
  if (await canPay(db, deps, { account, apiKeyId })) return false;
  return runHeavy(accountId, () => isRestFree(db, accountId, tool, taskId, new Date(deps.clock.now())));
}

async function currentTask(tx: Tx, accountId: string, taskId: string): Promise<TaskRecord> {
  const task = await findTask(tx, accountId, taskId);
  if (!task) throw new CallError('not_found');
  return task;
}
