// On PostgreSQL: parallel requests of one account wait for each other.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { CreatedApiKey } from '#contract/api-keys.ts';
import { outcome } from '../auth/test-requests.ts';
import { deleteExpiredKeys } from '../idempotency/idempotency.ts';
import { type KeyBench, openKeyBench, withKey } from './test-api-keys.ts';

let bench: KeyBench;
beforeAll(async () => {
  bench = await openKeyBench();
});
afterAll(() => bench.close());

it('is made once by a repeated request, which gets the same secret until the key is revoked', async () => {
  const owner = await bench.owner();
  const create = (name: string, idempotencyKey: string) =>
    owner.call('create-api-key', { name, scopes: ['read'] }, { 'idempotency-key': idempotencyKey });
  const made = async (name: string, idempotencyKey: string) =>
    CreatedApiKey.parse(await (await create(name, idempotencyKey)).json());
  const first = await made('CRM', 'nightly');
  expect(await made('CRM', 'nightly')).toEqual(first);
  expect(await owner.keys()).toEqual([first.view]);
  expect(await outcome(withKey(bench.app, first.key, `task?id=${crypto.randomUUID()}`))).toBe(
    '404 not_found',
  );
  expect(await outcome(create('Other', 'nightly'))).toBe('409 idempotency_conflict');
  const { db } = bench.deps.database;
  const stored = await db.selectFrom('api_keys').selectAll().execute();
  expect(JSON.stringify(stored)).not.toContain(first.key.slice(10));

  // The Idempotency-Key is forgotten after a day, and is then that of another key.
  await deleteExpiredKeys(db, bench.deps.clock.now() + 25 * 3_600_000);
  const second = await made('CRM', 'nightly');
  expect(second.key).not.toBe(first.key);
  await owner.revoke(second.view.id);
  expect(await outcome(create('CRM', 'nightly'))).toBe('409 conflict');
  expect(await owner.keys()).toMatchObject([{ id: first.view.id }]);
});

it('is made once by parallel requests, also beside others', async () => {
  const owner = await bench.owner();
  const create = (idempotencyKey: string) =>
    owner.call('create-api-key', { name: 'CRM', scopes: ['read'] }, { 'idempotency-key': idempotencyKey });
  const replies = await Promise.all(['a', 'b', 'a', 'c', 'b', 'd', 'a'].map(create));
  expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200));
  const made = await Promise.all(replies.map(async (reply) => CreatedApiKey.parse(await reply.json()).key));
  expect([made[2], made[6], made[4]]).toEqual([made[0], made[0], made[1]]);
  expect(await owner.keys()).toHaveLength(4);
});
