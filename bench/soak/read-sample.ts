import { z } from 'zod';
import type { LeadwellServer } from '../../e2e/fixtures/leadwell-server.ts';
import { runOnServer } from '../../server/operator/socket.ts';
import type { GrowthLimit } from './slopes.ts';

/** Tables that must stay small however long a server runs. */
const SMALL_TABLES = ['rate_limits', 'admin_log', 'workers', 'due_mails', 'sessions'];
const MEGABYTE = 1024 * 1024;

/** What is read, and how much of it may grow. */
export const LIMITS: Readonly<Record<string, GrowthLimit>> = {
  memory: { perHour: 10, noise: 100, unit: 'MB' },
  handles: { perHour: 2, noise: 20, unit: '' },
  files: { perHour: 2, noise: 100, unit: '' },
  'event loop p99': { perHour: 5, noise: 100, unit: 'ms' },
  'requests p95': { perHour: 20, noise: 300, unit: 'ms' },
  'small tables': { perHour: 2, noise: 4, unit: 'MB' },
  'jobs that wait': { perHour: 10, noise: 100, unit: '' },
  'bytes per item': { perHour: 50, noise: 400, unit: '' },
  'warnings in the log': { perHour: 5, noise: 5, unit: '' },
};

const Facts = z.object({
  tables: z.array(z.object({ table: z.string(), bytes: z.number() })),
  queue: z.object({ jobs: z.array(z.object({ waiting: z.number() })) }),
});

/** Reads a server with METRICS_TOKEN. `latencies`: of the requests since the last sample, in ms. */
export async function readSample(
  server: LeadwellServer,
  token: string,
  { latencies, bytesBefore }: { latencies: number[]; bytesBefore: number },
): Promise<{ values: Record<string, number>; tables: Record<string, number>; items: number }> {
  const answer = await fetch(`${server.url}/metrics`, { headers: { authorization: `Bearer ${token}` } });
  const text = await answer.text();
  const facts = await readFacts(server);
  const tables = Object.fromEntries(facts.tables.map(({ table, bytes }) => [table, bytes]));
  const bytes = facts.tables.reduce((sum, table) => sum + table.bytes, 0);
  const small = SMALL_TABLES.reduce((sum, table) => sum + (tables[table] ?? 0), 0);
  const items = metricSum(text, 'leadwell_task_items_total');
  latencies.sort((a, b) => a - b);
  return {
    tables,
    items,
    values: {
      memory: metricSum(text, 'leadwell_process_resident_memory_bytes') / MEGABYTE,
      handles: metricSum(text, 'leadwell_nodejs_active_handles'),
      files: metricSum(text, 'leadwell_process_open_fds'),
      'event loop p99': metricSum(text, 'leadwell_nodejs_eventloop_lag_p99_seconds') * 1000,
      'requests p95': latencies[Math.floor(latencies.length * 0.95)] ?? Number.NaN,
      'small tables': small / MEGABYTE,
      'jobs that wait': facts.queue.jobs.reduce((sum, { waiting }) => sum + waiting, 0),
      'bytes per item': items === 0 ? Number.NaN : (bytes - bytesBefore) / items,
      'warnings in the log': server.log().split('\n').length - 1,
    },
  };
}

/** The bytes of all tables. */
export async function databaseBytes(server: LeadwellServer): Promise<number> {
  return (await readFacts(server)).tables.reduce((sum, { bytes }) => sum + bytes, 0);
}

async function readFacts(server: LeadwellServer): Promise<z.infer<typeof Facts>> {
  const rows: unknown[] = [];
  await runOnServer(
    server.dataDir,
    'support-facts',
    {},
    { row: (row) => void rows.push(row), note: () => {} },
  );
  return Facts.parse(rows[0]);
}

/** The sum of a metric over its labels. */
function metricSum(text: string, name: string): number {
  const values = [...text.matchAll(new RegExp(`^${name}(?:\\{[^}]*\\})? (\\S+)$`, 'gm'))];
  return values.reduce((sum, [, value]) => sum + Number(value), 0);
}
