import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { migrate } from '../platform/database/migrate.ts';
import { openTaskBench, type TaskBench } from './test-tasks.ts';

let bench: TaskBench;
beforeAll(async () => {
  bench = await openTaskBench();
});
afterAll(() => bench.close());

it('tasks from before names have the ones that new tasks get', async () => {
  const { db } = bench.deps.database;
  const account = await bench.account(100);
  const inputs = [
    ['website-extraction', 'https://acme.com/'],
    // A line that was no web address, and looks like an item of another tool.
    ['website-extraction', '{"address":"x}'],
    ['csv-extraction', '{"address":"jane@acme.com"}'],
    ['csv-extraction', '{"first_name":"Jane","last_name":"Miller","domain":"acme.com"}'],
    ['company-to-domain', '{"company_name":"Acme","country":"US"}'],
    ['csv-extraction', '{"first_name":"","last_name":"","domain":"acme.com"}'],
  ] as const;
  const ids: string[] = [];
  for (const [type, input] of inputs) {
    const { id } = await bench.start(account, ['https://old.com/']);
    await db.updateTable('tasks').set({ type }).where('id', '=', id).execute();
    await db.updateTable('task_items').set({ input }).where('task_id', '=', id).execute();
    ids.push(id);
  }
  await sql`alter table tasks drop column name, drop column first_item`.execute(db);
  await sql`delete from schema_migrations where name = '0024_task_names.sql'`.execute(db);
  await migrate(bench.deps.database);
  const names = await Promise.all(ids.map(async (id) => (await bench.task(id)).first_item));
  expect(names).toEqual([
    'https://acme.com/',
    '{"address":"x}',
    'jane@acme.com',
    'Jane Miller, acme.com',
    'Acme',
    'acme.com',
  ]);
});
