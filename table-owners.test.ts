import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { foreignTables, TABLE_OWNERS } from './table-owners.ts';

const ROOMS = ['contract', 'engines', 'net', 'tools', 'server', 'cli'];
/** Tests and their support files can use any table. */
const EXEMPT = /\.test\.ts$|(^|\/)test-[^/]+\.ts$/;

function readSources(areas: readonly string[]): Map<string, string> {
  const files = areas.flatMap((area) =>
    readdirSync(join(import.meta.dirname, area), { recursive: true, encoding: 'utf8' }).map(
      (name) => `${area}/${name.replaceAll('\\', '/')}`,
    ),
  );
  return new Map(
    files
      .filter(
        (file) =>
          file.endsWith('.ts') && !EXEMPT.test(file) && !file.startsWith('server/platform/database/tables'),
      )
      .map((file) => [file, readFileSync(join(import.meta.dirname, file), 'utf8')]),
  );
}

const tablesIn = (file: string, source: string) => [
  ...new Set(foreignTables(new Map([[file, source]])).map(({ table }) => table)),
];

describe('each table has one owner', () => {
  it('whose folder exists', () => {
    for (const owner of new Set(Object.values(TABLE_OWNERS)))
      expect([owner, existsSync(join(import.meta.dirname, owner))]).toEqual([owner, true]);
  });

  it('and no file outside it uses the table in SQL', () => {
    const sources = readSources(ROOMS);
    expect(sources.size).toBeGreaterThan(200);
    const found = foreignTables(sources);
    expect(found.map(({ file, line, table, owner }) => `${file}:${line} ${table} is of ${owner}`)).toEqual(
      [],
    );
  });

  it('and no routes.ts has SQL', () => {
    const routes = [...readSources(['server'])].filter(([file]) => file.endsWith('/routes.ts'));
    expect(routes.length).toBeGreaterThan(10);
    const sql = /\b(?:selectFrom|insertInto|updateTable|deleteFrom|mergeInto)\(|\bsql[<`]/;
    expect(routes.filter(([, text]) => sql.test(text)).map(([file]) => file)).toEqual([]);
  });

  it('and the scan finds every table when files are outside their folders', () => {
    const moved = [...readSources(['server', 'tools'])].map(([file, text]): [string, string] => [
      `elsewhere/${file}`,
      text,
    ]);
    const seen = new Set(foreignTables(new Map(moved)).map(({ table }) => table));
    expect([...seen].sort()).toEqual(Object.keys(TABLE_OWNERS).sort());
  });
});

describe('a table of another folder is found', () => {
  const KYSELY = [
    "db.selectFrom('accounts').selectAll()",
    "db.selectFrom('accounts as a').select('a.id')",
    "db\n  .selectFrom(['tasks', 'accounts'])\n  .selectAll()",
    "db.insertInto('accounts').values({})",
    "tx.updateTable('accounts').set({ balance: 0 })",
    "db.deleteFrom('accounts')",
    "db.selectFrom('tasks').innerJoin('accounts', 'accounts.id', 'tasks.account_id')",
    "db.selectFrom('tasks').leftJoin('accounts as a', (join) => join.onRef('a.id', '=', 'tasks.account_id'))",
    "sql.table('accounts')",
    "const usersTable = { name: 'users', from: 'accounts' }",
    "const data = { kind: 'table', table: 'accounts' }",
  ];
  it.each(KYSELY)('%s', (source) => {
    expect(tablesIn('server/tasks/x.ts', source)).toEqual(['accounts']);
    expect(tablesIn('server/accounts/x.ts', source.replaceAll("'tasks'", "'accounts'"))).toEqual([]);
  });

  const RAW = [
    'sql`select * from accounts where id = 1`',
    'sql`select 1 from tasks t join accounts a on a.id = t.account_id`',
    'sql`\n  insert into accounts (id)\n  values (1)`',
    'sql`update accounts set balance = 0`',
    'sql`UPDATE ONLY "accounts" a SET balance = 0`',
    'sql`delete from public.accounts`',
    "database.runScript('truncate accounts')",
    'sql`select 1 from tasks t, accounts a`',
  ];
  it.each(RAW)('%s', (source) => {
    expect(tablesIn('server/tasks/x.ts', source)).toEqual(['accounts']);
    expect(tablesIn('server/accounts-of-others/x.ts', 'sql`select 1 from accounts`')).toEqual(['accounts']);
  });

  it('unless it is in a comment, part of another word, or in a file of the owner', () => {
    expect(tablesIn('server/tasks/x.ts', '/** Deleted from accounts. */ // from accounts')).toEqual([]);
    expect(tablesIn('server/tasks/x.ts', 'sql`select * from accounts_view`')).toEqual([]);
    expect(tablesIn('server/tasks/x.ts', "import { a } from '../accounts/account.ts';")).toEqual([]);
    expect(tablesIn('server/accounts/deep/x.ts', 'sql`select * from accounts`')).toEqual([]);
  });
});
