// On PostgreSQL: charges lock the account.
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ANSWER_FRESH_DAYS } from '#contract/limits.ts';
import { TaskView } from '#contract/tasks.ts';
import { VERDICT_FRESH_DAYS } from '#tools/email-finder/definition.ts';
import { readUpload } from '#tools/email-finder/server/read-upload.ts';
import { LINKEDIN_MESSAGES } from '#tools/linkedin-enrichment/messages.ts';
import { readUrlItems } from '#tools/website-extraction/server/read-items.ts';
import { viewAccount } from '../accounts/account.ts';
import { createApp } from '../app.ts';
import { newCaller } from '../auth/test-caller.ts';
import { startTask } from './start-task.ts';
import type { TaskRecord } from './store.ts';
import { taskCount } from './task-list.ts';
import { cancelTask, resumeTask } from './task-run.ts';
import { viewTask } from './task-view.ts';
import { ASYNC, beginExtraction, openTaskBench, sites, type TaskBench, worked } from './test-tasks.ts';

let bench: TaskBench;
beforeAll(async () => {
  bench = await openTaskBench();
});
afterAll(() => bench.close());

const DAY_MS = 86_400_000;
const ITEMS = 6;

/** How an item is written: which item, in which of its forms. */
interface Written {
  item: number;
  form: number;
}
interface Round {
  list: Written[];
  /** items with an answer that is charged, if it is new to the account */
  answered: boolean[];
  daysBefore: number;
}

const written = fc.record({ item: fc.nat(ITEMS - 1), form: fc.nat(9) });
const round: fc.Arbitrary<Round> = fc.record({
  list: fc.array(written, { minLength: 1, maxLength: 12 }),
  answered: fc.array(fc.boolean(), { minLength: ITEMS, maxLength: ITEMS }),
  daysBefore: fc.constantFrom(0, 1, 6, 8, 31),
});
const rounds = fc.array(round, { minLength: 1, maxLength: 4 });

const pick = (forms: readonly string[], form: number) => forms[form % forms.length] ?? '';

function website({ item, form }: Written): string {
  const host = `site${item}.com`;
  return pick(
    [
      host,
      `http://${host}`,
      `https://www.${host}/`,
      `${host.toUpperCase()}/?`,
      ` <https://${host}>,`,
      `${item}. ${host}.`,
      `Company ${item}\t${host}`,
      `info@${host}`,
      `\u200b• ${host}#top`,
      `"${host}";`,
    ],
    form,
  );
}

function personLine({ item, form }: Written): string {
  const last = `Miller${'abcdef'[item]}`;
  const cells = [
    ['Jane', last, 'acme.com', ''],
    ['JANE', last.toUpperCase(), 'ACME.COM', ''],
    [' Jane ', `${last}\u00a0`, 'https://www.acme.com/about', ''],
    [`Jane ${last}`, '', 'www.acme.com.', ''],
    [`${last}, Jane`, '', 'http://acme.com', ''],
    ['\u200bJane', last, 'info@acme.com', ''],
  ];
  return (cells[form % cells.length] ?? []).map((cell) => `"${cell}"`).join(',');
}

function address({ item, form }: Written): string {
  const plain = `jane${item}@acme.com`;
  return `"","","","${pick([plain, plain.toUpperCase(), `Jane <${plain}>`, `mailto:${plain}?subject=x`, `${plain},`, `\u200b${plain}`], form)}"`;
}

interface Kind {
  type: 'website-extraction' | 'csv-extraction';
  /** the items of a list */
  read(list: readonly Written[]): Promise<readonly string[]>;
  /** which item an input is */
  inputItem(input: string): number;
  freshDays: number;
  outcome?: string;
}

const csv = async (lines: readonly string[]) => {
  const reading = await readUpload({ content: `first_name,last_name,domain,email\n${lines.join('\n')}\n` });
  if (!reading.ok) throw new Error(reading.message);
  return reading.inputs;
};
const KINDS: Record<string, Kind> = {
  websites: {
    type: 'website-extraction',
    read: async (list) => (await readUrlItems(list.map(website))).inputs,
    inputItem: (input) => Number(/site(\d)/i.exec(input)?.[1]),
    freshDays: ANSWER_FRESH_DAYS,
  },
  people: {
    type: 'csv-extraction',
    read: (list) => csv(list.map(personLine)),
    inputItem: (input) => 'abcdef'.indexOf((/miller(\w)/i.exec(input)?.[1] ?? '').toLowerCase()),
    freshDays: VERDICT_FRESH_DAYS.deliverable,
    outcome: 'deliverable',
  },
  addresses: {
    type: 'csv-extraction',
    read: (list) => csv(list.map(address)),
    inputItem: (input) => Number(/jane(\d)@/i.exec(input)?.[1]),
    freshDays: VERDICT_FRESH_DAYS.risky,
    outcome: 'risky',
  },
};

