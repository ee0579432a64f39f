import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { TestDeps } from '../test-deps.ts';
import { startMailWorker } from './one-time/mail-worker.ts';

/** A mail from the outbox, as its reader sees it. */
export interface ReadMail {
  to: string;
  subject: string;
  text: string;
  /** the code in it */
  code: string;
  /** the first link in it; empty without one */
  link: string;
  /** the link's one-time token */
  token: string;
}

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
      for (let looks = 0; looks < 200; looks += 1) {
        const waiting = await deps.queue.findJobs('mail');
        if (waiting.every(({ state }) => state === 'completed' || state === 'failed')) break;
        await delay(50);
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

function readOutbox(dataDir: string): ReadMail[] {
  let names: string[];
  try {
    names = readdirSync(join(dataDir, 'outbox'));
  } catch {
    return [];
  }
  return names
    .filter((name) => name.endsWith('.eml') && !name.startsWith('.'))
    .sort()
    .map((name) => readMail(readFileSync(join(dataDir, 'outbox', name), 'utf8')));
}

/** A message as nodemailer writes it -> what its reader sees. */
export function readMail(message: string): ReadMail {
  const lines = message.replaceAll('\r\n', '\n');
  const header = (name: string) => new RegExp(`^${name}: (.*)$`, 'mi').exec(lines)?.[1] ?? '';
  const plain = /Content-Type: text\/plain[^\n]*\n(?:[^\n]+\n)*\n([\s\S]*?)\n----_NmP/.exec(lines)?.[1] ?? '';
  const text = plain
    .replaceAll('=\n', '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  const link = /https?:\/\/\S+/.exec(text)?.[0] ?? '';
  return {
    to: header('To'),
    subject: header('Subject'),
    text,
    code: /Code: (\d+)/.exec(text)?.[1] ?? '',
    link,
    token: link ? (new URL(link).searchParams.get('token_hash') ?? '') : '',
  };
}
