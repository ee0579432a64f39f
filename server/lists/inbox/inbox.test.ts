// On PostgreSQL: the same message from several requests at once.
import { createHmac } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { Webhook as SvixWebhook } from 'svix';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { InboxSecret, InboxView } from '#contract/list-inbox.ts';
import { type KeyBench, type KeyOwner, openKeyBench } from '../../api-keys/test-api-keys.ts';
import { TEST_PASSWORD } from '../../auth/test-requests.ts';
import { createWebhook } from '../../webhooks/endpoints.ts';

/** Rows that other programs send to a list. */

const DAY_MS = 86_400_000;
// biome-ignore lint/suspicious/noExplicitAny: answers of several calls, each checked where it is used.
type Answer = { status: number; body: any };

let bench: KeyBench;
let owner: KeyOwner;
let key: string;
let list: string;
let url: string;
let secret: string;
let messages = 0;
beforeAll(async () => {
  bench = await openKeyBench();
});
afterAll(() => bench.close());
beforeEach(async () => {
  owner = await bench.owner();
  ({ key } = await owner.makeKey());
  const columns = [{ name: 'Email' }, { name: 'Company' }];
  list = (await post('list-create', { name: 'Sign-ups', columns, keyColumn: 'Email' })).id;
  const made = InboxSecret.parse(await post('list-inbox-create', { id: list }));
  ({ secret } = made);
  ({ url } = made.inbox);
});

async function post(name: string, body: object) {
  const reply = await owner.call(name, body);
  if (reply.status !== 200) throw new Error(`${name}: ${await reply.text()}`);
  return reply.json() as Promise<Record<string, never> & { id: string }>;
}

async function send(body: unknown, headers: Record<string, string>): Promise<Answer> {
  const sent =
    typeof body === 'string' || body instanceof Uint8Array
      ? (body as string | Uint8Array<ArrayBuffer>)
      : JSON.stringify(body);
  const reply = await bench.app.request(new URL(url).pathname, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: sent,
  });
  return { status: reply.status, body: await reply.json() };
}

const withKey = (body: unknown, id?: string) =>
  send(body, { authorization: `Bearer ${key}`, ...(id ? { 'idempotency-key': id } : {}) });

interface Signing {
  id?: string;
  with?: string;
  at?: number;
  library?: typeof Webhook | typeof SvixWebhook;
  sent?: string;
}

/** Signs a body as a sender does, with a library that we didn't write. */
function signed(body: unknown, options: Signing = {}): Promise<Answer> {
  messages += 1;
  const { id = `msg_${messages}`, at = bench.deps.clock.now(), library: Library = Webhook } = options;
  const text = JSON.stringify(body);
  const signature = new Library(options.with ?? secret).sign(id, new Date(at), text);
  return send(options.sent ?? text, {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at / 1000)),
    'webhook-signature': signature,
  });
}

async function rows(): Promise<Record<string, string>[]> {
  const reply = (await (await owner.call(`list-rows?id=${list}&order=added`)).json()) as {
    rows: { values: Record<string, string> }[];
  };
  return reply.rows.map(({ values }) => values);
}

async function inbox(): Promise<InboxView> {
  const { inbox: view } = (await (await owner.call(`list-inbox?id=${list}`)).json()) as { inbox: unknown };
  return InboxView.parse(view);
}

