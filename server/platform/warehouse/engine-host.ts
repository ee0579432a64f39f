import { type ChildProcess, fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import type { Log } from '../log.ts';
import type { EngineReport, EngineStart } from './engine-process.ts';

/** A running engine. */
export interface Engine {
  url: string;
  secret: string;
  pid: number;
}

/** Keeps one engine process over a folder: started when it is needed, ended when nobody was for a while. */
export interface EngineHost {
  /**
   * Runs `work` with the engine, which stays at least until it is done. `work` is run once more, with a new engine, where the one at
   * hand turned out to be gone before it was asked anything.
   */
  use<T>(work: (engine: Engine) => Promise<T>): Promise<T>;
  /** Where its connection broke: waits a moment for the end of the engine to be known, so that the next use starts another. */
  settle(): Promise<void>;
  /** The process that runs now, or null. */
  pid(): number | null;
  close(): Promise<void>;
}

export interface EngineHostOptions {
  folder: string;
  log: Log;
  idleMs?: number;
  maxMemoryBytes?: number;
  maxSeconds?: number;
}

const IDLE_MS = 10 * 60_000;
const MAX_MEMORY_BYTES = 2_000_000_000;
const MAX_SECONDS = 30;
/** An engine whose parent was killed needs a moment to let go of the folder. */
const START_TRIES = 20;
const RETRY_MS = 250;
/** The end of a process is told within milliseconds; one that runs on is not waited for. */
const SETTLE_MS = 1000;
/** chDB's streams hold a thread while they wait, four of them at most. */
const LIBUV_THREADS = '8';

/** Nothing is started here: the first use does. */
export function createEngineHost(options: EngineHostOptions): EngineHost {
  const { folder, log, idleMs = IDLE_MS } = options;
  let running: Promise<Engine> | null = null;
  let child: ChildProcess | null = null;
  let users = 0;
  let idle: NodeJS.Timeout | null = null;
  let closed = false;

  async function start(): Promise<Engine> {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const secret = randomBytes(24).toString('base64url');
    for (let tries = 1; ; tries += 1) {
      const { process: started, report } = await launch({
        folder,
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
          log.warn({ code, signal }, 'the lead engine ended');
        });
        // It may have ended between its report and now.
        if (started.exitCode !== null || started.signalCode !== null)
          throw new Error('The engine ended at once.');
        log.info({ pid: started.pid }, 'the lead engine runs');
        return { url: `http://127.0.0.1:${report.port}`, secret, pid: started.pid ?? 0 };
      }
      if (tries === START_TRIES || closed)
        throw new Error(`The lead engine does not start: ${report.failure}`);
      await wait(RETRY_MS);
    }
  }

  function current(): Promise<Engine> {
    running ??= start().catch((error) => {
      running = null;
      throw error;
    });
    return running;
  }

  async function end(): Promise<void> {
    const ended = child;
    child = null;
    running = null;
    if (!ended || ended.exitCode !== null || ended.signalCode !== null) return;
    const exited = new Promise((resolve) => ended.once('exit', resolve));
    // Acknowledged rows outlive it (they are parts on the disk); a gentle end would wait for queries that run.
    ended.kill('SIGKILL');
    await exited;
  }

  return {
    async use(work) {
      if (closed) throw new Error('The lead engine is closed.');
      users += 1;
      if (idle) clearTimeout(idle);
      idle = null;
      try {
        const engine = await current();
        try {
          return await work(engine);
        } catch (error) {
          if (!isRefused(error)) throw error;
          // It ended, and its end was not told here yet.
          if ((await running) === engine) await end();
          return await work(await current());
        }
      } finally {
        users -= 1;
        if (users === 0 && !closed) {
          idle = setTimeout(() => void end(), idleMs);
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
    pid: () => child?.pid ?? null,
    close: async () => {
      closed = true;
      if (idle) clearTimeout(idle);
      await running?.catch(() => {});
      await end();
    },
  };
}

function isRefused(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ECONNREFUSED';
}

function launch(start: EngineStart): Promise<{ process: ChildProcess; report: EngineReport }> {
  return new Promise((resolve, reject) => {
    const started = fork(new URL('./engine-process.ts', import.meta.url), [], {
      // What the engine prints is not ours to repeat; what it refuses is in its answers.
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      env: { PATH: process.env.PATH, UV_THREADPOOL_SIZE: LIBUV_THREADS },
      execArgv: [],
    });
    started.once('error', reject);
    started.once('exit', (code, signal) =>
      resolve({ process: started, report: { failure: `it ended with ${code ?? signal}` } }),
    );
    started.once('message', (report: EngineReport) => resolve({ process: started, report }));
    started.send(start);
  });
}
