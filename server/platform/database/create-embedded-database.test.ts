import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { sql } from 'kysely';
import { afterEach, expect, it } from 'vitest';
import { UNKNOWN_SPACE } from '../disk/disk-space.ts';
import { createLog } from '../log.ts';
import { createEmbeddedDatabase } from './create-embedded-database.ts';
import { openPGlite } from './db.ts';
import { openEmbeddedDatabase } from './embedded-database.ts';

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'leadwell-create-'));
  folders.push(folder);
  return folder;
}

it('starts again after a process that was killed while it created the database', async () => {
  const dataDir = newFolder();
  mkdirSync(join(dataDir, 'db.new/base'), { recursive: true });
  writeFileSync(join(dataDir, 'db.new/PG_VERSION'), '18\n');
  const database = await openEmbeddedDatabase({ dataDir, space: UNKNOWN_SPACE, log: createLog('silent') });
  expect((await sql`select 1 as one`.execute(database.db)).rows).toEqual([{ one: 1 }]);
  await database.close();
  expect(readdirSync(dataDir)).toEqual(['db']);
});

it('unpacks a prepared database, which only its user can read', async () => {
  const dataDir = newFolder();
  const source = await openPGlite({});
  await source.runScript('create table note (text text); insert into note values ($$prepared$$)');
  if (source.kind.engine !== 'pglite') throw new Error('The embedded database is expected.');
  const prepared = join(dataDir, 'prepared.tar.gz');
  writeFileSync(prepared, await (await source.kind.pglite.dumpDataDir('gzip')).bytes());
  await source.close();
  const folder = join(dataDir, 'db');
  await createEmbeddedDatabase(folder, pathToFileURL(prepared));
  expect([folder, join(folder, 'PG_VERSION')].map((path) => statSync(path).mode & 0o777)).toEqual([
    0o700, 0o600,
  ]);
  const database = await openPGlite({ dataDir: folder });
  expect((await sql`select text from note`.execute(database.db)).rows).toEqual([{ text: 'prepared' }]);
  await database.close();
});

it('leaves a folder as it is that has other files', async () => {
  const dataDir = newFolder();
  mkdirSync(join(dataDir, 'db'));
  writeFileSync(join(dataDir, 'db/mine.txt'), 'mine');
  const options = { dataDir, space: UNKNOWN_SPACE, log: createLog('silent') };
  await expect(openEmbeddedDatabase(options)).rejects.toThrow(
    /is damaged or can't be read.*Move the folder aside|move the folder aside/s,
  );
  expect(readdirSync(join(dataDir, 'db'))).toEqual(['mine.txt']);
});
