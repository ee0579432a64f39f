import type { Hono } from 'hono';
import type { AccountView } from '#contract/account.ts';
import { createApp } from '../app.ts';
import { send, signIn, signUp, TEST_PASSWORD, type TestRequest } from '../auth/test-requests.ts';
import type { AppEnv } from '../http/context.ts';
import type { Database } from '../platform/db.ts';
import { openTestDatabase } from '../platform/test-database.ts';
import { makeTestDeps, type TestDeps } from '../test-deps.ts';
import { workOpenEvents } from './events/inbox.ts';
import { type PaymentContext, required } from './payment-context.ts';

/** A server with payments over a test's own database, and what these tests do again and again. */
export interface PaymentBench {
  deps: TestDeps;
  database: Database;
  parts: PaymentContext;
  app: Hono<AppEnv>;
  /** A new person, signed in. */
  /** Signs somebody up, with a new address unless given. */
  person(email?: string): Promise<Payer>;
  /** Works on every event that is not done, without waiting for the queue. */
  work(): Promise<void>;
  /** Sums of the ledger beside the balance: equal when all is well. */
  ledger(accountId: string): Promise<{ balance: number; counted: number }>;
  close(): Promise<void>;
}

export interface Payer {
  id: string;
  email: string;
  /** After the clock was turned: the session before has run out. Answers the new access token. */
  signInAgain(): Promise<string>;
  call(name: string, body?: object, request?: TestRequest): Promise<{ status: number; body: Reply }>;
  account(): Promise<AccountView>;
  /** One's own row of user_payments; null for none. */
  payment(): Promise<{ has_access: boolean; plan: string; status: string } | null>;
}

// biome-ignore lint/suspicious/noExplicitAny: the replies of many calls, each looked at by the test that made it.
type Reply = any;

let people = 0;

export async function openPaymentBench(environment: Record<string, string> = {}): Promise<PaymentBench> {
  const database = await openTestDatabase();
  const deps = makeTestDeps(database, { environment });
  const app = createApp(deps);
  const parts = required(deps.payments);
  await deps.queue.start();

  async function person(given?: string): Promise<Payer> {
    people += 1;
    const email = given ?? `payer${people}@example.com`;
    const { access_token, user } = await signUp(app, email);
    let token = access_token;
    const call: Payer['call'] = async (name, body, request = {}) => {
      const response = await send(app, `/functions/v1/${name}`, {
        token,
        address: '127.0.0.1',
        ...(body === undefined ? {} : { body }),
        ...request,
      });
      return { status: response.status, body: await response.json() };
    };
    return {
      id: user.id,
      email,
      signInAgain: async () => {
        const response = await signIn(app, email, TEST_PASSWORD);
        token = ((await response.json()) as Reply).access_token;
        return token;
      },
      call,
      account: async () => (await call('account')).body,
      payment: async () => {
        const rows = await send(app, `/rest/v1/user_payments?select=*&email=eq.${email}`, { token });
        return ((await rows.json()) as Reply[])[0] ?? null;
      },
    };
  }

  return {
    deps,
    database,
    parts,
    app,
    person,
    work: () => workOpenEvents(parts),
    ledger: async (accountId) => {
      const { balance } = await database.db
        .selectFrom('accounts')
        .select('balance')
        .where('id', '=', accountId)
        .executeTakeFirstOrThrow();
      const entries = await database.db
        .selectFrom('credit_entries')
        .select('amount')
        .where('account_id', '=', accountId)
        .where('from_balance', '=', true)
        .execute();
      return { balance, counted: entries.reduce((sum, { amount }) => sum + amount, 0) };
    },
    close: () => deps.close(),
  };
}
