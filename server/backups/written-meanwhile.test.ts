// On PostgreSQL: both kinds of database are backed up while rows are written.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, expect, it, vi } from 'vitest';
import { restore } from '#cli/restore.ts';
import { countWrongBalances } from '../accounts/balance-check.ts';
import { createApp } from '../app.ts';
import { type Caller, newCaller } from '../auth/test-caller.ts';
import { parseConfig } from '../config.ts';
import { grantUnlimited } from '../payments/operator-grant.ts';
import { type Database, type Db, openPGlite } from '../platform/database/db.ts';
import { prepareDataFolder } from '../platform/database/test-data-folder.ts';
import { openTestDatabase } from '../platform/database/test-database.ts';
import { openTaskBench, sites, type TaskBench } from '../tasks/test-tasks.ts';
import { backUp } from './backup.ts';

const base = mkdtempSync(join(tmpdir(), 'leadwell-meanwhile-'));
afterAll(() => rmSync(base, { recursive: true, force: true }));

const isEmbedded = !process.env.TEST_POSTGRES_URL;
const ROUNDS_BEFORE = 3;
const ITEMS = 6;
/** A minute then has fewer new lists than a person may make. */
const ROUNDS_PER_LIST = 20;
const PAUSE_MS = 50;
const CREDITS = 1_000_000;

/** A database in a data folder, or on PostgreSQL, with what settings name it. */
async function openState(name: string) {
  const dataDir = join(base, name);
  mkdirSync(dataDir);
  const settings = { LOG_LEVEL: 'silent', DATA_DIR: dataDir };
  if (isEmbedded) {
    await prepareDataFolder(dataDir);
    return { settings, database: await openPGlite({ dataDir: join(dataDir, 'db') }) };
  }
  const database = await openTestDatabase();
  const url = database.kind.engine === 'postgres' ? database.kind.url : '';
  const secret = 'the secret of this test, with 32 characters or more';
  return { settings: { ...settings, DATABASE_URL: url, AUTH_SECRET: secret }, database };
}

/** A task whose items are charged in two batches. */
async function runTask(bench: TaskBench, account: string): Promise<void> {
  const task = await bench.start(account, sites(ITEMS));
  await bench.settle(task, [0, 1, 2]);
  await bench.settle(task, [3, 4, 5]);
}

/** Adds rows to lists of a person in rounds. Each list gets those of some rounds, and the next one takes its place. */
function listWriter(person: Caller): (round: number) => Promise<void> {
  const post = async (call: string, body: object): Promise<{ id: string }> => {
    const response = await person.post(call, body);
    expect([call, response.status]).toEqual([call, 200]);
    return (await response.json()) as { id: string };
  };
  const columns = [{ name: 'Mail' }, { name: 'Company' }];
  let id = '';
  let before = '';
  return async (round) => {
    if (round % ROUNDS_PER_LIST === 0) {
      if (before) await post('list-delete', { id: before });
      before = id;
      id = (await post('list-create', { name: `List ${round}`, columns, keyColumn: 'Mail' })).id;
    }
    const rows = Array.from({ length: 20 }, (_, at) => ({
      Mail: `${at}.${round}@example.com`,
      Company: 'One',
    }));
    await post('list-add-rows', { id, rows });
    await post('list-edit', { id, add: [{ Mail: `last.${round}@example.com`, Company: 'Last' }] });
  };
}

/** Repeats work until it is stopped. `rounds`: how many have ended. */
function repeat(work: (round: number) => Promise<void>) {
  let rounds = 0;
  let isStopped = false;
  const ended = (async () => {
    while (!isStopped) {
      await work(rounds);
      rounds += 1;
      await delay(PAUSE_MS);
    }
  })();
  return {
    rounds: () => rounds,
    stop: () => {
      isStopped = true;
      return ended;
    },
  };
}

