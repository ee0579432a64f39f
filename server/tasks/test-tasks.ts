import { SIGN_UP_CREDITS } from '#contract/limits.ts';
import { TaskView } from '#contract/tasks.ts';
import { WEBSITE_CSV_COLUMNS } from '#tools/website-extraction/definition.ts';
import { createAccount } from '../accounts/account.ts';
import { grantCredits } from '../accounts/ledger.ts';
import type { Caller } from '../auth/test-caller.ts';
import { hashRequest, type KeyClaim } from '../idempotency/idempotency.ts';
import { type Database, transaction } from '../platform/database/db.ts';
import { openTestDatabase } from '../platform/database/test-database.ts';
import type { DiskSpace } from '../platform/disk/disk-space.ts';
import { makeTestDeps, type TestDeps } from '../test-deps.ts';
import { type Batch, settleBatch } from './settle-batch.ts';
import { startTask } from './start-task.ts';
import type { TaskRecord } from './store.ts';
import type { WorkedItem } from './worked-item.ts';

/** A database, a started queue and common steps of task tests. */
export interface TaskBench {
  deps: TestDeps;
  /** A new account with this balance, or an unlimited one. */
  account(credits: number | 'unlimited'): Promise<string>;
  grant(accountId: string, credits: number): Promise<void>;
  start(accountId: string, urls: readonly string[], key?: string): Promise<TaskRecord>;
  /** Settles items as a worker does: positions or whole items. */
  settle(
    task: Pick<TaskRecord, 'id' | 'run_no'>,
    items: readonly (number | WorkedItem)[],
  ): Promise<{ running: boolean }>;
  task(id: string): Promise<TaskRecord>;
  balance(accountId: string): Promise<number>;
  /** Violated invariants of an account. */
  broken(accountId: string): Promise<string[]>;
  close(): Promise<void>;
}

/** URLs of `count` sites. */
export function sites(count: number, query = ''): string[] {
  return Array.from({ length: count }, (_, n) => `https://site${n}.com/${query}`);
}

export function worked(position: number, changes: Partial<WorkedItem> = {}): WorkedItem {
  return { position, row: `{"n":${position}}`, found: true, failed: false, billable: true, ...changes };
}

let people = 0;

/** On a database of its own with this disk, or on `given`, which closes with it. */
export async function openTaskBench(
  environment: Record<string, string> = {},
  { space, database: given }: { space?: DiskSpace; database?: Database } = {},
): Promise<TaskBench> {
  const database = given ?? (await openTestDatabase(space));
  const deps = makeTestDeps(database, { environment });
  await deps.queue.start();
  const { db } = database;

  return {
    deps,
    async account(credits) {
      people += 1;
      const id = await transaction(db, async (tx) => {
        const made = await createAccount(tx, deps, {
          email: `person${people}.${Date.now()}@example.com`,
          passwordHash: 'none',
          userMetadata: {},
          now: new Date(),
          firstCredits: SIGN_UP_CREDITS,
          reason: 'sign-up',
        });
        if (!made) throw new Error('The address is taken.');
        if (credits === 'unlimited') {
          await tx.updateTable('accounts').set({ plan: 'unlimited' }).where('id', '=', made.id).execute();
        } else {
          const { balance } = await tx
            .selectFrom('accounts')
            .select('balance')
            .where('id', '=', made.id)
            .executeTakeFirstOrThrow();
          await grantCredits(tx, made.id, credits - balance, 'test');
        }
        return made.id;
      });
      return id;
    },
    grant: (accountId, credits) => transaction(db, (tx) => grantCredits(tx, accountId, credits, 'gift')),
    start: (accountId, urls, key) =>
      startTask(deps, {
        accountId,
        type: 'website-extraction',
        inputs: urls,
        claim: key === undefined ? null : claim(deps, accountId, key, urls),
      }),
    settle: (task, items) => settleBatch(deps, makeBatch(task, items)),
    task: (id) => db.selectFrom('tasks').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
    async balance(accountId) {
      const { balance } = await db
        .selectFrom('accounts')
        .select('balance')
        .where('id', '=', accountId)
        .executeTakeFirstOrThrow();
      return balance;
    },
    broken: (accountId) => brokenRules(database, accountId),
    async close() {
      await deps.queue.stop({ graceful: false });
      await database.close();
    },
  };
}

function makeBatch(task: Pick<TaskRecord, 'id' | 'run_no'>, items: readonly (number | WorkedItem)[]): Batch {
  return {
    taskId: task.id,
    runNo: task.run_no,
    items: items.map((item) => (typeof item === 'number' ? worked(item) : item)),
  };
}

function claim(deps: TestDeps, accountId: string, key: string, request: unknown): KeyClaim {
  return {
    accountId,
    call: 'website-extraction',
    key,
    requestHash: hashRequest(request),
    at: new Date(deps.clock.now()),
  };
}