/** Without a trial, which would end when the clock advances. */
async function newAccount(credits: number | 'unlimited'): Promise<string> {
  const id = await bench.account(credits);
  const { db } = bench.deps.database;
  await db.updateTable('accounts').set({ is_trial: false }).where('id', '=', id).execute();
  return id;
}

/** The account as its owner sees it, with what must agree. */
async function totals(accountId: string) {
  const account = { accountId, email: 'person@example.com' };
  const view = await viewAccount(bench.deps, account, {
    tasks: taskCount,
    trialAvailable: () => sql<boolean>`true`,
  });
  if (!view) throw new Error('The account is gone.');
  if (view.credits !== 'unlimited') expect(view.creditsUsed + view.credits).toBe(view.creditsGranted);
  return view;
}

describe('an account pays once for an item, however it is written', () => {
  it.each(Object.entries(KINDS))(
    '%s',
    async (_, { type, read, inputItem, freshDays, outcome }) => {
      await fc.assert(
        fc.asyncProperty(rounds, fc.boolean(), async (lists, unlimited) => {
          const accountId = await bench.account(unlimited ? 'unlimited' : 100);
          const { db } = bench.deps.database;
          await db.updateTable('accounts').set({ is_trial: false }).where('id', '=', accountId).execute();
          const paidAt = new Map<number, number>();
          let charged = 0;
          for (const { list, answered, daysBefore } of lists) {
            bench.deps.clock.advance(daysBefore * DAY_MS);
            const inputs = await read(list);
            const distinct = new Set(list.map(({ item }) => item));
            expect(inputs.map(inputItem).sort()).toEqual([...distinct].sort());

            const now = bench.deps.clock.now();
            const isNew = (item: number) =>
              answered[item] && (paidAt.get(item) ?? -Infinity) + freshDays * DAY_MS <= now;
            const bought = [...distinct].filter(isNew);
            const repeats = [...distinct].filter((item) => answered[item] && !isNew(item));
            for (const item of bought) paidAt.set(item, now);
            charged += bought.length;

            const task = await startTask(bench.deps, { accountId, type, inputs, claim: null });
            await bench.settle(
              task,
              inputs.map((input, position) =>
                worked(position, { billable: answered[inputItem(input)] ?? false, outcome }),
              ),
            );
            expect(viewTask(await bench.task(task.id), undefined)).toMatchObject({
              status: 'completed',
              creditsused: unlimited ? 0 : bought.length,
              creditsincluded: unlimited ? bought.length : 0,
              freerepeats: repeats.length,
            });
            const view = await totals(accountId);
            expect([view.creditsUsed, view.creditsIncluded]).toEqual(unlimited ? [0, charged] : [charged, 0]);
            expect(await bench.broken(accountId)).toEqual([]);
          }
        }),
        { numRuns: 12 },
      );
    },
    120_000,
  );

  it('also in two lists at once, and for each account on its own', async () => {
    const [account, otherAccount] = [await newAccount(10), await newAccount(10)];
    const start = (accountId: string, inputs: string[]) =>
      startTask(bench.deps, { accountId, type: 'website-extraction', inputs, claim: null });
    const tasks = await Promise.all([
      start(account, ['https://acme.com/']),
      start(account, ['http://www.acme.com/']),
      start(otherAccount, ['https://acme.com/']),
    ]);
    await Promise.all(tasks.map((task) => bench.settle(task, [0])));
    expect([await bench.balance(account), await bench.balance(otherAccount)]).toEqual([9, 9]);
  });

  it('and not for an answer that cost nothing', async () => {
    const account = await newAccount(10);
    const inputs = ['https://acme.com/'];
    const free = await startTask(bench.deps, {
      accountId: account,
      type: 'website-extraction',
      inputs,
      claim: null,
    });
    await bench.settle(free, [worked(0, { billable: false, failed: true, found: false })]);
    const paid = await startTask(bench.deps, {
      accountId: account,
      type: 'website-extraction',
      inputs,
      claim: null,
    });
    await bench.settle(paid, [0]);
    expect(await bench.balance(account)).toBe(9);
  });
});

