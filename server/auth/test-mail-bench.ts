import type { Hono } from 'hono';
import type { AccountView } from '#contract/account.ts';
import { createApp } from '../app.ts';
import type { AppEnv } from '../http/context.ts';
import type { Database } from '../platform/database/db.ts';
import { openTestDatabase } from '../platform/database/test-database.ts';
import { makeTestDeps, type TestDeps } from '../test-deps.ts';
import { createTestMailbox, type TestMailbox } from './test-mailbox.ts';
import { send } from './test-requests.ts';

/** An in-process server that writes mail to its own outbox. */
export interface MailBench {
  database: Database;
  deps: TestDeps;
  app: Hono<AppEnv>;
  mailbox: TestMailbox;
  /** Fetches the account of a session. */
  view(token: string): Promise<AccountView>;
  close(): Promise<void>;
}

export async function openMailBench(environment: Record<string, string> = {}): Promise<MailBench> {
  const database = await openTestDatabase();
  const mailbox = createTestMailbox();
  const deps = makeTestDeps(database, { environment: { DATA_DIR: mailbox.dataDir, ...environment } });
  const app = createApp(deps);
  await mailbox.open(deps);
  return {
    database,
    deps,
    app,
    mailbox,
    view: async (token) =>
      (await (await send(app, '/functions/v1/account', { token })).json()) as AccountView,
    async close() {
      await mailbox.close();
      await database.close();
    },
  };
}
