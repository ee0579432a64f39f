// On PostgreSQL: rows are removed in batches.
import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { startLogRetention } from '../admin/admin-log.ts';
import { createApp } from '../app.ts';
import { newCaller } from '../auth/test-caller.ts';
import { type Db, transaction } from '../platform/database/db.ts';
import { deleteOldMail } from '../platform/mail/mail.ts';
import { deleteAllRows, deleteOldRows, deleteRows } from './delete-rows.ts';
import { markRowsDeleted } from './list-store.ts';
import { cancelTask, resumeTask, stopTasks } from './task-run.ts';
import { viewTask } from './task-view.ts';
import { beginExtraction, openTaskBench, sites, type TaskBench, worked } from './test-tasks.ts';

const DAY_MS = 86_400_000;

let bench: TaskBench;
beforeEach(async () => {
  bench = await openTaskBench({ TASK_RETENTION_DAYS: '30', ADMIN_LOG_RETENTION_DAYS: '30' });
});
afterEach(() => bench.close());

const storedItems = (id: string) =>
  bench.deps.database.db.selectFrom('task_items').select('position').where('task_id', '=', id).execute();

it('deletes the rows of tasks 30 days after their end, and keeps the task, its charges and its counters', async () => {
  const app = createApp(bench.deps);
  const person = await newCaller(app);
  const old = await beginExtraction(person, ['a.com', 'b.com']);
  await bench.settle(await bench.task(old.id), [worked(0), worked(1)]);
  const running = await beginExtraction(person, ['c.com']);
  const view = async (id: string) =>
    (await (await person.get('task', { id })).json()) as Record<string, unknown>;
  const { finished_at, rows_kept_until } = await view(old.id);
  expect(Date.parse(String(rows_kept_until)) - Date.parse(String(finished_at))).toBe(30 * DAY_MS);
  const listed = await (await person.table(`select=rows_kept_until,rows_deleted_at&id=eq.${old.id}`)).json();
  expect(listed).toEqual([{ rows_kept_until, rows_deleted_at: null }]);
  expect((await view(running.id)).rows_kept_until).toBeNull();

  bench.deps.clock.advance(29 * DAY_MS);
  await deleteOldRows(bench.deps, new AbortController().signal);
  expect(await storedItems(old.id)).toHaveLength(2);

  bench.deps.clock.advance(2 * DAY_MS);
  await deleteOldRows(bench.deps, new AbortController().signal);
  expect(await storedItems(old.id)).toHaveLength(0);
  expect(await storedItems(running.id)).toHaveLength(1);
  // The session has expired by now.
  expect(viewTask(await bench.task(old.id), 30)).toMatchObject({
    status: 'completed',
    processed: 2,
    creditsused: 2,
    rows_deleted_at: expect.any(String),
    rows_kept_until: null,
  });
  const { balance } = await bench.deps.database.db
    .selectFrom('accounts')
    .select('balance')
    .where('id', '=', person.id)
    .executeTakeFirstOrThrow();
  expect(balance).toBe(998);
});

it('deletes nothing of a task that is resumed meanwhile', async () => {
  const accountId = await bench.account(5);
  const task = await bench.start(accountId, sites(2));
  await bench.settle(task, [0]);
  await cancelTask(bench.deps, accountId, task.id);
  const { database } = bench.deps;
  let isResumed = false;
  // Another request resumes the task after this one read it.
  const db = database.db.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      if (!isResumed) {
        isResumed = true;
        await resumeTask(bench.deps, accountId, task.id, null);
      }
      return result;
    },
  });
  const deleting = deleteRows({ ...bench.deps, database: { ...database, db } }, accountId, task.id);
  await expect(deleting).rejects.toMatchObject({ code: 'conflict' });
  expect(await storedItems(task.id)).toHaveLength(2);
  expect(await bench.task(task.id)).toMatchObject({ status: 'processing', rows_deleted_at: null });

  // A second click after the rows are gone changes nothing.
  await cancelTask(bench.deps, accountId, task.id);
  const first = await deleteRows(bench.deps, accountId, task.id);
  expect(await storedItems(task.id)).toHaveLength(0);
  expect(await deleteRows(bench.deps, accountId, task.id)).toEqual(first);
});

it('finishes a deletion that a restart interrupted', async () => {
  const account = await bench.account(5);
  const task = await bench.start(account, sites(1));
  await bench.settle(task, [0]);
  await markRowsDeleted(bench.deps.database.db, task.id, new Date(bench.deps.clock.now()));
  await deleteOldRows(bench.deps, new AbortController().signal);
  expect(await storedItems(task.id)).toHaveLength(0);
});

it('deletes old mail and old entries of the admin log, and keeps young ones', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'leadwell-outbox-'));
  const outbox = join(dataDir, 'outbox');
  mkdirSync(outbox);
  for (const [name, days] of Object.entries({ 'old.eml': 8, 'young.eml': 6, 'note.txt': 8 })) {
    writeFileSync(join(outbox, name), '');
    const at = new Date(Date.now() - days * DAY_MS);
    utimesSync(join(outbox, name), at, at);
  }
  await deleteOldMail(dataDir, new Date(Date.now() - 7 * DAY_MS));
  expect(readdirSync(outbox).sort()).toEqual(['note.txt', 'young.eml']);
  rmSync(dataDir, { recursive: true });
  await deleteOldMail(dataDir, new Date());

  const { db } = bench.deps.database;
  const entry = (days: number) => ({
    at: new Date(bench.deps.clock.now() - days * DAY_MS),
    action: `${days} days`,
    address: '',
    accepted: true,
  });
  await db
    .insertInto('admin_log')
    .values([entry(31), entry(29)])
    .execute();
  await startLogRetention(bench.deps)();
  expect(await db.selectFrom('admin_log').select('action').execute()).toEqual([{ action: '29 days' }]);
});

it('deletes all rows of an account in steps, and nothing of another account', async () => {
  const [person, other] = [await newCaller(createApp(bench.deps)), await newCaller(createApp(bench.deps))];
  const long = await beginExtraction(person, sites(2500));
  const kept = await beginExtraction(other, ['a.com']);
  const { db } = bench.deps.database;
  await transaction(db, (tx) => stopTasks(tx, person.id, new Date()));
  const sizes: number[] = [];
  await deleteAllRows(
    { ...bench.deps, database: { ...bench.deps.database, db: countDeleted(db, sizes) } },
    person.id,
  );
  expect(Math.max(...sizes)).toBeLessThanOrEqual(1000);
  expect(await storedItems(long.id)).toHaveLength(0);
  expect(await storedItems(kept.id)).toHaveLength(1);
});

/** A database that notes how many rows each statement deletes. */
function countDeleted(db: Db, sizes: number[]): Db {
  return db.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      if (result.numAffectedRows !== undefined) sizes.push(Number(result.numAffectedRows));
      return result;
    },
  });
}
