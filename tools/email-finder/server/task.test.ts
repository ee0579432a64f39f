// On PostgreSQL: known addresses are upserted in batches.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TaskView } from '#contract/tasks.ts';
import type { Deps } from '#server/deps.ts';
import { addOptOuts } from '#server/opt-outs/opt-outs.ts';
import type { OpenPorts, TaskTools } from '#server/tasks/task-tool.ts';
import { startWorker, type TaskWorker } from '#server/tasks/worker/worker.ts';
import { benchBehaviors, REAL } from '../../../e2e/fixtures/mail-world/behaviors.ts';
import { trespasses } from '../../../e2e/fixtures/mail-world/finder-world.ts';
import { FIRMS, person } from '../../../e2e/fixtures/mail-world/firms.ts';
import { type MailWorld, startMailWorld } from '../../../e2e/fixtures/mail-world/mail-world.ts';
import { CsvExtractionReply } from '../definition.ts';
import { EMAIL_MESSAGES } from '../messages.ts';
import { mailReach } from './mail-reach.ts';
import { type EmailBench, openEmailBench } from './test-emails.ts';

let world: MailWorld;
let emails: EmailBench;
let worker: TaskWorker;
let port25Blocked = false;

/** The email finder in a network with port 25 open or blocked. */
function withPort25(tools: TaskTools, blocked: () => boolean): TaskTools {
  const tool = tools.get('csv-extraction');
  if (!tool) throw new Error('The email finder is missing.');
  const openPorts = (deps: Deps): OpenPorts => {
    const open = tool.run.openPorts?.(deps);
    if (!open) throw new Error('The email finder has ports.');
    return { ...open, ports: { ...open.ports, network: { port25Blocked: async () => blocked() } } };
  };
  return new Map([['csv-extraction', { ...tool, run: { ...tool.run, openPorts } }]]);
}

beforeAll(async () => {
  world = await startMailWorld([...FIRMS, ...benchBehaviors(50)]);
  emails = await openEmailBench({
    DNS_SERVERS: world.dnsServer,
    SMTP_PORT: String(world.port),
    ALLOW_PRIVATE_NETWORK: '1',
    EMAIL_BATCH_PAUSE_MS: '0',
    GREYLIST_RETRY_MS: '300,300',
    EHLO_NAME: 'probe.leadwell.test',
    VERIFY_FROM: 'verify@leadwell.test',
  });
  const { deps } = emails.bench;
  worker = await startWorker({ ...deps, taskTools: withPort25(deps.taskTools, () => port25Blocked) });
});
afterAll(async () => {
  await worker.stop();
  await emails.close();
  await world.close();
});

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const HEADER = 'first_name,last_name,domain\n';
const line = (index: number, domain: string) => `${person(index).first},${person(index).last},${domain}\n`;
const seenRecipients = (domain: string) => world.log(domain).sessions.flatMap(({ recipients }) => recipients);

