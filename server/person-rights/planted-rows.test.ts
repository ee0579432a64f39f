// On PostgreSQL: a search reads each table with SQL of its own.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TABLE_OWNERS } from '../../table-owners.ts';
import { PERSON_PARTS } from '../person-parts.ts';
import { SNAPSHOT, UPGRADE_COPY } from '../platform/backup/snapshot.ts';
import { schemaNames } from '../platform/backup/swap-schemas.ts';
import { openTestDatabase } from '../platform/database/test-database.ts';
import { askFolder } from '../platform/disk/ask-folder.ts';
import { makeTestDeps, type TestDeps } from '../test-deps.ts';
import { parsePerson } from './person-check.ts';
import { searchPerson } from './person-report.ts';
import { copiesIn, isDeclared } from './search-files.ts';
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
      'today.backup',
      'today.backup.part',
      'secrets.json',
      'postgres.env',
      'database-used.txt',
      'moved-to-postgres.txt',
      'lock.sqlite',
      'lock-holder.txt',
      'operator.sock',
      'restore-pending.json',
      'restore-journal.json',
      `${SNAPSHOT}123`,
      `${UPGRADE_COPY}123`,
    ])
      expect([name, isDeclared(name)]).toEqual([name, true]);
    writeFileSync(join(folder, 'forgotten.txt'), 'forgotten.jane@firm.example');
    const { found } = await search('forgotten.jane@firm.example');
    expect(found.map(({ within }) => within)).toEqual(['forgotten.txt']);
  });

  it('does not read copies of a database as text, and names them', async () => {
    for (const name of [`${SNAPSHOT}123`, `${UPGRADE_COPY}123`]) {
      mkdirSync(join(folder, name, 'base'), { recursive: true });
      writeFileSync(join(folder, name, 'base', '16384'), 'copied.jane@firm.example');
    }
    const { found, report } = await search('copied.jane@firm.example');
    expect(found).toEqual([]);
    expect(report.backups.map(({ file }) => file)).toEqual(
      [`${SNAPSHOT}123`, `${UPGRADE_COPY}123`].map((name) => join(folder, name, 'base')),
    );
  });

  it('names backups in the data folder and on other disks, also on one that does not answer', async () => {
    const elsewhere = mkdtempSync(join(tmpdir(), 'leadwell-elsewhere-'));
    const config = { ...deps.config, BACKUP_FOLDER: elsewhere };
    const files = async () => (await copiesIn({ ...deps, config }, 20)).map(({ file }) => file);
    writeFileSync(join(folder, 'today.backup'), '');
    writeFileSync(join(elsewhere, 'scheduled.backup'), '');
    expect(await files()).toEqual(
      expect.arrayContaining([join(folder, 'today.backup'), join(elsewhere, 'scheduled.backup')]),
    );
    const disk = Promise.withResolvers<void>();
    const hung = askFolder(elsewhere, () => disk.promise);
    expect((await files()).filter((file) => file.startsWith(elsewhere))).toEqual([elsewhere]);
    disk.resolve();
    await hung;
    rmSync(elsewhere, { recursive: true });
    rmSync(join(folder, 'today.backup'));
  });

  it('names the states that a restore put aside in PostgreSQL, and the databases that a move left', async () => {
    const time = '2026-11-20T10-30-05-123Z';
    const { point, pointQueue } = schemaNames(time);
    const { db } = deps.database;
    await sql`create schema ${sql.id(point)}`.execute(db);
    for (const name of ['db', 'warehouse']) mkdirSync(join(folder, name), { recursive: true });
    const moved = { DATABASE_URL: 'postgres://127.0.0.1/db', CLICKHOUSE_URL: 'http://127.0.0.1:8123' };
    const ofServers = await copiesIn({ ...deps, config: { ...deps.config, ...moved } });
    const names = ofServers.map(({ file }) => file);
    expect(names).toEqual(expect.arrayContaining([join(folder, 'db'), join(folder, 'warehouse')]));
    const kept = ofServers.find(({ file }) => file.includes(point));
    expect(kept?.file).toContain(pointQueue);
    expect(kept?.at.toISOString()).toBe('2026-11-20T10:30:05.000Z');
    const inUse = (await search('nobody@firm.example')).report.backups.map(({ file }) => file);
    expect(inUse).not.toContain(join(folder, 'db'));
    await sql`drop schema ${sql.id(point)}`.execute(db);
  });
});

function unique(name: string, index: number, names: readonly string[]): boolean {
  return names.indexOf(name) === index;
}
