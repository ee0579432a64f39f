import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { sql } from 'kysely';
import { z } from 'zod';
import { accountClosing } from '../../server/account-closing.ts';
import { deleteAccount } from '../../server/account-data/delete-account.ts';
import { exportAccount } from '../../server/account-data/export-account.ts';
import { addOptOuts } from '../../server/opt-outs/opt-outs.ts';
import { type Database, openPGlite, openPostgres, transaction } from '../../server/platform/database/db.ts';
import { prepareDataFolder } from '../../server/platform/database/test-data-folder.ts';
import { findPostgres, startTestPostgres } from '../../server/platform/database/test-postgres.ts';
import { assertFits } from '../../server/tasks/storage-limits.ts';
import { openTaskBench } from '../../server/tasks/test-tasks.ts';
import { reportFigure, reportSkipped } from '../figures.ts';

/**
 * `npm run bench:account [-- --rows 500000 --tasks 2500]`: on PostgreSQL, exports and deletes an account with many rows, and
 * reads what it stores, next to an account with a hundredth of them. With `--embedded`, on the embedded database, and without
 * the deletion.
 */
const { values } = parseArgs({
  args: process.argv.slice(2),
  options: {
    rows: { type: 'string', default: '500000' },
    tasks: { type: 'string', default: '2500' },
    embedded: { type: 'boolean', default: false },
  },
});
const MEGABYTE = 1024 * 1024;
const SMALLER = 100;
const READS = 50;
const CHUNKS_PER_LOOK = 5;
const TASKS_PER_STEP = 100;
const EXPORT_GOAL_SECONDS = 60;
const MEMORY_GOAL_MB = 200;

const bin = values.embedded ? null : findPostgres();
if (values.embedded) await onEmbedded();
else if (bin) await onPostgres(bin);
else reportSkipped('account');

async function onPostgres(path: string): Promise<void> {
  const postgres = await startTestPostgres(path);
  await measure(openPostgres(postgres.url.replace(/postgres$/, 'leadwell_template')));
  await postgres.stop();
}

async function onEmbedded(): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'leadwell-account-'));
  await prepareDataFolder(dataDir);
  await measure(await openPGlite({ dataDir: join(dataDir, 'db') }));
  rmSync(dataDir, { recursive: true });
}

