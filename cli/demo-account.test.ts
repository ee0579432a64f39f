import { afterAll, beforeAll, expect, it } from 'vitest';
import { AccountView } from '#contract/account.ts';
import { AccountAnalytics } from '#contract/analytics.ts';
import { CreditHistoryPage } from '#contract/credit-history.ts';
import { TaskView } from '#contract/tasks.ts';
import { createApp } from '#server/app.ts';
import { type Caller, newCaller } from '#server/auth/test-caller.ts';
import { openTaskBench, type TaskBench } from '#server/tasks/test-tasks.ts';
import { parseCsv } from '../e2e/fixtures/parse-csv.ts';
import { addDemoTasks } from './demo-account.ts';

let bench: TaskBench;
let caller: Caller;
beforeAll(async () => {
  bench = await openTaskBench();
  caller = await newCaller(createApp(bench.deps));
  await addDemoTasks(bench.deps, caller.id);
});
afterAll(() => bench.close());

const json = async (reply: Promise<Response>): Promise<unknown> => (await reply).json();

/** What the tools charge for, by their files (docs/deviations.md 11). */
const CHARGED: Readonly<Record<string, (row: Readonly<Record<string, string>>) => boolean>> = {
  'website-extraction': ({ error }) => error === '',
  'company-to-domain': ({ domain }) => domain !== '',
  'csv-extraction': ({ status }) => status === 'deliverable' || status === 'risky',
};
const FOUND: typeof CHARGED = {
  'website-extraction': ({ emails }) => emails !== '',
  'company-to-domain': ({ domain }) => domain !== '',
  'csv-extraction': ({ verified_email }) => verified_email !== '',
};

it('has the same numbers on every page of the demo, in its files and in the ledger', async () => {
  const tasks = TaskView.array().parse(await json(caller.table('select=*')));
  const account = AccountView.parse(await json(caller.get('account')));
  const analytics = AccountAnalytics.parse(await json(caller.get('account-analytics')));
  const { lines, totals } = CreditHistoryPage.parse(
    await json(caller.get('credit-history', { limit: '200' })),
  );
  const contacts = { emails: 0, phones: 0, people: 0 };
  for (const task of tasks) {
    const rows = parseCsv(await (await caller.get('task-csv', { id: task.id })).text());
    const { type } = task;
    const count = (is: (typeof CHARGED)[string] | undefined) => rows.filter((row) => is?.(row)).length;
    expect([type, rows.length]).toEqual([type, task.processed]);
    expect([type, count(FOUND[type])]).toEqual([type, task.found]);
    expect([type, count(CHARGED[type])]).toEqual([type, task.creditsused]);
    const amounts = lines.filter(({ taskId }) => taskId === task.id).map(({ amount }) => amount);
    expect([type, amounts]).toEqual([type, task.creditsused === 0 ? [] : [-task.creditsused]]);
    for (const row of rows) {
      const emails = `${row.emails ?? ''};${row.verified_email ?? ''}`.split(/; ?/).filter(Boolean);
      contacts.emails += emails.length;
      contacts.phones += (row.phones ?? '').split('; ').filter(Boolean).length;
    }
  }
  expect(analytics.contacts).toEqual(contacts);
  const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);
  const used = sum(tasks.map(({ creditsused }) => creditsused));
  expect(account.creditsUsed).toBe(used);
  expect(sum(analytics.days.map((day) => day.used))).toBe(used);
  expect(account.credits).toBe(sum(lines.map(({ amount }) => amount)));
  expect(totals).toMatchObject({ lines: lines.length, used });
  expect(sum(analytics.tools.map(({ processed }) => processed))).toBe(
    sum(tasks.map(({ processed }) => processed)),
  );
  expect(await bench.broken(caller.id)).toEqual([]);
});
