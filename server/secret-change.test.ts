// On PostgreSQL: servers with the secret from before and with the new one run side by side there.
import type { Hono } from 'hono';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createApp } from './app.ts';
import { turnOnTwoFactor } from './auth/second-factor/test-app.ts';
import type { IssuedSession } from './auth/sessions.ts';
import { createTestMailbox, type TestMailbox } from './auth/test-mailbox.ts';
import { outcome, send, signIn, signUp, TEST_PASSWORD } from './auth/test-requests.ts';
import { createDownloadTokens } from './extensions/download-link.ts';
import type { AppEnv } from './http/context.ts';
import { parseOptOuts } from './leads/test-leads.ts';
import { addOptOuts } from './opt-outs/opt-outs.ts';
import { fileUrl, isValidToken } from './people-orders/run-file.ts';
import { OLD_SIGNS_MS, requireAuthSecret } from './platform/database/auth-secret.ts';
import type { Database } from './platform/database/db.ts';
import { openTestDatabase } from './platform/database/test-database.ts';
import { makeTestDeps, type TestDeps } from './test-deps.ts';
import { openEndpointKeys } from './webhooks/endpoint-keys.ts';
import { secretText } from './webhooks/signatures.ts';

const [FIRST, SECOND, THIRD] = ['first', 'second', 'third'].map(
  (name) => `the ${name} secret of this test, long enough`,
) as [string, string, string];
const EMAIL = 'ada@example.com';
const ORDER = '0f9619ff-8b86-4d01-b42d-00cf4fc964ff';

interface Server {
  deps: TestDeps;
  app: Hono<AppEnv>;
}

let database: Database;
let mailbox: TestMailbox;
/** The server from before the change. */
let before: Server;
let servers: Server[];

/** A server on the database, as it starts with these settings. Throws like it. */
async function start(secret: string, old?: string): Promise<Server> {
  const secrets = await requireAuthSecret(database.db, secret, old);
  const environment = { DATA_DIR: mailbox.dataDir };
  const [other] = servers;
  const deps = makeTestDeps(database, {
    environment,
    secrets,
    ...(other ? { clock: other.deps.clock } : {}),
  });
  if (other) await deps.queue.start();
  const server = { deps, app: createApp(deps) };
  servers.push(server);
  return server;
}

beforeEach(async () => {
  database = await openTestDatabase();
  mailbox = createTestMailbox();
  servers = [];
  before = await start(FIRST);
  await mailbox.open(before.deps);
});
afterEach(async () => {
  for (const { deps } of servers.slice(1)) await deps.queue.stop({ graceful: false });
  await mailbox.close();
  await database.close();
});

const call = ({ app }: Server, name: string, token: string, body?: unknown) =>
  send(app, `/functions/v1/${name}`, { token, ...(body === undefined ? {} : { body }) });
const account = (server: Server, { access_token }: IssuedSession) =>
  outcome(call(server, 'account', access_token));
const refresh = ({ app }: Server, { refresh_token }: IssuedSession) =>
  send(app, '/auth/v1/token?grant_type=refresh_token', { body: { refresh_token } });
const refreshed = async (server: Server, session: IssuedSession) =>
  (await (await refresh(server, session)).json()) as IssuedSession;

it('signs no one out, on servers from before and after it', async () => {
  const session = await signUp(before.app, EMAIL);
  const after = await start(SECOND, FIRST);
  expect(await account(after, session)).toBe('200 ok');
  // While some servers have only the old one, the others sign with it, too.
  const early = await refreshed(after, session);
  expect(await account(before, early)).toBe('200 ok');
  const backAgain = await refreshed(before, early);

  after.deps.clock.advance(OLD_SIGNS_MS + 60_000);
  const late = await refreshed(after, backAgain);
  expect(await account(after, late)).toBe('200 ok');
  expect(await account(before, late)).toMatch(/^401/);
  // Without the old one, what it signed is refused, and nothing else.
  const alone = await start(SECOND);
  expect(await account(alone, late)).toBe('200 ok');
  expect(await outcome(refresh(alone, backAgain))).toMatch(/^400 refresh_token_not_found/);
  expect(await outcome(refresh(alone, late))).toBe('200 ok');
});

