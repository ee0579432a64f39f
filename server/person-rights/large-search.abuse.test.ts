import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PERSON_PARTS } from '../person-parts.ts';
import { runFor } from '../platform/database/database-turns.ts';
import type { Database } from '../platform/database/db.ts';
import { openTestDatabase } from '../platform/database/test-database.ts';
import { makeTestDeps, type TestDeps } from '../test-deps.ts';
import { parsePerson } from './person-check.ts';
import { searchPerson } from './person-report.ts';
import { MOST_STEP_ROWS, searchRows } from './search-rows.ts';
import { SEARCHED_TABLES, type SearchedTable } from './searched-tables.ts';
import { dropConstraints } from './test-planted-rows.ts';

const folder = mkdtempSync(join(tmpdir(), 'leadwell-rights-'));
const SMALL_ROWS = 9000;
/** Each has 20,000 characters, so that a step has some 26 of them. */
const LARGE_ROWS = 400;
const LARGE_CHARS = 20_000;
const STEP_CHARS = 512 * 1024;

let database: Database;
let deps: TestDeps;
beforeAll(async () => {
  database = await openTestDatabase();
  deps = makeTestDeps(database, { environment: { DATA_DIR: folder } });
  await deps.queue.start();
  const { db } = database;
  await dropConstraints(db);
  await sql`
    insert into list_rows (list_id, cells, bytes, added_at, updated_at)
    select gen_random_uuid(), jsonb_build_object('email', 'ann' || n || '@example.com'), 40, now(), now()
    from generate_series(1, ${SMALL_ROWS}::integer) n
  `.execute(db);
  await sql`
    insert into webhook_tries (delivery_id, at, ms, response)
    select gen_random_uuid(), now(), 1, repeat(md5(n::text), ${LARGE_CHARS / 32}::integer) || ' ann' || n || '@example.com'
    from generate_series(1, ${LARGE_ROWS}::integer) n
  `.execute(db);
  await sql`
    insert into admin_log (action, address, accepted, detail)
    select 'test', '192.0.2.1', true,
      case when n > ${SMALL_ROWS}::integer then repeat(md5(n::text), ${LARGE_CHARS / 32}::integer) else '' end || ' ann' || n || '@example.com'
    from generate_series(1, ${SMALL_ROWS + LARGE_ROWS}::integer) n
  `.execute(db);
});
afterAll(async () => {
  await deps.queue.stop({ graceful: false });
  await deps.warehouse.close();
  await database.close();
  rmSync(folder, { recursive: true });
});

/** How many statements a search of one table takes, and the rows that it finds. */
async function steps(table: 'list_rows' | 'webhook_tries' | 'admin_log', email: string) {
  let statements = 0;
  const counted = database.db.withPlugin({
    transformQuery: ({ node }) => {
      statements += 1;
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  let found = 0;
  for await (const _ of searchRows(
    counted,
    table,
    SEARCHED_TABLES[table] as SearchedTable,
    parsePerson([email]),
  ))
    found += 1;
  return { statements, found };
}

describe('a search beside many rows of someone else', () => {
  it('reads small rows in steps with a limit, and large ones in steps of few', async () => {
    const small = await steps('list_rows', `ann${SMALL_ROWS}@example.com`);
    expect(small.found).toBe(1);
    expect(small.statements).toBeGreaterThan(SMALL_ROWS / MOST_STEP_ROWS);
    const large = await steps('webhook_tries', `ann${LARGE_ROWS}@example.com`);
    expect(large.found).toBe(1);
    expect(large.statements).toBeGreaterThan((LARGE_ROWS * LARGE_CHARS) / STEP_CHARS);
    expect(large.statements).toBeLessThan(LARGE_ROWS / 10);
  });

  it('reads few large rows in a step also after many small ones', async () => {
    const both = await steps('admin_log', `ann${SMALL_ROWS + LARGE_ROWS}@example.com`);
    expect(both.found).toBe(1);
    expect(both.statements).toBeGreaterThan(
      SMALL_ROWS / MOST_STEP_ROWS + (LARGE_ROWS * LARGE_CHARS) / STEP_CHARS,
    );
  });

  it('lets a user in between its steps, however many searches wait', async () => {
    let isOver = false;
    const attack = Promise.all(
      Array.from({ length: 3 }, () => searchPerson(deps, parsePerson(['no@one.example']), PERSON_PARTS)),
    ).finally(() => (isOver = true));
    const { kind } = database;
    const taken = () => (kind.engine === 'pglite' ? kind.used() : 0);
    const before = taken();
    let answers = 0;
    for (; answers < 20; answers += 1) {
      await runFor('ada', () => database.db.selectFrom('accounts').select('id').limit(1).execute());
      expect([answers, isOver]).toEqual([answers, false]);
    }
    // Two callers take turns: hers and all searches together.
    expect(taken() - before).toBeLessThanOrEqual(answers * 3);
    await attack;
  });
});
