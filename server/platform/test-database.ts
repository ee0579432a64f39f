import { createHash, randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { type Database, openPGlite, openPostgres } from './db.ts';
import { createLog } from './log.ts';
import { migrate } from './migrate.ts';
import { createQueue } from './queue.ts';

/**
 * A migrated, empty database of a test's own, with the queue's schema installed. PGlite in memory, or, when
 * TEST_POSTGRES_URL names a server (vitest.postgres.ts starts one), a database made there from a template.
 */
export async function openTestDatabase(): Promise<Database> {
  const postgres = process.env.TEST_POSTGRES_URL;
  return postgres ? openTestPostgres(postgres) : openPGlite({ dump: new Blob([await pgliteTemplate()]) });
}

const CACHE = fileURLToPath(new URL('../../node_modules/.cache/leadwell/', import.meta.url));

/** The dump of a migrated PGlite: made once for a state of the migrations, since initdb takes seconds. */
async function pgliteTemplate(): Promise<Uint8Array<ArrayBuffer>> {
  const file = `${CACHE}pglite-${schemaHash()}.tar`;
  if (!existsSync(file)) {
    const database = await openPGlite({});
    await prepare(database);
    if (database.kind.engine !== 'pglite') throw new Error('unreachable');
    const dump = await database.kind.pglite.dumpDataDir('none');
    await database.close();
    mkdirSync(CACHE, { recursive: true });
    const own = `${file}.${process.pid}`;
    writeFileSync(own, new Uint8Array(await dump.arrayBuffer()));
    renameSync(own, file);
  }
  return new Uint8Array(readFileSync(file));
}

/** Migrates and installs the queue's schema. */
export async function prepare(database: Database): Promise<void> {
  await migrate(database);
  const queue = createQueue(database, createLog('silent'));
  await queue.start();
  await queue.stop({ graceful: false });
}

function schemaHash(): string {
  const folder = new URL('../../db/migrations/', import.meta.url);
  const hash = createHash('sha256');
  for (const name of readdirSync(folder).sort())
    hash.update(name).update(readFileSync(new URL(name, folder)));
  hash.update(readFileSync(new URL('../../package-lock.json', import.meta.url)));
  return hash.digest('hex').slice(0, 16);
}

async function openTestPostgres(server: string): Promise<Database> {
  const name = `t_${randomUUID().replaceAll('-', '')}`;
  const admin = new pg.Client({ connectionString: server });
  await admin.connect();
  await admin.query(`create database ${name} template leadwell_template`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  const database = openPostgres(url.href, 5);
  return {
    ...database,
    close: async () => {
      await database.close();
      await admin.query(`drop database if exists ${name} with (force)`);
      await admin.end();
    },
  };
}
