// On PostgreSQL: the statement is of another form there.
import type { Hono } from 'hono';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createApp } from '../app.ts';
import { send, signUp } from '../auth/test-requests.ts';
import type { AppEnv } from '../http/context.ts';
import { openTestDatabase } from '../platform/database/test-database.ts';
import { recordStatements } from '../platform/database/test-statements.ts';
import { makeTestDeps, type TestDeps } from '../test-deps.ts';

let deps: TestDeps;
let app: Hono<AppEnv>;
const { database, statements } = recordStatements(await openTestDatabase());
beforeAll(() => {
  deps = makeTestDeps(database);
  app = createApp(deps);
});
afterAll(() => deps.close());

it('what every page asks for takes one statement, after one for the session', async () => {
  const { access_token: token } = await signUp(app, 'ada@example.com');
  statements.length = 0;
  const reply = await send(app, '/functions/v1/account', { token });
  expect(await reply.json()).toMatchObject({
    email: 'ada@example.com',
    hasPassword: true,
    totalTasks: 0,
    trialAvailable: true,
  });
  expect(statements).toHaveLength(2);
});
