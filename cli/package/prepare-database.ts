import { writeFileSync } from 'node:fs';
import process from 'node:process';
import { freezeClock } from './freeze-clock.ts';

/** What the clock says meanwhile. Any time in the past. */
const TIME = Date.UTC(2026, 0, 1);

/**
 * Writes an empty, migrated embedded database to a file, for the first start of a packaged server: making it there takes
 * several seconds. Runs in a process of its own, because it stops the clock, so that the same sources give the same bytes.
 */
export async function main([file = '']: string[]): Promise<void> {
  freezeClock(TIME);
  // Libraries keep the functions that they find when they are loaded.
  const { openPGlite } = await import('#server/platform/database/db.ts');
  const { migrate } = await import('#server/platform/database/migrate.ts');
  const { createQueue } = await import('#server/platform/queue/queue.ts');
  const { createLog } = await import('#server/platform/log.ts');
  const database = await openPGlite({});
  await migrate(database);
  const queue = createQueue(database, createLog('silent'));
  await queue.start();
  await queue.stop({ graceful: false });
  if (database.kind.engine !== 'pglite') throw new Error('The embedded database is expected.');
  const { pglite } = database.kind;
  const { rows } = await pglite.query<{ name: string }>(
    `select format('%I', table_name) as name from information_schema.tables
     where table_schema = 'public' and table_type = 'BASE TABLE' and table_name <> 'schema_migrations'`,
  );
  for (const { name } of rows) {
    const filled = await pglite.query(`select 1 from ${name} limit 1`);
    // All installs would share it, and it could be random here.
    if (filled.rows.length > 0) throw new Error(`A migration inserts rows into the table ${name}.`);
  }
  // Nothing makes another database from these. Without them, a first start creates half as many files.
  await pglite.exec('update pg_database set datistemplate = false where datname <> current_database()');
  for (const name of ['template0', 'template1']) await pglite.exec(`drop database ${name}`);
  await pglite.exec('checkpoint');
  const dump = await pglite.dumpDataDir('gzip');
  writeFileSync(file, new Uint8Array(await dump.arrayBuffer()));
  // The database isn't needed any more, and timers of the queue wait for a clock that stands still.
  process.exit();
}
