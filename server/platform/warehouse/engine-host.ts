import { type ChildProcess, fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { CallError } from '#contract/errors.ts';
import type { Log } from '../log.ts';
import { firstErrorLine } from '../operator-error.ts';
import { childEnvironment } from '../process/child-environment.ts';
import type { EngineReport, EngineStart, EngineTrouble } from './engine-process.ts';
import { engineHome, hasEngine } from './installed-engine.ts';

/** A running engine. */
export interface Engine {
  url: string;
  secret: string;
  pid: number;
}

/** Manages one engine process for a folder. Starts it on demand and stops it when idle. */
export interface EngineHost {
  /**
   * Runs `work` with the engine, which keeps running until `work` is done. If the engine refuses the
   * connection because it has exited, runs `work` again with a new engine.
   */
  use<T>(work: (engine: Engine) => Promise<T>): Promise<T>;
  /**
   * After a connection error, briefly waits for the engine's exit, so that the next use starts a new engine.
   */
  settle(): Promise<void>;
  /** Runs `work` while the engine writes nothing. Statements wait until it is done. */
  freeze<T>(work: () => Promise<T>): Promise<T>;
  /** The running process, or null. */
  pid(): number | null;
  close(): Promise<void>;
}

export interface EngineHostOptions {
  folder: string;
  /** where the engine may be installed apart from the program; default: beside `folder` (installed-engine.ts) */
  home?: string;
  log: Log;
  idleMs?: number;
  maxMemoryBytes?: number;
  maxSeconds?: number;
  startTries?: number;
  /** URL of engine-pool.ts; tests replace it */
  pool?: string;
}

const IDLE_MS = 10 * 60_000;
const MAX_MEMORY_BYTES = 2_000_000_000;
const MAX_SECONDS = 30;
/** An engine whose parent was killed takes a moment to release the folder. */
const START_TRIES = 20;
const RETRY_MS = 250;
/** An exit is reported within milliseconds. Don't wait longer for a process that keeps running. */
const SETTLE_MS = 1000;
/** Each chDB stream blocks a thread while it waits, up to four at a time. */
const LIBUV_THREADS = '8';

/** Creates a host. The first use starts the engine. */
export function createEngineHost(options: EngineHostOptions): EngineHost {
  const { folder, log, idleMs = IDLE_MS, home = engineHome(dirname(folder)) } = options;
  let running: Promise<Engine> | null = null;
  let child: ChildProcess | null = null;
  let users = 0;
  /** Set while the folder must not change. */
  let frozen: Promise<void> | null = null;
  let idle: NodeJS.Timeout | null = null;
  let closed = false;
  let missing: { error: CallError; wasInstalled: boolean } | null = null;

  async function start(): Promise<Engine> {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const secret = randomBytes(24).toString('base64url');
    for (let tries = 1; ; tries += 1) {
      const { process: started, report } = await launch({
        folder,
        home,
        pool: options.pool ?? new URL('./engine-pool.ts', import.meta.url).href,
        secret,
        maxMemoryBytes: options.maxMemoryBytes ?? MAX_MEMORY_BYTES,
        maxSeconds: options.maxSeconds ?? MAX_SECONDS,
      });
      if ('port' in report) {
        child = started;
        started.once('exit', (code, signal) => {
          if (child !== started) return;
          child = null;
          running = null;
          log.warn({ code, signal }, 'lead engine exited');
        });
        started.on('message', ({ broken }: EngineTrouble) =>
          log.error({ reason: firstErrorLine(broken) }, 'a response of the lead engine ended early'),
        );
        // It may have exited since its report.
        if (started.exitCode !== null || started.signalCode !== null)
          throw new Error('The lead engine exited right after starting.');
        log.info({ pid: started.pid }, 'lead engine started');
        return { url: `http://127.0.0.1:${report.port}`, secret, pid: started.pid ?? 0 };
      }
      if (report.missing) {
        // Every try starts a process, so the next one waits until `leads enable` has installed it.
        missing = { error: engineMissing(report.failure), wasInstalled: hasEngine(home) };
        // What is missing, without a stack: that it is isn't an error of ours.
        const reason = firstErrorLine(missing.error.cause);
        log.error({ reason }, 'the lead engine is not available on this machine');
        throw missing.error;
      }
      if (tries >= (options.startTries ?? START_TRIES) || closed) {
        const error = engineFailed(report.failure);
        log.error({ err: error.cause, folder }, error.message);
        throw error;
      }
      await wait(RETRY_MS);
    }
  }

  async function startUnfrozen(): Promise<Engine> {
    await frozen;
    return start();
  }

  function runningEngine(): Promise<Engine> {
    running ??= startUnfrozen().catch((error) => {
      running = null;
      throw error;
    });
    return running;
  }

  async function kill(): Promise<void> {
    const killed = child;
    child = null;
    running = null;
    if (!killed || killed.exitCode !== null || killed.signalCode !== null) return;
    const exited = new Promise((resolve) => killed.once('exit', resolve));
    // Acknowledged rows are safe on disk, and a graceful exit would wait for running queries.
    killed.kill('SIGKILL');
    await exited;
  }

  return {
    async use(work) {
      if (closed) throw new Error('The lead engine is closed.');
      if (missing?.wasInstalled === hasEngine(home)) throw missing.error;
      users += 1;
      if (idle) clearTimeout(idle);
      idle = null;
      try {
        const engine = await runningEngine();
        try {
          return await work(engine);
        } catch (error) {
          if (!isRefused(error)) throw error;
          // It has exited, but the exit event hasn't arrived yet.
          if ((await running) === engine) await kill();
          return await work(await runningEngine());
        }
      } finally {
        users -= 1;
        if (users === 0 && !closed) {
          idle = setTimeout(() => void kill(), idleMs);
          idle.unref();
        }
      }
    },
    async settle() {
      const watched = child;
      if (!watched) return;
      const exited = new Promise((resolve) => watched.once('exit', resolve));
      await Promise.race([exited, wait(SETTLE_MS)]);
    },
    async freeze(work) {
      while (frozen) await frozen;
      // A start in progress writes, too.
      await running?.catch(() => {});
      let thaw = () => {};
      frozen = new Promise((resolve) => {
        thaw = resolve;
      });
      const stopped = child;
      try {
        // What a stopped process has left on the disk is what it would find after a crash. Windows can't stop one.
        if (process.platform === 'win32') await kill();
        else stopped?.kill('SIGSTOP');
        return await work();
      } finally {
        if (process.platform !== 'win32') stopped?.kill('SIGCONT');
        frozen = null;
        thaw();
      }
    },
    pid: () => child?.pid ?? null,
    close: async () => {
      closed = true;
      if (idle) clearTimeout(idle);
      await running?.catch(() => {});
      await kill();
    },
  };
}

/** The package of the engine has no build for this machine, or isn't installed. */
function engineMissing(reason: string): CallError {
  return new CallError(
    'unavailable',
    "Lead search isn't available on this server: the lead engine isn't installed or doesn't run on its machine. The operator can install it with `leadwell leads enable`, or set CLICKHOUSE_URL to use a ClickHouse server.",
    { cause: new Error(`The lead engine can't be loaded on ${process.platform} ${process.arch}: ${reason}`) },
  );
}

/** chDB doesn't say why it can't open its folder. */
function engineFailed(reason: string): CallError {
  return new CallError(
    'unavailable',
    'The lead databases could not be opened: another program on this machine uses them, its disk is full, or they are damaged. The operator must stop the other program, set another DATA_DIR, or set CLICKHOUSE_URL to share a ClickHouse server.',
    { cause: new Error(`The lead engine failed to start: ${reason}`) },
  );
}

function isRefused(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ECONNREFUSED';
}

function launch(start: EngineStart): Promise<{ process: ChildProcess; report: EngineReport }> {
  return new Promise((resolve, reject) => {
    const started = fork(new URL('./engine-process.ts', import.meta.url), [], {
      // The engine's output could contain values; its errors are in its responses.
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      env: { ...childEnvironment(), UV_THREADPOOL_SIZE: LIBUV_THREADS },
      execArgv: [],
    });
    started.once('error', reject);
    started.once('exit', (code, signal) =>
      resolve({ process: started, report: { failure: `it exited with ${code ?? signal}` } }),
    );
    started.once('message', (report: EngineReport) => resolve({ process: started, report }));
    started.send(start);
  });
}
