import { randomUUID } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { CallError } from '#contract/errors.ts';
import { MESSAGES } from '#contract/messages.ts';
import type { TaskType } from '#contract/tasks.ts';
import { toWebUrl } from '#contract/website.ts';
import { type KeyClaim, once, resultOf } from '../idempotency/idempotency.ts';
import { type Db, transaction } from '../platform/db.ts';
import { insertItems } from './item-store.ts';
import { deleteUnstarted, insertList } from './list-store.ts';
import { planShards } from './shards/plan-shards.ts';
import { openShardQueue } from './shards/shard-queue.ts';
import { findTask, insertTask, type TaskRecord } from './store.ts';
import { lockPayer, passGate, type RunDeps, startWaiting } from './task-run.ts';

export interface TaskRequest {
  accountId: string;
  type: TaskType;
  /** one item each, distinct */
  inputs: readonly string[];
  shardKey: (input: string) => string;
  claim: KeyClaim | null;
  /** false: somebody waits for the whole task, so it does not wait for others */
  mayWait?: boolean;
  /** stores more of what the task is made of, before it starts */
  attach?: (db: Db, taskId: string) => Promise<void>;
}

/** Items written in one statement; others get at the database and the event loop after each. */
const ITEMS_PER_INSERT = 250;
const LINES_PER_TURN = 500;
const LINES_NAMED = 5;
const LINE_SHOWN_CHARS = 100;
const MAX_INPUT_CHARS = 2048;

/**
 * Starts a task, or answers the one an earlier request with the same Idempotency-Key started. Its items and what is attached are
 * stored first, piece by piece; gate, task and jobs are one transaction at the end, and without it nothing is left. An account's
 * tasks beyond RUNNING_TASKS_PER_ACCOUNT wait.
 */
export async function startTask(deps: RunDeps, request: TaskRequest): Promise<TaskRecord> {
  const { db } = deps.database;
  const { accountId, claim, inputs } = request;
  const before = await resultOf(db, claim);
  if (before !== null) return taskOf(db, accountId, before);
  // Who is not let in has nothing stored; the gate is asked again when all of it is there.
  await transaction(db, async (tx) => passGate(deps, await lockPayer(tx, deps, accountId)));
  const shardOf = await planShards(inputs, request.shardKey);
  const shards = await openShardQueue(deps);
  const listId = randomUUID();
  const at = new Date(deps.clock.now());
  await insertList(db, { id: listId, accountId, at });
  let started: TaskRecord | null = null;
  try {
    await storeItems(db, listId, inputs, shardOf);
    await request.attach?.(db, listId);
    started = await transaction(db, async (tx) => {
      const account = await lockPayer(tx, deps, accountId);
      const id = await once(tx, claim, async () => {
        passGate(deps, account);
        if (!account) throw new CallError('not_authenticated');
        const { type, mayWait = true } = request;
        await insertTask(tx, { id: listId, accountId: account.id, type, total: inputs.length, mayWait, at });
        await startWaiting(tx, deps, shards, account);
        return listId;
      });
      return taskOf(tx, accountId, id);
    });
    return started;
  } finally {
    if (started?.id !== listId) await deleteUnstarted(db, listId);
  }
}

async function storeItems(
  db: Db,
  listId: string,
  inputs: readonly string[],
  shardOf: readonly number[],
): Promise<void> {
  for (let from = 0; from < inputs.length; from += ITEMS_PER_INSERT) {
    const items = inputs
      .slice(from, from + ITEMS_PER_INSERT)
      .map((input, index) => ({ position: from + index, shard: shardOf[from + index] ?? 0, input }));
    await insertItems(db, listId, items);
    await nextTurn();
  }
}

async function taskOf(db: Db, accountId: string, id: string): Promise<TaskRecord> {
  const task = await findTask(db, accountId, id);
  if (!task) throw new CallError('not_found');
  return task;
}

/**
 * The items of pasted lines (spec lead tools §5): identical addresses are one item. A line that is no web address stays one, to
 * come out as a failed row; where no line is one, the request is refused with the first of them named.
 */
export async function readUrlItems(lines: readonly string[]): Promise<string[]> {
  const items = new Set<string>();
  const invalid: { line: number; text: string }[] = [];
  let addresses = 0;
  for (const [index, raw] of lines.entries()) {
    if (index % LINES_PER_TURN === LINES_PER_TURN - 1) await nextTurn();
    const written = raw.replaceAll('\0', '').trim();
    if (!written) continue;
    const url = toWebUrl(written);
    if (url) addresses += 1;
    else invalid.push({ line: index + 1, text: written.slice(0, LINE_SHOWN_CHARS) });
    items.add(url ?? written.slice(0, MAX_INPUT_CHARS).toWellFormed());
  }
  if (items.size === 0) throw new CallError('validation_failed', MESSAGES.extraction.noUrls);
  if (addresses === 0) {
    const named = invalid.slice(0, LINES_NAMED);
    const list = named.map(({ line, text }) => `line ${line} “${text}”`).join(', ');
    throw new CallError('validation_failed', `No line is a web address: ${list}.`, {
      details: { invalid: named },
    });
  }
  return [...items];
}
