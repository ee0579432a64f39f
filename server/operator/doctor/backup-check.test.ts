import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { backupName } from '../../backups/backup-folder.ts';
import { noteFailed, noteWritten } from '../../backups/last-backup.ts';
import { parseConfig } from '../../config.ts';
import type { Database } from '../../platform/database/db.ts';
import { openTestDatabase } from '../../platform/database/test-database.ts';
import { checkBackup } from './backup-check.ts';

const HOUR_MS = 3_600_000;
const folder = mkdtempSync(join(tmpdir(), 'leadwell-backup-check-'));
let database: Database;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(async () => {
  await database.close();
  rmSync(folder, { recursive: true });
});

/** The one thing that the check finds so many hours from now. */
async function check(hours: number, settings?: Record<string, string>) {
  const found = await checkAll(hours, settings);
  expect(found).toHaveLength(1);
  return found[0];
}

function checkAll(hours: number, settings: Record<string, string> = { BACKUP_FOLDER: folder }) {
  const config = parseConfig({ BACKUP_EVERY_HOURS: '24', ...settings });
  const clock = { now: () => Date.now() + hours * HOUR_MS };
  return checkBackup({ database, config, clock }, async () => false);
}

it('warns without a backup once the data is over a week old', async () => {
  expect(await check(9999)).toMatchObject({ state: 'ok' });
  await database.db
    .insertInto('accounts')
    .values({ email: 'a@example.com', name: 'A', password_hash: 'x', balance: 0 })
    .execute();
  expect(await check(7 * 24 - 1)).toMatchObject({ state: 'ok' });
  expect(await check(7 * 24 + 1)).toMatchObject({ state: 'warning', says: 'none was written yet' });
  expect(await check(7 * 24 + 1, {})).toMatchObject({
    state: 'warning',
    todo: expect.stringMatching(
      /^Set BACKUP_FOLDER .*, unless another server or other means make backups\.$/,
    ),
  });
});

it('warns if the last backup is older than two intervals', async () => {
  const file = join(folder, 'leadwell-2026-01-01T00-00-00-000Z.backup');
  writeFileSync(file, '');
  const now = new Date();
  utimesSync(file, now, now);
  expect(await check(48)).toMatchObject({ state: 'ok' });
  expect(await check(50)).toMatchObject({ state: 'warning', says: expect.stringContaining('50 hours old') });
});

it('warns of a backup from the future, and also if the last one of the others is too old', async () => {
  const inAYear = Date.now() + 365 * 24 * HOUR_MS;
  const name = backupName(inAYear);
  const file = join(folder, name);
  writeFileSync(file, '');
  const early = { state: 'warning', says: expect.stringMatching(`from the future: ${name}$`) };
  expect(await checkAll(1)).toMatchObject([early, { state: 'ok' }]);
  expect(await checkAll(50)).toMatchObject([
    early,
    { state: 'warning', says: expect.stringContaining('50 hours old') },
  ]);
  utimesSync(file, inAYear / 1000, inAYear / 1000);
  expect(await check(366 * 24)).toMatchObject({ state: 'ok' });
  rmSync(file);
});

it('counts the backups of another server where there is no schedule', async () => {
  const seen = (hours: number, everyHours: number) => ({ everyHours, nowMs: Date.now() + hours * HOUR_MS });
  await noteFailed(database.db, seen(9 * 24, 24));
  expect(await check(9 * 24, {})).toMatchObject({ state: 'warning', says: 'none was written yet' });
  await noteWritten(database.db, Date.now(), seen(48, 24));
  expect(await check(48, {})).toMatchObject({ state: 'ok', says: 'the last one is 48 hours old' });
  expect(await check(50, {})).toMatchObject({
    state: 'warning',
    todo: expect.stringContaining('the server with BACKUP_FOLDER'),
  });
  // Their interval counts.
  await noteWritten(database.db, Date.now(), seen(50, 48));
  expect(await check(50, {})).toMatchObject({ state: 'ok' });
  expect(await check(97, {})).toMatchObject({
    state: 'warning',
    says: 'the last one is 97 hours old, and the schedule has one every 48',
  });
  expect(await check(9 * 24, {})).toMatchObject({ state: 'warning', says: 'there is no schedule' });
});

it('warns if backups are in memory', async () => {
  const config = parseConfig({ BACKUP_FOLDER: folder });
  const found = await checkBackup({ database, config, clock: { now: Date.now } }, async () => true);
  expect(found).toMatchObject([{ state: 'warning', says: expect.stringContaining('in memory') }]);
});
