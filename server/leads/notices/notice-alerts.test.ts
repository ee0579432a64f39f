// On PostgreSQL: several servers announce at the same time.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { findAccountByEmail } from '../../accounts/plan.ts';
import { createWebhook } from '../../webhooks/endpoints.ts';
import { importLeads } from '../import/import-leads.ts';
import { type LeadBench, openLeadBench, type Searcher } from '../test-leads.ts';
import { announceNotices } from './notice-alerts.ts';

let bench: LeadBench;
let staff: Searcher;
let other: Searcher;
let email: string;
let imported: number;
beforeAll(async () => {
  bench = await openLeadBench();
  staff = await bench.person();
  other = await bench.person();
  const { config, database, clock } = bench.deps;
  ({ email } = await staff.account());
  await database.db
    .updateTable('accounts')
    .set({ email_confirmed_at: new Date() })
    .where('id', '=', staff.id)
    .execute();
  expect(await findAccountByEmail(database.db, email)).toEqual({ id: staff.id, confirmed: true });
  for (const { id } of [staff, other])
    await createWebhook(bench.deps, id, { name: '', url: 'https://example.com/', events: ['notice.due'] });
  const file = join(config.DATA_DIR, 'leads.csv');
  writeFileSync(file, 'first_name,last_name,title,email\nAnn,Doe,tester,ann@due.example\n');
  imported = clock.now();
  await importLeads(
    bench.deps,
    {
      file,
      database: 'apollo',
      mode: 'replace',
      preset: 'own',
      source: 's',
      licence: 'l',
      date: null,
      dryRun: false,
      refusedFile: join(config.DATA_DIR, 'refused.csv'),
    },
    { note: () => {} },
  );
});
afterAll(() => bench.close());

const announceAt = (days: number) =>
  announceNotices({
    ...bench.deps,
    config: { ...bench.deps.config, STAFF_EMAILS: [email, 'none@example.com'] },
    clock: { now: () => imported + days * 86_400_000 },
  });
const events = async () => {
  const rows = await bench.deps.database.db
    .selectFrom('webhook_events')
    .select(['account_id', 'data', 'path'])
    .execute();
  return rows.map(({ account_id, data, path }) => ({ account_id, data: JSON.parse(data), path }));
};

it('tells the webhooks of staff accounts once a day, with counts and no contacts', async () => {
  await announceAt(10);
  expect(await events()).toEqual([]);
  await announceAt(26);
  await announceAt(26);
  expect(await events()).toEqual([
    {
      account_id: staff.id,
      data: { people: 1, overdue: 0, firstDue: expect.stringMatching(/^\d{4}-\d{2}-\d{2}T/) },
      path: '/admin',
    },
  ]);
  await announceAt(27);
  await announceAt(40);
  expect((await events()).map(({ data }) => data.overdue).sort()).toEqual([0, 0, 1]);
});

it.runIf(process.env.TEST_POSTGRES_URL)('tells them once if several servers start together', async () => {
  const { db } = bench.deps.database;
  const before = (await events()).length;
  const announced = await db.transaction().execute(async (tx) => {
    await sql`lock table webhook_events in exclusive mode`.execute(tx);
    const servers = [50, 50, 50].map(announceAt);
    await vi.waitUntil(
      async () => {
        const waiting = await sql<{ n: string }>`select count(*) as n from pg_locks
          where not granted and database = (select oid from pg_database where datname = current_database())`.execute(
          tx,
        );
        return Number(waiting.rows[0]?.n) >= servers.length;
      },
      { timeout: 30_000 },
    );
    return servers;
  });
  await Promise.all(announced);
  expect((await events()).length - before).toBe(1);
});