describe('a list takes rows', () => {
  it('with an API key: one, several, or as `rows`', async () => {
    expect(await withKey({ Email: 'ada@acme.com', Company: 'Acme' })).toMatchObject({
      status: 200,
      body: { added: 1, updated: 0, refused: [] },
    });
    await withKey([
      { email: 'bob@acme.com' },
      { Email: 'eve@acme.com', Employees: 12, Active: true, X: null },
    ]);
    await withKey({ rows: [{ Email: 'ian@acme.com' }] });
    expect((await rows()).map(({ Email }) => Email)).toEqual([
      'ada@acme.com',
      'bob@acme.com',
      'eve@acme.com',
      'ian@acme.com',
    ]);
    expect((await rows())[2]).toMatchObject({ Employees: '12', Active: 'true' });
    expect((await inbox()).messages).toMatchObject([
      { sender: 'key', added: 1 },
      { sender: 'key', added: 2 },
      { sender: 'key', added: 1, error: null },
    ]);
  });

  it('with all digits of long numbers, such as the IDs of leads', async () => {
    await withKey(
      '{"Email":"ada@acme.com","Lead":120210000000000017,"Score":-12345678901234567890,"Rate":0.1,"Text":"1e3"}',
    );
    expect((await rows())[0]).toMatchObject({
      Lead: '120210000000000017',
      Score: '-12345678901234567890',
      Rate: '0.1',
      Text: '1e3',
    });
  });

  it.each([
    ['standardwebhooks', Webhook],
    ['svix', SvixWebhook],
  ])('that %s signed with its secret', async (_, library) => {
    expect(await signed([{ Email: 'ada@acme.com' }], { library })).toMatchObject({
      status: 200,
      body: { added: 1 },
    });
    expect((await inbox()).messages).toMatchObject([{ sender: 'signature', added: 1 }]);
  });

  it('once by the key column: a known row is updated, and bad ones are named', async () => {
    await withKey({ Email: 'ada@acme.com', Company: 'Acme' });
    const answer = await withKey([{ Email: 'ADA@acme.com', Company: 'Acme Inc' }, { Email: ' ' }]);
    expect(answer.body).toEqual({
      added: 0,
      updated: 1,
      refused: [{ row: 1, reason: 'The row has no values.' }],
    });
    expect((await rows()).map(({ Company }) => Company)).toEqual(['Acme Inc']);
    expect((await inbox()).messages[0]).toMatchObject({
      updated: 1,
      refused: 1,
      error: 'The row has no values.',
    });
  });

  it('without columns of rows that are left out', async () => {
    const columns = async () => {
      const reply = (await (await owner.call(`list-rows?id=${list}`)).json()) as {
        list: { columns: string[] };
      };
      return reply.list.columns;
    };
    const before = await columns();
    const { body } = await withKey({ Email: '', Budget: '' });
    expect(body).toMatchObject({ added: 0, refused: [{ row: 0 }] });
    expect(await columns()).toEqual(before);
  });

  it('once by the ID of the message, also for two at the same time', async () => {
    const columns = [{ name: 'Note' }];
    list = (await post('list-create', { name: 'Notes', columns })).id;
    const made = InboxSecret.parse(await post('list-inbox-create', { id: list }));
    ({ url } = made.inbox);
    const first = await withKey({ Note: 'one' }, 'order-1');
    expect(await withKey({ Note: 'one' }, 'order-1')).toEqual(first);
    expect(await withKey({ Note: 'another' }, 'order-1')).toMatchObject({
      status: 409,
      body: { error: { code: 'idempotency_conflict' } },
    });
    const both = await Promise.all([
      signed({ Note: 'two' }, { id: 'msg_two', with: made.secret }),
      signed({ Note: 'two' }, { id: 'msg_two', with: made.secret }),
    ]);
    expect(both.map(({ status, body }) => [status, body.added])).toEqual([
      [200, 1],
      [200, 1],
    ]);
    expect((await rows()).map(({ Note }) => Note)).toEqual(['one', 'two']);
    // A refused one can be sent again.
    expect((await withKey({ Note: {} }, 'order-3')).status).toBe(400);
    expect((await withKey({ Note: 'three' }, 'order-3')).status).toBe(200);
  });

  it('and tells webhooks and the run of new rows', async () => {
    const events = ['list.rows_added'] as const;
    await createWebhook(bench.deps, owner.id, { name: '', url: 'https://example.com/', events: [...events] });
    const { db } = bench.deps.database;
    const version = async () => {
      const found = db.selectFrom('lists').select(['version', 'auto_version']).where('id', '=', list);
      return found.executeTakeFirstOrThrow();
    };
    const before = await version();
    await withKey({ Email: 'ada@acme.com' });
    const stored = await db
      .selectFrom('webhook_events')
      .select('data')
      .where('account_id', '=', owner.id)
      .execute();
    expect(stored.map(({ data }) => JSON.parse(data))).toMatchObject([{ listId: list, added: 1 }]);
    expect(Number((await version()).version)).toBeGreaterThan(Number(before.version));
  });
});

