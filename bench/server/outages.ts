import { readFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { z } from 'zod';
import { type LeadwellServer, startLeadwell } from '../../e2e/fixtures/leadwell-server.ts';
import {
  findPostgres,
  startTestPostgres,
  type TestPostgres,
} from '../../server/platform/database/test-postgres.ts';
import { startTestProxy, type TestProxy } from '../../server/platform/database/test-proxy.ts';

/**
 * `npm run bench:outages [-- --rounds 3 --seconds 8]`: how long a server lets people wait while its PostgreSQL fails. In each
 * round, the database is frozen (SIGSTOP of all its processes), its connections die without a sign, or it restarts. At once
 * and every half second, a page, two calls, /readyz and /metrics are asked for. Starts a PostgreSQL of its own.
 * `--only`: one of these, by the name that is printed.
 */
const { values } = parseArgs({
  args: process.argv.slice(2),
  options: {
    rounds: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '8' },
    only: { type: 'string' },
  },
});
const PASSWORD = 'correct horse battery';
const EMAIL = 'person@example.com';
const METRICS_TOKEN = 'a token of this benchmark';
const PAUSE_MS = 500;
const READY_MS = 30_000;
/** People get an answer, and Prometheus its metrics, in this time. */
const GOALS_MS: Readonly<Record<string, number>> = {
  account: 2000,
  tasks: 2000,
  '/readyz': 2000,
  '/metrics': 100,
};

interface Seen {
  ms: number;
  status: number;
  hasRetryAfter: boolean;
}
type Fault = { start(): Promise<void> | void; end(): Promise<void> | void };

const Session = z.object({ access_token: z.string() });
const bin = findPostgres();
if (!bin) throw new Error('This benchmark needs PostgreSQL.');
const postgres = await startTestPostgres(bin);
const admin = new pg.Client({ connectionString: postgres.url });
await admin.connect();
await admin.query('create database outages template leadwell_template');
const { rows: paths } = await admin.query<{ data_directory: string }>('show data_directory');
await admin.end();
const url = postgres.url.replace(/postgres$/, 'outages');
const proxy = await startTestProxy(url);
const server = await startLeadwell({
  asInProduction: true,
  env: {
    DATABASE_URL: proxy.through(url),
    AUTH_SECRET: 'a secret of the benchmark, 32 characters',
    LOG_LEVEL: 'warn',
    METRICS_TOKEN,
  },
});
let isMet = true;
try {
  const token = await signUp(server);
  for (const [name, fault] of Object.entries(faults(postgres, proxy, paths[0]?.data_directory ?? ''))) {
    if (values.only !== undefined && values.only !== name) continue;
    const rounds: Map<string, Seen[]>[] = [];
    for (let round = 0; round < Number(values.rounds); round += 1) {
      await untilReady(server, token);
      rounds.push(await measure(server, token, fault));
    }
    report(name, rounds);
  }
} finally {
  await server.stop();
  await proxy.close();
  await postgres.stop();
}
process.exitCode = isMet ? 0 : 1;

function faults(database: TestPostgres, between: TestProxy, folder: string): Record<string, Fault> {
  return {
    frozen: {
      start: () => signalAll(folder, 'SIGSTOP'),
      end: () => signalAll(folder, 'SIGCONT'),
    },
    // PostgreSQL doesn't know that they are dead, and has room for 60.
    'connections silent': { start: () => between.silence(), end: () => endConnections(database) },
    restarted: { start: () => void database.restart(), end: () => {} },
  };
}

async function endConnections(database: TestPostgres): Promise<void> {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query(`select pg_terminate_backend(pid) from pg_stat_activity where datname = 'outages'`);
  await client.end();
}

/** Sends a signal to the first process of a PostgreSQL and to its children. */
function signalAll(folder: string, signal: NodeJS.Signals): void {
  const first = Number(readFileSync(join(folder, 'postmaster.pid'), 'utf8').split('\n')[0]);
  const children = readFileSync(`/proc/${first}/task/${first}/children`, 'utf8').trim().split(' ');
  for (const pid of [first, ...children.map(Number)]) if (pid > 0) process.kill(pid, signal);
}