describe('a list of items that the account paid for', () => {
  const start = (accountId: string, inputs: readonly string[]) =>
    startTask(bench.deps, { accountId, type: 'website-extraction', inputs, claim: null });
  const refusal = { code: 'access_denied', details: { reason: 'no_credits' } };

  it('starts, waits for its turn and ends without credits, and is refused with one new item', async () => {
    const account = await newAccount(3);
    const paid = await start(account, sites(3));
    await bench.settle(paid, [0, 1, 2]);
    expect(await bench.balance(account)).toBe(0);
    await expect(start(account, [...sites(3), 'https://new.com/'])).rejects.toMatchObject(refusal);
    await expect(start(await newAccount(0), sites(3))).rejects.toMatchObject(refusal);

    const tasks: TaskRecord[] = [];
    for (let index = 0; index < 4; index += 1)
      tasks.push(await start(account, sites(3, index % 2 ? '' : '#top')));
    const statuses = async () => Promise.all(tasks.map(async ({ id }) => (await bench.task(id)).status));
    expect(await statuses()).toEqual(['processing', 'processing', 'processing', 'queued']);
    const [first, , , last] = tasks;
    if (!first || !last) throw new Error('Nothing started.');
    expect(await bench.settle(first, [0, 1, 2])).toEqual({ running: false });
    expect(await statuses()).toEqual(['completed', 'processing', 'processing', 'processing']);
    expect(await bench.settle(await bench.task(last.id), [0])).toEqual({ running: true });
    await cancelTask(bench.deps, account, last.id);
    await resumeTask(bench.deps, account, last.id, null);
    await bench.settle(await bench.task(last.id), [1, 2]);
    expect(viewTask(await bench.task(last.id), undefined)).toMatchObject({
      status: 'completed',
      creditsused: 0,
      freerepeats: 3,
    });
    expect(await bench.balance(account)).toBe(0);
    expect(await bench.broken(account)).toEqual([]);
  });

  it('stops without credits where an answer is no longer fresh', async () => {
    const account = await newAccount(2);
    await bench.settle(await start(account, sites(2)), [0, 1]);
    const task = await start(account, sites(2));
    bench.deps.clock.advance((ANSWER_FRESH_DAYS + 1) * DAY_MS);
    await bench.settle(task, [0, 1]);
    expect(await bench.task(task.id)).toMatchObject({ status: 'cancelled', stop_reason: 'credits' });
    await expect(resumeTask(bench.deps, account, task.id, null)).rejects.toMatchObject(refusal);
  });

  it('is accepted by the call, except after the trial, and LinkedIn profiles need credits only if new', async () => {
    const app = createApp(bench.deps);
    const person = await newCaller(app);
    const urls = ['https://site0.com/', 'https://site1.com/'];
    const { id: first } = await beginExtraction(person, urls);
    await bench.settle(await bench.task(first), [0, 1]);
    const profiles = ['linkedin.com/in/a', 'linkedin.com/in/b', 'linkedin.com/in/c'];
    const enrich = (linkedinUrls: string[]) => person.post('linkedin-enrichment', { linkedinUrls }, ASYNC);
    const { id } = TaskView.parse(await (await enrich(profiles)).json());
    await bench.settle(await bench.task(id), [0, 1, 2]);
    await bench.grant(person.id, 1 - (await bench.balance(person.id)));
    expect((await enrich([...profiles, 'linkedin.com/in/d'])).status).toBe(202);
    const short = await enrich([...profiles, 'linkedin.com/in/d', 'linkedin.com/in/e']);
    expect(await short.json()).toMatchObject({ error: { message: LINKEDIN_MESSAGES.creditsShort(2, 1) } });
    await bench.grant(person.id, -1);
    expect((await beginExtraction(person, urls)).status).toBe('processing');
    expect((await person.post('website-extraction', { urls: [...urls, 'new.com'] })).status).toBe(402);
    await bench.deps.database.db
      .updateTable('accounts')
      .set({ created_at: new Date(bench.deps.clock.now() - 8 * DAY_MS) })
      .where('id', '=', person.id)
      .execute();
    const late = await person.post('website-extraction', { urls });
    expect(await late.json()).toMatchObject({ error: { details: { reason: 'trial_expired' } } });
  });
});
