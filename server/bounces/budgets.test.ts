// On PostgreSQL: parallel reports give back to one budget.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createKey, listKeys, revokeKey } from '../api-keys/api-keys.ts';
import { setPlan } from '../api-keys/test-api-keys.ts';
import { recordBounces } from './record-bounces.ts';
import { type BounceBench, newAddress, openBounceBench, type Sender } from './test-bounces.ts';

const DAY_MS = 86_400_000;

let world: BounceBench;
beforeAll(async () => {
  world = await openBounceBench();
});
afterAll(() => world.close());

const hard = (email: string) => ({ email, kind: 'bounce' as const, code: '550 5.1.1', text: 'User unknown' });
const report = (sender: Sender, ...addresses: string[]) =>
  recordBounces(
    world.bench.deps,
    sender.id,
    addresses.map((email) => hard(email)),
  );

/** An account with the plan that API keys need, and a key. */
async function withKey(monthlyBudget: number): Promise<{ sender: Sender; keyId: string }> {
  const sender = await world.sender();
  await setPlan(world.bench.deps, sender.id, 'unlimited');
  return { sender, keyId: await newKey(sender, monthlyBudget) };
}

async function newKey({ id }: Sender, monthlyBudget: number): Promise<string> {
  const { view } = await createKey(world.bench.deps, id, { name: 'Test', scopes: ['run'], monthlyBudget });
  return view.id;
}

async function spent({ id }: Sender, keyId: string): Promise<number | undefined> {
  const { keys } = await listKeys(world.bench.deps, id);
  return keys.find((key) => key.id === keyId)?.spentThisMonth;
}

/** In the middle of a month, so that the next days are in the same one. */
function toMidMonth(): void {
  const now = new Date(world.bench.deps.clock.now());
  const day = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 10);
  world.bench.deps.clock.advance(day - now.getTime());
}

it('gives the budget back what a guess cost that was verified later for free, with another key', async () => {
  toMidMonth();
  const { sender, keyId } = await withKey(20);
  const other = await newKey(sender, 20);
  const address = newAddress();
  await sender.got([address], 'risky', keyId);
  await sender.got([address], 'deliverable', other);
  expect([await spent(sender, keyId), await spent(sender, other)]).toEqual([1, 0]);
  expect(await report(sender, address)).toMatchObject({ hard: 1, uncounted: 0 });
  expect([await spent(sender, keyId), await spent(sender, other)]).toEqual([0, 0]);
});

it('gives the budget of the key back what it paid, once, and no other key', async () => {
  toMidMonth();
  const { sender, keyId } = await withKey(20);
  const other = await newKey(sender, 20);
  const addresses = Array.from({ length: 4 }, () => newAddress());
  const [first = '', second = '', third = ''] = addresses;
  await sender.got(addresses, 'deliverable', keyId);
  await sender.got([newAddress(), newAddress()], 'deliverable', other);
  expect([await spent(sender, keyId), await spent(sender, other)]).toEqual([4, 2]);
  expect(await report(sender, first, second)).toMatchObject({ hard: 2, uncounted: 0, returned: 0 });
  expect([await spent(sender, keyId), await spent(sender, other)]).toEqual([2, 2]);
  await report(sender, first, second);
  await recordBounces(world.bench.deps, sender.id, [{ email: first, kind: 'hard', id: 'again' }]);
  await recordBounces(world.bench.deps, sender.id, [{ email: third, kind: 'soft' }]);
  await recordBounces(world.bench.deps, sender.id, [
    { email: third, kind: 'bounce', code: '550 5.7.1', text: 'Blocked' },
  ]);
  expect([await spent(sender, keyId), await spent(sender, other)]).toEqual([2, 2]);
  expect(await world.bench.broken(sender.id)).toEqual([]);
});

it('gives it back once, however many reports arrive at the same time', async () => {
  toMidMonth();
  const { sender, keyId } = await withKey(20);
  const addresses = [newAddress(), newAddress(), newAddress()];
  await sender.got(addresses, 'deliverable', keyId);
  await Promise.all(
    Array.from({ length: 12 }, (_, n) =>
      recordBounces(
        world.bench.deps,
        sender.id,
        addresses.map((email) => ({ ...hard(email), text: `User unknown ${n}` })),
      ),
    ),
  );
  expect(await spent(sender, keyId)).toBe(0);
});

it('gives nothing back in another month, after 14 days, or for a guess', async () => {
  toMidMonth();
  const { sender, keyId } = await withKey(20);
  const [late, guess] = [newAddress(), newAddress()];
  await sender.got([late], 'deliverable', keyId);
  await sender.got([guess], 'risky', keyId);
  world.bench.deps.clock.advance(15 * DAY_MS);
  await report(sender, late, guess);
  expect(await spent(sender, keyId)).toBe(2);
  const before = newAddress();
  await sender.got([before], 'deliverable', keyId);
  // From the 25th to the next month, within 14 days.
  world.bench.deps.clock.advance(10 * DAY_MS);
  await sender.got([newAddress()], 'deliverable', keyId);
  expect(await report(sender, before)).toMatchObject({ hard: 1, uncounted: 0 });
  expect(await spent(sender, keyId)).toBe(1);
});

it('gives nothing to a key that is gone, and nothing for what a person paid', async () => {
  toMidMonth();
  const { sender, keyId } = await withKey(20);
  const [own, gone] = [newAddress(), newAddress()];
  await sender.got([own]);
  await sender.got([gone], 'deliverable', keyId);
  await report(sender, own);
  expect(await spent(sender, keyId)).toBe(1);
  await revokeKey(world.bench.deps, sender.id, keyId);
  expect(await report(sender, gone)).toMatchObject({ hard: 1 });
  expect(await world.bench.broken(sender.id)).toEqual([]);
});
