import { setImmediate as nextTurn } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { contactsIn } from '#tools/contact-fields.ts';
import { toolOfType } from '#tools/tools.ts';
import type { OptOutDeps } from '../opt-outs/opt-outs.ts';
import { transaction } from '../platform/db.ts';
import { type StoredRow, storedRows } from './item-store.ts';
import { lessFound, lessOnDay, nextListedTask, replaceRows } from './opt-out-store.ts';
import { type WithCheck, withoutOptedOut } from './opted-out-rows.ts';
import { lockTask } from './store.ts';

/** Rows read, checked and changed at a time. Other work can use the database in between. */
const ROWS_PER_STEP = 100;

/**
 * Removes people who opted out from the stored results of one task, the next after `after`, with what they count
 * for. Charges stay. Returns the task; null if there is none.
 */
export async function sweepNextTask(deps: OptOutDeps, after: string | null): Promise<string | null> {
  const { db } = deps.database;
  const taskId = await nextListedTask(db, after);
  if (taskId === undefined) return null;
  for (let position = -1; ; ) {
    const rows = await storedRows(db, taskId, { after: position, limit: ROWS_PER_STEP });
    const [first] = rows;
    if (first) await changeRows(deps, taskId, rows, await withoutOptedOut(deps, first.type, rows));
    position = rows.at(-1)?.position ?? position;
    if (rows.length < ROWS_PER_STEP) return taskId;
    await nextTurn();
  }
}

async function changeRows(
  { database }: OptOutDeps,
  taskId: string,
  stored: readonly StoredRow[],
  checked: readonly WithCheck<StoredRow>[],
): Promise<void> {
  const changes = checked.flatMap((after, at) => {
    const before = stored[at];
    if (!before || after.optedOut === null) return [];
    const [was, is] = [parse(before.row), parse(after.row)];
    // A row that an earlier sweep changed names its item, and is found again.
    return isDeepStrictEqual(was, is) ? [] : [{ before, after, was, is }];
  });
  const [first] = changes;
  if (!first) return;
  const { type } = first.before;
  const { contactFields, filter } = toolOfType(type)?.task ?? {};
  await transaction(database.db, async (tx) => {
    const task = await lockTask(tx, taskId);
    if (!task) return;
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
    await lessFound(tx, taskId, fewerFound, outcomes);
  });
}

function parse(row: string): Record<string, unknown> {
  return JSON.parse(row) as Record<string, unknown>;
}
