import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TASK_SEARCHED_ITEMS } from '#contract/limits.ts';
import { createApp } from '../app.ts';
import { type Caller, newCaller } from '../auth/test-caller.ts';
import { transaction } from '../platform/database/db.ts';
import { migrate } from '../platform/database/migrate.ts';
import { recordStatements } from '../platform/database/test-statements.ts';
import { deleteRows } from './delete-rows.ts';
import { insertSearchText, searchTasks } from './search-text.ts';
import { renameTask } from './store.ts';
import { openTaskBench, sites, type TaskBench } from './test-tasks.ts';

let bench: TaskBench;
let caller: Caller;
let found: (text: string) => Promise<unknown>;
beforeAll(async () => {
  bench = await openTaskBench();
  const app = createApp(bench.deps);
  caller = await newCaller(app);
  const other = await newCaller(app);
  await bench.start(other.id, ['https://acme.com/']);
  found = async (text) => {
    const query = new URLSearchParams({ select: 'id', search: `cs.${text}` });
    const rows = (await (await caller.table(query.toString())).json()) as { id: string }[];
    return rows.map(({ id }) => id);
  };
});
afterAll(() => bench.close());

describe('the search of the task history', () => {
  it('finds names and items of the own tasks, in any case and literally', async () => {
    const acme = await bench.start(caller.id, ['https://first.com/', 'https://www.Acme-Söhne.com/50%_off']);
    const named = await bench.start(caller.id, ['https://second.com/']);
    await renameTask(bench.deps.database.db, caller.id, { id: named.id, name: 'ACME, spring' });
    expect(await found(' acme')).toEqual(expect.arrayContaining([acme.id, named.id]));
    expect(await found('acme')).toHaveLength(2);
    expect(await found('SECOND')).toEqual([named.id]);
    expect(await found('50%_OFF')).toEqual([acme.id]);
    expect(await found('5%off')).toEqual([]);
    for (const text of ['SÖHNE', 'sohne']) expect(await found(text)).toEqual([acme.id]);
    await renameTask(bench.deps.database.db, caller.id, { id: named.id, name: 'São Paulo' });
    for (const text of ['sao paulo', 'SÃO']) expect(await found(text)).toEqual([named.id]);
    // The text of an older task.
    await sql`update task_search_texts set name = 'são luís' where task_id = ${named.id}::uuid`.execute(
      bench.deps.database.db,
    );
    expect(await found('São L')).toEqual([named.id]);
  });

  it('reads a short text per task, however long its list is', async () => {
    const { db } = bench.deps.database;
    const { id } = await bench.start(caller.id, sites(TASK_SEARCHED_ITEMS + 1, `${'x'.repeat(3000)}`));
    expect(await found(`site${TASK_SEARCHED_ITEMS - 1}.com`)).toEqual([id]);
    expect(await found(`site${TASK_SEARCHED_ITEMS}.com`)).toEqual([]);
    const stored = await db
      .selectFrom('task_search_texts')
      .select('items')
      .where('task_id', '=', id)
      .executeTakeFirst();
    expect(stored?.items.length).toBeLessThanOrEqual(TASK_SEARCHED_ITEMS * 81 + 120);
  });

  it('reads the texts in steps', async () => {
    const { database, statements } = recordStatements(bench.deps.database);
    const before = await searchTasks(database.db, caller.id, 'nothing');
    expect(before).toEqual([]);
    const { n } = await database.db
      .selectFrom('tasks')
      .select(({ fn }) => fn.countAll<number>().as('n'))
      .where('account_id', '=', caller.id)
      .executeTakeFirstOrThrow();
    await sql`
      insert into tasks (account_id, type, status, total, created_at)
      select ${caller.id}::uuid, 'csv-extraction', 'completed', 0, now() from generate_series(1, 600) n
    `.execute(database.db);
    statements.splice(0);
    await searchTasks(database.db, caller.id, 'nothing');
    expect(statements.map(({ rows }) => rows)).toEqual([250, 250, 100 + Number(n)]);
    expect(statements.every(({ text }) => !text.includes('task_items'))).toBe(true);
  });

  it('works with the filters and pages of the list, for thousands of tasks', async () => {
    const { db } = bench.deps.database;
    await sql`
      with added as (
        insert into tasks (account_id, type, status, total, created_at)
        select ${caller.id}::uuid, 'company-to-domain',
               case when n % 3 = 0 then 'failed' else 'completed' end, 0, now()
        from generate_series(1, 3000) n returning id
      )
      insert into task_search_texts select id, '', 'https://needle.com/' from added`.execute(db);
    const query = 'select=id,status&type=eq.company-to-domain&status=in.(failed,timeout)&search=cs.needle';
    const reply = await caller.table(`${query}&order=createdat.desc&limit=20&offset=980`);
    expect(((await reply.json()) as object[]).length).toBe(20);
    expect(await (await caller.table(`${query}&limit=20&offset=1000`)).json()).toEqual([]);
  });

  it('forgets the items when the rows are deleted, but not the name', async () => {
    const { db } = bench.deps.database;
    const task = await bench.start(caller.id, ['https://gone.com/']);
    await renameTask(db, caller.id, { id: task.id, name: 'Autumn' });
    await db.updateTable('tasks').set({ status: 'cancelled' }).where('id', '=', task.id).execute();
    await deleteRows(bench.deps, caller.id, task.id);
    expect(await found('gone.com')).toEqual([]);
    expect(await found('autumn')).toEqual([task.id]);
  });

  it.each(['search=eq.acme', 'select=search', 'order=search', `search=cs.${'x'.repeat(201)}`])(
    'refuses %s',
    async (query) => {
      const { status } = await caller.table(query);
      expect(status).toBe(400);
    },
  );

  it('finds the items of tasks from before', async () => {
    const { db } = bench.deps.database;
    const before = await bench.start(caller.id, ['https://older.com/', 'https://Even-Older.com/']);
    const email = await bench.start(caller.id, ['https://mail.com/']);
    await db.updateTable('tasks').set({ type: 'csv-extraction' }).where('id', '=', email.id).execute();
    const input = '{"first_name":"Jane","last_name":"Miller","domain":"acme.io"}';
    await db.updateTable('task_items').set({ input }).where('task_id', '=', email.id).execute();
    await sql`drop table task_search_texts`.execute(db);
    await sql`delete from schema_migrations where name = '0033_task_search.sql'`.execute(db);
    await migrate(bench.deps.database);
    expect(await found('even-older')).toEqual([before.id]);
    expect(await found('jane miller, acme.io')).toEqual([email.id]);
    expect(await found('first_name')).toEqual([]);
  });
});

it('cuts items without breaking characters', async () => {
  const { db } = bench.deps.database;
  const { id } = await bench.start(caller.id, ['https://a.com/']);
  await db.deleteFrom('task_search_texts').where('task_id', '=', id).execute();
  await transaction(db, (tx) =>
    insertSearchText(tx, { id, name: null, inputs: ['', `${'y'.repeat(79)}😀`] }, (input) => input),
  );
  expect(await found('y'.repeat(79))).toEqual([id]);
});
