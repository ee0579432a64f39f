import { randomUUID } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type GateAccount, isUnlimited, spendable } from '#contract/access.ts';
import { cutText } from '#contract/cut-text.ts';
import { CallError } from '#contract/errors.ts';
import type { StartWebhook } from '#contract/start-webhook.ts';
import type { TaskSave } from '#contract/task-save.ts';
import type { TaskOptions, TaskType } from '#contract/tasks.ts';
import { findGateAccount } from '../accounts/account.ts';
import { isRefusal, requirePayer } from '../api-keys/payer.ts';
import type { Deps } from '../deps.ts';
import { findResult, type KeyClaim, once } from '../idempotency/idempotency.ts';
import { runHeavy } from '../platform/database/database-turns.ts';
import { type Db, type Tx, transaction } from '../platform/database/db.ts';
import { assertRoom } from '../platform/disk/disk-space.ts';
import { addStartWebhook, assertStartWebhook } from '../webhooks/start-webhooks.ts';
import { isSampleList, unpaidItems } from './free-items.ts';
import { insertItems } from './item-store.ts';
import { deleteIfAbandoned, insertList, markListStarted } from './list-store.ts';
import { insertSearchText } from './search-text.ts';
import { planShards } from './shards/plan-shards.ts';
import { openShardQueue } from './shards/shard-queue.ts';
import { assertFits } from './storage-limits.ts';
import { findTask, insertTask, type TaskRecord } from './store.ts';
import { lockPayer, type RunDeps, startQueued, taskTool } from './task-run.ts';
import type { StoredInputs, TaskTool } from './task-tool.ts';

export interface TaskRequest {
  accountId: string;
  /** the API key that starts it, whose budget it spends */
  apiKeyId?: string | null;
  type: TaskType;
  /** one item each, distinct */
  inputs: readonly string[];
  /** keys of the caller for each item */
  keys?: readonly (readonly string[])[] | undefined;
  claim: KeyClaim | null;
  /** Default: the first item is shown as the name. */
  name?: string | null;
  /** false: a synchronous caller waits for the task, so the tool skips long retries */
  mayWait?: boolean;
  /** what the person chose */
  options?: TaskOptions;
  /** the most that the task may cost, in credits */
  cap?: number | null | undefined;
  /**
   * Decides the cap in the transaction that starts the task, in which the account's row is locked. Throws CallError if it may not
   * start anymore.
   */
  admit?: ((tx: Tx, taskId: string) => Promise<number>) | undefined;
  /** an address that is told how the task ends */
  webhook?: StartWebhook | undefined;
  /** Says how the results get to a list when the task ends; null: they don't, as by default. Throws CallError if they can't. */
  prepareSave?: (() => Promise<TaskSave | null>) | undefined;
  /** of the data that `attach` stores */
  attachedBytes?: number;
  /** stores more data of the task before it starts */
  attach?: (db: Db, taskId: string, list: StoredInputs) => Promise<void>;
}

/** Of the first item, which names the task. */
const FIRST_ITEM_MAX_CHARS = 200;
/** Items per statement. Other work can use the database and the event loop in between. */
const ITEMS_PER_INSERT = 250;

/**
 * Starts a task, or returns the one that an earlier request with the same Idempotency-Key started. Items and
 * attachments are stored first, in parts. Access check, task and jobs are one transaction at the end; if it
 * fails, everything is deleted. The tasks of an account start one after the other, and those beyond
 * RUNNING_TASKS_PER_ACCOUNT are queued. Throws CallError if the account has no access, or if its limits or the
 * disk have no room for the list.
 */
export function startTask(deps: RunDeps, request: TaskRequest): Promise<TaskRecord> {
  // Long lists of one account would fill the queue of the embedded database, where others wait for each of them.
  return deps.turns.run(request.accountId, () => storeAndStart(deps, request));
}

