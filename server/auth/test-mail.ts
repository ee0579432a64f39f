import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type ReadMail, readOutbox } from '../platform/test-outbox.ts';
import type { TestDeps } from '../test-deps.ts';
import { startMailWorker } from './one-time/mail-worker.ts';

export interface TestPost {
  dataDir: string;
  /** Starts the queue and the worker that fills the outbox. */
  open(deps: TestDeps): Promise<void>;
  /** Waits until nothing is left to send; all mails so far, or those to an address, oldest first. */
  mails(to?: string): Promise<ReadMail[]>;
  close(): Promise<void>;
}

/** An outbox of a test's own; hand `dataDir` to the configuration as DATA_DIR. */
export function makeTestPost(): TestPost {
  const dataDir = mkdtempSync(join(tmpdir(), 'leadwell-post-'));
  let deps: TestDeps | undefined;
  let worker: { stop(): Promise<void> } | undefined;
  return {
    dataDir,
    open: async (parts) => {
      deps = parts;
      await parts.queue.start();
      worker = await startMailWorker(parts);
    },
    mails: async (to) => {
      if (!deps) throw new Error('the post is not open');
      for (let looks = 0; looks < 1000; looks += 1) {
        const waiting = await deps.queue.findJobs('mail');
        if (waiting.every(({ state }) => state === 'completed' || state === 'failed')) break;
        await delay(10);
      }
      const all = readOutbox(dataDir);
      return to === undefined ? all : all.filter((mail) => mail.to === to);
    },
    close: async () => {
      await worker?.stop();
      await deps?.queue.stop({ graceful: false });
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
