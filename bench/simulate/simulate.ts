import { parseArgs } from 'node:util';
import { sql } from 'kysely';
import { openPostgres } from '../../server/platform/database/db.ts';
import { tableSizes } from '../../server/platform/database/table-sizes.ts';
import { findPostgres, startTestPostgres } from '../../server/platform/database/test-postgres.ts';
import { openTaskBench, sites, worked } from '../../server/tasks/test-tasks.ts';
import { type Fleet, type Outcome, simulate } from './fleet.ts';

/**
 * `npm run simulate [-- --accounts 1000 --workers 50 --rows 100000000 --cpu-ms 6]`: measures how fast PostgreSQL on this
 * machine stores results and how much disk they take, then simulates a day of a fleet beyond one machine, and says what
 * breaks first with more rows. `--cpu-ms`: CPU time of a row, as `npm run bench:server` says for this machine. The
 * database of the fleet is taken to be as fast as this one.
 */
const { values } = parseArgs({
  args: process.argv.slice(2),
  options: {
    accounts: { type: 'string', default: '1000' },
    workers: { type: 'string', default: '50' },
    rows: { type: 'string', default: '100000000' },
    'cpu-ms': { type: 'string', default: '6' },
    'rows-per-task': { type: 'string', default: '2000' },
  },
});
const BATCH = 50;
const MEASURED_ACCOUNTS = 8;
const MEASURED_BATCHES = 40;
const GIGABYTE = 1e9;
/** Of what is there, in the busiest hour. Above it, waits grow fast. */
const SAFE_USE = 0.7;

const bin = findPostgres();
if (bin) await run(bin);
else console.log('PostgreSQL is not installed, so there is nothing to measure.');

async function run(path: string): Promise<void> {
  const measured = await measure(path);
  const fleet: Fleet = {
    accounts: Number(values.accounts),
    workers: Number(values.workers),
    rowsPerMonth: Number(values.rows),
    cpuMsPerRow: Number(values['cpu-ms']),
    rowsPerBatch: BATCH,
    rowsPerTask: Number(values['rows-per-task']),
    ...measured,
  };
  console.log(
    `measured: ${measured.batchesPerSecond.toFixed(0)} batches of ${BATCH} rows per second, ${measured.bytesPerRow.toFixed(0)} bytes per row`,
  );
  const day = simulate(fleet);
  print(fleet, day);
  const first = day.workerRows < day.databaseRows ? 'the CPU time of the workers' : 'writes to the database';
  console.log(
    `the disk: 1 TB is full after ${(1e12 / day.diskPerMonth).toFixed(1)} months without TASK_RETENTION_DAYS`,
  );
  console.log(
    `breaks first besides the disk: ${first}, safe up to ${millions((SAFE_USE / day.peakUse) * fleet.rowsPerMonth)} rows a month`,
  );
  for (const times of [2, 5, 10]) print({ ...fleet, rowsPerMonth: fleet.rowsPerMonth * times });
}

function print(fleet: Fleet, day: Outcome = simulate(fleet)): void {
  console.log(
    [
      `${millions(fleet.rowsPerMonth)} rows a month, ${fleet.accounts} accounts, ${fleet.workers} workers:`,
      `busiest hour ${(day.peakUse * 100).toFixed(0)}%`,
      `first row after ${day.wait.median.toFixed(0)} s (p95 ${day.wait.p95.toFixed(0)} s, longest ${day.wait.max.toFixed(0)} s)`,
      `tasks take ${day.slowdownP95.toFixed(1)} times as long as alone (p95)`,
      `${day.writesPerSecond.toFixed(0)} batches per second at most`,
      `${(day.diskPerMonth / GIGABYTE).toFixed(0)} GB a month`,
      `fairness ${day.fairness.toFixed(2)}`,
      `${millions(day.backlog)} rows left at midnight`,
    ].join('\n  '),
  );
}

function millions(rows: number): string {
  return `${(rows / 1e6).toFixed(rows < 1e7 ? 1 : 0)} million`;
}

/** Settles batches of several accounts at once, as workers do. */
async function measure(path: string): Promise<Pick<Fleet, 'batchesPerSecond' | 'bytesPerRow'>> {
  const postgres = await startTestPostgres(path);
  const database = openPostgres(postgres.url.replace(/postgres$/, 'leadwell_template'), { pool: 10 });
  const bench = await openTaskBench({}, { database });
  try {
    const rows = MEASURED_BATCHES * BATCH;
    const bytes = async () => (await tableSizes(database.db)).reduce((sum, table) => sum + table.bytes, 0);
    const before = await bytes();
    const tasks = [];
    for (let account = 0; account < MEASURED_ACCOUNTS; account += 1)
      tasks.push(await bench.start(await bench.account('unlimited'), sites(rows)));
    const startedAt = performance.now();
    await Promise.all(
      tasks.map(async (task) => {
        for (let from = 0; from < rows; from += BATCH)
          await bench.settle(
            task,
            Array.from({ length: BATCH }, (_, n) => worked(from + n, { row: resultRow(from + n) })),
          );
      }),
    );
    const seconds = (performance.now() - startedAt) / 1000;
    await sql`vacuum`.execute(database.db);
    return {
      batchesPerSecond: (MEASURED_ACCOUNTS * MEASURED_BATCHES) / seconds,
      bytesPerRow: ((await bytes()) - before) / (MEASURED_ACCOUNTS * rows),
    };
  } finally {
    await bench.close();
    await postgres.stop();
  }
}

/** The result of a website with a few contacts and the pages that it was read from. */
function resultRow(number: number): string {
  const site = `https://site${number}.example`;
  return JSON.stringify({
    website: site,
    status: 'found',
    title: `Site ${number} with a title of usual length`,
    emails: [`info@site${number}.example`, `sales@site${number}.example`],
    phones: ['+12025550123'],
    pages: ['/', '/contact', '/about', '/imprint'].map((page) => `${site}${page}`),
  });
}
