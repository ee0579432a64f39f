// On PostgreSQL: servers of the last versions leave their work there.
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import pg from 'pg';
import { describe, expect, it, vi } from 'vitest';
import { WAIT } from '../e2e/fixtures/wait.ts';
import { type Database, openPGlite, openPostgres } from './platform/database/db.ts';
import { applyMigrations, migrate, migrationNames, readSchema } from './platform/database/migrate.ts';
import { createLog } from './platform/log.ts';
import { createQueue } from './platform/queue/queue.ts';
import { openShardQueue } from './tasks/shards/shard-queue.ts';
import { openTaskBench, sites } from './tasks/test-tasks.ts';
import { scriptedTools } from './tasks/worker/scripted-tool.ts';
import { startWorker } from './tasks/worker/worker.ts';

/** The last migrations of the two versions before this one. */
const LAST_VERSIONS = ['0072_wrong_answers.sql', '0086_bounces.sql'];
const ITEMS = 6;
const DONE = 2;
const CREDITS = 100;

/** A database without tables, and what removes it. */
async function openEmpty(): Promise<Database> {
  const server = process.env.TEST_POSTGRES_URL;
  if (!server) return openPGlite({});
  const name = `old_${randomUUID().replaceAll('-', '')}`;
  const run = async (statement: string) => {
    const client = new pg.Client({ connectionString: server });
    await client.connect();
    await client.query(statement);
    await client.end();
  };
  await run(`create database ${name}`);
  const own = new URL(server);
  own.pathname = `/${name}`;
  const database = openPostgres(own.href);
  return {
    ...database,
    close: async () => {
      await database.close();
      await run(`drop database ${name} with (force)`);
    },
  };
}

/** Leaves a task as a process of the earlier version does that is killed: some items are stored, and one shard is held. */
async function leaveHalfDone(database: Database): Promise<{ account: string; task: string }> {
  const { db } = database;
  const [account, task] = [randomUUID(), randomUUID()];
  const inputs = sites(ITEMS);
  await sql`insert into accounts (id, email, balance, credits_used)
    values (${account}, 'half@example.com', ${CREDITS - DONE}, ${DONE})`.execute(db);
  await sql`insert into task_lists (id, account_id, items, bytes, created_at, state)
    values (${task}, ${account}, ${ITEMS}, ${inputs.join('').length}, now(), 'started')`.execute(db);
  const row = JSON.stringify({ website: inputs[0], status: 'found' });
  await sql`insert into tasks (id, account_id, type, status, total, processed, found, credits_used, row_bytes, started_at)
    values (${task}, ${account}, 'website-extraction', 'processing', ${ITEMS}, ${DONE}, ${DONE}, ${DONE},
      ${DONE * row.length}, now())`.execute(db);
  for (const [position, input] of inputs.entries()) {
    const isDone = position < DONE;
    await sql`insert into task_items (task_id, position, shard, input, status, row, found, charge, settled_at)
      values (${task}, ${position}, ${isDone ? 0 : 1 + (position % 2)}, ${input}, ${isDone ? 'settled' : 'pending'},
        ${isDone ? row : null}::jsonb, ${isDone}, ${isDone ? 1 : 0}, ${isDone ? new Date() : null})`.execute(
      db,
    );
  }
  await sql`insert into credit_entries (account_id, amount, reason) values (${account}, ${CREDITS}, 'sign-up')`.execute(
    db,
  );
  await sql`insert into credit_lines (account_id, kind, reason, amount)
    values (${account}, 'balance', 'sign-up', ${CREDITS})`.execute(db);
  for (let position = 0; position < DONE; position += 1)
    await sql`insert into credit_entries (account_id, amount, reason, spent, task_id, item_position)
      values (${account}, -1, 'website-extraction', true, ${task}, ${position})`.execute(db);
  await sql`insert into credit_lines (account_id, kind, reason, task_id, amount)
    values (${account}, 'website-extraction', 'website-extraction', ${task}, ${-DONE})`.execute(db);
  await sql`insert into credit_quarters (account_id, quarter, used)
    values (${account}, date_bin('15 minutes', now(), timestamptz '2000-01-01 00:00:00Z'), ${DONE})`.execute(
    db,
  );
  await sql`insert into task_days (account_id, day, type, processed, found)
    values (${account}, (now() at time zone 'utc')::date, 'website-extraction', ${DONE}, ${DONE})`.execute(
    db,
  );

  const queue = createQueue(database, createLog('silent'));
  await queue.start();
  const shards = await openShardQueue({ queue });
  const job = { taskId: task, accountId: account, runNo: 1, failures: 0, gaveUp: false };
  await shards.add([1, 2].map((shard) => ({ job: { ...job, shard, round: shard }, delaySeconds: 0 })));
  const [held] = await shards.take(1, []);
  expect(held?.job.taskId).toBe(task);
  await queue.stop({ graceful: false });
  await sql`update pgboss.job set heartbeat_on = now() - interval '1 hour' where state = 'active'`.execute(
    db,
  );
  return { account, task };
}

describe('data of an earlier version', () => {
  it.each(LAST_VERSIONS)(
    'that had %s as its last migration goes on, and its ledger is exact',
    async (last) => {
      const database = await openEmpty();
      await applyMigrations(
        database,
        migrationNames().filter((name) => name <= last),
      );
      expect((await readSchema(database)).applied.at(-1)).toBe(last);
      const { account, task } = await leaveHalfDone(database);

      expect(await migrate(database)).toEqual(migrationNames().filter((name) => name > last));
      const bench = await openTaskBench({}, { database });
      const worker = await startWorker({ ...bench.deps, taskTools: scriptedTools(bench.deps.taskTools) });
      await vi.waitFor(
        async () =>
          expect(await bench.task(task)).toMatchObject({
            status: 'completed',
            processed: ITEMS,
            found: ITEMS,
            credits_used: ITEMS,
          }),
        WAIT,
      );
      await worker.stop();
      expect(await bench.balance(account)).toBe(CREDITS - ITEMS);
      expect(await bench.broken(account)).toEqual([]);
      await bench.close();
    },
  );
});

// Once is enough. The others run on both databases.
it.runIf(!process.env.TEST_POSTGRES_URL)('names versions whose migrations still exist', () => {
  expect(migrationNames()).toEqual(expect.arrayContaining(LAST_VERSIONS));
});