it('keeps links that are still valid', async () => {
  const links = ({ deps }: Server) => ({
    download: createDownloadTokens(deps).sign('a.zip', null),
    people: new URL(fileUrl(deps, 'https://leadwell.example', ORDER)).searchParams.get('token') ?? '',
  });
  const accepts = ({ deps }: Server, { download, people }: ReturnType<typeof links>) => [
    createDownloadTokens(deps).verify('a.zip', download) !== null,
    isValidToken(deps, ORDER, people),
  ];
  await signUp(before.app, EMAIL);
  await send(before.app, '/auth/v1/otp', { body: { email: EMAIL, create_user: false } });
  const mail = (await mailbox.mails(EMAIL)).at(-1);
  const old = links(before);
  const after = await start(SECOND, FIRST);
  expect(accepts(after, old)).toEqual([true, true]);
  expect(accepts(before, links(after))).toEqual([true, true]);
  const alone = await start(SECOND);
  const verify = { type: 'magiclink', token_hash: mail?.token };
  expect(await outcome(send(alone.app, '/auth/v1/verify', { body: verify }))).toBe('200 ok');
  after.deps.clock.advance(OLD_SIGNS_MS + 60_000);
  const recent = links(after);
  expect(accepts(alone, recent)).toEqual([true, true]);
  expect(accepts(alone, links(before))).toEqual([false, false]);
});

it('keeps second factors, recovery codes and webhook secrets', async () => {
  const session = await signUp(before.app, EMAIL);
  const now = new Date(before.deps.clock.now());
  await database.db.updateTable('accounts').set({ email_confirmed_at: now, plan: 'unlimited' }).execute();
  const { secret } = (await (
    await call(before, 'webhook-create', session.access_token, {
      url: 'https://hooks.example.com/',
      events: ['task.completed'],
    })
  ).json()) as { secret: string };
  const { phone, recoveryCodes } = await turnOnTwoFactor(before.app, before.deps.clock, session.access_token);
  await start(SECOND, FIRST);
  const alone = await start(SECOND);

  const finish = async (code: string) => {
    const { second_factor } = (await (await signIn(alone.app, EMAIL, TEST_PASSWORD)).json()) as {
      second_factor: { ticket: string };
    };
    return outcome(
      send(alone.app, '/auth/v1/second-factor', { body: { ticket: second_factor.ticket, code } }),
    );
  };
  expect(await finish(phone.code())).toBe('200 ok');
  expect(await finish(recoveryCodes[0] ?? '')).toBe('200 ok');
  const endpoint = await database.db.selectFrom('webhook_endpoints').selectAll().executeTakeFirstOrThrow();
  const [keys] = openEndpointKeys(alone.deps, endpoint, now) ?? [];
  expect(keys && secretText(keys)).toBe(secret);
});

it('keeps the opt-out list, also over two changes', async () => {
  const session = await signUp(before.app, EMAIL);
  await addOptOuts(before.deps, parseOptOuts('gone@example.com'), async () => {});
  await start(SECOND, FIRST);
  await start(THIRD, SECOND);
  const alone = await start(THIRD);
  await addOptOuts(alone.deps, parseOptOuts('later@example.com'), async () => {});
  const { access_token: token } = await refreshed(alone, await signUp(alone.app, 'bob@example.com'));
  const list = await call(alone, 'list-create', token, {
    name: 'People',
    columns: [{ name: 'Email' }],
  });
  const { id } = (await list.json()) as { id: string };
  const rows = ['gone', 'later', 'here'].map((name) => ({ Email: `${name}@example.com` }));
  const reply = await call(alone, 'list-add-rows', token, { id, rows });
  expect(await reply.json()).toMatchObject({ added: 1 });
  // The session of the first secret needs that one.
  expect(await account(alone, session)).toMatch(/^401/);
});

it('refuses the old secret alone, and says what to do', async () => {
  await start(SECOND, FIRST);
  await expect(start(FIRST)).rejects.toThrow(
    /This AUTH_SECRET was replaced by another value on 2.*Set AUTH_SECRET to that value on every server and worker, and AUTH_SECRET_OLD to the one from before/,
  );
  await expect(start(THIRD)).rejects.toThrow(
    /To change the secret, set AUTH_SECRET_OLD to the earlier value/,
  );
});
