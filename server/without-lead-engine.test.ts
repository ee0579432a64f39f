import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { OPERATOR_COMMANDS } from './operator-commands.ts';
import { isOptedOut } from './opt-outs/opt-outs.ts';
import type { Database } from './platform/database/db.ts';
import { openTestDatabase } from './platform/database/test-database.ts';
import { createLog } from './platform/log.ts';
import { createWarehouse } from './platform/warehouse/warehouse.ts';
import { makeTestDeps, type TestDeps } from './test-deps.ts';

const NOT_INSTALLED = `data:text/javascript,throw new Error("Cannot find package 'chdb'")`;
const folder = mkdtempSync(join(tmpdir(), 'leadwell-no-engine-'));
let database: Database;
let deps: TestDeps;
beforeAll(async () => {
  database = await openTestDatabase();
  const log = createLog('silent');
  const engine = { folder: join(folder, 'warehouse'), log, pool: NOT_INSTALLED };
  const warehouse = createWarehouse({ url: undefined, engine, log });
  deps = { ...makeTestDeps(database, { environment: { DATA_DIR: folder } }), warehouse };
  // A search makes the folder of the engine before it finds that there is none.
  await expect(warehouse.rows({ sql: 'SELECT 1' }, z.unknown())).rejects.toThrow(/leads enable/);
});
afterAll(async () => {
  await deps.warehouse.close();
  await database.close();
  rmSync(folder, { recursive: true });
});

async function run(name: string, input: object) {
  const rows: object[] = [];
  const command = OPERATOR_COMMANDS.get(name);
  const parsed = command?.input.parse(input);
  await command?.run(deps, parsed, { row: (row) => void rows.push(row), note: () => {} });
  return rows;
}

it('people can opt out, and the list is carried out', async () => {
  expect(await run('optout-add', { entries: ['jane@acme.example'] })).toEqual([{ given: 1, added: 1 }]);
  expect(await isOptedOut(deps, { emails: ['jane@acme.example'] })).toBe(true);
  expect(await run('optout-apply', {})).toEqual([{ entries: 0, deleted: 0 }]);
});

it('the lists of DROP are imported and answered', async () => {
  const file = join(folder, '20260312_4821_Email.csv');
  const hash = createHash('sha256').update('drop@acme.example').digest('base64');
  writeFileSync(file, `ID,Hash\r\nW0abcdefghij,${hash}\r\n`);
  const input = { files: [file], list: 'Email', statusFile: join(folder, 'answer.csv') };
  expect(await run('optout-import-hashed', input)).toMatchObject([{ given: 1, added: 1, not_found: 1 }]);
  expect(readFileSync(join(folder, 'answer.csv'), 'utf8')).toContain('W0abcdefghij');
  expect(await isOptedOut(deps, { emails: ['drop@acme.example'] })).toBe(true);
});

it('people are told what is stored about them, and erased', async () => {
  const person = ['bob@acme.example'];
  expect(await run('person-report', { person })).toMatchObject([
    { report: { optedOut: false, searched: { leadDatabases: 0 } } },
  ]);
  expect(await run('person-erase', { person })).toMatchObject([{ receipt: { left: [] } }]);
  expect(await isOptedOut(deps, { emails: person })).toBe(true);
});

it('has no fault for the doctor', async () => {
  const found = await run('doctor', {});
  expect(found.filter((one) => 'check' in one && one.check === 'lead databases')).toEqual([]);
});
