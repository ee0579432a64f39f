// On PostgreSQL: a search reads each table with SQL of its own.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TABLE_OWNERS } from '../../table-owners.ts';
import { PERSON_PARTS } from '../person-parts.ts';
import { openTestDatabase } from '../platform/database/test-database.ts';
import { makeTestDeps, type TestDeps } from '../test-deps.ts';
import { parsePerson } from './person-check.ts';
import { searchPerson } from './person-report.ts';
import { isDeclared } from './search-files.ts';
import { SEARCHED_TABLES } from './searched-tables.ts';
import { allTables, dropConstraints, plantEverywhere } from './test-planted-rows.ts';

const folder = mkdtempSync(join(tmpdir(), 'leadwell-rights-'));
let deps: TestDeps;
beforeAll(async () => {
  deps = makeTestDeps(await openTestDatabase(), { environment: { DATA_DIR: folder } });
  await deps.queue.start();
  await dropConstraints(deps.database.db);
});
afterAll(async () => {
  await deps.queue.stop({ graceful: false });
  await deps.warehouse.close();
  await deps.database.close();
  rmSync(folder, { recursive: true });
});

const search = (...person: string[]) => searchPerson(deps, parsePerson(person), PERSON_PARTS);
/** "list_rows.cells" of each row that was found. */
const columnsOf = ({ found }: Awaited<ReturnType<typeof search>>, text: string) =>
  found.flatMap(({ ref }) =>
    ref.kind === 'row'
      ? Object.entries(ref.row.values).flatMap(([column, value]) =>
          JSON.stringify(value ?? '')
            .toLowerCase()
            .includes(text)
            ? [`${ref.row.table}.${column}`]
            : [],
        )
      : [],
  );

describe('the search for a person', () => {
  it('knows every table, and says of each that is left out why', async () => {
    expect(Object.keys(SEARCHED_TABLES).sort()).toEqual(
      (await allTables(deps.database.db)).concat('user_payments').filter(unique).sort(),
    );
    expect(Object.keys(SEARCHED_TABLES).sort()).toEqual(Object.keys(TABLE_OWNERS).sort());
    for (const declared of Object.values(SEARCHED_TABLES))
      expect(declared.kind === 'none' ? declared.why : declared.what).not.toBe('');
  });

  it.each([
    ['quiet.jane@firm.example', 'Quiet.Jane+news@WWW.firm.example', 'quiet.jane'],
    ['https://linkedin.com/in/quiet-jane-9', 'http://de.LinkedIn.com/in/Quiet-Jane-9/?x=1', 'quiet-jane-9'],
    ['+49 151 55501779', 'Tel. +49 (0)151/555 01779', '555 01779'],
  ])('finds %s in every column of every table', async (person, written, text) => {
    const planted = await plantEverywhere(deps.database.db, written);
    expect(planted.length).toBeGreaterThan(60);
    const found = await search(person);
    // Digits in a field like "key" or "id" are no phone, and neither are those in texts of the product's own.
    expect(columnsOf(found, text).sort()).toEqual(planted.sort());
    expect((await search('someone@else.example')).found).toEqual([]);
  });

  it('finds waiting work, and mails in the outbox, also over a line break', async () => {
    await deps.queue.createQueue('mail');
    await deps.queue.send('mail', { kind: 'email-changed', to: 'outbox.jane@firm.example' });
    mkdirSync(join(folder, 'outbox'));
    const mail = 'To: ben@noisy.example\r\n\r\nWrite to outbox.ja=\r\nne@firm.example.';
    writeFileSync(join(folder, 'outbox', '1.eml'), mail);
    const { found } = await search('outbox.jane@firm.example');
    expect(found.map(({ ref }) => ref.kind).sort()).toEqual(['file', 'job']);
  });

  it('knows every entry of the data folder, and searches one that it does not know', async () => {
    for (const name of [
      'db',
      'warehouse',
      'outbox',
      'backups',
      'secrets.json',
      'lock.sqlite',
      'operator.sock',
    ])
      expect([name, isDeclared(name)]).toEqual([name, true]);
    writeFileSync(join(folder, 'forgotten.txt'), 'forgotten.jane@firm.example');
    const { found } = await search('forgotten.jane@firm.example');
    expect(found.map(({ within }) => within)).toEqual(['forgotten.txt']);
  });
});

function unique(name: string, index: number, names: readonly string[]): boolean {
  return names.indexOf(name) === index;
}