async function storeAndStart(deps: RunDeps, request: TaskRequest): Promise<TaskRecord> {
  const { db } = deps.database;
  const { accountId, apiKeyId = null, claim, inputs } = request;
  const before = await findResult(db, claim);
  if (before !== null) return getTask(db, accountId, before);
  assertRoom(deps.database.space);
  if (request.webhook) await assertStartWebhook(deps, accountId, request.webhook.url);
  const save = (await request.prepareSave?.()) ?? null;
  const tool = taskTool(deps, request.type);
  const wanted = { tool, inputs, apiKeyId };
  const payment = { ...wanted, unpaid: await findUnpaid(deps, accountId, wanted) };
  const shardNumbers = await planShards(inputs, tool.shardKey);
  const shards = await openShardQueue(deps);
  const listId = randomUUID();
  const at = new Date(deps.clock.now());
  const list = {
    items: inputs.length,
    bytes: inputBytes([...inputs, ...(request.keys ?? []).flat()]) + (request.attachedBytes ?? 0),
  };
  // Without access or room nothing is stored. Access is checked again when the list is complete.
  await transaction(db, async (tx) => {
    const account = await lockPayer(tx, deps, accountId);
    await requireListPayer(tx, deps, account, payment);
    const paid = account !== null && isUnlimited(account);
    await assertFits(tx, deps.config, { id: accountId, paid }, list);
    await insertList(tx, { id: listId, accountId, ...list, at });
  });
  let started: TaskRecord | null = null;
  try {
    await runHeavy(accountId, async () => {
      await storeItems(db, listId, request, shardNumbers);
      await request.attach?.(db, listId, { inputs, at });
    });
    started = await transaction(db, async (tx) => {
      const account = await lockPayer(tx, deps, accountId);
      const id = await once(tx, claim, async () => {
        await requireListPayer(tx, deps, account, payment);
        if (!account) throw new CallError('not_authenticated');
        // A request that took hours: the maintenance has deleted its items.
        if (!(await markListStarted(tx, listId))) throw new CallError('unavailable');
        const { type, name = null, mayWait = true, options = {} } = request;
        const cap = request.admit ? await request.admit(tx, listId) : (request.cap ?? null);
        const { itemLabel } = tool.definition.task;
        const firstItem = cutText(itemLabel(inputs[0] ?? ''), FIRST_ITEM_MAX_CHARS);
        const task = { id: listId, accountId: account.id, type, name, firstItem };
        await insertTask(tx, { ...task, total: inputs.length, mayWait, options, at, apiKeyId, cap, save });
        await insertSearchText(tx, { id: listId, name, inputs }, itemLabel);
        if (request.webhook)
          await addStartWebhook(tx, deps, { accountId, taskId: listId, ...request.webhook });
        await startQueued(tx, deps, shards, account);
        return listId;
      });
      return getTask(tx, accountId, id);
    });
    return started;
  } finally {
    if (started?.id !== listId) await deleteIfAbandoned(db, listId);
  }
}

function inputBytes(inputs: readonly string[]): number {
  return inputs.reduce((sum, input) => sum + Buffer.byteLength(input), 0);
}

async function storeItems(
  db: Db,
  listId: string,
  { inputs, keys }: Pick<TaskRequest, 'inputs' | 'keys'>,
  shardNumbers: readonly number[],
): Promise<void> {
  for (let from = 0; from < inputs.length; from += ITEMS_PER_INSERT) {
    const items = inputs.slice(from, from + ITEMS_PER_INSERT).map((input, index) => ({
      position: from + index,
      shard: shardNumbers[from + index] ?? 0,
      input,
      ...(keys?.[from + index]?.length ? { own_keys: keys[from + index] } : {}),
    }));
    await insertItems(db, listId, items);
    await nextTurn();
  }
}

async function getTask(db: Db, accountId: string, id: string): Promise<TaskRecord> {
  const task = await findTask(db, accountId, id);
  if (!task) throw new CallError('not_found');
  return task;
}

type GateDeps = Pick<Deps, 'config' | 'clock'>;

/** What an account wants to start, and which of it needs credits. */
interface PaidItems {
  tool: TaskTool;
  inputs: readonly string[];
  apiKeyId: string | null;
}

/**
 * Throws a 402 if the gate is closed, or if the credits or the budget of the API key don't cover the list.
 * Items that are free need no credits, so a list of only such items starts without any: `unpaid` has the others, as
 * `findUnpaid` found them, or is null if that doesn't matter. The tool's sample starts for every account.
 */
async function requireListPayer(
  tx: Tx,
  deps: GateDeps,
  account: GateAccount | null,
  list: PaidItems & { unpaid: readonly string[] | null },
): Promise<void> {
  if (account && isSampleList(list.tool, list.inputs)) return;
  try {
    await requireCredits(tx, deps, account, list, list.inputs);
  } catch (refusal) {
    if (!account || !isRefusal(refusal) || list.unpaid === null) throw refusal;
    await requireCredits(tx, deps, account, list, list.unpaid);
  }
}

/**
 * The items of a list that aren't free, if the account can't pay for the whole list; otherwise null. Reads in steps,
 * so it isn't part of the transaction that starts the task.
 */
async function findUnpaid(
  { database: { db }, ...deps }: GateDeps & Pick<Deps, 'database'>,
  accountId: string,
  list: PaidItems,
): Promise<readonly string[] | null> {
  const account = await findGateAccount(db, deps.config, accountId);
  try {
    await requireCredits(db, deps, account, list, list.inputs);
    return null;
  } catch (refusal) {
    if (!account || !isRefusal(refusal)) throw refusal;
    const now = new Date(deps.clock.now());
    return runHeavy(accountId, () => unpaidItems(db, accountId, list.tool, list.inputs, now));
  }
}

async function requireCredits(
  db: Db,
  deps: GateDeps,
  account: GateAccount | null,
  { tool, apiKeyId }: PaidItems,
  inputs: readonly string[],
): Promise<void> {
  await requirePayer(db, deps, { account, apiKeyId }, { free: inputs.length === 0 });
  const refusal = account && tool.creditRefusal?.(inputs, spendable(account));
  if (refusal) throw new CallError('access_denied', refusal);
}
