import type { Hono } from 'hono';
import type { AccountView } from '#contract/account.ts';
import { createApp } from '../app.ts';
import { send, signIn, signUp, TEST_PASSWORD, type TestRequest } from '../auth/test-requests.ts';
import type { AppEnv } from '../http/context.ts';
import { operatorPass } from '../http/operator-pass.ts';
import type { Database } from '../platform/database/db.ts';
import { openTestDatabase } from '../platform/database/test-database.ts';
import { makeTestDeps, type TestDeps } from '../test-deps.ts';
import { processPendingEvents } from './events/process-events.ts';
import { type PaymentContext, requirePayments } from './payment-context.ts';

/** A server with payments on its own test database, with shortcuts for payment tests. */
export interface PaymentBench {
  deps: TestDeps;
  database: Database;
  payments: PaymentContext;
  app: Hono<AppEnv>;
  /** Signs up a new user, with a new address unless one is given. */
  person(email?: string): Promise<Payer>;
  /** Processes all pending events without waiting for the queue. */
  processEvents(): Promise<void>;
  /** The account's balance and the sum of its ledger entries, which must be equal. */
  ledger(accountId: string): Promise<{ balance: number; counted: number }>;
  close(): Promise<void>;
}

export interface Payer {
  id: string;
  email: string;
  /** Signs in again after the clock moved past the session's end. Returns the new access token. */
  signInAgain(): Promise<string>;
  /** Confirms the address, as its code does. */
  confirmEmail(): Promise<void>;
  /** Sends a call from the operator's browser, which can use test payments. */
  call(name: string, body?: object, request?: TestRequest): Promise<{ status: number; body: Reply }>;
  account(): Promise<AccountView>;
  /** What `payment-record` replies. */
  payment(): Promise<{ has_access: boolean; plan: string; status: string } | null>;
}

// biome-ignore lint/suspicious/noExplicitAny: replies of many different calls, checked by each test.
type Reply = any;

let people = 0;

export async function openPaymentBench(environment: Record<string, string> = {}): Promise<PaymentBench> {
  const database = await openTestDatabase();
  const deps = makeTestDeps(database, { environment });
  const app = createApp(deps);
  const payments = requirePayments(deps.payments);
  await deps.queue.start();
  const pass = operatorPass(deps.secrets.authSecret);
  const cookie = `${pass.name}=${pass.value}`;

  async function person(given?: string): Promise<Payer> {
    people += 1;
    const email = given ?? `payer${people}@example.com`;
    const { access_token, user } = await signUp(app, email);
    let token = access_token;
    const call: Payer['call'] = async (name, body, request = {}) => {
      const response = await send(app, `/functions/v1/${name}`, {
        token,
        ...(body === undefined ? {} : { body }),
        ...request,
        headers: { cookie, ...request.headers },
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
      confirmEmail: async () => {
        await database.db
          .updateTable('accounts')
          .set({ email_confirmed_at: new Date() })
          .where('id', '=', user.id)
          .execute();
      },
      call,
      account: async () => (await call('account')).body,
      payment: async () => (await call('payment-record')).body.payment as Reply | null,
    };
  }

  return {
    deps,
    database,
    payments,
    app,
    person,
    processEvents: () => processPendingEvents(payments),
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
