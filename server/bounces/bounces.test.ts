import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { BOUNCES_PER_CALL } from '#contract/bounces.ts';
import { EXCLUSION_LISTS_MAX } from '#contract/list-exclusions.ts';
import { createStoredMemory } from '#tools/email-finder/server/email-memory.ts';
import { openLeftOut } from '../lists/exclusions/left-out.ts';
import { requireList } from '../lists/lists.ts';
import { recordBounces } from './record-bounces.ts';
import { type BounceBench, newAddress, openBounceBench, type Sender } from './test-bounces.ts';

const DAY_MS = 86_400_000;

let world: BounceBench;
let ada: Sender;
beforeAll(async () => {
  world = await openBounceBench();
});
beforeEach(async () => {
  ada = await world.sender();
});
afterAll(() => world.close());

const hard = (email: string) => ({ email, code: '550 5.1.1', text: 'User unknown' });

/** What the email finder knows about an address, for everyone. */
async function known(address: string) {
  const memory = createStoredMemory(world.bench.deps);
  return (await memory.addresses([address])).get(address) ?? null;
}
const reportsOf = async (domain: string) =>
  (await createStoredMemory(world.bench.deps).domain(domain)).reports ?? null;

describe('a hard bounce', () => {
  it('makes the address undeliverable for everyone for 30 days, and gives its credit back once', async () => {
    const address = newAddress();
    await ada.got([address]);
    const paid = await ada.balance();
    expect(await ada.report(hard(address.toUpperCase()))).toMatchObject({
      hard: 1,
      returned: 1,
      uncounted: 0,
    });
    expect(await known(address)).toMatchObject({ status: 'undeliverable', reason: 'bounced' });
    expect(await ada.balance()).toBe(paid + 1);
    // The same report, and another one about the same address.
    expect(await ada.report(hard(address.toUpperCase()))).toMatchObject({
      hard: 0,
      returned: 0,
      repeated: 1,
    });
    expect(await ada.report({ email: address, kind: 'hard' })).toMatchObject({ hard: 1, returned: 0 });
    expect(await ada.balance()).toBe(paid + 1);
    expect(await world.bench.broken(ada.id)).toEqual([]);
    world.bench.deps.clock.advance(30 * DAY_MS + 1);
    expect(await known(address)).toBeNull();
  });

  it('gives the credit back once, however many reports arrive at the same time', async () => {
    const sender = await world.sender();
    const address = newAddress();
    await sender.got([address]);
    const paid = await sender.balance();
    const receipts = await Promise.all(
      Array.from({ length: 12 }, (_, n) => sender.report({ ...hard(address), text: `User unknown ${n}` })),
    );
    expect(receipts.reduce((sum, { returned }) => sum + returned, 0)).toBe(1);
    expect(await sender.balance()).toBe(paid + 1);
    expect(await world.bench.broken(sender.id)).toEqual([]);
  });

  it('gives back what a guess cost that was verified later for free', async () => {
    const address = newAddress();
    const before = await ada.balance();
    await ada.got([address], 'risky');
    await ada.got([address]);
    expect(await ada.balance()).toBe(before - 1);
    expect(await ada.report(hard(address))).toMatchObject({ hard: 1, returned: 1 });
    expect(await ada.balance()).toBe(before);
    expect(await world.bench.broken(ada.id)).toEqual([]);
  });

  it('gives no credit back after 14 days, for guesses, or for addresses that cost nothing', async () => {
    const [late, guess, free] = [newAddress(), newAddress(), newAddress()];
    await ada.got([late]);
    await ada.got([guess], 'risky');
    world.bench.deps.clock.advance(14 * DAY_MS + 1);
    const later = await recordBounces(
      world.bench.deps,
      ada.id,
      [late, guess].map((email) => ({ email, kind: 'hard' })),
    );
    expect(later).toMatchObject({ hard: 2, returned: 0, uncounted: 0 });
    const rich = await world.sender();
    await world.bench.deps.database.db
      .updateTable('accounts')
      .set({ plan: 'unlimited' })
      .where('id', '=', rich.id)
      .execute();
    await rich.got([free]);
    expect(await rich.report(hard(free))).toMatchObject({ hard: 1, returned: 0, uncounted: 0 });
    expect(await known(free)).toMatchObject({ reason: 'bounced' });
  });

  it('takes the pattern of the address out of the memory of its domain', async () => {
    const address = newAddress();
    const domain = address.slice(address.indexOf('@') + 1);
    const memory = createStoredMemory(world.bench.deps);
    const found = { domain, status: 'deliverable', reason: 'accepted', mailHost: null } as const;
    await memory.remember([
      { kind: 'address', address, pattern: 'first.last', ...found },
      { kind: 'address', address: `ann@${domain}`, pattern: 'first', ...found },
    ]);
    expect((await memory.domain(domain)).patterns).toEqual({ 'first.last': 1, first: 1 });
    await ada.got([address]);
    await ada.report(hard(address));
    expect((await createStoredMemory(world.bench.deps).domain(domain)).patterns).toEqual({ first: 1 });
  });
});

