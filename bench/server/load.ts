import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
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
import { tokenizerMsOnBusyCores } from '../tokenizer-time.ts';

/**
 * `npm run bench:server [-- --sites 10000 --rounds 3]`: runs one large task on the embedded server and
 * measures the latency of small authenticated requests and the event loop delay, both also of a plain server at the same
 * time, the peak memory of the start and of the task, and the longest time without a new row.
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
const PEAK_GOAL_MB = 900;
/** V8 takes 600 MB to optimize the largest function of the embedded database (docs/measures.md). */
const START_PEAK_LIMIT_MB = 1050;
/** By then, V8 has optimized what a start needs. */
const SETTLED_MS = 8000;
/** The slowest hundredth of one round varies more than other figures. */
const TAIL_TOLERANCE = 1.5;
/** The lag of an idle process is measured as 0. */
const LEAST_LAG_MS = 1;

interface Round {
  seconds: number;
  rows: number;
  requests: number;
  p50: number;
  p99: number;
  max: number;
  lagP99: number;
  lagMax: number;
  /** of a plain server at the same time */
  plainP99: number;
  plainLagP99: number;
  /** of the start */
  startPeakMb: number;
  /** during the task */
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
  rounds.map(pick).sort((a, b) => a - b)[Math.floor(rounds.length / 2)] ?? Number.NaN;
console.log(`${sites} sites, ${rounds.length} rounds, medians`);
console.log(`request p99        ${median((round) => round.p99).toFixed(0)} ms  (goal 250)`);
console.log(`event loop lag p99 ${median((round) => round.lagP99).toFixed(0)} ms  (goal 100)`);
console.log(
  `a plain server     p99 ${median((round) => round.plainP99).toFixed(0)} ms, lag p99 ${median((round) => round.plainLagP99).toFixed(0)} ms`,
);
console.log(`peak memory        ${median((round) => round.peakMb).toFixed(0)} MB  (goal ${PEAK_GOAL_MB})`);
console.log(`peak of the start  ${median((round) => round.startPeakMb).toFixed(0)} MB`);
console.log(`rows per second    ${median((round) => round.rows / round.seconds).toFixed(0)}`);
const cpuMs = median((round) => round.cpuSeconds) * 1000;
console.log(`CPU time per site  ${(cpuMs / sites).toFixed(2)} ms`);
reportFigure(
  `server: CPU time for 1,000 of ${sites} sites / tokenizer`,
  (cpuMs / sites) * (1000 / (await tokenizerMsOnBusyCores())),
  'lower',
);
reportFigure(
  `server: peak memory with ${sites} sites, MB`,
  median((round) => round.peakMb),
  'lower',
  { limit: PEAK_GOAL_MB },
);
reportFigure(
  'server: peak memory of a start, MB',
  median((round) => round.startPeakMb),
  'lower',
  { limit: START_PEAK_LIMIT_MB },
);
reportFigure(
  `server: request p99 with ${sites} sites / a plain server`,
  median((round) => round.p99 / round.plainP99),
  'lower',
  { tolerance: TAIL_TOLERANCE },
);
reportFigure(
  `server: event loop lag p99 with ${sites} sites / a plain server`,
  median((round) => round.lagP99 / round.plainLagP99),
  'lower',
  { tolerance: TAIL_TOLERANCE },
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
    const plain = await startPlainServer(probe);
    try {
      const { data } = await client(server).auth.signInWithPassword(person);
      return await measure(server, data.session?.access_token ?? '', plain);
    } finally {
      plain.stop();
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

/** A server with the lag probe. */
type ProbedServer = Pick<LeadwellServer, 'url' | 'pid' | 'output'>;

async function startPlainServer(probe: string): Promise<ProbedServer & { stop(): void }> {
  const program = fileURLToPath(new URL('./plain-server.ts', import.meta.url));
  const child = spawn(process.execPath, [`--import=${probe}`, program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  while (!output.includes('\n')) await once(child.stdout, 'data');
  return {
    url: output.trim(),
    pid: child.pid ?? 0,
    output: () => output,
    stop: () => void child.kill(),
  };
}

async function measure(server: LeadwellServer, token: string, plain: ProbedServer): Promise<Round> {
  const headers = { authorization: `Bearer ${token}`, apikey: 'leadwell-public' };
  await delay(SETTLED_MS);
  const startPeakMb = peakMb(server.pid);
  forgetPeak(server.pid);
  await Promise.all([readLag(server), readLag(plain)]);
  const start = performance.now();
  const workedBefore = cpuSeconds(server.pid);
  const urls = Array.from({ length: sites }, (_, index) => `http://${generatedName(index)}:${web.port}/`);
  const started = await fetch(`${server.url}/functions/v1/website-extraction`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json', prefer: 'respond-async' },
    body: JSON.stringify({ urls }),
  });
  const task = TaskView.parse(await started.json());
  let done = false;
  /** Sends small requests, one after the other, until the task is done. Returns their latencies, the shortest first. */
  const sendRequests = async (url: string): Promise<number[]> => {
    const latencies: number[] = [];
    while (!done) {
      const at = performance.now();
      const response = await fetch(url, { headers });
      await response.text();
      if (!response.ok) throw new Error(`A small request failed with status ${response.status}.`);
      latencies.push(performance.now() - at);
      await delay(REQUEST_INTERVAL_MS);
    }
    return latencies.sort((a, b) => a - b);
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
  const [latencies, plainLatencies] = await Promise.all([
    sendRequests(`${server.url}/rest/v1/tasks?select=id,status,processed&limit=5`),
    sendRequests(plain.url),
    pollTask().finally(() => {
      done = true;
    }),
  ]);
  const seconds = (performance.now() - start) / 1000;
  const worked = cpuSeconds(server.pid) - workedBefore;
  const [lag, plainLag] = await Promise.all([readLag(server), readLag(plain)]);
  const at = (sorted: readonly number[], part: number) =>
    sorted[Math.floor(sorted.length * part)] ?? Number.NaN;
  if (now.processed !== sites) throw new Error(`${now.processed} of ${sites} rows, ${now.status}`);
  return {
    seconds,
    rows: now.processed,
    requests: latencies.length,
    p50: at(latencies, 0.5),
    p99: at(latencies, 0.99),
    max: latencies.at(-1) ?? Number.NaN,
    lagP99: lag.p99,
    lagMax: lag.max,
    plainP99: at(plainLatencies, 0.99),
    plainLagP99: Math.max(LEAST_LAG_MS, plainLag.p99),
    startPeakMb,
    peakMb: peakMb(server.pid),
    cpuSeconds: worked,
    longestStall,
  };
}

async function readLag(server: ProbedServer): Promise<z.infer<typeof Lag>> {
  const before = server.output().length;
  process.kill(server.pid, 'SIGUSR2');
  for (;;) {
    const line = /lag (\{.*\})\n/.exec(server.output().slice(before))?.[1];
    if (line) return Lag.parse(JSON.parse(line));
    await delay(20);
  }
}

/** Since the start of the process, or since `forgetPeak`. */
function peakMb(pid: number): number {
  const kb = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kb) / 1000;
}

function forgetPeak(pid: number): void {
  // proc(5): resets VmHWM.
  writeFileSync(`/proc/${pid}/clear_refs`, '5');
}

/** The CPU time of a process so far. */
function cpuSeconds(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // After the name, which can have spaces: state is the third field of proc(5), utime and stime are 14 and 15.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
}
