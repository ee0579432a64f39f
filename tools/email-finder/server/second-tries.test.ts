// On PostgreSQL: two workers can't reserve the same person.
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { TaskView } from '#contract/tasks.ts';
import { saveEndedTasks } from '#server/lists/task-saves.ts';
import { optingOutLate } from '#server/opt-outs/test-late-opt-out.ts';
import { SECOND_TRY_RUN, settleSecondTry } from '#server/tasks/settle-second-try.ts';
import type { TaskTools } from '#server/tasks/task-tool.ts';
import { startWorker, type TaskWorker } from '#server/tasks/worker/worker.ts';
import type { MailDomain } from '../../../e2e/fixtures/mail-world/mail-domain.ts';
import { type MailWorld, startMailWorld } from '../../../e2e/fixtures/mail-world/mail-world.ts';
import { WAIT } from '../../../e2e/fixtures/wait.ts';
import { EMAIL_SECOND_TRIES } from './second-tries.ts';
import { type EmailBench, type EmailCaller, openEmailBench } from './test-emails.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const NO_OTHERS = new Map<string, number>();
const HEADER = 'first_name,last_name,domain\n';
/** First and last name without a dot. */
const FIRMS: MailDomain[] = [
  'same-day',
  'next-day',
  'crash',
  'by-hand',
  'grey',
  'fast',
  'busy',
  'gone',
  'list',
].map((name) => ({
  name: `${name}.com`,
  about: 'addresses without a dot',
  mailboxes: ['jurgenmuller', 'annlee'],
}));
let world: MailWorld;
let emails: EmailBench;
let worker: TaskWorker | undefined;

beforeAll(async () => {
  world = await startMailWorld(FIRMS);
  emails = await openEmailBench({
    DNS_SERVERS: world.dnsServer,
    SMTP_PORT: String(world.port),
    ALLOW_PRIVATE_NETWORK: '1',
    EMAIL_BATCH_PAUSE_MS: '0',
    GREYLIST_RETRY_MS: String(5 * MINUTE_MS),
  });
});
beforeEach(() => {
  const { clock } = emails.bench.deps;
  // Half an hour before midnight, because a login lasts an hour.
  clock.advance(2 * DAY_MS - (clock.now() % DAY_MS) - 30 * MINUTE_MS);
});
afterAll(async () => {
  await worker?.stop();
  await emails.close();
  await world.close();
});

const isOpen = (tools: TaskTools): TaskTools => {
  const tool = tools.get('csv-extraction');
  const open = tool?.run.openPorts;
  if (!tool || !open) throw new Error('The email finder is missing.');
  const openPorts: typeof open = (deps) => {
    const opened = open(deps);
    return { ...opened, ports: { ...opened.ports, network: { port25Blocked: async () => false } } };
  };
  return new Map([['csv-extraction', { ...tool, run: { ...tool.run, openPorts } }]]);
};

/** Starts a worker that looks for second tries every few ms, or never. */
async function work(secondTries: 'soon' | 'never'): Promise<void> {
  await worker?.stop();
  const { deps } = emails.bench;
  const secondTriesMs = secondTries === 'soon' ? 20 : DAY_MS;
  worker = await startWorker({ ...deps, taskTools: isOpen(deps.taskTools) }, { secondTriesMs });
}

/** A finished task in which Jürgen Müller and someone without a mailbox weren't found. */
async function notFound(caller: EmailCaller, domain: string, more: object = {}): Promise<TaskView> {
  const { id } = await caller.start(`${HEADER}Jürgen,Müller,${domain}\nZed,Quark,${domain}\n`, more);
  const task = await caller.ended(id);
  expect(task).toMatchObject({ found: 0, foundlater: 0, outcomes: { not_found: 2 }, creditsused: 0 });
  return task;
}
const learn = async (domain: string) => {
  const other = await emails.signUp();
  expect(await other.ended((await other.start(`${HEADER}Ann,Lee,${domain}\n`)).id)).toMatchObject({
    found: 1,
  });
};
const untilFound = (caller: EmailCaller, id: string) =>
  vi.waitFor(async () => expect(await caller.task(id)).toMatchObject({ foundlater: 1 }), WAIT);
const sessions = (domain: string) => world.log(domain).sessions.length;
const untilIdle = async () => {
  await vi.waitFor(
    async () => expect(await EMAIL_SECOND_TRIES.reserve(emails.bench.deps, NO_OTHERS)).toEqual([]),
    WAIT,
  );
};

