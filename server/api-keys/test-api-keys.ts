import type { Hono } from 'hono';
import type { z } from 'zod';
import { type ApiKeyView, CreatedApiKey, type NewApiKey } from '#contract/api-keys.ts';
import { createApp } from '../app.ts';
import { send, signUp, type TestRequest } from '../auth/test-requests.ts';
import type { AppEnv } from '../http/context.ts';
import { openTestDatabase } from '../platform/database/test-database.ts';
import type { DiskSpace } from '../platform/disk/disk-space.ts';
import { makeTestDeps, type TestDeps } from '../test-deps.ts';

/** A server with API keys, whose test clock is its only clock. */
export interface KeyBench {
  deps: TestDeps;
  app: Hono<AppEnv>;
  /** A second server on the same database. */
  other: Hono<AppEnv>;
  owner(plan?: 'unlimited' | 'free'): Promise<KeyOwner>;
  close(): Promise<void>;
}

export interface KeyOwner {
  id: string;
  email: string;
  /** of the session */
  token: string;
  makeKey(options?: Partial<z.input<typeof NewApiKey>>): Promise<{ key: string; view: ApiKeyView }>;
  revoke(id: string): Promise<void>;
  keys(): Promise<ApiKeyView[]>;
  /** Calls a function with the session. */
  call(name: string, body?: unknown, headers?: Record<string, string>): Promise<Response>;
}

let people = 0;

export async function openKeyBench(
  environment: Record<string, string> = {},
  space?: DiskSpace,
): Promise<KeyBench> {
  const database = await openTestDatabase(space);
  const deps = makeTestDeps(database, { environment });
  await deps.queue.start();
  const app = createApp(deps);
  return {
    deps,
    app,
    other: createApp(makeTestDeps(database, { environment, clock: deps.clock })),
    owner: (plan = 'unlimited') => newOwner(app, deps, plan),
    close: async () => {
      await deps.queue.stop({ graceful: false });
      await database.close();
    },
  };
}

async function newOwner(app: Hono<AppEnv>, deps: TestDeps, plan: 'unlimited' | 'free'): Promise<KeyOwner> {
  people += 1;
  const email = `owner${people}@example.com`;
  const { access_token: token, user } = await signUp(app, email);
  await setPlan(deps, user.id, plan);
  const call = (name: string, body?: unknown, headers: Record<string, string> = {}) =>
    send(app, `/functions/v1/${name}`, { token, body, headers });
  return {
    id: user.id,
    email,
    token,
    call,
    makeKey: async (options = {}) => {
      const reply = await call('create-api-key', {
        name: 'Test',
        scopes: ['read', 'run', 'export'],
        ...options,
      });
      if (reply.status !== 200) throw new Error(`${reply.status}: ${await reply.text()}`);
      return CreatedApiKey.parse(await reply.json());
    },
    revoke: async (id) => void (await call('revoke-api-key', { id })),
    keys: async () => ((await (await call('api-keys')).json()) as { keys: ApiKeyView[] }).keys,
  };
}

export async function setPlan(deps: TestDeps, accountId: string, plan: 'unlimited' | 'free'): Promise<void> {
  await deps.database.db.updateTable('accounts').set({ plan }).where('id', '=', accountId).execute();
}

/** Calls a function with a key. */
export function withKey(
  app: Hono<AppEnv>,
  key: string,
  name: string,
  request: TestRequest = {},
): Promise<Response> {
  return send(app, `/functions/v1/${name}`, { token: key, ...request });
}

/** Status and message of an error. */
export async function refusal(pending: Promise<Response>): Promise<[number, string]> {
  const reply = await pending;
  const body = (await reply.json()) as { error?: { message: string }; message?: string };
  return [reply.status, body.error?.message ?? body.message ?? ''];
}