async function signUp({ url: at }: LeadwellServer): Promise<string> {
  const reply = await fetch(`${at}/auth/v1/signup`, {
    method: 'POST',
    headers: { apikey: 'leadwell-public', 'content-type': 'application/json' },
    body: JSON.stringify({ email: EMAIL, password: PASSWORD }),
  });
  return Session.parse(await reply.json()).access_token;
}

/** What is asked for, at once. */
function requests({ url: at }: LeadwellServer, token: string): Record<string, () => Promise<Response>> {
  const headers = { apikey: 'leadwell-public', 'content-type': 'application/json' };
  return {
    account: () =>
      fetch(`${at}/functions/v1/account`, { headers: { ...headers, authorization: `Bearer ${token}` } }),
    tasks: () =>
      fetch(`${at}/rest/v1/tasks?select=*&limit=10`, {
        headers: { ...headers, authorization: `Bearer ${token}` },
      }),
    '/readyz': () => fetch(`${at}/readyz`),
    '/metrics': () => fetch(`${at}/metrics`, { headers: { authorization: `Bearer ${METRICS_TOKEN}` } }),
    'a page': () => fetch(`${at}/dashboard`),
  };
}

async function measure(at: LeadwellServer, token: string, fault: Fault): Promise<Map<string, Seen[]>> {
  const seen = new Map<string, Seen[]>();
  const ask = async () => {
    await Promise.all(
      Object.entries(requests(at, token)).map(async ([name, request]) => {
        const startedAt = performance.now();
        const reply = await request();
        await reply.arrayBuffer();
        const one = {
          ms: performance.now() - startedAt,
          status: reply.status,
          hasRetryAfter: reply.headers.has('retry-after'),
        };
        seen.set(name, [...(seen.get(name) ?? []), one]);
      }),
    );
  };
  await fault.start();
  const until = performance.now() + Number(values.seconds) * 1000;
  while (performance.now() < until) {
    await ask();
    await delay(PAUSE_MS);
  }
  await fault.end();
  return seen;
}

async function untilReady(at: LeadwellServer, token: string): Promise<void> {
  const until = performance.now() + READY_MS;
  for (;;) {
    const replies = await Promise.all(Object.values(requests(at, token)).map((request) => request()));
    if (replies.every(({ status }) => status === 200)) return;
    if (performance.now() > until)
      throw new Error(
        `The server did not work again after an outage: ${replies.map(({ status }) => status)}.\n${at.log()}`,
      );
    await delay(PAUSE_MS);
  }
}

function report(name: string, rounds: readonly Map<string, Seen[]>[]): void {
  process.stdout.write(`${name} (load ${loadavg()[0]?.toFixed(1)})\n`);
  for (const request of rounds[0]?.keys() ?? []) {
    const all = rounds.map((round) => round.get(request) ?? []);
    const first = all.flatMap((seen) => seen[0] ?? []);
    const later = all.flatMap((seen) => seen.slice(1));
    const every = [...first, ...later];
    const goal = GOALS_MS[request];
    const slowest = Math.max(...every.map(({ ms }) => ms));
    const isLate = goal !== undefined && slowest > goal;
    const without = request.startsWith('/')
      ? []
      : every.filter((one) => one.status === 503 && !one.hasRetryAfter);
    if (isLate || without.length > 0) isMet = false;
    process.stdout.write(
      `  ${request}: first ${list(first)}; later ${times(later)}${isLate ? ` (goal ${goal} ms: missed)` : ''}${
        without.length > 0 ? `; ${without.length} times 503 without Retry-After` : ''
      }\n`,
    );
  }
}

function list(seen: readonly Seen[]): string {
  return seen.map(({ status, ms }) => `${status} after ${ms.toFixed(0)} ms`).join(', ');
}

function times(seen: readonly Seen[]): string {
  const statuses = [...Map.groupBy(seen, ({ status }) => status)];
  return statuses
    .map(([status, ones]) => {
      const sorted = ones.map(({ ms }) => ms).sort((a, b) => a - b);
      return `${ones.length} times ${status} in ${sorted[0]?.toFixed(0)} to ${sorted.at(-1)?.toFixed(0)} ms`;
    })
    .join(', ');
}