/** Foreign keys with rows that name a row which isn't there. A restore can load rows before it makes the keys. */
async function brokenKeys(db: Db): Promise<string[]> {
  const { rows: keys } = await sql<{ name: string; own: string; other: string; same: string; set: string }>`
    select k.conname as name, k.conrelid::regclass::text as own, k.confrelid::regclass::text as other,
      string_agg(format('o.%I = r.%I', oa.attname, a.attname), ' and ') as same,
      string_agg(format('r.%I is not null', a.attname), ' and ') as set
    from pg_constraint k
    cross join lateral unnest(k.conkey, k.confkey) as pair (own, other)
    join pg_attribute a on a.attrelid = k.conrelid and a.attnum = pair.own
    join pg_attribute oa on oa.attrelid = k.confrelid and oa.attnum = pair.other
    where k.contype = 'f' and k.connamespace = 'public'::regnamespace
    group by k.oid, k.conname, k.conrelid, k.confrelid`.execute(db);
  expect(keys.length).toBeGreaterThan(50);
  const broken: string[] = [];
  for (const { name, own, other, same, set } of keys) {
    const { rows } = await sql`
      select 1 from ${sql.raw(own)} r where ${sql.raw(set)}
        and not exists (select 1 from ${sql.raw(other)} o where ${sql.raw(same)}) limit 1`.execute(db);
    if (rows.length > 0) broken.push(name);
  }
  return broken;
}

/** Lists with another number of rows, or of keys, than they say. */
async function wrongLists(db: Db): Promise<object[]> {
  const { rows } = await sql<object>`
    select * from (
      select name, rows, (select count(*)::int from list_rows r where r.list_id = l.id) as stored,
        (select count(distinct row_id)::int from list_row_keys k where k.list_id = l.id) as keyed from lists l) counts
    where rows <> stored or keyed <> stored`.execute(db);
  return rows;
}

async function countWritten(db: Db): Promise<{ tasks: number; rows: number }> {
  const { rows } = await sql<{ tasks: number; rows: number }>`
    select (select count(*)::int from tasks) as tasks,
      (select coalesce(max(id), 0)::int from list_rows) as rows`.execute(db);
  return rows[0] ?? { tasks: 0, rows: 0 };
}

it('a backup made while tasks are charged and lists written shows one moment of all tables', async () => {
  const { settings, database } = await openState('source');
  const bench = await openTaskBench({}, { database });
  const account = await bench.account(CREDITS);
  const person = await newCaller(createApp(bench.deps));
  await grantUnlimited(bench.deps, person.id);
  const loops = [repeat(() => runTask(bench, account)), repeat(listWriter(person))];
  for (const { rounds } of loops) await expect.poll(rounds).toBeGreaterThan(ROUNDS_BEFORE);
  const before = await countWritten(database.db);
  const startedAt = loops.map(({ rounds }) => rounds());
  const { warehouse, log } = bench.deps;
  const file = join(base, 'written-meanwhile.backup');
  await backUp({ config: parseConfig(settings), database, warehouse, log }, file);
  const meanwhile = loops.map(({ rounds }, at) => rounds() - (startedAt[at] ?? 0));
  await Promise.all(loops.map(({ stop }) => stop()));
  const after = await countWritten(database.db);
  expect(Math.min(...meanwhile)).toBeGreaterThan(1);
  await bench.close();

  const target = await openState('target');
  if (isEmbedded) await target.database.close();
  for (const [name, value] of Object.entries(target.settings)) vi.stubEnv(name, value);
  await restore(file, () => {});
  const restored: Database = isEmbedded
    ? await openPGlite({ dataDir: join(target.settings.DATA_DIR, 'db') })
    : target.database;
  const found = await countWritten(restored.db);
  expect(found.tasks).toBeGreaterThanOrEqual(before.tasks);
  expect(found.tasks).toBeLessThanOrEqual(after.tasks);
  expect(found.rows).toBeGreaterThanOrEqual(before.rows);
  expect(found.rows).toBeLessThanOrEqual(after.rows);
  expect(await brokenKeys(restored.db)).toEqual([]);
  expect(await wrongLists(restored.db)).toEqual([]);
  expect(await countWrongBalances(restored.db)).toBe(0);
  const again = await openTaskBench({}, { database: restored });
  expect(await again.broken(account)).toEqual([]);
  // It goes on there, without a key that is taken.
  await runTask(again, account);
  expect(await again.broken(account)).toEqual([]);
  await again.close();
}, 180_000);
