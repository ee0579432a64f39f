import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type ReadMail, readOutbox } from '../platform/mail/test-outbox.ts';
import type { TestDeps } from '../test-deps.ts';
import { startMailWorker } from './one-time/mail-worker.ts';

export interface TestMailbox {
  dataDir: string;
  /** Starts the queue and the mail worker. */
  open(deps: TestDeps): Promise<void>;
  /**
   * Waits until the queue is empty, then returns all mails so far or those to one address, oldest first. Leaves out the
   * welcome of a sign-up.
   */
  mails(to?: string): Promise<ReadMail[]>;
  /** Like `mails`, for the welcomes of sign-ups. */
  welcomes(to?: string): Promise<ReadMail[]>;
  close(): Promise<void>;
}

/** Creates a temporary outbox. Pass `dataDir` to the configuration as DATA_DIR. */
export function createTestMailbox(): TestMailbox {
  const dataDir = mkdtempSync(join(tmpdir(), 'leadwell-mail-'));
  let deps: TestDeps | undefined;
  let worker: { stop(): Promise<void> } | undefined;
  return {
    dataDir,
    open: async (testDeps) => {
      deps = testDeps;
      await testDeps.queue.start();
      worker = await startMailWorker(testDeps);
    },
    mails: async (to) => (await all(to)).filter((mail) => !isWelcome(mail)),
    welcomes: async (to) => (await all(to)).filter(isWelcome),
    close: async () => {
      await worker?.stop();
      await deps?.queue.stop({ graceful: false });
      rmSync(dataDir, { recursive: true, force: true });
    },
  };

  async function all(to: string | undefined): Promise<ReadMail[]> {
    if (!deps) throw new Error('the mailbox is not open');
    for (let attempt = 0; attempt < 4000; attempt += 1) {
      const due = await deps.database.db.selectFrom('due_mails').select('id').execute();
      const waiting = await deps.queue.findJobs('mail');
      if (due.length === 0 && waiting.every(({ state }) => state === 'completed' || state === 'failed'))
        break;
      await delay(10);
    }
    const mails = readOutbox(dataDir);
    return to === undefined ? mails : mails.filter((mail) => mail.to === to);
  }
}

function isWelcome({ subject }: ReadMail): boolean {
  return subject.startsWith('Welcome');
}
