import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { z } from 'zod';
import { isRunning, TaskView } from '../../contract/tasks.ts';
import { generatedName } from '../../e2e/fixtures/generated-sites.ts';
import { type LeadwellServer, startLeadwell } from '../../e2e/fixtures/leadwell-server.ts';
import { grantCredits } from '../../server/accounts/ledger.ts';
import { openPGlite, transaction } from '../../server/platform/database/db.ts';
import { startFakeWebProcess } from '../fake-web.ts';
import { reportFigure } from '../figures.ts';
import { tokenizerMs } from '../tokenizer-time.ts';

/**
 * `npm run bench:server [-- --sites 10000 --rounds 3]`: runs one large task on the embedded server and
 * measures the latency of small authenticated requests, the event loop delay, the peak memory, and the
 * longest time without a new row.
 */
const { values } = parseArgs({
  args: process.argv.slice(2),
  options: {
    sites: { type: 'string', default: '10000' },
    rounds: { type: 'string', default: '3' },
    verbose: { type: 'boolean' },
  },
});
const sites = Number(values.sites);
const REQUEST_INTERVAL_MS = 25;
const POLL_INTERVAL_MS = 1000;
const TICKS_PER_SECOND = 100;

interface Round {
  seconds: number;
  rows: number;
  requests: number;
  p50: number;
  p99: number;
  max: number;
  lagP99: number;
  lagMax: number;
  peakMb: number;
  /** CPU time of all threads of the server, in seconds */
  cpuSeconds: number;
  /** longest time without a new row, in seconds */
  longestStall: number;
}

const Lag = z.object({ p50: z.number(), p99: z.number(), max: z.number() });

const web = await startFakeWebProcess(sites);
const rounds: Round[] = [];
try {
  for (let round = 1; round <= Number(values.rounds); round += 1) {
    const measured = await runRound();
    rounds.push(measured);
    console.log(`round ${round}`, measured);
  }
} finally {
  await web.stop();
}
const median = (pick: (round: Round) => number) =>
  rounds.map(pick).sort((one, other) => one - other)[Math.floor(rounds.length / 2)] ?? Number.NaN;
console.log(`${sites} sites, ${rounds.length} rounds, medians`);
console.log(`request p99        ${median((round) => round.p99).toFixed(0)} ms  (goal 250)`);
console.log(`event loop lag p99 ${median((round) => round.lagP99).toFixed(0)} ms  (goal 100)`);
console.log(`peak memory        ${median((round) => round.peakMb).toFixed(0)} MB  (goal 900)`);
console.log(`rows per second    ${median((round) => round.rows / round.seconds).toFixed(0)}`);
const cpuMs = median((round) => round.cpuSeconds) * 1000;
console.log(`CPU time per site  ${(cpuMs / sites).toFixed(2)} ms`);
reportFigure(
  `server: CPU time for 1,000 of ${sites} sites / tokenizer`,
  (cpuMs / sites) * (1000 / tokenizerMs()),
  'lower',
);
reportFigure(
  `server: peak memory with ${sites} sites, MB`,
  median((round) => round.peakMb),
  'lower',
);

