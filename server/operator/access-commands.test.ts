// On PostgreSQL: an account is disabled while it signs in and starts tasks.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MESSAGES } from '#contract/messages.ts';
import { countOutcomes, outcome, send, signIn, TEST_PASSWORD } from '../auth/test-requests.ts';
import { OPERATOR_COMMANDS } from '../operator-commands.ts';
import { openPaymentBench, type PaymentBench } from '../payments/test-bench.ts';
import { settleBatch } from '../tasks/settle-batch.ts';
import { startTask } from '../tasks/start-task.ts';
import { worked } from '../tasks/test-tasks.ts';

let bench: PaymentBench;
beforeAll(async () => {
  bench = await openPaymentBench({ OPERATOR_EMAIL: 'ops@leads.example' });
});
afterAll(() => bench.close());

async function run(name: string, email: string): Promise<Record<string, unknown>[]> {
  const rows: Record<string, unknown>[] = [];
  const command = OPERATOR_COMMANDS.get(name);
  if (!command) throw new Error(`no command ${name}`);
  await command.run(bench.deps, command.input.parse({ email }), {
    row: (row) => rows.push({ ...row }),
    note: () => {},
  });
  return rows;
}

async function countSessions(accountId: string): Promise<number> {
  const rows = await bench.database.db
    .selectFrom('sessions')
    .select('id')
    .where('account_id', '=', accountId)
    .execute();
  return rows.length;
}

function newTask(accountId: string) {
  return startTask(bench.deps, {
    accountId,
    type: 'website-extraction',
    inputs: ['https://one.example.com/', 'https://two.example.com/'],
    claim: null,
  });
}

describe('disabling an account', () => {
  it('ends its sessions and tasks and refuses new ones, until it is enabled', async () => {
    const payer = await bench.person();
    const task = await newTask(payer.id);
    expect(await run('users-disable', payer.email)).toEqual([{ email: payer.email, disabled: true }]);
    expect((await payer.call('account')).status).toBe(401);
    const refused = await signIn(bench.app, payer.email, TEST_PASSWORD);
    expect(await refused.json()).toMatchObject({
      code: 'user_banned',
      message: 'This account has been disabled. Contact the operator of this server: ops@leads.example',
    });
    expect(await outcome(signIn(bench.app, payer.email, 'guess guess'))).toBe('400 invalid_credentials');
    const late = { taskId: task.id, runNo: task.run_no, items: [worked(0)] };
    expect(await settleBatch(bench.deps, late)).toEqual({ running: false });
    const row = await bench.database.db
      .selectFrom('tasks')
      .select('status')
      .where('id', '=', task.id)
      .executeTakeFirstOrThrow();
    expect(row.status).toBe('cancelled');
    await expect(newTask(payer.id)).rejects.toThrow(MESSAGES.gate.notSignedIn);
    const listed: object[] = [];
    await OPERATOR_COMMANDS.get('users-list')?.run(
      bench.deps,
      {},
      {
        row: (one) => listed.push(one),
        note: () => {},
      },
    );
    expect(listed).toContainEqual(expect.objectContaining({ email: payer.email, disabled: true }));

    expect(await run('users-enable', payer.email)).toEqual([{ email: payer.email, disabled: false }]);
    expect(await outcome(signIn(bench.app, payer.email, TEST_PASSWORD))).toBe('200 ok');
  });

  it('leaves no session or running task, whatever starts at the same time', async () => {
    const payer = await bench.person();
    const [, ...rest] = await Promise.allSettled([
      run('users-disable', payer.email),
      ...Array.from({ length: 20 }, () => signIn(bench.app, payer.email, TEST_PASSWORD)),
      ...Array.from({ length: 10 }, () => newTask(payer.id)),
    ]);
    expect(rest).toHaveLength(30);
    expect(await countSessions(payer.id)).toBe(0);
    const tasks = await bench.database.db
      .selectFrom('tasks')
      .select('status')
      .where('account_id', '=', payer.id)
      .execute();
    expect(tasks.every(({ status }) => status === 'cancelled')).toBe(true);
  });
});

it('signing out ends all sessions', async () => {
  const payer = await bench.person();
  await countOutcomes([signIn(bench.app, payer.email, TEST_PASSWORD)]);
  expect(await countSessions(payer.id)).toBe(2);
  expect(await run('users-sign-out', payer.email)).toEqual([{ email: payer.email, signedOut: true }]);
  expect(await countSessions(payer.id)).toBe(0);
  expect(await outcome(signIn(bench.app, payer.email, TEST_PASSWORD))).toBe('200 ok');
});

it('resetting a password prints a new one once and ends all sessions', async () => {
  const payer = await bench.person();
  const [row] = await run('users-reset-password', payer.email);
  expect(await countSessions(payer.id)).toBe(0);
  expect(await outcome(signIn(bench.app, payer.email, TEST_PASSWORD))).toBe('400 invalid_credentials');
  expect(await outcome(signIn(bench.app, payer.email, String(row?.password)))).toBe('200 ok');
  // No one chooses it: 120 random bits.
  expect(row?.password).toMatch(/^[\w-]{20}$/);
});

it('deleting an account cancels its payments and deletes its data', async () => {
  const payer = await bench.person();
  const { body } = await payer.call('create-stripe-checkout', { planId: 'unlimited' });
  const sessionId = /cs_test_\w+/.exec(body.url)?.[0];
  await payer.call('test-checkout-act', { sessionId, act: 'pay' });
  expect(await payer.account()).toMatchObject({ plan: 'unlimited' });
  expect(await run('users-delete', payer.email)).toEqual([{ email: payer.email, deleted: true }]);
  const left = await bench.database.db.selectFrom('orders').select('id').execute();
  expect(left).toEqual([]);
  expect(await outcome(signIn(bench.app, payer.email, TEST_PASSWORD))).toBe('400 user_not_found');
  const again = await bench.person(payer.email);
  expect(await again.account()).toMatchObject({ credits: 0 });
});

it.each(['users-disable', 'users-enable', 'users-sign-out', 'users-reset-password', 'users-delete'])(
  '%s fails for an unknown address',
  async (name) => {
    await expect(run(name, 'nobody@example.com')).rejects.toThrow(MESSAGES.admin.noSuchAccount);
  },
);

it('mails nothing to a disabled account, and its links no longer work', async () => {
  const payer = await bench.person();
  await send(bench.app, '/auth/v1/otp', { body: { email: payer.email } });
  await run('users-disable', payer.email);
  const tokens = await bench.database.db
    .selectFrom('one_time_tokens')
    .select('id')
    .where('account_id', '=', payer.id)
    .execute();
  expect(tokens).toEqual([]);
});
