// On PostgreSQL: sessions are rotated at once.
import type { AddressInfo } from 'node:net';
import { type ServerType, serve } from '@hono/node-server';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MESSAGES } from '#contract/messages.ts';
import { createApp } from '../app.ts';
import type { Database } from '../platform/database/db.ts';
import { openTestDatabase } from '../platform/database/test-database.ts';
import { makeTestDeps } from '../test-deps.ts';

/** The official client against a listening server. */

let database: Database;
let server: ServerType;
let url: string;
let deps: ReturnType<typeof makeTestDeps>;

beforeAll(async () => {
  database = await openTestDatabase();
  deps = makeTestDeps(database);
  await deps.queue.start();
  const { fetch } = createApp(deps);
  server = await new Promise((resolve) => {
    const opened = serve({ fetch, hostname: '127.0.0.1', port: 0 }, () => resolve(opened));
  });
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  await new Promise((resolve) => server.close(resolve));
  await deps.queue.stop({ graceful: false });
  await database.close();
});

function program(): SupabaseClient {
  return createClient(url, 'leadwell-public', {
    auth: { autoRefreshToken: false, persistSession: false, detectSessionInUrl: false },
  });
}

let people = 0;
async function newPerson(): Promise<{ client: SupabaseClient; email: string; password: string; id: string }> {
  const client = program();
  people += 1;
  const email = `person${people}@example.com`;
  const password = `password number ${people}`;
  const { data, error } = await client.auth.signUp({
    email,
    password,
    options: { data: { name: 'Ada Lovelace' } },
  });
  expect(error).toBeNull();
  return { client, email, password, id: data.user?.id ?? '' };
}

