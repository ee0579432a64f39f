import { setImmediate as nextTurn } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { toolOfType } from '#tools/index/tools.ts';
import { contactsIn } from '#tools/list-tool/row-text.ts';
import type { OptOutDeps } from '../opt-outs/opt-outs.ts';
import { transaction } from '../platform/database/db.ts';
import {
  forgetTaskNames,
  type LockedRow,
  lessFound,
  lessOnDay,
  lockSettled,
  makeFinal,
  nextListedTask,
  replaceRows,
} from './opt-out-store.ts';
import { sweepOwnRows, sweepTaskInputs } from './opted-out-inputs.ts';
import { type WithCheck, withoutOptedOut } from './opted-out-rows.ts';
import { findOwner, lockTask } from './store.ts';
import { type StoredRow, storedRows } from './stored-rows.ts';
import type { TaskTools } from './task-tool.ts';

export type SweepDeps = OptOutDeps & { taskTools: TaskTools };

/** Rows read, checked and changed at a time. Other work can use the database in between. */
const ROWS_PER_STEP = 100;

/** Removes people who opted out from one task (`sweepTask`), the next after `after`. Returns the task; null if there is none. */
export async function sweepNextTask(deps: SweepDeps, after: string | null): Promise<string | null> {
  const taskId = await nextListedTask(deps.database.db, after);
  if (taskId === undefined) return null;
  await sweepTask(deps, taskId);
  return taskId;
}

/**
 * Removes people who opted out from a task: from its stored results, with what they count for, and from the inputs and
 * the list that it was started with. Charges stay.
 */
export async function sweepTask(deps: SweepDeps, taskId: string): Promise<void> {
  const { db } = deps.database;
  const gone = new Set<number>();
  for (let position = -1; ; ) {
    const page = await storedRows(db, taskId, { after: position, limit: ROWS_PER_STEP });
    for (let rows = page; rows[0]; ) {
      // A replaced row doesn't name its item.
      const unnamed = rows.map((row) => ({ ...row, input: '' }));
      const checked = await withoutOptedOut(deps, rows[0].type, unnamed);
      for (const { position: index, optedOut } of checked) if (optedOut === 'row') gone.add(index);
      rows = await changeRows(deps, taskId, rows, checked);
    }
    const last = page.at(-1);
    if (!last) break;
    position = last.position;
    await nextTurn();
  }
  const owner = await findOwner(db, taskId);
  const tool = owner && deps.taskTools.get(owner.type);
  const itemKey = (input: string) => tool?.itemKey(input) ?? input;
  const sweepAttached = tool?.sweepAttached ?? sweepOwnRows;
  await sweepTaskInputs(deps, { id: taskId, itemKey, isGone: (index) => gone.has(index), sweepAttached });
}

/** Takes the names off a task that name someone who opted out. */
export function forgetNames({ database }: Pick<SweepDeps, 'database'>, taskId: string): Promise<void> {
  return forgetTaskNames(database.db, taskId);
}

/**
 * Stores what a check of rows says, as far as they are still as they were read: another sweep may be at the same task. Returns the
 * others as they are now.
 */
async function changeRows(
  { database }: OptOutDeps,
  taskId: string,
  read: readonly StoredRow[],
  checked: readonly WithCheck<StoredRow>[],
): Promise<StoredRow[]> {
  const planned = checked.flatMap((after, index) => {
    const before = read[index];
    if (!before || after.optedOut === null) return [];
    const [was, is] = [parse(before.row), parse(after.row)];
    // A row that an earlier sweep changed may still name a company, and is found again.
    return isDeepStrictEqual(was, is) ? [] : [{ before, after, was, is }];
  });
  const [first] = planned;
  if (!first) return [];
  const { type } = first.before;
  const { contactFields, filter } = toolOfType(type)?.task ?? {};
  return transaction(database.db, async (tx) => {
    const task = await lockTask(tx, taskId);
    if (!task) return [];
    const stored = await lockSettled(
      tx,
      taskId,
      planned.map(({ before }) => before.position),
    );
    const changes = planned.filter(({ before }) => isSame(before, stored.get(before.position)));
    const same = new Set(changes.map(({ before }) => before.position));
    const others = planned.flatMap(({ before }) => {
      const now = stored.get(before.position);
      return now && !same.has(before.position) ? [{ ...before, ...now }] : [];
    });
    if (changes.length === 0) return others;
    await replaceRows(
      tx,
      taskId,
      changes.map(({ after }) => after),
    );
    const outcomes = { ...task.outcomes };
    const count = (label: unknown, by: number) => {
      if (typeof label !== 'string' || filter?.status === undefined) return;
      outcomes[label] = Math.max(0, (outcomes[label] ?? 0) + by);
    };
    let fewerFound = 0;
    for (const { before, after, was, is } of changes) {
      const [had, has] = [contactsIn(was, contactFields), contactsIn(is, contactFields)];
      const counts = {
        found: Number(before.found) - Number(after.found),
        emails: had.emails - has.emails,
        phones: had.phones - has.phones,
        people: had.people - has.people,
      };
      fewerFound += counts.found;
      if (filter?.status) {
        count(was[filter.status.field], -1);
        count(is[filter.status.field], 1);
      }
      if (before.settled_at)
        await lessOnDay(tx, { accountId: task.account_id, type, at: before.settled_at }, counts);
    }
    const gone = changes.flatMap(({ after }) => (after.optedOut === 'row' ? [after.position] : []));
    const final = await makeFinal(tx, taskId, gone);
    await lessFound(tx, taskId, { fewer: fewerFound, final, outcomes });
    return others;
  });
}

function isSame(read: LockedRow, stored: LockedRow | undefined): boolean {
  return stored?.row === read.row && stored.found === read.found && stored.failed === read.failed;
}

function parse(row: string): Record<string, unknown> {
  return JSON.parse(row) as Record<string, unknown>;
}