describe('what is wrong', () => {
  it.each([
    ['no rows', [], 400, 'There are no rows. Send an object of values by column, or a list of them.'],
    ['too many rows', Array(501).fill({ Email: 'a@b.co' }), 400, 'Send up to 500 rows at a time.'],
    ['rows of rows', [[1]], 400, 'Each row must be an object of values by column, like {"Company": "Acme"}.'],
    ['a value of values', [{ Email: 'a@b.com' }, { Tags: [1] }], 400, '“Tags” must be a text, a number,'],
    ['a text', '"a@b.com"', 400, 'Send an object of values by column, or a list of them.'],
    [
      'no JSON',
      'Email=ada',
      400,
      'The body isn’t valid JSON. Send an object of values by column, or a list of them.',
    ],
    [
      'no UTF-8',
      new Uint8Array(Buffer.from('{"Email":"jos\xe9@acme.com"}', 'latin1')),
      400,
      "The request body isn't in UTF-8, the encoding of JSON.",
    ],
    ['a long body', { Email: 'a'.repeat(1_100_000) }, 413, 'The request is larger than 1 MB.'],
  ])('is said for %s', async (_, body, status, message) => {
    const answer = await withKey(body);
    expect([answer.status, answer.body.error.message]).toEqual([status, expect.stringContaining(message)]);
    expect(await rows()).toEqual([]);
    const error = expect.stringContaining(message);
    if (status === 400) expect((await inbox()).messages[0]).toMatchObject({ error, added: 0 });
  });

  it('is said for signed bytes that aren’t UTF-8', async () => {
    const body = Buffer.from('{"Email":"jos\xe9@acme.com"}', 'latin1');
    const at = Math.floor(bench.deps.clock.now() / 1000);
    const signature = createHmac('sha256', Buffer.from(secret.replace('whsec_', ''), 'base64'))
      .update(`latin.${at}.`)
      .update(body)
      .digest('base64');
    const answer = await send(new Uint8Array(body), {
      'webhook-id': 'latin',
      'webhook-timestamp': String(at),
      'webhook-signature': `v1,${signature}`,
    });
    expect([answer.status, answer.body.error.code]).toEqual([400, 'bad_json']);
    expect((await inbox()).messages[0]).toMatchObject({ sender: 'signature', added: 0 });
    expect(await rows()).toEqual([]);
  });

  it('is said for a missing, old or wrong signature', async () => {
    const now = bench.deps.clock.now();
    const other = `whsec_${Buffer.alloc(32, 1).toString('base64')}`;
    const row = { Email: 'ada@acme.com' };
    const wrong = [
      [await send(row, {}), 'The request has no API key and no signature. Send an API key'],
      [await send(row, { 'webhook-id': 'a' }), 'The request has no header webhook-timestamp.'],
      [await signed(row, { at: now - 6 * 60_000 }), 'more than 5 minutes off'],
      [await signed(row, { at: now + 6 * 60_000 }), 'more than 5 minutes off'],
      [await signed(row, { with: other }), 'The signature doesn’t fit.'],
      [await signed(row, { sent: '{"Email":"eve@acme.com"}' }), 'The signature doesn’t fit.'],
    ] as const;
    for (const [{ status, body }, message] of wrong)
      expect([status, body.error.message]).toEqual([401, expect.stringContaining(message)]);
    expect(await rows()).toEqual([]);
    const { messages } = await inbox();
    expect(messages).toHaveLength(wrong.length);
    const logged = messages.map(({ sender, error }) => [sender, error?.split('.')[0]]);
    expect(logged).toContainEqual(['none', 'The request has no API key and no signature']);
    expect(logged).toContainEqual(['signature', 'The request has no header webhook-timestamp']);
    expect(logged.filter(([sender]) => sender === 'none')).toHaveLength(1);
  });
});

