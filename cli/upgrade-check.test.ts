// On PostgreSQL: a copy there is made by the operator.
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type Database, openPGlite } from '#server/platform/database/db.ts';
import { prepareDataFolder } from '#server/platform/database/test-data-folder.ts';
import { openTestDatabase } from '#server/platform/database/test-database.ts';
import { findPostgres } from '#server/platform/database/test-postgres.ts';
import { lockDataFolder } from '#server/platform/disk/data-lock.ts';
import { checkUpgrade } from './upgrade-check.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'leadwell-upgrade-'));
  vi.stubEnv('DATA_DIR', folder);
  vi.stubEnv('LOG_LEVEL', 'silent');
});
afterEach(() => rmSync(folder, { recursive: true }));

async function lines(copy?: string): Promise<string[]> {
  const written: string[] = [];
  await checkUpgrade(copy, (line) => written.push(line));
  return written;
}

/** Makes a database as it was before one of its migrations. */
async function takeBack({ db }: Database): Promise<void> {
  await sql`alter table auth_secret drop column sealed_key, drop column old_fingerprint, drop column changed_at`.execute(
    db,
  );
  await sql`delete from schema_migrations where name = '0100_data_key.sql'`.execute(db);
}

const applied = async ({ db }: Database) =>
  (await sql<{ name: string }>`select name from schema_migrations`.execute(db)).rows.map(({ name }) => name);

const isEmbedded = !process.env.TEST_POSTGRES_URL;

it.runIf(isEmbedded)('updates a copy of the embedded database, and leaves it as it was', async () => {
  await prepareDataFolder(folder);
  const open = () => openPGlite({ dataDir: join(folder, 'db') });
  expect(await lines()).toEqual(['The database is up to date: nothing would change.']);
  const database = await open();
  await takeBack(database);
  await database.close();
  expect(await lines()).toEqual([
    expect.stringMatching(/^works: 0100_data_key\.sql \(\d+\.\d s\)$/),
    expect.stringMatching(/^The update works on a copy of the database, and took \d+\.\d s\./),
  ]);
  expect(readdirSync(folder).filter((name) => name.startsWith('upgrade-check'))).toEqual([]);

  const again = await open();
  expect(await applied(again)).not.toContain('0100_data_key.sql');
  // Something that the migration can't change.
  await sql`alter table auth_secret add column sealed_key text`.execute(again.db);
  await again.close();
  await expect(lines()).rejects.toThrow(/^The update fails on a copy of the database: .*already exists/);
  expect(readdirSync(folder).filter((name) => name.startsWith('upgrade-check'))).toEqual([]);
  const lock = lockDataFolder(folder);
  await expect(lines()).rejects.toThrow(/^Stop the server before you check/);
  lock.release();
});

it.runIf(isEmbedded)(
  'leaves no copy behind when it is interrupted, nor those of an earlier one that was killed',
  async () => {
    await prepareDataFolder(folder);
    const database = await openPGlite({ dataDir: join(folder, 'db') });
    await takeBack(database);
    await database.close();
    const copies = () => readdirSync(folder).filter((name) => name.startsWith('upgrade-check'));
    const killed = spawn(process.execPath, ['-e', '']);
    await once(killed, 'exit');
    mkdirSync(join(folder, `upgrade-check-${killed.pid}`));
    const check = spawn(process.execPath, [join(import.meta.dirname, 'leadwell.mjs'), 'upgrade', '--check'], {
      env: { ...process.env, DATA_DIR: folder },
    });
    await expect.poll(copies).toEqual([`upgrade-check-${check.pid}`]);
    check.kill('SIGINT');
    expect(await once(check, 'exit')).toEqual([130, null]);
    expect(copies()).toEqual([]);
  },
);

it.skipIf(isEmbedded)('updates a copy on PostgreSQL, and never the database', async () => {
  const [own, copy] = [await openTestDatabase(), await openTestDatabase()];
  const url = ({ kind }: Database) => (kind.engine === 'postgres' ? kind.url : '');
  vi.stubEnv('DATABASE_URL', url(own));
  vi.stubEnv('AUTH_SECRET', 'a secret of the tests, 32 characters');
  await takeBack(own);
  await takeBack(copy);
  await expect(lines()).rejects.toThrow(/^Make a copy of the database/);
  await expect(lines(url(own).replace('127.0.0.1', 'localhost'))).rejects.toThrow(/DATABASE_URL itself/);
  expect((await lines(url(copy)))[0]).toMatch(/^works: 0100_data_key/);
  expect(await applied(copy)).toContain('0100_data_key.sql');
  expect(await applied(own)).not.toContain('0100_data_key.sql');
  await own.close();
  await copy.close();
  vi.unstubAllEnvs();
});

it.skipIf(isEmbedded)(
  'is done by the commands of docs/operate/upgrades.md, as they stand there',
  async () => {
    const own = await openTestDatabase();
    await takeBack(own);
    const url = own.kind.engine === 'postgres' ? own.kind.url : '';
    const copyUrl = new URL(url);
    copyUrl.pathname = '/leadwell_copy';
    const page = readFileSync(join(import.meta.dirname, '../docs/operate/upgrades.md'), 'utf8');
    const [commands] = /^export COPY_URL=[^`]*/m.exec(page) ?? [''];
    expect(commands).toContain('pg_dump');
    const program = join(import.meta.dirname, 'leadwell.mjs');
    const script = `set -eo pipefail\nleadwell() { "${process.execPath}" "${program}" "$@"; }\n${commands.replace('postgres://leadwell:...@db/leadwell_copy', copyUrl.href)}`;
    const { stdout } = await promisify(execFile)('bash', ['-c', script], {
      env: {
        ...process.env,
        // An earlier version of the client programs refuses the server.
        PATH: `${findPostgres()}:${process.env.PATH}`,
        DATABASE_URL: url,
        AUTH_SECRET: 'a secret of the tests, 32 characters',
      },
    });
    expect(stdout).toMatch(/works: 0100_data_key\.sql[\s\S]*The update works on a copy of the database/);
    expect(await applied(own)).not.toContain('0100_data_key.sql');
    const { rows } = await sql`select 1 from pg_database where datname = 'leadwell_copy'`.execute(own.db);
    expect(rows).toEqual([]);
    await own.close();
  },
);
