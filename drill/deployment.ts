import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { operatorPass } from '#server/http/operator-pass.ts';
import { type LeadwellServer, startLeadwell } from '../e2e/fixtures/leadwell-server.ts';
import type { Random } from './random.ts';

const ROOT = join(import.meta.dirname, '..');
const WORKERS = 3;
const START_TRIES = 30;
const START_PAUSE_MS = 1000;

/** The processes of the product, which the drill kills and starts again. */
export interface Deployment {
  name: string;
  url(): string;
  dataDir: string;
  /** The operator's browser has it. */
  operatorCookie(): { name: string; value: string };
  /** Kills one process with SIGKILL. Returns what it was. */
  kill(random: Random): Promise<string>;
  /** Starts every process that was killed, on the same port. */
  restore(): Promise<void>;
  /** Restarts the database, if it is a process of its own. */
  restartDatabase?(): Promise<void>;
  stop(): Promise<void>;
}

/** One server with the embedded database and its worker inside. */
export async function deployEmbedded(env: Record<string, string>, dnsServer: string): Promise<Deployment> {
  const dataDir = mkdtempSync(join(tmpdir(), 'leadwell-drill-'));
  let server = await startLeadwell({ dataDir, dnsServer, env });
  const port = Number(new URL(server.url).port);
  let killed = false;
  return {
    name: 'embedded',
    url: () => server.url,
    dataDir,
    operatorCookie: () => server.operatorCookie(),
    async kill() {
      await server.kill();
      killed = true;
      return 'the server';
    },
    async restore() {
      if (killed) server = await persistently(() => startLeadwell({ dataDir, dnsServer, port, env }));
      killed = false;
    },
    async stop() {
      await server.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** A server without a worker, and three worker processes, on PostgreSQL. */
export async function deployOnPostgres(
  { databaseUrl, restartDatabase }: { databaseUrl: string; restartDatabase(): Promise<void> },
  env: Record<string, string>,
  dnsServer: string,
): Promise<Deployment> {
  const dataDir = mkdtempSync(join(tmpdir(), 'leadwell-drill-'));
  const shared = {
    ...env,
    DATABASE_URL: databaseUrl,
    AUTH_SECRET: 'a secret of the drill, 32 characters',
    WORKER: 'none',
  };
  let server: LeadwellServer | null = await startLeadwell({ dataDir, dnsServer, env: shared });
  const url = server.url;
  const port = Number(new URL(url).port);
  const startOne = () => startWorker({ ...shared, DNS_SERVERS: dnsServer, DATA_DIR: dataDir });
  const workers = await Promise.all(Array.from({ length: WORKERS }, startOne));
  return {
    name: 'PostgreSQL',
    url: () => url,
    dataDir,
    operatorCookie: () => operatorPass(shared.AUTH_SECRET),
    restartDatabase,
    async kill(random) {
      const target = random.below(WORKERS + 1);
      const worker = workers[target];
      if (worker) {
        worker.kill('SIGKILL');
        await ended(worker);
        workers.splice(target, 1);
        return 'a worker';
      }
      await server?.kill();
      server = null;
      return 'the server';
    },
    async restore() {
      server ??= await startLeadwell({ dataDir, dnsServer, port, env: shared });
      while (workers.length < WORKERS) workers.push(await startOne());
    },
    async stop() {
      for (const worker of workers) worker.kill('SIGTERM');
      await Promise.all([...workers.map(ended), server?.stop()]);
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** Starts again like a supervisor: a `leadwell` command can have the data folder for as long as it runs. */
async function persistently<Value>(start: () => Promise<Value>): Promise<Value> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await start();
    } catch (error) {
      if (attempt >= START_TRIES) throw error;
      await delay(START_PAUSE_MS);
    }
  }
}

async function startWorker(env: Record<string, string>): Promise<ChildProcess> {
  const child = spawn(process.execPath, ['server/worker.ts'], {
    cwd: ROOT,
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, ALLOW_PRIVATE_NETWORK: '1', PORT_25_TEST: '0', ...env, LOG_LEVEL: 'info' },
  });
  const lines = createInterface({ input: child.stderr });
  await new Promise<void>((resolve, reject) => {
    lines.on('line', (line) => line.includes('worker started') && resolve());
    child.once('exit', (code) => reject(new Error(`The worker ended with ${code} before it started.`)));
  });
  return child;
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
}
