import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { MEGABYTE } from '../disk/free-bytes.ts';
import { makeTestDisk } from '../disk/test-disk.ts';
import { createLog } from '../log.ts';
import { openPGlite } from './db.ts';
import { createCheckpoints, createSpaceReport } from './storage-watch.ts';
import { prepareDataFolder } from './test-data-folder.ts';

it('the write-ahead log of PGlite stays short, however much is written', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'leadwell-wal-'));
  await prepareDataFolder(dataDir);
  const database = await openPGlite({ dataDir: join(dataDir, 'db') });
  const checkpoint = createCheckpoints(database, 32 * MEGABYTE);
  const wal = async () => {
    const { rows } = await sql<{ bytes: number }>`
      select sum(size)::int8 as bytes from pg_ls_waldir()`.execute(database.db);
    return rows[0]?.bytes ?? 0;
  };
  await database.runScript('create table filled (text text)');
  const written: boolean[] = [];
  let most = 0;
  for (let round = 0; round < 8; round += 1) {
    await database.runScript(
      `insert into filled select repeat('x', 1900) from generate_series(1, 10000); truncate filled;`,
    );
    written.push(await checkpoint());
    most = Math.max(most, await wal());
  }
  expect(written).toContain(true);
  expect(written).toContain(false);
  // The rounds write about 160 MB.
  expect(most).toBeLessThan(110 * MEGABYTE);
  await database.close();
  rmSync(dataDir, { recursive: true });
});

it('the log says once when the disk runs low, is full, and has room again', () => {
  const lines: string[] = [];
  const log = createLog('info', {
    destination: { write: (line) => void lines.push((JSON.parse(line) as { msg: string }).msg) },
  });
  const disk = makeTestDisk();
  const report = createSpaceReport(disk.space, '/data', log);
  for (const free of [1000, 150, 140, 10, 5, 1000, 1000]) {
    disk.setFree(free);
    report();
  }
  expect(lines).toEqual([
    'the disk of /data is low on space: new work is refused. Free up space',
    'the disk of /data is full: nothing can be stored. Free up space',
    'the disk of /data has room again',
  ]);
});