async function runRound(): Promise<Round> {
  const dataDir = mkdtempSync(join(tmpdir(), 'leadwell-bench-'));
  const person = { email: 'bench@example.com', password: 'correct horse battery' };
  try {
    const first = await startLeadwell({ dnsServer: web.dnsServer, dataDir });
    await client(first).auth.signUp(person);
    await first.stop();
    await grant(dataDir);
    const probe = new URL('./lag-probe.ts', import.meta.url).href;
    const server = await startLeadwell({
      dnsServer: web.dnsServer,
      dataDir,
      asInProduction: true,
      env: { NODE_OPTIONS: `--import=${probe}`, LOG_LEVEL: 'warn' },
    });
    try {
      const { data } = await client(server).auth.signInWithPassword(person);
      return await measure(server, data.session?.access_token ?? '');
    } finally {
      await server.stop();
    }
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

function client(server: LeadwellServer): SupabaseClient {
  return createClient(server.url, 'leadwell-public', {
    auth: { persistSession: false, autoRefreshToken: false },
  });
}

/** Grants one credit per site. */
async function grant(dataDir: string): Promise<void> {
  const database = await openPGlite({ dataDir: join(dataDir, 'db') });
  await transaction(database.db, async (tx) => {
    const { id } = await tx.selectFrom('accounts').select('id').executeTakeFirstOrThrow();
    await grantCredits(tx, id, sites, 'bench');
  });
  await database.close();
}

async function measure(server: LeadwellServer, token: string): Promise<Round> {
  const headers = { authorization: `Bearer ${token}`, apikey: 'leadwell-public' };
  await delay(2000);
  await lagOf(server);
  const start = performance.now();
  const workedBefore = cpuSeconds(server.pid);
  const urls = Array.from({ length: sites }, (_, index) => `http://${generatedName(index)}:${web.port}/`);
  const started = await fetch(`${server.url}/functions/v1/website-extraction`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json', prefer: 'respond-async' },
    body: JSON.stringify({ urls }),
  });
  const task = TaskView.parse(await started.json());
  const latencies: number[] = [];
  let done = false;
  const sendRequests = async () => {
    while (!done) {
      const at = performance.now();
      const response = await fetch(`${server.url}/rest/v1/tasks?select=id,status,processed&limit=5`, {
        headers,
      });
      await response.text();
      if (!response.ok) throw new Error(`A small request failed with status ${response.status}.`);
      latencies.push(performance.now() - at);
      await delay(REQUEST_INTERVAL_MS);
    }
  };
  let now = task;
  let longestStall = 0;
  let grewAt = performance.now();
  const pollTask = async () => {
    while (isRunning(now.status)) {
      await delay(POLL_INTERVAL_MS);
      const polled = await fetch(`${server.url}/functions/v1/task?id=${task.id}`, { headers });
      const seen = TaskView.parse(await polled.json());
      longestStall = Math.max(longestStall, (performance.now() - grewAt) / 1000);
      if (seen.processed > now.processed) grewAt = performance.now();
      now = seen;
      if (values.verbose) process.stderr.write(`${seen.status} ${seen.processed}\n`);
    }
  };
  await Promise.all([
    sendRequests(),
    pollTask().finally(() => {
      done = true;
    }),
  ]);
  const seconds = (performance.now() - start) / 1000;
  const worked = cpuSeconds(server.pid) - workedBefore;
  const lag = await lagOf(server);
  latencies.sort((one, other) => one - other);
  const at = (part: number) => latencies[Math.floor(latencies.length * part)] ?? Number.NaN;
  if (now.processed !== sites) throw new Error(`${now.processed} of ${sites} rows, ${now.status}`);
  return {
    seconds,
    rows: now.processed,
    requests: latencies.length,
    p50: at(0.5),
    p99: at(0.99),
    max: latencies.at(-1) ?? Number.NaN,
    lagP99: lag.p99,
    lagMax: lag.max,
    peakMb: peakMb(server.pid),
    cpuSeconds: worked,
    longestStall,
  };
}

async function lagOf(server: LeadwellServer): Promise<z.infer<typeof Lag>> {
  const before = server.output().length;
  process.kill(server.pid, 'SIGUSR2');
  for (;;) {
    const line = /lag (\{.*\})\n/.exec(server.output().slice(before))?.[1];
    if (line) return Lag.parse(JSON.parse(line));
    await delay(20);
  }
}

function peakMb(pid: number): number {
  const kb = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kb) / 1000;
}

/** The CPU time of a process so far. */
function cpuSeconds(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // After the name, which can have spaces: state is the third field of proc(5), utime and stime are 14 and 15.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
}
