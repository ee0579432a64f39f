// On PostgreSQL: servers of the last versions leave their work there.
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { describe, expect, it, vi } from 'vitest';
import { recordsPriceCents } from '#contract/people-orders.ts';
import { apolloPerson, startFakeApollo } from '../e2e/fixtures/fake-apollo.ts';
import { WAIT } from '../e2e/fixtures/wait.ts';
import { endAbandonedExports } from './leads/end-export.ts';
import { workCells } from './lists/steps/test-cell-work.ts';
import { startPeopleWorker } from './people-orders/worker.ts';
import { type Database, openPGlite, openPostgres } from './platform/database/db.ts';
import { applyMigrations, migrate, migrationNames, readSchema } from './platform/database/migrate.ts';
import { runSchedules } from './schedules/planner.ts';
import { openShardQueue } from './tasks/shards/shard-queue.ts';
import { openTaskBench, sites, type TaskBench } from './tasks/test-tasks.ts';
import { scriptedTools } from './tasks/worker/scripted-tool.ts';
import { startWorker } from './tasks/worker/worker.ts';
import {
  CREDITS,
  leaveAccount,
  leaveDeliveries,
  leaveExport,
  leaveListRun,
  leaveOrder,
  leaveSchedules,
  leaveTask,
  withKilledQueue,
} from './test-left-work.ts';
import { startWebhookReceiver } from './webhooks/test-receiver.ts';
import { verify } from './webhooks/test-verify.ts';
import { startWebhookWorker } from './webhooks/worker.ts';

/** The last migrations of the two versions before this one. */
const LAST_VERSIONS = ['0072_wrong_answers.sql', '0086_bounces.sql'];
const ITEMS = 6;
const DONE = 2;
/** Leads of an export, and those that were sent. */
const EXPORTED = 5;
const SENT = 2;
/** Records that are paid for and in the file, and those that there are. */
const ORDER = {
  url: 'https://app.apollo.io/#/people?personTitles[]=sales&personLocations[]=France',
  records: 1000,
  cents: 300,
  stored: Array.from({ length: 40 }, (_, n) => apolloPerson(n)),
};
const FOUND_PEOPLE = 150;

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

/** A task that a killed process leaves: some items are stored, and one shard is held. */
async function leaveHalfDone(database: Database, account: string): Promise<string> {
  const inputs = sites(ITEMS);
  const rows = inputs.slice(0, DONE).map((website) => ({ website, status: 'found' }));
  const task = await leaveTask(database.db, account, { type: 'website-extraction', inputs, rows });
  await withKilledQueue(database, async (queue) => {
    const shards = await openShardQueue({ queue });
    const job = { taskId: task, accountId: account, runNo: 1, failures: 0, gaveUp: false };
    await shards.add([1, 2].map((shard) => ({ job: { ...job, shard, round: shard }, delaySeconds: 0 })));
    const [held] = await shards.take(1, []);
    expect(held?.job.taskId).toBe(task);
  });
  return task;
}

/** A database whose last migration is `last`, with what `leave` leaves there, after the update to this version. */
async function updated<Left>(
  last: string,
  leave: (database: Database) => Promise<Left>,
  environment: Record<string, string> = {},
): Promise<{ bench: TaskBench; left: Left }> {
  const database = await openEmpty();
  await applyMigrations(
    database,
    migrationNames().filter((name) => name <= last),
  );
  expect((await readSchema(database)).applied.at(-1)).toBe(last);
  const left = await leave(database);
  expect(await migrate(database)).toEqual(migrationNames().filter((name) => name > last));
  return { bench: await openTaskBench(environment, { database }), left };
}

/** Works until the task has ended. */
async function workTasks(bench: TaskBench, tasks: readonly string[]): Promise<void> {
  const worker = await startWorker({ ...bench.deps, taskTools: scriptedTools(bench.deps.taskTools) });
  for (const task of tasks)
    await vi.waitFor(async () => expect((await bench.task(task)).status).toBe('completed'), WAIT);
  await worker.stop();
}

async function expectExact(bench: TaskBench, account: string, spent: number): Promise<void> {
  expect([await bench.balance(account), await bench.broken(account)]).toEqual([CREDITS - spent, []]);
}

