import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { InboxSecret } from '#contract/list-inbox.ts';
import { type KeyBench, type KeyOwner, openKeyBench } from '../../api-keys/test-api-keys.ts';

let bench: KeyBench;
beforeAll(async () => {
  bench = await openKeyBench({ API_REQUESTS_PER_MINUTE: '100000' });
});
afterAll(() => bench.close());

async function newInbox(owner: KeyOwner): Promise<{ list: string; url: string; key: string }> {
  const columns = [{ name: 'Email' }];
  const made = await owner.call('list-create', { name: 'People', columns, keyColumn: 'Email' });
  const { id: list } = (await made.json()) as { id: string };
  const reply = await owner.call('list-inbox-create', { id: list });
  const { url } = InboxSecret.parse(await reply.json()).inbox;
  return { list, url, key: (await owner.makeKey()).key };
}

async function send(url: string, headers: Record<string, string>, from?: string): Promise<number> {
  const reply = await bench.app.request(new URL(url).pathname, {
    method: 'POST',
    headers: { ...headers, ...(from ? { 'x-forwarded-for': from } : {}) },
    body: JSON.stringify({ Email: 'eve@acme.com' }),
  });
  await reply.text();
  return reply.status;
}

const bearer = (key: string) => ({ authorization: `Bearer ${key}` });

describe('the address of a list', () => {
  it('opens nothing of another account', async () => {
    const [ada, eve] = [await bench.owner(), await bench.owner()];
    const { list, url } = await newInbox(ada);
    const { key } = await eve.makeKey();
    expect(await send(url, bearer(key))).toBe(403);
    const { key: reading } = await ada.makeKey({ scopes: ['read'] });
    expect(await send(url, bearer(reading))).toBe(403);
    expect(await send(url, bearer('lwk_made-up'))).toBe(401);
    expect(await send(url.replace(/[^/]+$/, list), bearer(key))).toBe(404);
    expect(await send(url.replace(/[^/]+$/, 'x'), {})).toBe(404);
    expect((await eve.call(`list-inbox?id=${list}`)).status).toBe(404);
    for (const name of ['list-inbox-create', 'list-inbox-rotate', 'list-inbox-delete'])
      expect((await eve.call(name, { id: list })).status).toBe(404);
    expect(await (await ada.call(`list-inbox?id=${list}`)).json()).toMatchObject({ inbox: { url } });
    const rows = (await (await ada.call(`list-rows?id=${list}`)).json()) as { total: number };
    expect(rows.total).toBe(0);
  });

  it('is not filled up by someone who only knows it, and its owner sees that', async () => {
    const ada = await bench.owner();
    const { list, url, key } = await newInbox(ada);
    const statuses = await Promise.all(Array.from({ length: 150 }, () => send(url, {})));
    expect(statuses.filter((status) => status === 401)).toHaveLength(120);
    expect(statuses.filter((status) => status === 429)).toHaveLength(30);
    const { inbox } = (await (await ada.call(`list-inbox?id=${list}`)).json()) as {
      inbox: { messages: object[] };
    };
    expect(inbox.messages).toHaveLength(20);
    // The owner's own limit is untouched.
    await bench.deps.database.db.deleteFrom('rate_limits').where('bucket', 'like', '%-stranger:%').execute();
    expect(await send(url, bearer(key))).toBe(200);
  });

  it('takes a limited number of requests of an account', async () => {
    const ada = await bench.owner();
    const { url, key } = await newInbox(ada);
    const statuses: number[] = [];
    for (let part = 0; part < 13; part += 1)
      statuses.push(...(await Promise.all(Array.from({ length: 10 }, () => send(url, bearer(key))))));
    expect(statuses.filter((status) => status === 200)).toHaveLength(120);
    expect(statuses.filter((status) => status === 429)).toHaveLength(10);
  });

  it('is gone when all access to the account is ended', async () => {
    const ada = await bench.owner();
    const { list } = await newInbox(ada);
    const { endAccess } = await import('../../auth/account-access.ts');
    await endAccess(bench.deps.database.db, ada.id, { cause: 'takeover', now: new Date() });
    const left = await bench.deps.database.db
      .selectFrom('list_inboxes')
      .select('id')
      .where('list_id', '=', list)
      .execute();
    expect(left).toEqual([]);
  });
});
