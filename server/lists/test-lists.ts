import type { Hono } from 'hono';
import type { CollectSite } from '#contract/collect-sites.ts';
import { createApp } from '../app.ts';
import { send, signUp, type TestRequest } from '../auth/test-requests.ts';
import type { AppEnv } from '../http/context.ts';
import { grantUnlimited } from '../payments/operator-grant.ts';
import type { Database } from '../platform/database/db.ts';
import { openTestDatabase } from '../platform/database/test-database.ts';
import { type RanStatement, recordStatements } from '../platform/database/test-statements.ts';
import { makeTestDeps, type TestDeps } from '../test-deps.ts';

// biome-ignore lint/suspicious/noExplicitAny: replies of many different calls, checked by each test.
type Reply = any;

export interface Answer {
  status: number;
  /** of the error; undefined for a success */
  code: string | undefined;
  body: Reply;
}

/** A server with people whose extensions send rows. */
export interface ListBench {
  deps: TestDeps;
  database: Database;
  /** what the database ran, in order */
  statements: RanStatement[];
  app: Hono<AppEnv>;
  /** a new account with the unlimited plan, or the free one */
  person(plan?: 'unlimited' | 'free'): Promise<ListOwner>;
  /** Connects an extension with an activation code. */
  activate(code: string, site: CollectSite, request?: TestRequest): Promise<Answer>;
  call(name: string, request?: TestRequest): Promise<Answer>;
  close(): Promise<void>;
}

export interface ListOwner {
  id: string;
  token: string;
  call(name: string, body?: object, request?: TestRequest): Promise<Answer>;
  /** the activation code of an unlimited account */
  code(): Promise<string>;
  /** Connects an extension and returns the token of the device. */
  device(site?: CollectSite): Promise<string>;
  setPlan(plan: 'free' | 'premium' | 'unlimited'): Promise<void>;
}

let people = 0;

export async function openListBench(environment: Record<string, string> = {}): Promise<ListBench> {
  const { database, statements } = recordStatements(await openTestDatabase());
  const deps = makeTestDeps(database, { environment });
  await deps.queue.start();
  const app = createApp(deps);
  const call: ListBench['call'] = async (name, request = {}) => {
    const response = await send(app, `/functions/v1/${name}`, request);
    const text = await response.text();
    const body = text.startsWith('{') ? JSON.parse(text) : text;
    return { status: response.status, code: body.error?.code, body };
  };
  const activate: ListBench['activate'] = (code, site, request = {}) =>
    call('extension-activate', { body: { code, site, deviceName: 'Test browser' }, ...request });

  async function person(plan: 'unlimited' | 'free' = 'unlimited'): Promise<ListOwner> {
    people += 1;
    const { access_token: token, user } = await signUp(app, `collector${people}@example.com`);
    if (plan === 'unlimited') await grantUnlimited(deps, user.id);
    const code = async () => (await call('activation-code', { token })).body.code;
    return {
      id: user.id,
      token,
      call: (name, body, request = {}) =>
        call(name, { token, ...(body === undefined ? {} : { body }), ...request }),
      code,
      device: async (site = 'google-maps') => (await activate(await code(), site)).body.token,
      setPlan: async (value) => {
        await database.db.updateTable('accounts').set({ plan: value }).where('id', '=', user.id).execute();
      },
    };
  }
  return {
    deps,
    database,
    statements,
    app,
    person,
    activate,
    call,
    close: async () => {
      await deps.queue.stop({ graceful: false });
      await database.close();
    },
  };
}

/** A row of Google Maps. */
export function place(key: string, values: Record<string, string> = {}, aliases: string[] = []) {
  return { key, aliases: [key, ...aliases], values: { name: `Place ${key}`, ...values } };
}

/** The body of an import. */
export function batch(rows: readonly object[], more: object = {}) {
  return { list: 'Bakeries', site: 'google-maps', readerVersion: '0.1.0', rows, ...more };
}