describe.each(LAST_VERSIONS)('data of an earlier version that had %s as its last migration', (last) => {
  it('goes on with tasks, runs of lists and exports, and each ledger is exact', async () => {
    const companies = ['Known', 'Acme', 'Beta 2', 'none'];
    const { bench, left } = await updated(last, async (database) => {
      const { db } = database;
      const [tasks, lists, exports] = [
        await leaveAccount(db, 'tasks', DONE),
        await leaveAccount(db, 'lists', 1),
        await leaveAccount(db, 'exports', EXPORTED),
      ];
      return {
        accounts: { tasks, lists, exports },
        task: await leaveHalfDone(database, tasks),
        run: await leaveListRun(db, lists, companies),
        export: await leaveExport(db, exports, EXPORTED, SENT),
      };
    });
    const { db } = bench.deps.database;
    await workTasks(bench, [left.task]);
    expect(await bench.task(left.task)).toMatchObject({
      processed: ITEMS,
      found: ITEMS,
      credits_used: ITEMS,
    });
    await expectExact(bench, left.accounts.tasks, ITEMS);

    const { list, task } = left.run;
    await bench.settle(await bench.task(task), await workCells(bench.deps, task));
    // What is found costs a credit.
    expect(await bench.task(task)).toMatchObject({
      status: 'completed',
      processed: 4,
      found: 3,
      credits_used: 3,
    });
    const rows = await db
      .selectFrom('list_rows')
      .select('cells')
      .where('list_id', '=', list)
      .orderBy('id')
      .execute();
    expect(rows.map(({ cells }) => cells)).toEqual([
      { Company: 'Known', Domain: 'found.example' },
      { Company: 'Acme', Domain: 'acme.com' },
      { Company: 'Beta 2', Domain: 'beta-2.com' },
      { Company: 'none' },
    ]);
    const cells = await db.selectFrom('list_cells').selectAll().where('list_id', '=', list).execute();
    expect(cells.filter(({ queued_by }) => queued_by !== null)).toEqual([]);
    await expectExact(bench, left.accounts.lists, 3);

    for (let starts = 0; starts < 2; starts += 1) await endAbandonedExports(bench.deps, true);
    expect(
      await db
        .selectFrom('lead_exports')
        .select(['sent', 'ended_at'])
        .where('id', '=', left.export)
        .execute(),
    ).toEqual([{ sent: SENT, ended_at: expect.any(Date) }]);
    await expectExact(bench, left.accounts.exports, SENT);
    await bench.close();
  });

  it('goes on with a paid run of people, and refunds exactly what is missing', async () => {
    const people = Array.from({ length: FOUND_PEOPLE }, (_, n) => apolloPerson(n));
    const apollo = await startFakeApollo(() => people);
    const { bench, left } = await updated(
      last,
      async (database) => {
        const account = await leaveAccount(database.db, 'people', 0);
        let order = '';
        await withKilledQueue(database, async (queue) => {
          order = await leaveOrder(database, queue, account, ORDER);
        });
        return { account, order };
      },
      { APOLLO_API_KEY: apollo.key, APOLLO_API_BASE: apollo.url, ALLOW_PRIVATE_NETWORK: '1' },
    );
    const { db } = bench.deps.database;
    const run = () =>
      db.selectFrom('people_runs').selectAll().where('order_id', '=', left.order).executeTakeFirstOrThrow();
    const worker = await startPeopleWorker(bench.deps);
    await vi.waitFor(async () => expect((await run()).status).toBe('done'), WAIT);
    await worker.stop();
    expect(await run()).toMatchObject({ records: FOUND_PEOPLE, error: null });
    const order = await db.selectFrom('orders').selectAll().where('id', '=', left.order).executeTakeFirst();
    expect(order).toMatchObject({
      status: 'paid',
      refund_due_cents: ORDER.cents - recordsPriceCents(FOUND_PEOPLE),
    });
    const chunks = await db.selectFrom('people_run_chunks').selectAll().orderBy('seq').execute();
    const lines = chunks.flatMap(({ csv }) => Buffer.from(csv).toString().split('\r\n').slice(0, -1));
    expect(lines.map((line) => line.split(',')[0])).toEqual(people.map(({ first_name }) => first_name));
    const fetched = apollo.requests.filter(({ path }) => path.includes('bulk_match'));
    expect(JSON.stringify(fetched)).not.toContain('"p0"');
    await expectExact(bench, left.account, 0);
    await bench.close();
    await apollo.close();
  });
});

describe('data of the last version', () => {
  const last = LAST_VERSIONS.at(-1) ?? '';

  it('goes on with schedules that are due or run, and their money is exact', async () => {
    const { bench, left } = await updated(last, async (database) => {
      const account = await leaveAccount(database.db, 'schedules', DONE);
      const task = await leaveHalfDone(database, account);
      const items = ['https://due0.com/', 'https://due1.com/', 'https://due2.com/'];
      return { account, task, ...(await leaveSchedules(database.db, account, items, task)) };
    });
    const runs = async () => {
      const found = await bench.deps.database.db.selectFrom('schedule_runs').selectAll().execute();
      return new Map(found.map((run) => [run.schedule_id, run]));
    };
    for (let looks = 0; looks < 2; looks += 1) await runSchedules(bench.deps);
    const started = (await runs()).get(left.due)?.task_id ?? '';
    await workTasks(bench, [left.task, started]);
    await runSchedules(bench.deps);
    const ended = await runs();
    expect(ended.size).toBe(2);
    expect(ended.get(left.due)).toMatchObject({ state: 'done', spent: 3, problem: null });
    expect(ended.get(left.started)).toMatchObject({ state: 'done', spent: ITEMS, problem: null });
    await expectExact(bench, left.account, ITEMS + 3);
    await bench.close();
  });

  it('sends the webhooks that waited, each once, signed with the key that their receiver knows', async () => {
    const receiver = await startWebhookReceiver();
    const secret = 'a secret of the tests, 32 characters or more';
    const { bench, left } = await updated(
      last,
      async ({ db }) =>
        leaveDeliveries(db, await leaveAccount(db, 'webhooks', 0), receiver.url('/old'), secret),
      { ALLOW_PRIVATE_NETWORK: '1' },
    );
    const worker = await startWebhookWorker(bench.deps, { onDisabled: async () => {} });
    const states = async () => {
      const rows = await bench.deps.database.db.selectFrom('webhook_deliveries').select('state').execute();
      return rows.map(({ state }) => state);
    };
    await vi.waitFor(async () => expect(await states()).toEqual(['delivered', 'delivered']), WAIT);
    await worker.stop();
    const sent = receiver.at('/old');
    expect(sent.map(({ headers }) => headers['webhook-id']).sort()).toEqual(['msg_0', 'msg_1']);
    for (const event of sent) expect(verify(left.secret, event)).toMatchObject({ type: 'list.rows_added' });
    await bench.close();
    await receiver.close();
  });
});

// Once is enough. The others run on both databases.
it.runIf(!process.env.TEST_POSTGRES_URL)('names versions whose migrations still exist', () => {
  expect(migrationNames()).toEqual(expect.arrayContaining(LAST_VERSIONS));
});