async function brokenRules({ db }: Database, accountId: string): Promise<string[]> {
  const broken: string[] = [];
  const check = (rule: string, ...values: unknown[]) => {
    if (new Set(values).size > 1) broken.push(`${rule}: ${values.join(', ')}`);
  };
  const account = await db
    .selectFrom('accounts')
    .selectAll()
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow();
  const entries = await db
    .selectFrom('credit_entries')
    .selectAll()
    .where('account_id', '=', accountId)
    .execute();
  const sum = (list: readonly number[]) => list.reduce((total, amount) => total + amount, 0);
  check(
    'balance = counting entries',
    account.balance,
    sum(entries.filter((entry) => entry.from_balance).map(({ amount }) => amount)),
  );
  const spent = entries.filter(({ spent: isSpent }) => isSpent);
  check(
    'used and included = spent entries',
    `${account.credits_used} ${account.credits_included}`,
    [true, false]
      .map(
        (counted) =>
          -sum(spent.filter((entry) => entry.from_balance === counted).map(({ amount }) => amount)),
      )
      .join(' '),
  );
  if (account.balance < 0) broken.push(`the balance is ${account.balance}`);
  const tasks = await db.selectFrom('tasks').selectAll().where('account_id', '=', accountId).execute();
  if (tasks.filter(({ status }) => status === 'processing').length > 3) broken.push('more than 3 run');
  const quarters = await db
    .selectFrom('credit_quarters')
    .selectAll()
    .where('account_id', '=', accountId)
    .execute();
  check(
    'credit quarters = used and included',
    `${sum(quarters.map(({ used }) => used))} ${sum(quarters.map(({ included }) => included))}`,
    `${account.credits_used} ${account.credits_included}`,
  );
  const lines = await db.selectFrom('credit_lines').selectAll().where('account_id', '=', accountId).execute();
  const workId = (entry: { task_id: string | null; export_id: string | null }) =>
    entry.task_id ?? entry.export_id ?? 'balance';
  const sumEntries = (
    work: string,
    list: readonly { task_id: string | null; export_id: string | null; amount: number }[],
  ) => sum(list.filter((entry) => workId(entry) === work).map(({ amount }) => amount));
  for (const work of new Set([...lines, ...entries].map(workId))) {
    const ofWork = entries.filter((entry) => workId(entry) === work);
    check(
      `credit lines of ${work} = entries`,
      sumEntries(work, lines),
      sumEntries(
        work,
        ofWork.filter(({ from_balance }) => from_balance),
      ),
    );
    check(
      `included in lines of ${work} = entries`,
      sum(lines.filter((line) => workId(line) === work).map(({ included }) => included)),
      sum(ofWork.filter(({ from_balance }) => !from_balance).map(({ amount }) => -amount)),
    );
  }
  const taskDays = await db.selectFrom('task_days').selectAll().where('account_id', '=', accountId).execute();
  for (const count of ['processed', 'found', 'failed'] as const)
    check(`task days = tasks: ${count}`, sum(taskDays.map((d) => d[count])), sum(tasks.map((t) => t[count])));
  for (const task of tasks) {
    const items = await db.selectFrom('task_items').selectAll().where('task_id', '=', task.id).execute();
    const settled = items.filter(({ status }) => status === 'settled');
    const charged = entries.filter((entry) => entry.task_id === task.id);
    check('total = items', task.total, items.length);
    check('processed = settled items', task.processed, settled.length);
    check('found', task.found, settled.filter(({ found }) => found).length);
    check('failed', task.failed, settled.filter(({ failed }) => failed).length);
    check(
      'credits_used = charges = entries',
      task.credits_used,
      sum(items.map(({ charge }) => charge)),
      -sum(charged.filter((entry) => entry.from_balance).map(({ amount }) => amount)),
    );
    check(
      'credits_included = entries',
      task.credits_included,
      -sum(charged.filter((entry) => !entry.from_balance).map(({ amount }) => amount)),
    );
    check('one entry a charged item', charged.length, new Set(charged.map((e) => e.item_position)).size);
    check('completed = nothing left', task.status === 'completed', task.processed === task.total);
    for (const item of items) {
      if ((item.row === null) !== (item.status === 'pending')) broken.push(`row of item ${item.position}`);
      if (item.charge > 0 && item.failed) broken.push(`item ${item.position} failed and was charged`);
    }
  }
  return broken;
}

export const ASYNC = { prefer: 'respond-async' };

/** Starts an extraction by its call and doesn't wait for it. */
export async function beginExtraction(caller: Caller, urls: string[], headers = {}): Promise<TaskView> {
  const reply = await caller.post('website-extraction', { urls }, { ...ASYNC, ...headers });
  if (reply.status !== 202) throw new Error(`${reply.status}: ${await reply.text()}`);
  return TaskView.parse(await reply.json());
}

/** A row of the website tool with some values changed. */
export function websiteRow(url: string, changes: Record<string, unknown> = {}): string {
  const empty = Object.fromEntries(WEBSITE_CSV_COLUMNS.map((column) => [column, null]));
  return JSON.stringify({ ...empty, url, emails: [], phones: [], evidence: [], pages: [], ...changes });
}
