// On PostgreSQL: the order of emails depends on the database.
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { AdminUsersReply, UserFilter } from '#contract/admin.ts';
import { searchAccounts } from '../accounts/account-search.ts';
import { send } from '../auth/test-requests.ts';
import { OPERATOR_COMMANDS } from '../operator-commands.ts';
import { openPaymentBench, type PaymentBench } from '../payments/test-bench.ts';
import { recordStatements } from '../platform/database/test-statements.ts';
import { setPlanByEmail } from './set-plan.ts';

let bench: PaymentBench;
beforeAll(async () => {
  bench = await openPaymentBench({ STAFF_EMAILS: 'boss@example.com' });
});
afterAll(() => bench.close());

async function users(filter: object = {}) {
  const { adminKey } = bench.deps.secrets;
  const response = await send(bench.app, '/functions/v1/admin-users', { body: { adminKey, ...filter } });
  return AdminUsersReply.parse(await response.json());
}
const emails = async (filter: object) => (await users(filter)).users.map(({ email }) => email);
const change = (email: string, values: object) =>
  bench.database.db.updateTable('accounts').set(values).where('email', '=', email).execute();

/** Inserts accounts numbered from 1 to `count`, at `@domain`. */
const insert = (count: number, domain: string) =>
  sql`insert into accounts (email, name, balance) select 'u' || lpad(n::text, 5, '0') || '@' || ${domain}::text, 'User', 10
    from generate_series(1, ${count}::int) n`.execute(bench.database.db);

it('lists all users by pages, each once, and logs each reading', async () => {
  await insert(120, 'paged.example');
  const seen: string[] = [];
  let after: string | null | undefined;
  let pages = 0;
  do {
    const page = await users({ search: 'paged.example', ...(after && { after }) });
    seen.push(...page.users.map(({ email }) => email));
    after = page.next;
    pages += 1;
  } while (after);
  expect(pages).toBe(3);
  expect(seen).toEqual([...new Set(seen)].sort());
  expect(seen).toHaveLength(120);
  const { n } = await bench.database.db
    .selectFrom('admin_log')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('action', '=', 'list users')
    .where('accepted', '=', true)
    .executeTakeFirstOrThrow();
  expect(n).toBe(3);
});

it('searches for % and _ as they are, in any case, also in names', async () => {
  for (const email of ['a_b@percent.example', 'axb@percent.example', 'half@percent.example'])
    await bench.person(email);
  await change('axb@percent.example', { name: 'Zoë Quill' });
  await change('half@percent.example', { name: '50% Pat' });
  expect(await emails({ search: 'A_B@' })).toEqual(['a_b@percent.example']);
  expect(await emails({ search: '0%' })).toEqual(['half@percent.example']);
  expect(await emails({ search: 'zoë q' })).toEqual(['axb@percent.example']);
});

it('filters by plan, credits and state', async () => {
  const names = ['trial', 'paid', 'ended', 'disabled', 'due', 'free'];
  const email = (name: string) => `${name}@state.example`;
  for (const name of names) await bench.person(email(name));
  await bench.person('boss@example.com');
  const confirmed = { email_confirmed_at: new Date() };
  for (const name of names) await change(email(name), confirmed);
  await change('boss@example.com', confirmed);
  await change(email('paid'), { plan: 'unlimited', is_trial: false });
  await change(email('ended'), { created_at: new Date(bench.deps.clock.now() - 8 * 86_400_000), balance: 3 });
  await change(email('disabled'), { disabled_at: new Date() });
  await change(email('due'), { payment_due_at: 'test' });
  await change(email('free'), { is_trial: false, email_confirmed_at: null });
  const found = (filter: object) => emails({ search: 'state.example', ...filter });
  expect(await found({ state: 'trial' })).toEqual([email('trial')]);
  expect(await found({ state: 'paid' })).toEqual([email('paid')]);
  expect(await found({ state: 'ended' })).toEqual([email('ended')]);
  expect(await found({ state: 'disabled' })).toEqual([email('disabled')]);
  expect(await found({ state: 'payment-due' })).toEqual([email('due')]);
  expect(await found({ state: 'unconfirmed' })).toEqual([email('free')]);
  expect(await found({ plan: 'unlimited' })).toEqual([email('paid')]);
  expect(await found({ maxCredits: 3 })).toEqual([email('ended')]);
  const { users: staff } = await users({ search: 'boss@' });
  expect(staff).toMatchObject([{ state: 'paid', plan: 'unlimited', credits: 'unlimited', isStaff: true }]);
});

it('says when the plan of a canceled subscription ends, unless something else keeps it', async () => {
  const payer = await bench.person('leaving@ends.example');
  await bench.person('staying@ends.example');
  const checkout = await payer.call('create-stripe-checkout', { planId: 'unlimited' });
  const sessionId = new URL(checkout.body.url).searchParams.get('session');
  await payer.call('test-checkout-act', { sessionId, act: 'pay' });
  expect((await users({ search: 'leaving@' })).users).toMatchObject([{ state: 'paid', endsAt: null }]);
  await payer.call('test-billing-act', { act: 'cancel' });
  const { body } = await payer.call('billing');
  const [leaving] = (await users({ search: 'leaving@', state: 'paid' })).users;
  expect(leaving).toMatchObject({ plan: 'unlimited', endsAt: body.subscription.periodEndsAt });
  const listed: Record<string, unknown>[] = [];
  const output = { row: (row: object) => listed.push({ ...row }), note: () => {} };
  await OPERATOR_COMMANDS.get('users-list')?.run(bench.deps, {}, output);
  const endOf = (wanted: string) => listed.find(({ email }) => email === wanted)?.endsAt;
  expect(endOf('leaving@ends.example')).toBe(body.subscription.periodEndsAt);
  expect(endOf('staying@ends.example')).toBeNull();
  await setPlanByEmail(bench.deps, 'leaving@ends.example', 'unlimited');
  expect((await users({ search: 'leaving@' })).users).toMatchObject([{ state: 'paid', endsAt: null }]);
});

it('reads a limited number of accounts, in steps, and goes on from there', async () => {
  await insert(6000, 'many.example');
  const { database, statements } = recordStatements(bench.database);
  const filter = UserFilter.parse({ search: 'u06000@many.example' });
  const endingPlans = async () => new Map();
  const first = await searchAccounts({ ...bench.deps, database, endingPlans }, filter, null);
  expect(first).toEqual({ users: [], next: expect.stringContaining('@') });
  expect(statements).toHaveLength(20);
  const second = await searchAccounts({ ...bench.deps, endingPlans }, filter, first.next);
  expect(second).toMatchObject({ users: [{ email: 'u06000@many.example' }], next: null });
});

it('refuses unknown states and plans', async () => {
  const { adminKey } = bench.deps.secrets;
  for (const wrong of [{ state: 'gone' }, { plan: 'gold' }, { maxCredits: -1 }, { maxCredits: 1e12 }]) {
    const response = await send(bench.app, '/functions/v1/admin-users', { body: { adminKey, ...wrong } });
    expect(response.status).toBe(400);
  }
});
