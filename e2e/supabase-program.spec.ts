import { createClient } from '@supabase/supabase-js';
import { expect, newPerson, test } from './fixtures/app-test.ts';
import { generatedContacts, generatedName } from './fixtures/generated-sites.ts';

/** Uses an unmodified supabase-js client, like any program written for it. */
test('an unchanged supabase-js program signs up, extracts and reads its task', async ({ server, web }) => {
  const client = createClient(server.url, 'leadwell-public');
  const { name, email, password } = newPerson();

  const signedUp = await client.auth.signUp({ email, password, options: { data: { name } } });
  expect(signedUp.error).toBeNull();
  expect(signedUp.data.session?.user.user_metadata.name).toBe(name);
  expect((await client.auth.signInWithPassword({ email, password })).error).toBeNull();
  expect((await client.auth.getUser()).data.user?.email).toBe(email);

  const [first, second] = await Promise.all([client.auth.refreshSession(), client.auth.refreshSession()]);
  expect([first.error, second.error]).toEqual([null, null]);

  const urls = [0, 1, 2].map((index) => web.siteUrl(generatedName(index)));
  const extracted = await client.functions.invoke('website-extraction', { body: { urls } });
  expect(extracted.error).toBeNull();
  expect(extracted.data).toMatchObject({ success: true, processed: 3, total: 3, timeoutStatus: false });
  expect(extracted.data.results.map((row: { emails: string[] }) => row.emails)).toEqual(
    [0, 1, 2].map((index) => [generatedContacts(index).email]),
  );

  const userId = first.data.user?.id ?? '';
  const tasks = await client
    .from('tasks')
    .select('*')
    .eq('userid', userId)
    .order('createdat', { ascending: false });
  expect(tasks.error).toBeNull();
  expect(tasks.data).toMatchObject([{ type: 'website-extraction', status: 'completed', creditsused: 3 }]);
  expect(tasks.data?.[0].result).toHaveLength(3);

  const payment = await client.from('user_payments').select('*').eq('email', email).single();
  expect(payment.error?.code).toBe('PGRST116');

  const stranger = createClient(server.url, 'leadwell-public', { auth: { storageKey: 'stranger' } });
  await stranger.auth.signUp({ ...newPerson() });
  expect((await stranger.from('tasks').select('id').eq('id', tasks.data?.[0].id)).data).toEqual([]);

  expect((await client.auth.signOut()).error).toBeNull();
  const refused = await client.functions.invoke('website-extraction', { body: { urls } });
  expect(refused.error?.context.status).toBe(401);
  expect(await refused.error?.context.json()).toMatchObject({ error: { message: 'User not authenticated' } });
});