async function measure(database: Database): Promise<void> {
  const bench = await openTaskBench({}, { database });
  const { deps } = bench;
  const { db } = deps.database;
  const entries = Array.from({ length: 100 }, (_, n) => ({
    kind: 'email' as const,
    value: `gone${n}@gone.example`,
  }));
  await addOptOuts(deps, entries, async () => {});
  const small = await fill(Number(values.rows) / SMALLER, Math.ceil(Number(values.tasks) / SMALLER));
  const large = await fill(Number(values.rows), Number(values.tasks));
  await sql`vacuum analyze`.execute(db);

  const [smallQuota, largeQuota] = [await quotaMs(small), await quotaMs(large)];
  print(
    'what an account stores',
    `${smallQuota.toFixed(2)} ms, with ${SMALLER} times the rows ${largeQuota.toFixed(2)} ms`,
  );
  reportFigure('account quota, large to small', largeQuota / smallQuota, 'lower');

  const smallExport = await exportOf(small);
  const largeExport = await exportOf(large);
  const perRow = (run: { seconds: number }, rows: number) => (run.seconds * 1e6) / rows;
  const rows = Number(values.rows);
  print(
    'export',
    `${largeExport.seconds.toFixed(1)} s (goal: ${EXPORT_GOAL_SECONDS}), ${largeExport.cpuSeconds.toFixed(1)} s of CPU time, ${largeExport.megabytes.toFixed(0)} MB, ${largeExport.peakMb.toFixed(0)} MB of memory (goal: ${MEMORY_GOAL_MB}), ${perRow(largeExport, rows).toFixed(0)} µs per row (small: ${perRow(smallExport, rows / SMALLER).toFixed(0)})`,
  );
  reportFigure('account export memory MB', largeExport.peakMb, 'lower', { limit: MEMORY_GOAL_MB });
  reportFigure(
    'account export per row, large to small',
    perRow(largeExport, rows) / perRow(smallExport, rows / SMALLER),
    'lower',
  );

  if (values.embedded) return bench.close();
  const smallDelete = await deletionOf(small);
  const largeDelete = await deletionOf(large);
  print(
    'delete',
    `${largeDelete.seconds.toFixed(1)} s, ${perRow(largeDelete, rows).toFixed(0)} µs per row (small: ${perRow(smallDelete, rows / SMALLER).toFixed(0)}), longest statement ${largeDelete.longestMs.toFixed(0)} ms`,
  );
  reportFigure(
    'account delete longest statement, large to small',
    largeDelete.longestMs / smallDelete.longestMs,
    'lower',
  );

  await bench.close();

  /** An account with tasks that have ended, their rows and charges. */
  async function fill(rowCount: number, taskCount: number): Promise<string> {
    const account = await bench.account('unlimited');
    const each = Math.ceil(rowCount / taskCount);
    // In steps, each shorter than the time limit of a statement.
    for (let left = taskCount; left > 0; left -= TASKS_PER_STEP)
      await fillSome(account, Math.min(left, TASKS_PER_STEP), each);
    return account;
  }

  async function fillSome(account: string, taskCount: number, each: number): Promise<void> {
    await transaction(db, async (tx) => {
      const { rows } = await sql<{ id: string }>`
        insert into tasks (account_id, type, status, total, processed, found, finished_at)
        select ${account}::uuid, 'website-extraction', 'completed', ${each}, ${each}, ${each}, now()
        from generate_series(1, ${taskCount}) returning id
      `.execute(tx);
      const ids = sql`any(${`{${rows.map(({ id }) => id).join(',')}}`}::uuid[])`;
      await sql`
        insert into task_lists (id, account_id, items, bytes, created_at, state)
        select id, account_id, total, total * 30, now(), 'started' from tasks where id = ${ids}
      `.execute(tx);
      await sql`
        insert into task_items (task_id, position, shard, input, status, found, charge, settled_at, row)
        select t.id, n, 0, 'https://site' || n || '.example/', 'settled', true, 1, now(), jsonb_build_object(
          'website', 'https://site' || n || '.example/', 'status', 'found', 'title', 'Site ' || n || repeat(' of many words', 10),
          'emails', jsonb_build_array('info@site' || n || '.example', 'sales' || n || '@site' || n || '.example'),
          'phones', jsonb_build_array('+1202555' || lpad((n % 10000)::text, 4, '0')),
          'pages', (select jsonb_agg('https://site' || n || '.example/page/' || p || '/contact-and-imprint') from generate_series(1, 8) p))
        from tasks t, generate_series(0, ${each - 1}) n where t.id = ${ids}
      `.execute(tx);
      await sql`
        insert into credit_entries (account_id, amount, reason, from_balance, spent, task_id, item_position)
        select t.account_id, -1, 'website-extraction', false, true, t.id, i.position
        from tasks t join task_items i on i.task_id = t.id where t.id = ${ids}
      `.execute(tx);
    });
  }

  async function quotaMs(account: string): Promise<number> {
    const startedAt = performance.now();
    for (let read = 0; read < READS; read += 1)
      await transaction(db, (tx) =>
        assertFits(tx, deps.config, { id: account, paid: true }, { items: 1, bytes: 1 }),
      );
    return (performance.now() - startedAt) / READS;
  }

  async function exportOf(account: string) {
    globalThis.gc?.();
    const before = process.memoryUsage().rss;
    let peak = before;
    let bytes = 0;
    let chunks = 0;
    const startedAt = performance.now();
    const startedCpu = process.cpuUsage();
    for await (const chunk of exportAccount(deps, account, accountClosing(deps).personalData)) {
      bytes += Buffer.byteLength(chunk);
      chunks += 1;
      if (chunks % CHUNKS_PER_LOOK === 0) peak = Math.max(peak, process.memoryUsage.rss());
    }
    const { user, system } = process.cpuUsage(startedCpu);
    return {
      seconds: (performance.now() - startedAt) / 1000,
      cpuSeconds: (user + system) / 1e6,
      megabytes: bytes / MEGABYTE,
      peakMb: (peak - before) / MEGABYTE,
    };
  }

  async function deletionOf(account: string) {
    const { email } = z
      .object({ email: z.string() })
      .parse(await db.selectFrom('accounts').select('email').where('id', '=', account).executeTakeFirst());
    const name = `watch ${randomUUID()}`;
    let longestMs = 0;
    const watch = setInterval(() => {
      void sql<{ ms: number }>`
        select coalesce(max(extract(epoch from clock_timestamp() - query_start) * 1000), 0)::float8 as ms
        from pg_stat_activity where state = 'active' and pid <> pg_backend_pid() and datname = current_database() and ${name} <> ''
      `
        .execute(db)
        .then(({ rows: [row] }) => {
          longestMs = Math.max(longestMs, row?.ms ?? 0);
        })
        .catch(() => {});
    }, 20);
    const startedAt = performance.now();
    await deleteAccount(deps, account, email, accountClosing(deps));
    clearInterval(watch);
    return { seconds: (performance.now() - startedAt) / 1000, longestMs };
  }
}

function print(name: string, text: string): void {
  process.stdout.write(`${name}: ${text}\n`);
}