describe('people who were not found', () => {
  it('can be tried again once, for free, when another task has learned the pattern of the domain', async () => {
    const { clock } = emails.bench.deps;
    clock.advance(DAY_MS - (clock.now() % DAY_MS) - MINUTE_MS);
    const caller = await emails.signUp();
    const list = `id,${HEADER}crm-1,Zed,Quark,joined.com\ncrm-2,Jürgen,Müller,joined.com\n`;
    const first = await caller.ended(
      (await caller.start(list, { file_name: 'list.csv', key_column: 0, cap: 9 })).id,
    );
    expect(first).toMatchObject({ outcomes: { not_found: 2 }, failed: 0, creditsused: 0 });
    const late = await emails.signUp();
    const lateTask = await late.ended((await late.start(list, { key_column: 0 })).id);
    const known = async (of = caller, id = first.id) => {
      const reply = await of.get('email-known-more', { id });
      return [reply.status, await reply.json()];
    };
    expect(await known()).toEqual([200, { people: 0, free: true }]);
    expect((await caller.post('email-try-again', { id: first.id })).status).toBe(409);
    // On the same day, the worker tries them again by itself.
    clock.advance(2 * MINUTE_MS);
    await caller.ended((await caller.start(`${HEADER}Ann,Lee,joined.com\n`)).id);
    const [, { people }] = (await known()) as [number, { people: number }];
    // Zed's address of this pattern was tried.
    expect(people).toBe(1);
    expect((await known(await emails.signUp()))[0]).toBe(404);
    const again = TaskView.parse(await (await caller.post('email-try-again', { id: first.id })).json());
    expect(again).toMatchObject({ total: 1, cap: 9, name: 'list.csv (tried again)' });
    const ended = await caller.ended(again.id);
    expect(ended).toMatchObject({ found: 1, creditsused: 0, outcomes: { deliverable: 1 } });
    expect(await caller.csv(again.id)).toContain('jurgenmuller@joined.com');
    expect(await (await caller.get('task-rows', { id: again.id })).json()).toMatchObject({
      rows: [{ key: 'crm-2' }],
    });
    const repeated = TaskView.parse(await (await caller.post('email-try-again', { id: first.id })).json());
    expect(repeated.id).toBe(again.id);
    expect(await known()).toEqual([200, { people: 0, free: true }]);
    expect(await known(caller, again.id)).toEqual([200, { people: 0, free: true }]);
    // Only the second try is free: selected rows of it are run again at the usual price.
    const third = TaskView.parse(
      await (await caller.post('task-retry', { id: again.id, selected: '0' })).json(),
    );
    expect(await caller.ended(third.id)).toMatchObject({ found: 1, creditsused: 1, freerepeats: 0 });

    expect(await known(late, lateTask.id)).toEqual([200, { people: 2, free: true }]);
    await emails.bench.deps.database.db
      .updateTable('tasks')
      .set({ finished_at: new Date(clock.now() - DAY_MS) })
      .where('id', '=', lateTask.id)
      .execute();
    const refused = await late.post('email-try-again', { id: lateTask.id, free: true });
    expect([refused.status, await refused.json()]).toMatchObject([
      409,
      { error: { message: 'Trying again is no longer free. It costs up to 2 credits.' } },
    ]);
    expect(await known(late, lateTask.id)).toEqual([200, { people: 2, free: false }]);
    const paid = TaskView.parse(await (await late.post('email-try-again', { id: lateTask.id })).json());
    expect(await late.ended(paid.id)).toMatchObject({ found: 1, creditsused: 1 });
  });
});