describe('a supabase-js client', () => {
  it('signs up, reads its user, signs out and in again', async () => {
    const client = program();
    const email = 'Grace.Hopper@Example.com';
    const signedUp = await client.auth.signUp({
      email,
      password: 'nanosecond',
      options: { data: { name: ' Grace Hopper ', phoneNumber: '+1 202 555 0100', team: 'navy' } },
    });
    expect(signedUp.error).toBeNull();
    expect(signedUp.data.session).toMatchObject({ token_type: 'bearer', expires_in: 3600 });
    expect(signedUp.data.user).toMatchObject({
      email: 'grace.hopper@example.com',
      aud: 'authenticated',
      role: 'authenticated',
      phone: '',
      is_anonymous: false,
      app_metadata: { provider: 'email', providers: ['email'] },
      user_metadata: { name: 'Grace Hopper', phoneNumber: '+1 202 555 0100', team: 'navy' },
    });
    expect(signedUp.data.user?.identities).toHaveLength(1);

    expect((await client.auth.getUser()).data.user?.id).toBe(signedUp.data.user?.id);
    const claims = await client.auth.getClaims();
    expect(claims.data?.header).toMatchObject({ alg: 'ES256' });
    expect(claims.data?.claims).toMatchObject({
      sub: signedUp.data.user?.id,
      email: 'grace.hopper@example.com',
      role: 'authenticated',
      aal: 'aal1',
      is_anonymous: false,
    });

    expect((await client.auth.signOut()).error).toBeNull();
    const wrong = await client.auth.signInWithPassword({ email, password: 'millisecond' });
    expect(wrong.error).toMatchObject({
      name: 'AuthApiError',
      status: 400,
      code: 'invalid_credentials',
      message: MESSAGES.auth.loginFailed,
    });
    const right = await client.auth.signInWithPassword({ email, password: 'nanosecond' });
    expect(right.data.user?.id).toBe(signedUp.data.user?.id);
    expect(right.data.user?.last_sign_in_at).toBeTruthy();
  });

  it('gets the codes and messages of errors', async () => {
    const client = program();
    const unknown = await client.auth.signInWithPassword({
      email: 'nobody@example.com',
      password: 'whatever1',
    });
    expect(unknown.error).toMatchObject({
      name: 'AuthApiError',
      status: 400,
      code: 'user_not_found',
      message: MESSAGES.auth.notRegistered,
    });
    const weak = await client.auth.signUp({ email: 'weak@example.com', password: 'short' });
    expect(weak.error).toMatchObject({
      name: 'AuthWeakPasswordError',
      status: 422,
      reasons: ['length'],
      message: MESSAGES.auth.shortPassword,
    });
    const { email } = await newPerson();
    const taken = await client.auth.signUp({ email: email.toUpperCase(), password: 'another password' });
    expect(taken.error).toMatchObject({
      status: 422,
      code: 'user_already_exists',
      message: MESSAGES.auth.alreadyRegistered,
    });
    expect((await client.auth.signInAnonymously()).error).toMatchObject({
      code: 'anonymous_provider_disabled',
    });
    expect((await client.auth.signInWithOtp({ phone: '+12025550100' })).error).toMatchObject({
      code: 'phone_provider_disabled',
    });
    expect((await client.auth.verifyOtp({ email, token: '123456', type: 'email' })).error).toMatchObject({
      status: 403,
      code: 'otp_expired',
    });
  });

  it('stays signed in after parallel refreshes', async () => {
    const { client } = await newPerson();
    const { data } = await client.auth.getSession();
    const refresh_token = data.session?.refresh_token ?? '';
    // Two tabs: separate clients.
    const [one, two] = await Promise.all([
      program().auth.refreshSession({ refresh_token }),
      program().auth.refreshSession({ refresh_token }),
    ]);
    expect(one.error).toBeNull();
    expect(two.error).toBeNull();
    expect(one.data.session?.refresh_token).not.toBe(refresh_token);
    expect(two.data.session?.refresh_token).toBe(one.data.session?.refresh_token);
    const both = await Promise.all([client.auth.refreshSession(), client.auth.refreshSession()]);
    expect(both.map(({ error }) => error)).toEqual([null, null]);
    expect((await client.auth.getUser()).error).toBeNull();
  });

  it('can refresh with the parent of the active token hours later, as a second tab does', async () => {
    const { client } = await newPerson();
    const first = (await client.auth.getSession()).data.session?.refresh_token ?? '';
    const second = (await client.auth.refreshSession()).data.session?.refresh_token;
    deps.clock.advance(5 * 3_600_000);
    const tab = program();
    const again = await tab.auth.refreshSession({ refresh_token: first });
    expect(again.data.session?.refresh_token).toBe(second);
    expect((await tab.auth.getUser()).error).toBeNull();
  });

  it('loses the session when an old token is reused', async () => {
    const { client } = await newPerson();
    const first = (await client.auth.getSession()).data.session?.refresh_token ?? '';
    await client.auth.refreshSession();
    const latest = (await client.auth.refreshSession()).data.session;
    // Within the reuse interval, an old token still gets the active one.
    const early = await program().auth.refreshSession({ refresh_token: first });
    expect(early.data.session?.refresh_token).toBe(latest?.refresh_token);
    deps.clock.advance(11_000);
    const stolen = await program().auth.refreshSession({ refresh_token: first });
    expect(stolen.error).toMatchObject({
      name: 'AuthApiError',
      status: 400,
      code: 'refresh_token_already_used',
    });
    const after = await program().auth.refreshSession({ refresh_token: latest?.refresh_token ?? '' });
    expect(after.error).toMatchObject({ name: 'AuthSessionMissingError' });
    expect((await program().auth.getUser(latest?.access_token)).error).toMatchObject({
      name: 'AuthSessionMissingError',
    });
  });

  it('ends one, the others or all sessions', async () => {
    const { email, password, client: first } = await newPerson();
    const signedIn = async () => {
      const client = program();
      expect((await client.auth.signInWithPassword({ email, password })).error).toBeNull();
      return client;
    };
    const alive = async (client: SupabaseClient) => (await client.auth.getUser()).error === null;
    const [second, third] = [await signedIn(), await signedIn()];
    const secondToken = (await second.auth.getSession()).data.session?.access_token;

    expect((await second.auth.signOut({ scope: 'local' })).error).toBeNull();
    expect((await program().auth.getUser(secondToken)).error).toMatchObject({
      name: 'AuthSessionMissingError',
    });
    expect([await alive(first), await alive(third)]).toEqual([true, true]);

    expect((await third.auth.signOut({ scope: 'others' })).error).toBeNull();
    expect([await alive(first), await alive(third)]).toEqual([false, true]);

    const fourth = await signedIn();
    expect((await third.auth.signOut()).error).toBeNull();
    expect(await alive(fourth)).toBe(false);
  });

  it('changes its metadata and its password, which ends other sessions', async () => {
    const { client, email, password } = await newPerson();
    const other = program();
    await other.auth.signInWithPassword({ email, password });
    expect((await client.auth.updateUser({ password, current_password: password })).error).toMatchObject({
      status: 422,
      code: 'same_password',
    });
    expect(
      (await client.auth.updateUser({ password: 'tiny', current_password: password })).error,
    ).toMatchObject({
      code: 'weak_password',
    });
    const updated = await client.auth.updateUser({
      password: 'a new password',
      current_password: password,
      data: { name: 'Augusta King', phoneNumber: '+44 20 7946 0000', note: 'x' },
    });
    expect(updated.error).toBeNull();
    expect(updated.data.user?.user_metadata).toEqual({
      name: 'Augusta King',
      phoneNumber: '+44 20 7946 0000',
      note: 'x',
    });
    expect((await client.auth.getUser()).error).toBeNull();
    expect((await other.auth.getUser()).error).not.toBeNull();
    expect((await program().auth.signInWithPassword({ email, password })).error?.code).toBe(
      'invalid_credentials',
    );
    expect((await program().auth.signInWithPassword({ email, password: 'a new password' })).error).toBeNull();
    expect(
      (await client.auth.updateUser({ data: { note: null } })).data.user?.user_metadata,
    ).not.toHaveProperty('note');
    const requested = await client.auth.updateUser({
      email: 'other@example.com',
      current_password: 'a new password',
    });
    expect(requested.data.user).toMatchObject({ email: (await client.auth.getUser()).data.user?.email });
    expect((await client.from('users').select('name, phone').single()).data).toEqual({
      name: 'Augusta King',
      phone: '+44 20 7946 0000',
    });
  });

  it('gets an access token with the expected claims', async () => {
    const { client } = await newPerson();
    const token = (await client.auth.getSession()).data.session?.access_token ?? '';
    const claims = decodeJwt(token);
    expect(Object.keys(claims).sort()).toEqual([
      'aal',
      'amr',
      'app_metadata',
      'aud',
      'email',
      'exp',
      'iat',
      'is_anonymous',
      'iss',
      'phone',
      'role',
      'session_id',
      'sub',
      'user_metadata',
    ]);
    expect((claims.exp ?? 0) - (claims.iat ?? 0)).toBe(3600);
  });
});
