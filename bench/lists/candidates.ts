import { join } from 'node:path';
import { sql } from 'kysely';
import { z } from 'zod';
import { step } from '../../server/lists/row-steps.ts';
import type { Db } from '../../server/platform/database/db.ts';
import { createLog } from '../../server/platform/log.ts';
import { createWarehouse } from '../../server/platform/warehouse/warehouse.ts';
import { NUMBER_COLUMN, TEXT_COLUMN, WIDE_COLUMNS } from './wide-list.ts';

/** The other ways to sort, filter and search a list that were compared. Prints the time of each, and what they store. */
export async function measureCandidates(db: Db, listId: string, folder: string): Promise<void> {
  await measureSideTable(db, listId);
  await measureEngine(db, listId, folder);
}

async function time(what: string, work: () => Promise<unknown>): Promise<void> {
  const startedAt = performance.now();
  await work();
  console.log(`${what}: ${(performance.now() - startedAt).toFixed(0)} ms`);
}

/** One row for each cell, with indexes for sorting. */
async function measureSideTable(db: Db, listId: string): Promise<void> {
  await sql`
    create table bench_cells (row_id bigint, col text, txt text, num double precision, primary key (row_id, col))
  `.execute(db);
  await time('side table: fill', async () => {
    for (let after = 0; ; ) {
      const { rows } = await sql<{ last: number | null }>`
        with s as (select id, cells from ${step(listId, after)} s),
        added as (
          insert into bench_cells
          select s.id, c.key, left(lower(c.value), 200),
            case when c.value ~ '^-?[0-9]{1,15}([.][0-9]{1,10})?$' then c.value::double precision end
          from s cross join jsonb_each_text(s.cells) c
        )
        select max(id) as last from s
      `.execute(db);
      const last = rows[0]?.last ?? null;
      if (last === null) return;
      after = Number(last);
    }
  });
  await time('side table: index', () => sql`create index on bench_cells (col, num, txt, row_id)`.execute(db));
  const { rows } = await sql<{ mb: number }>`
    select (pg_total_relation_size('bench_cells') / 1000000)::integer as mb
  `.execute(db);
  console.log(`side table: ${rows[0]?.mb} MB`);
  for (const column of [TEXT_COLUMN, NUMBER_COLUMN])
    await time(`side table: sort by ${column}`, () =>
      sql`select row_id from bench_cells where col = ${column} order by num, txt, row_id limit 100`.execute(
        db,
      ),
    );
  await time('side table: count of a filter', () =>
    sql`select count(*) from bench_cells where col = ${NUMBER_COLUMN} and num >= 2500`.execute(db),
  );
  await time('side table: filter on a column, sorted by another', () =>
    sql`
      select o.row_id from bench_cells o join bench_cells f on f.row_id = o.row_id and f.col = ${NUMBER_COLUMN}
      where o.col = ${TEXT_COLUMN} and f.num >= 2500 order by o.num, o.txt, o.row_id limit 100
    `.execute(db),
  );
  await time('side table: search', () =>
    sql`select count(distinct row_id) from bench_cells where txt like '%firm-777%'`.execute(db),
  );
  await sql`drop table bench_cells`.execute(db);
}

/** The rows in a table of the engine of the lead databases. */
async function measureEngine(db: Db, listId: string, folder: string): Promise<void> {
  const log = createLog('error');
  const warehouse = createWarehouse({
    url: undefined,
    engine: { folder: join(folder, 'warehouse'), log },
    log,
  });
  try {
    const texts = WIDE_COLUMNS.map((column) => `${column} String`).join(', ');
    await time('engine: start', () =>
      warehouse.run({ sql: `CREATE TABLE bench_list (id UInt64, ${texts}) ENGINE = MergeTree ORDER BY id` }),
    );
    await time('engine: fill', async () => {
      for (let after = 0; ; ) {
        const { rows } = await sql<{ id: number; cells: Record<string, string> }>`
          select id, cells from ${step(listId, after)} s order by id
        `.execute(db);
        const last = rows.at(-1);
        if (!last) return;
        const lines = rows.map(({ id, cells }) =>
          [id, ...WIDE_COLUMNS.map((column) => (cells[column] ?? '').replace(/[\t\n\\]/g, ' '))].join('\t'),
        );
        await warehouse.insertLines(
          'bench_list',
          ['id', ...WIDE_COLUMNS],
          Buffer.from(`${lines.join('\n')}\n`),
        );
        after = last.id;
      }
    });
    const ask = (what: string, text: string) =>
      time(`engine: ${what}`, () => warehouse.rows({ sql: text }, z.unknown()));
    for (let n = 0; n < 3; n += 1) {
      await ask('sort', `SELECT id FROM bench_list ORDER BY lower(${TEXT_COLUMN}), id LIMIT 100`);
      await ask('filter', `SELECT count() FROM bench_list WHERE toFloat64OrNull(${NUMBER_COLUMN}) >= 2500`);
      const anywhere = `arrayStringConcat([${WIDE_COLUMNS.join(',')}], '\\n')`;
      await ask(
        'search',
        `SELECT count() FROM bench_list WHERE position(lower(${anywhere}), 'firm-777') > 0`,
      );
      await ask(
        'edit of a cell',
        `ALTER TABLE bench_list UPDATE ${TEXT_COLUMN} = 'x${n}' WHERE id = ${n + 1} SETTINGS mutations_sync = 1`,
      );
    }
    console.log(`engine: process ${warehouse.enginePid()}`);
  } finally {
    await warehouse.close();
  }
}
