// On PostgreSQL: rows become JSON in SQL.
import type { SupabaseClient } from '@supabase/supabase-js';
import type { Hono } from 'hono';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SIGN_UP_CREDITS } from '#contract/limits.ts';
import { createApp } from '../app.ts';
import { createTestClient, TEST_PASSWORD } from '../auth/test-requests.ts';
import type { AppEnv } from '../http/context.ts';
import type { Database } from '../platform/database/db.ts';
import { openTestDatabase } from '../platform/database/test-database.ts';
import { makeTestDeps } from '../test-deps.ts';

let database: Database;
let app: Hono<AppEnv>;
beforeAll(async () => {
  database = await openTestDatabase();
  app = createApp(makeTestDeps(database));
});
afterAll(() => database.close());

const newClient = () => createTestClient(app);

let people = 0;
async function newPerson(): Promise<{ client: SupabaseClient; email: string; id: string }> {
  const client = newClient();
  people += 1;
  const email = `person${people}@example.com`;
  const { data, error } = await client.auth.signUp({
    email,
    password: TEST_PASSWORD,
    options: { data: { name: 'Ada Lovelace' } },
  });
  expect(error).toBeNull();
  return { client, email, id: data.user?.id ?? '' };
}

describe('a signed-in supabase-js client', () => {
  it('reads only its own rows', async () => {
    const { client, email, id } = await newPerson();
    await newPerson();
    const { data, count, status } = await client.from('users').select('*', { count: 'exact' });
    expect({ data, count, status }).toEqual({
      status: 200,
      count: 1,
      data: [
        {
          email,
          name: 'Ada Lovelace',
          phone: null,
          plan: 'free',
          has_payment_method: false,
          is_trial: true,
          credits: SIGN_UP_CREDITS,
          auth_user_id: id,
          updated_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
        },
      ],
    });
    expect((await client.from('users').select('email').neq('auth_user_id', id)).data).toEqual([]);
    const none = await client.from('user_payments').select('*').eq('email', email).single();
    expect({ status: none.status, error: none.error }).toEqual({
      status: 406,
      error: expect.objectContaining({
        code: 'PGRST116',
        details: 'The result contains 0 rows',
        hint: null,
        message: 'Cannot coerce the result to a single JSON object',
      }),
    });
    expect((await client.from('user_payments').select().maybeSingle()).error).toBeNull();
    expect(
      (await client.from('tasks').select('*').eq('userid', id).order('createdat', { ascending: false })).data,
    ).toEqual([]);
    expect((await client.from('users').select('*', { head: true, count: 'exact' })).count).toBe(1);
    expect((await newClient().from('users').select()).error).toMatchObject({ code: '42501' });
  });

  it('can change only its name and phone number', async () => {
    const { client, email } = await newPerson();
    const upserted = await client
      .from('users')
      .upsert({ email, name: 'Ada King', phone: '+44 20 7946 0018' }, { onConflict: 'email' })
      .select('name, tel:phone')
      .single();
    expect(upserted).toMatchObject({
      status: 201,
      error: null,
      data: { name: 'Ada King', tel: '+44 20 7946 0018' },
    });
    expect((await client.auth.getUser()).data.user?.user_metadata).toEqual({
      name: 'Ada King',
      phoneNumber: '+44 20 7946 0018',
    });
    for (const more of [{ plan: 'unlimited' }, { credits: 1e6 }, { is_trial: true }, { balance: 5 }]) {
      const refused = await client.from('users').upsert({ email, ...more }, { onConflict: 'email' });
      expect(refused).toMatchObject({ status: 403, error: { code: '42501' } });
    }
    const others = await client
      .from('users')
      .upsert({ email: 'person1@example.com', name: 'Eve' }, { onConflict: 'email' });
    expect(others).toMatchObject({ status: 403, error: { code: '42501' } });
    expect(
      (await client.from('users').upsert([{ email, name: 'X' }], { onConflict: 'email' })).error?.code,
    ).toBe('23514');
    expect((await client.from('users').insert({ email, name: 'Bob' })).error?.code).toBe('23505');
    expect((await client.from('users').update({ name: 'Bob' }).eq('email', email)).error?.code).toBe('42501');
    expect((await client.from('tasks').delete().eq('type', 'x')).error?.code).toBe('42501');
    expect((await client.from('users').select('plan, name').single()).data).toEqual({
      plan: 'free',
      name: 'Ada King',
    });
  });

  it('reads its account with a function call', async () => {
    const { client, email } = await newPerson();
    const { data } = await client.functions.invoke('account', { method: 'GET' });
    expect(data).toMatchObject({
      email,
      credits: SIGN_UP_CREDITS,
      creditsUsed: 0,
      totalTasks: 0,
      plan: 'free',
    });
    const refused = await newClient().functions.invoke('account', { method: 'GET' });
    expect(refused.error?.context.status).toBe(401);
  });
});
