// On PostgreSQL: charges lock the account.
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { VERDICT_FRESH_DAYS } from '#contract/emails.ts';
import { ANSWER_FRESH_DAYS } from '#contract/limits.ts';
import { readUpload } from '#tools/email-finder/server/read-upload.ts';
import { readUrlItems } from '#tools/website-extraction/server/read-urls.ts';
import { viewAccount } from '../accounts/account.ts';
import { startTask } from './start-task.ts';
import { viewTask } from './store.ts';
import { countTasks } from './task-totals.ts';
import { openTaskBench, type TaskBench, worked } from './test-tasks.ts';

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
  itemOf(input: string): number;
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
    itemOf: (input) => Number(/site(\d)/i.exec(input)?.[1]),
    freshDays: ANSWER_FRESH_DAYS,
  },
  people: {
    type: 'csv-extraction',
    read: (list) => csv(list.map(personLine)),
    itemOf: (input) => 'abcdef'.indexOf((/miller(\w)/i.exec(input)?.[1] ?? '').toLowerCase()),
    freshDays: VERDICT_FRESH_DAYS.deliverable,
    outcome: 'deliverable',
  },
  addresses: {
    type: 'csv-extraction',
    read: (list) => csv(list.map(address)),
    itemOf: (input) => Number(/jane(\d)@/i.exec(input)?.[1]),
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
  const { db } = bench.deps.database;
  const view = await viewAccount(bench.deps, accountId, (id) => countTasks(db, id));
  if (!view) throw new Error('The account is gone.');
  if (view.credits !== 'unlimited') expect(view.creditsUsed + view.credits).toBe(view.creditsGranted);
  return view;
}

describe('an account pays once for an item, however it is written', () => {
  it.each(Object.entries(KINDS))(
    '%s',
    async (_, { type, read, itemOf, freshDays, outcome }) => {
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
            expect(inputs.map(itemOf).sort()).toEqual([...distinct].sort());

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
                worked(position, { billable: answered[itemOf(input)] ?? false, outcome }),
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
    const [one, other] = [await newAccount(10), await newAccount(10)];
    const start = (accountId: string, inputs: string[]) =>
      startTask(bench.deps, { accountId, type: 'website-extraction', inputs, claim: null });
    const tasks = await Promise.all([
      start(one, ['https://acme.com/']),
      start(one, ['http://www.acme.com/']),
      start(other, ['https://acme.com/']),
    ]);
    await Promise.all(tasks.map((task) => bench.settle(task, [0])));
    expect([await bench.balance(one), await bench.balance(other)]).toEqual([9, 9]);
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
