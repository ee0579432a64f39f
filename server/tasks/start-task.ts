import { setImmediate as nextTurn } from 'node:timers/promises';
import { CallError } from '#contract/errors.ts';
import { MESSAGES } from '#contract/messages.ts';
import type { TaskType } from '#contract/tasks.ts';
import { toWebUrl } from '#contract/website.ts';
import { type KeyClaim, once } from '../idempotency/idempotency.ts';
import { type Tx, transaction } from '../platform/db.ts';
import { insertItems } from './item-store.ts';
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
  /** stores more of the task in the transaction that starts it */
  attach?: (tx: Tx, taskId: string) => Promise<void>;
}

/** Items written in one statement; others get their turn on the event loop after each. */
const ITEMS_PER_INSERT = 250;
const LINES_PER_TURN = 500;
const LINES_NAMED = 5;
const LINE_SHOWN_CHARS = 100;
const MAX_INPUT_CHARS = 2048;

/**
 * Starts a task, or answers the one an earlier request with the same Idempotency-Key started. Gate, task, items and jobs are one
 * transaction. An account's tasks beyond RUNNING_TASKS_PER_ACCOUNT wait.
 */
export async function startTask(deps: RunDeps, request: TaskRequest): Promise<TaskRecord> {
  const shardOf = await planShards(request.inputs, request.shardKey);
  const shards = await openShardQueue(deps);
  return transaction(deps.database.db, async (tx) => {
    const account = await lockPayer(tx, deps, request.accountId);
    const id = await once(tx, request.claim, async () => {
      passGate(deps, account);
      if (!account) throw new CallError('not_authenticated');
      const task = await insertTask(tx, {
        accountId: account.id,
        type: request.type,
        total: request.inputs.length,
        mayWait: request.mayWait ?? true,
        at: new Date(deps.clock.now()),
      });
      for (let from = 0; from < request.inputs.length; from += ITEMS_PER_INSERT) {
        const items = request.inputs.slice(from, from + ITEMS_PER_INSERT).map((input, index) => ({
          position: from + index,
          shard: shardOf[from + index] ?? 0,
          input,
        }));
        await insertItems(tx, task.id, items);
        await nextTurn();
      }
      await request.attach?.(tx, task.id);
      await startWaiting(tx, deps, shards, account);
      return task.id;
    });
    const task = await findTask(tx, request.accountId, id);
    if (!task) throw new CallError('not_found');
    return task;
  });
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
