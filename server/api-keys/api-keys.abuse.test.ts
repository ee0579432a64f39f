import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { outcome, send } from '../auth/test-requests.ts';
import { makeTestDisk } from '../platform/disk/test-disk.ts';
import { isSameHash, lookupHash, newSecret } from './secret.ts';
import { type KeyBench, type KeyOwner, openKeyBench, withKey } from './test-api-keys.ts';

let bench: KeyBench;
let owner: KeyOwner;
let key: string;
beforeAll(async () => {
  bench = await openKeyBench();
  owner = await bench.owner();
  ({ key } = await owner.makeKey());
});
afterAll(() => bench.close());

const ASYNC = { prefer: 'respond-async' };
const guess = () => `lwk_${randomBytes(24).toString('hex')}`;

describe('guessing keys', () => {
  it('is limited per client address, and a valid key still works from there', async () => {
    const address = '198.51.100.7';
    const attempt = (token: string) => outcome(send(bench.app, '/rest/v1/tasks', { token, address }));
    const answers = await Promise.all(Array.from({ length: 100 }, () => attempt(guess())));
    expect(new Set(answers)).toEqual(new Set(['401 not_authenticated']));
    expect(await attempt(guess())).toBe('429 rate_limited');
    expect(await attempt(key)).toBe('200 ok');
    const elsewhere = send(bench.app, '/rest/v1/tasks', { token: guess(), address: '203.0.113.9' });
    expect(await outcome(elsewhere)).toBe('401 not_authenticated');
  });

  it('gets nowhere with parts of a key, other spellings, or the stored hash', async () => {
    const hash = lookupHash(key) ?? '';
    for (const [n, token] of [
      key.slice(0, -1),
      `${key}0`,
      key.toUpperCase(),
      key.slice(0, 10),
      `lwk_${hash.slice(0, 48)}`,
      hash,
      'lwk_',
      `lwk_${'%'.repeat(48)}`,
    ].entries()) {
      const address = `203.0.113.${n + 20}`;
      expect([token, await outcome(send(bench.app, '/functions/v1/task-rows', { token, address }))]).toEqual([
        token,
        '401 not_authenticated',
      ]);
    }
  });

  it('finds keys by their hash and compares in constant time', () => {
    const { key: made, hash } = newSecret();
    expect(hash).toMatch(/^[0-9a-f]{64}$/);
    expect(lookupHash(made)).toBe(hash);
    expect(isSameHash(hash, hash)).toBe(true);
    expect(isSameHash(hash, newSecret().hash)).toBe(false);
    expect(isSameHash(hash, '')).toBe(false);
  });
});

describe('a key', () => {
  it("can't see, stop, resume or download tasks of another account", async () => {
    const stranger = await bench.owner();
    const started = await send(bench.app, '/functions/v1/website-extraction', {
      token: stranger.token,
      body: { urls: ['acme.com'] },
      headers: ASYNC,
    });
    const { id } = (await started.json()) as { id: string };
    for (const name of [`task?id=${id}`, `task-rows?id=${id}`, `task-csv?id=${id}`])
      expect([name, await outcome(withKey(bench.app, key, name))]).toEqual([name, '404 not_found']);
    for (const name of ['task-cancel', 'task-resume'])
      expect([name, await outcome(withKey(bench.app, key, name, { body: { id } }))]).toEqual([
        name,
        '404 not_found',
      ]);
    const rows = await send(bench.app, `/rest/v1/tasks?id=eq.${id}&select=*`, { token: key });
    expect(await rows.json()).toEqual([]);
    const all = await send(bench.app, `/rest/v1/tasks?userid=eq.${stranger.id}`, { token: key });
    expect(await all.json()).toEqual([]);
  });

  it('is accepted in the Authorization header only', async () => {
    const id = crypto.randomUUID();
    const places: [path: string, headers: Record<string, string>][] = [
      [`/functions/v1/task?id=${id}&apikey=${key}`, {}],
      [`/functions/v1/task?id=${id}&access_token=${key}&authorization=Bearer%20${key}`, {}],
      [`/functions/v1/task?id=${id}`, { apikey: key }],
      [`/functions/v1/task?id=${id}`, { 'x-api-key': key }],
      [`/functions/v1/task?id=${id}`, { cookie: `authorization=Bearer ${key}; key=${key}` }],
      [`/functions/v1/task?id=${id}`, { authorization: `Basic ${btoa(`${key}:`)}` }],
      [`/functions/v1/task?id=${id}`, { authorization: key }],
    ];
    for (const [path, headers] of places)
      expect([path, headers, (await send(bench.app, path, { headers })).status]).toEqual([
        path,
        headers,
        401,
      ]);
    for (const query of [`apikey=${key}`, `access_token=${key}`])
      expect([query, (await send(bench.app, `/rest/v1/tasks?${query}`)).status]).not.toEqual([query, 200]);
    expect(await outcome(withKey(bench.app, key, `task?id=${id}`))).toBe('404 not_found');
  });

  it('still reads while the disk is full', async () => {
    const disk = makeTestDisk();
    const full = await openKeyBench({}, disk.space);
    try {
      const { key: reader } = await (await full.owner()).makeKey();
      disk.setFree(50);
      expect(await outcome(send(full.app, '/rest/v1/tasks', { token: reader }))).toBe('200 ok');
      const start = { body: { urls: ['acme.com'] }, headers: ASYNC };
      expect(await outcome(withKey(full.app, reader, 'website-extraction', start))).toBe('507 storage_full');
    } finally {
      disk.setFree(1000);
      await full.close();
    }
  });
});

describe('the balance', () => {
  it('is limited per account, also with many keys, while another account reads its own', async () => {
    const greedy = await bench.owner();
    const keys = await Promise.all([greedy.makeKey(), greedy.makeKey()]);
    const tokens = [greedy.token, ...keys.map((key) => key.key)];
    const read = (token: string) => outcome(send(bench.app, '/functions/v1/balance', { token }));
    const answers: string[] = [];
    for (let n = 0; n < 310; n += 10)
      answers.push(
        ...(await Promise.all(Array.from({ length: 10 }, (_, index) => read(tokens[(n + index) % 3] ?? '')))),
      );
    expect(answers.filter((answer) => answer === '200 ok')).toHaveLength(300);
    expect(new Set(answers.slice(300))).toEqual(new Set(['429 rate_limited']));
    expect(await read(key)).toBe('200 ok');
    bench.deps.clock.advance(60_000);
    expect(await read(keys[0]?.key ?? '')).toBe('200 ok');
  });

  it('of another account is out of reach', async () => {
    const reply = await send(bench.app, `/functions/v1/balance?accountId=${owner.id}`, { token: key });
    expect(reply.status).toBe(400);
    expect(await outcome(send(bench.app, '/functions/v1/balance', { token: guess() }))).toBe(
      '401 not_authenticated',
    );
  });
});
