import type { Hono } from 'hono';
import type { AccountView } from '#contract/account.ts';
import { createApp } from '../app.ts';
import type { AppEnv } from '../http/context.ts';
import type { Database } from '../platform/db.ts';
import { openTestDatabase } from '../platform/test-database.ts';
import { makeTestDeps, type TestDeps } from '../test-deps.ts';
import { makeTestPost, type TestPost } from './test-mail.ts';
import { send } from './test-requests.ts';

/** A server without a port that sends mail into an outbox of its own. */
export interface MailBench {
  database: Database;
  deps: TestDeps;
  app: Hono<AppEnv>;
  post: TestPost;
  /** The account of a session, as it sees itself. */
  view(token: string): Promise<AccountView>;
  close(): Promise<void>;
}

export async function openMailBench(environment: Record<string, string> = {}): Promise<MailBench> {
  const database = await openTestDatabase();
  const post = makeTestPost();
  const deps = makeTestDeps(database, { environment: { DATA_DIR: post.dataDir, ...environment } });
  const app = createApp(deps);
  await post.open(deps);
  return {
    database,
    deps,
    app,
    post,
    view: async (token) =>
      (await (await send(app, '/functions/v1/account', { token })).json()) as AccountView,
    async close() {
      await post.close();
      await database.close();
    },
  };
}
