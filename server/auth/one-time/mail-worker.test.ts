// On PostgreSQL: the queue has another backend there.
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Database } from '../../platform/database/db.ts';
import { openTestDatabase } from '../../platform/database/test-database.ts';
import { makeTestDeps, type TestDeps } from '../../test-deps.ts';
import { openMailQueue } from './mail-queue.ts';
import { startMailWorker } from './mail-worker.ts';

let database: Database;
beforeEach(async () => {
  database = await openTestDatabase();
});
afterEach(() => database.close());

/** A loopback mail server that replies to RCPT with each of `replies` in turn, then accepts. */
async function startSmtp(
  replies: string[],
  onMail = () => {},
): Promise<{ url: string; received: string[]; close(): void }> {
  const received: string[] = [];
  const server = createServer((socket) => {
    let data = '';
    socket.on('error', () => {});
    socket.write('220 ready\r\n');
    socket.on('data', (chunk) => {
      const text = chunk.toString();
      if (data) {
        data += text;
        if (!data.endsWith('\r\n.\r\n')) return;
        received.push(data);
        onMail();
        data = '';
        socket.write('250 queued\r\n');
      } else if (text.startsWith('RCPT')) socket.write(`${replies.shift() ?? '250 ok'}\r\n`);
      else if (text.startsWith('DATA')) {
        data = ' ';
        socket.write('354 go on\r\n');
      } else if (text.startsWith('QUIT')) socket.end('221 bye\r\n');
      else socket.write('250 ok\r\n');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url, received, close: () => server.close() };
}

async function withWorker(smtpUrl: string, work: (deps: TestDeps) => Promise<void>): Promise<void> {
  const environment = { SMTP_URL: smtpUrl, MAIL_FROM: 'Leadwell <mail@example.com>' };
  const deps = makeTestDeps(database, { environment });
  await deps.queue.start();
  const worker = await startMailWorker(deps);
  try {
    await work(deps);
  } finally {
    await worker.stop();
    await deps.queue.stop({ graceful: false });
  }
}

const mail = {
  kind: 'email-changed',
  to: 'ada@example.com',
  newEmail: 'new@example.com',
  confirmed: true,
} as const;
const states = async (deps: TestDeps) => (await deps.queue.findJobs('mail')).map(({ state }) => state);

it('sends through the configured mail server and deletes the job', async () => {
  const smtp = await startSmtp([]);
  await withWorker(smtp.url, async (deps) => {
    await (await openMailQueue(deps)).add([{ job: mail }]);
    await expect.poll(() => smtp.received.length).toBe(1);
    await expect.poll(() => states(deps)).toEqual([]);
  });
  expect(smtp.received[0]).toContain('To: ada@example.com');
  smtp.close();
});

it('retries a mail after a temporary failure and drops it after a permanent one', async () => {
  const busy = await startSmtp(['451 try again later']);
  await withWorker(busy.url, async (deps) => {
    await (await openMailQueue(deps)).add([{ job: mail }]);
    await expect.poll(() => states(deps)).toEqual(['retry']);
    await deps.queue.deleteAllJobs('mail');
  });
  busy.close();
  const refused = await startSmtp(['550 no such mailbox']);
  await withWorker(refused.url, async (deps) => {
    await (await openMailQueue(deps)).add([{ job: mail }]);
    await expect.poll(() => states(deps)).toEqual([]);
  });
  expect(refused.received).toEqual([]);
  refused.close();
});

it('takes no more mails once it is told to stop', async () => {
  let stopped: Promise<void> | null = null;
  const smtp = await startSmtp([], () => {
    stopped ??= worker.stop();
  });
  const deps = makeTestDeps(database, {
    environment: { SMTP_URL: smtp.url, MAIL_FROM: 'Leadwell <mail@example.com>' },
  });
  await deps.queue.start();
  await (await openMailQueue(deps)).add(Array.from({ length: 25 }, () => ({ job: mail })));
  const worker = await startMailWorker(deps);
  await expect.poll(() => stopped).not.toBeNull();
  await stopped;
  // Those that it had taken together.
  expect(smtp.received).toHaveLength(10);
  expect(await states(deps)).toEqual(Array.from({ length: 15 }, () => 'created'));
  await deps.queue.stop({ graceful: false });
  smtp.close();
});

it('sends the mail about a task with an ID that stays the same, so that mail apps show it once', async () => {
  const smtp = await startSmtp([]);
  const added = database.db.insertInto('accounts').values({ email: 'ada@example.com', balance: 0 });
  const { id: accountId } = await added.returning('id').executeTakeFirstOrThrow();
  const taskId = '11111111-2222-4333-8444-555555555555';
  await withWorker(smtp.url, async (deps) => {
    const job = {
      kind: 'task-ended' as const,
      accountId,
      taskId,
      title: 'Website Extraction',
      path: `/dashboard/website-extraction?task=${taskId}`,
      end: 'credits' as const,
      total: 12_000,
      processed: 9000,
      found: 8000,
    };
    const queue = await openMailQueue(deps);
    await queue.add([{ job }]);
    // As after a crash between sending a mail and removing its job.
    await queue.add([{ job }]);
    await expect.poll(() => smtp.received.length).toBe(2);
  });
  smtp.close();
  for (const received of smtp.received) {
    const mail = received.replaceAll('=\r\n', '');
    expect(mail).toContain(`Message-ID: <task-${taskId}@example.com>`);
    expect(mail).toContain('Subject: Website Extraction: your task ran out of credits');
    expect(mail).toContain('9,000 of 12,000 items and found 8,000');
    expect(mail).toContain('Content-Type: text/html');
  }
});