describe('people who were not found, when a pattern is learned later that day', () => {
  it('are tried again once, free of charge, and the finished task has the result', async () => {
    await work('soon');
    const caller = await emails.signUp();
    const task = await notFound(caller, 'same-day.com');
    await learn('same-day.com');
    await untilFound(caller, task.id);
    const now = await caller.task(task.id);
    expect(now).toMatchObject({
      status: 'completed',
      processed: 2,
      found: 1,
      foundlater: 1,
      creditsused: 0,
      outcomes: { not_found: 1, deliverable: 1 },
    });
    expect(now.finished_at).toBe(task.finished_at);
    expect(await caller.csv(task.id)).toContain('jurgenmuller@same-day.com');
    // So a bounce of it counts.
    const given = emails.bench.deps.database.db.selectFrom('given_addresses').select(['credits', 'verified']);
    expect(await given.where('account_id', '=', task.userid).execute()).toEqual([
      { credits: 0, verified: true },
    ]);
    expect(await emails.bench.broken(task.userid)).toEqual([]);
    await untilIdle();
    const asked = sessions('same-day.com');
    // What else is learned changes nothing for those who had their try.
    await emails.bench.deps.database.db
      .updateTable('email_learned_domains')
      .set(({ eb }) => ({ learned: eb('learned', '+', 1) }))
      .execute();
    await untilIdle();
    expect(sessions('same-day.com')).toBe(asked);
    expect(await (await caller.get('email-known-more', { id: task.id })).json()).toMatchObject({ people: 0 });
  });

  it('get into the list of the task, whose other rows stay as someone edited them', async () => {
    await work('never');
    const { deps } = emails.bench;
    const saving = () => saveEndedTasks(deps);
    const caller = await emails.signUp();
    const save = { name: 'People', rows: 'all' };
    const task = await notFound(caller, 'list.com', { saveTo: save });
    await saving();
    expect((await caller.task(task.id)).save).toMatchObject({ state: 'done', added: 2 });
    const { lists } = (await (await caller.get('lists')).json()) as { lists: { id: string }[] };
    const id = lists[0]?.id ?? '';
    const rowsNow = async () =>
      ((await (await caller.get('list-rows', { id })).json()) as { rows: { id: number }[] }).rows;
    const zed = (await rowsNow()).find((row) => JSON.stringify(row).includes('Zed'));
    await caller.post('list-delete-rows', { id, rows: [zed?.id] });
    deps.clock.advance(MINUTE_MS);
    await learn('list.com');
    await work('soon');
    await untilFound(caller, task.id);
    await untilIdle();
    await saving();
    const waits = (await caller.task(task.id)).save;
    expect(waits).toMatchObject({ state: 'done', added: 2, updated: 0 });
    expect(waits).not.toHaveProperty('earlier');
    const { save: stored } = await deps.database.db
      .selectFrom('tasks')
      .select('save')
      .where('id', '=', task.id)
      .executeTakeFirstOrThrow();
    expect(stored?.earlier).toEqual({ added: 2, updated: 0, refused: 0, tooLarge: 0 });
    deps.clock.advance(MINUTE_MS);
    await saving();
    expect((await caller.task(task.id)).save).toMatchObject({ state: 'done', added: 2, updated: 1 });
    const rows = await rowsNow();
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).toContain('jurgenmuller@list.com');
  });

  it('are left alone the day after', async () => {
    await work('soon');
    const caller = await emails.signUp();
    const task = await notFound(caller, 'next-day.com');
    emails.bench.deps.clock.advance(31 * MINUTE_MS);
    await learn('next-day.com');
    await untilIdle();
    expect(await caller.task(task.id)).toMatchObject({ found: 0, foundlater: 0 });
    expect(await (await caller.get('email-known-more', { id: task.id })).json()).toEqual({
      people: 1,
      free: true,
    });
  });

  it('are tried by another worker if theirs ends in the middle, and stored once', async () => {
    await work('never');
    const { deps } = emails.bench;
    const caller = await emails.signUp();
    const task = await notFound(caller, 'crash.com');
    await learn('crash.com');
    const [reserved] = await EMAIL_SECOND_TRIES.reserve(deps, NO_OTHERS);
    expect(reserved).toMatchObject({ taskId: task.id, items: [{ position: 0 }] });
    // The worker is gone. No one else takes the person before the reservation ends.
    await work('soon');
    await untilIdle();
    expect(await caller.task(task.id)).toMatchObject({ foundlater: 0 });
    deps.clock.advance(26 * MINUTE_MS);
    await untilFound(caller, task.id);
    const { row } = await deps.database.db
      .selectFrom('task_items')
      .select('row')
      .where('task_id', '=', task.id)
      .where('position', '=', 0)
      .executeTakeFirstOrThrow();
    // A late result of the first worker.
    const late = { position: 0, row: JSON.stringify(row), found: true, failed: false, billable: false };
    await settleSecondTry(deps, {
      taskId: task.id,
      runNo: SECOND_TRY_RUN,
      items: [{ ...late, outcome: 'deliverable' }],
    });
    expect(await caller.task(task.id)).toMatchObject({
      found: 1,
      foundlater: 1,
      outcomes: { not_found: 1, deliverable: 1 },
      creditsused: 0,
    });
    expect(await emails.bench.broken(task.userid)).toEqual([]);
  });

  it('are not stored if they opted out after they were checked', async () => {
    await work('never');
    const { deps } = emails.bench;
    const caller = await emails.signUp();
    const task = await notFound(caller, 'gone.com');
    await learn('gone.com');
    const [reserved] = await EMAIL_SECOND_TRIES.reserve(deps, NO_OTHERS);
    expect(reserved).toMatchObject({ taskId: task.id, items: [{ position: 0 }] });
    const address = 'jurgenmuller@gone.com';
    const database = optingOutLate(deps, [{ kind: 'email', value: address }]);
    const row = JSON.stringify({
      address,
      verified_email: address,
      domain: 'gone.com',
      status: 'deliverable',
    });
    await settleSecondTry(
      { ...deps, database },
      {
        taskId: task.id,
        runNo: SECOND_TRY_RUN,
        items: [{ position: 0, row, found: true, failed: false, billable: false, outcome: 'deliverable' }],
      },
    );
    expect(await caller.csv(task.id)).not.toContain(address);
    const items = deps.database.db.selectFrom('task_items').select('row').where('task_id', '=', task.id);
    expect(JSON.stringify(await items.execute())).not.toContain(address);
    expect(await caller.task(task.id)).toMatchObject({ found: 0, foundlater: 0 });
    // The try has ended.
    deps.clock.advance(26 * MINUTE_MS);
    expect(await EMAIL_SECOND_TRIES.reserve(deps, NO_OTHERS)).toEqual([]);
  });

  it('don’t wait for those at a server that greylists', async () => {
    await work('never');
    const { db } = emails.bench.deps.database;
    const [slow, caller] = [await emails.signUp(), await emails.signUp()];
    const slowTask = await notFound(slow, 'grey.com');
    const task = await notFound(caller, 'fast.com');
    await learn('grey.com');
    const grey = FIRMS.find(({ name }) => name === 'grey.com');
    if (grey) grey.smtp = { greylist: 1000 };
    await work('soon');
    const asked = sessions('grey.com');
    await vi.waitFor(() => expect(sessions('grey.com')).toBeGreaterThan(asked), WAIT);
    await learn('fast.com');
    await untilFound(caller, task.id);
    const waiting = db.selectFrom('email_second_tries').select('tried_at').where('task_id', '=', slowTask.id);
    expect(await waiting.where('reservations', '=', 1).execute()).toEqual([{ tried_at: null }]);
  });

  it('of one account are a few at a time, also of several rounds', async () => {
    await work('never');
    const caller = await emails.signUp();
    const task = await notFound(caller, 'busy.com');
    await learn('busy.com');
    const { deps } = emails.bench;
    expect(await EMAIL_SECOND_TRIES.reserve(deps, new Map([[task.userid, 50]]))).toEqual([]);
    deps.clock.advance(6 * MINUTE_MS);
    expect(await EMAIL_SECOND_TRIES.reserve(deps, new Map([[task.userid, 49]]))).toMatchObject([
      { taskId: task.id },
    ]);
  });

  it('are not tried again if someone started their second try by hand', async () => {
    await work('never');
    const caller = await emails.signUp();
    const task = await notFound(caller, 'by-hand.com');
    await learn('by-hand.com');
    expect((await caller.post('email-try-again', { id: task.id })).status).toBe(202);
    expect(await EMAIL_SECOND_TRIES.reserve(emails.bench.deps, NO_OTHERS)).toEqual([]);
  });
});