describe('other reports', () => {
  it('of policy blocks change nothing for the address', async () => {
    const address = newAddress();
    await ada.got([address]);
    const report = { email: address, code: '550 5.7.1', text: 'Service unavailable, client host blocked' };
    expect(await ada.report(report)).toMatchObject({ policy: 1, hard: 0, returned: 0 });
    expect(await known(address)).toBeNull();
  });

  it('of soft bounces make the address risky for a week, unless it bounces hard', async () => {
    const address = newAddress();
    await ada.got([address]);
    expect(await ada.report({ email: address, code: '4.2.2', text: 'Mailbox full' })).toMatchObject({
      soft: 1,
    });
    expect(await known(address)).toMatchObject({ status: 'risky', reason: 'bounced-for-now' });
    expect(await ada.report(hard(address))).toMatchObject({ hard: 1, returned: 1 });
    await ada.report({ email: address, kind: 'soft' });
    expect(await known(address)).toMatchObject({ status: 'undeliverable' });
    const other = newAddress();
    await ada.got([other]);
    await ada.report({ email: other, kind: 'soft' });
    world.bench.deps.clock.advance(7 * DAY_MS + 1);
    expect(await known(other)).toBeNull();
  });

  it('count how many of a domain were sent to and bounced, each address once', async () => {
    const domain = 'all-accepted.example';
    const addresses = Array.from({ length: 6 }, () => newAddress(domain));
    await ada.got(addresses, 'risky');
    await ada.report(...addresses.slice(0, 4).map((email) => ({ email, kind: 'delivered' })));
    expect(await reportsOf(domain)).toBeNull();
    await ada.report(...addresses.slice(3).map(hard), { email: addresses[0] ?? '', kind: 'soft' });
    expect(await reportsOf(domain)).toEqual({ sent: 6, bounced: 3 });
  });

  it('of complaints go to an exclusion list of the account', async () => {
    const sender = await world.sender();
    const [first, second] = [newAddress(), newAddress()];
    const complaint = { email: first, kind: 'complaint' };
    expect(await sender.report(complaint)).toMatchObject({ complaint: 1 });
    expect(await sender.report(complaint)).toMatchObject({ complaint: 0, repeated: 1 });
    expect(
      await sender.report({ ...complaint, text: 'again' }, { email: second, kind: 'complaint' }),
    ).toMatchObject({
      complaint: 2,
    });
    const { lists } = (await (await sender.get('lists')).json()) as { lists: { id: string }[] };
    expect(lists).toMatchObject([{ name: 'Complaints', rows: 2, excludes: 'people' }]);
    const page = await sender.get('list-rows', { id: lists[0]?.id ?? '', limit: '10' });
    const { rows } = (await page.json()) as { rows: { values: Record<string, string> }[] };
    expect(rows.map(({ values }) => Object.values(values)[0]).sort()).toEqual([first, second].sort());
    expect(await known(first)).toBeNull();
  });

  it('of complaints exclude people also if an ordinary list has the name, or the account is full', async () => {
    const sender = await world.sender();
    const exclusion = { columns: [{ name: 'Email' }], excludes: 'people' };
    await sender.post('list-create', { name: 'Complaints', columns: [{ name: 'Email' }] });
    for (let n = 0; n < EXCLUSION_LISTS_MAX; n += 1)
      await sender.post('list-create', { name: `Excluded ${n}`, ...exclusion });
    const { config } = world.bench.deps;
    const most = config.LISTS_PER_ACCOUNT;
    config.LISTS_PER_ACCOUNT = EXCLUSION_LISTS_MAX + 1;
    try {
      const reported = [newAddress(), newAddress()];
      for (const email of reported)
        expect(await sender.report({ email, kind: 'complaint' })).toMatchObject({ complaint: 1 });
      const { lists } = (await (await sender.get('lists')).json()) as {
        lists: { id: string; name: string; rows: number; excludes: string | null }[];
      };
      const named = lists.filter(({ name }) => name.startsWith('Complaints'));
      const stored = named.map(({ name, rows, excludes }) => [name, rows, excludes]);
      expect(stored.sort(([, one], [, other]) => Number(one) - Number(other))).toEqual([
        ['Complaints', 0, null],
        ['Complaints (excluded)', 2, 'people'],
      ]);
      // All of them are used, also those that no change made the latest.
      const { db } = world.bench.deps.database;
      const ordinary = named.find(({ rows }) => rows === 0)?.id ?? '';
      const from = await requireList(world.bench.deps, sender.id, ordinary);
      await db
        .updateTable('lists')
        .set({ updated_at: new Date(0) })
        .where('name', '=', 'Complaints (excluded)')
        .execute();
      const exclusionOf = await openLeftOut(world.bench.deps, sender.id, from, undefined);
      expect(reported.map((email) => exclusionOf?.({ Email: email })?.name)).toEqual([
        'Complaints (excluded)',
        'Complaints (excluded)',
      ]);
    } finally {
      config.LISTS_PER_ACCOUNT = most;
    }
  });

  it('are counted by day, and leave out what is no address', async () => {
    const sender = await world.sender();
    expect(
      await sender.report({ email: 'no address' }, { email: newAddress(), kind: 'other' }),
    ).toMatchObject({
      invalid: 1,
      other: 1,
    });
    const { total, days, url, keys } = await sender.overview();
    expect([total.other, days.length, url, keys]).toEqual([1, 1, null, []]);
    const file = (await (await sender.get('account-export')).json()) as { bounces: unknown };
    expect(file.bounces).toMatchObject([{ other: 1 }]);
    const many = Array.from({ length: BOUNCES_PER_CALL + 1 }, () => ({ email: newAddress() }));
    expect((await sender.post('bounces', { events: many })).status).toBe(400);
  });
});