describe('csv-extraction', () => {
  it('returns results, processed, total, timeout and message to a synchronous caller', async () => {
    const caller = await emails.signUp();
    const reply = await caller.post('csv-extraction', {
      csv_content: `${HEADER}${line(0, 'dotted.com')}${line(1, 'dotted.com')}No,Body,nobody.com\n,,bad\n`,
    });
    const answer = CsvExtractionReply.parse(await reply.json());
    expect(answer).toMatchObject({
      success: true,
      processed: 4,
      total: 4,
      timeout: false,
      message: EMAIL_MESSAGES.completed(2, 4),
    });
    expect(answer.results.map(({ verified_email, status }) => [verified_email, status])).toEqual([
      [`${person(0).first}.${person(0).last}@dotted.com`, 'deliverable'],
      [`${person(1).first}.${person(1).last}@dotted.com`, 'deliverable'],
      [null, 'not_found'],
      [null, 'unknown'],
    ]);
    const session = world.log('dotted.com').sessions[0];
    expect(session?.commands[0]).toBe('EHLO probe.leadwell.test');
    expect(session?.commands.find((command) => command.startsWith('MAIL'))).toContain(
      '<verify@leadwell.test>',
    );
  });

  it('charges for definite verdicts, and never for unknown rows or duplicates', async () => {
    const caller = await emails.signUp();
    const task = await caller.start(
      `email\n${REAL}@normal-mail.com\nfake@normal-mail.com\n${REAL}@takes-all.com\n${REAL}@blocks-us.com\n${REAL}@normal-mail.com\nnot an address\n`,
    );
    expect(await caller.ended(task.id)).toMatchObject({
      status: 'completed',
      total: 5,
      found: 1,
      failed: 1,
      creditsused: 3,
      outcomes: { deliverable: 1, undeliverable: 2, risky: 1, unknown: 1 },
    });
    expect(await emails.bench.broken(caller.id)).toEqual([]);
    const lines = (await caller.csv(task.id)).trim().split('\r\n').slice(1);
    expect(lines).toHaveLength(6);
    expect(lines[4]).toBe(lines[0]);
  });

  it('runs only the unknown rows again that can succeed, not bad input or people who opted out', async () => {
    const { deps } = emails.bench;
    const caller = await emails.signUp();
    await addOptOuts(deps, [{ kind: 'domain', value: 'quiet-firm.com' }], async () => {});
    const never =
      'not an address,,,\n,Jane,Miller,not a domain\n,,,dotted.com\n,Jane,Miller,gmail.com\nx@quiet-firm.com,,,\n';
    const header = 'email,first_name,last_name,domain\n';
    const task = await caller.ended(
      (await caller.start(`${header}${never}${REAL}@blocks-us.com,,,\n,${line(40, 'grey.com')}`)).id,
    );
    expect(task).toMatchObject({ outcomes: { undeliverable: 1, unknown: 5, deliverable: 1 } });
    const again = await caller.post('task-retry', { id: task.id });
    const { id, total } = TaskView.parse(await again.json());
    expect(total).toBe(1);
    expect(await caller.csv((await caller.ended(id)).id)).toContain(`${REAL}@blocks-us.com`);
    const hopeless = await caller.ended((await caller.start(header + never)).id);
    expect(hopeless.failed).toBe(4);
    const refused = await caller.post('task-retry', { id: hopeless.id });
    expect([refused.status, await refused.text()]).toEqual([
      409,
      expect.stringContaining('The failed items would fail the same way'),
    ]);
  });

  it('reuses verdicts, also for other accounts', async () => {
    const [first, second] = [await emails.signUp(), await emails.signUp()];
    const csv = `${HEADER}${line(2, 'initial.com')}${line(3, 'initial.com')}${line(0, 'all-taken.com')}`;
    await first.ended((await first.start(csv)).id);
    const before = [seenRecipients('initial.com').length, seenRecipients('all-taken.com').length];
    const task = await second.ended((await second.start(csv)).id);
    expect(task).toMatchObject({ found: 2, creditsused: 3 });
    expect([seenRecipients('initial.com').length, seenRecipients('all-taken.com').length]).toEqual(before);
  });

  it('learns how a domain forms its addresses and needs fewer lookups for the next list', async () => {
    const caller = await emails.signUp();
    await caller.ended(
      (await caller.start(`${HEADER}${[10, 11, 12].map((n) => line(n, 'initial.com')).join('')}`)).id,
    );
    const before = seenRecipients('initial.com').length;
    await caller.ended((await caller.start(`${HEADER}${line(13, 'initial.com')}`)).id);
    expect(seenRecipients('initial.com').length).toBe(before + 1);
  });

  it('waits for greylisting in a task, but not for a synchronous caller', async () => {
    const caller = await emails.signUp();
    const csv = `${HEADER}${line(4, 'grey.com')}`;
    const plain = CsvExtractionReply.parse(
      await (await caller.post('csv-extraction', { csv_content: csv })).json(),
    );
    expect(plain.results[0]).toMatchObject({ status: 'unknown', reason: 'greylisted' });
    const task = await caller.start(`${HEADER}${line(5, 'grey.com')}`);
    expect(await caller.ended(task.id)).toMatchObject({ found: 1 });
  });

  it('reports a blocked port 25 free of charge, with a best guess', async () => {
    port25Blocked = true;
    const caller = await emails.signUp();
    const answer = CsvExtractionReply.parse(
      await (
        await caller.post('csv-extraction', { csv_content: `${HEADER}${line(30, 'dotted.com')}` })
      ).json(),
    );
    port25Blocked = false;
    expect(answer.results[0]).toMatchObject({
      status: 'unknown',
      reason: 'port-25-blocked',
      verified_email: null,
      best_guess: expect.stringMatching(/@dotted\.com$/),
    });
    expect(await caller.task(answer.task_id)).toMatchObject({ creditsused: 0, failed: 1 });
  });

  it('never sends DATA or overloads a server', () => {
    expect(trespasses(world)).toEqual([]);
  });
});

describe('mail reach', () => {
  it('is open if one worker finds it open, blocked if none does, and untested later', async () => {
    const { db } = emails.bench.deps.database;
    const { clock } = emails.bench.deps;
    const report = (worker: string, port25: 'open' | 'blocked' | 'undecided') =>
      db
        .insertInto('mail_reach')
        .values({ worker, port25, tested_at: new Date(clock.now()) })
        .execute();
    const current = async () => (await mailReach(emails.bench.deps)).port25;
    expect(await current()).toBe('untested');
    await report('a', 'blocked');
    await report('b', 'undecided');
    const caller = await emails.signUp();
    expect(await (await caller.get('mail-reach')).json()).toEqual({ port25: 'blocked', outside: [] });
    await report('c', 'open');
    expect(await current()).toBe('open');
    clock.advance(3_600_000);
    expect(await current()).toBe('untested');
  });
});