describe('the address of a list', () => {
  it('has its secret once, and takes the one before for a day after a rotation', async () => {
    const before = secret;
    const rotate = async () =>
      InboxSecret.parse(
        await (await owner.call('list-inbox-rotate', { id: list }, { 'Idempotency-Key': 'a click' })).json(),
      );
    const rotated = await rotate();
    expect((await rotate()).secret).toBe(rotated.secret);
    expect(rotated.inbox.url).toBe(url);
    for (const each of [before, rotated.secret])
      expect((await signed({ Email: 'ada@acme.com' }, { with: each })).status).toBe(200);
    for (const name of [`list-inbox?id=${list}`, 'account-export'])
      expect(await (await owner.call(name)).text()).not.toMatch(/whsec_/);
    expect((await owner.call('list-inbox-create', { id: list })).status).toBe(409);
    bench.deps.clock.advance(DAY_MS);
    expect((await signed({ Email: 'ada@acme.com' }, { with: before })).status).toBe(401);
    expect((await signed({ Email: 'ada@acme.com' }, { with: rotated.secret })).status).toBe(200);
  });

  it('is removed with its log, and with its list', async () => {
    await withKey({ Email: 'ada@acme.com' });
    await post('list-inbox-delete', { id: list });
    await post('list-inbox-delete', { id: list });
    expect((await withKey({ Email: 'bob@acme.com' })).status).toBe(404);
    // A program that made an address doesn't get the secret of the one that its owner made since.
    const create = () => owner.call('list-inbox-create', { id: list }, { 'Idempotency-Key': 'a program' });
    const first = InboxSecret.parse(await (await create()).json());
    expect(InboxSecret.parse(await (await create()).json()).secret).toBe(first.secret);
    await post('list-inbox-delete', { id: list });
    const made = InboxSecret.parse(await post('list-inbox-create', { id: list }));
    const repeated = await create();
    expect([repeated.status, await repeated.text()]).toEqual([409, expect.not.stringContaining('whsec_')]);
    expect(made.inbox).toMatchObject({ messages: [] });
    ({ url } = made.inbox);
    await post('list-delete', { id: list });
    expect((await withKey({ Email: 'bob@acme.com' })).status).toBe(404);
    expect((await owner.call(`list-inbox?id=${list}`)).status).toBe(404);
    for (const name of ['list-inbox-create', 'list-inbox-rotate', 'list-inbox-delete'])
      expect((await owner.call(name, { id: list })).status).toBe(404);
  });

  it('is exported and deleted with the account', async () => {
    await withKey({ Email: 'ada@acme.com' });
    expect(await (await owner.call('account-export')).json()).toMatchObject({
      listInboxes: [{ list_id: list }],
      listMessages: [{ sender: 'key' }],
    });
    expect(
      (await owner.call('account-delete', { email: owner.email, currentPassword: TEST_PASSWORD })).status,
    ).toBe(200);
    const { db } = bench.deps.database;
    for (const table of ['list_inboxes', 'list_messages'] as const)
      expect(await db.selectFrom(table).select('id').where('account_id', '=', owner.id).execute()).toEqual(
        [],
      );
  });
});

it('forgets messages after a week', async () => {
  await withKey({ Email: 'ada@acme.com' }, 'old');
  bench.deps.clock.advance(7 * DAY_MS + 1000);
  await withKey({ Email: 'bob@acme.com' }, 'new');
  const kept = await bench.deps.database.db
    .selectFrom('list_messages')
    .select('message_id')
    .where('account_id', '=', owner.id)
    .execute();
  expect(kept).toEqual([{ message_id: 'new' }]);
});
