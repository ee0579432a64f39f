import { afterAll, beforeAll, expect, it } from 'vitest';
import { MESSAGES } from '#contract/messages.ts';
import { startLeftOrders } from './left-orders.ts';
import { ASYNC, openPeopleWorld, type PeopleWorld, SALES } from './test-people.ts';

let world: PeopleWorld;
beforeAll(async () => {
  world = await openPeopleWorld(2000);
});
afterAll(() => world.close());

it('a paid order that no one starts runs by itself after 15 minutes, once', async () => {
  const { bench, people } = world;
  const payer = await bench.person();
  const search = { ...SALES, recordCount: 1000 };
  const first = await people.buy(payer, search);
  bench.deps.clock.advance(1);
  const second = await people.buy(payer, search);
  await people.scrape(payer, search, ASYNC);
  await startLeftOrders(bench.deps);
  expect((await people.order(payer, second)).run).toBeNull();
  bench.deps.clock.advance(15 * 60_000 + 1);
  await Promise.all([startLeftOrders(bench.deps), startLeftOrders(bench.deps)]);
  await world.work();
  for (const id of [first, second])
    expect((await people.ended(payer, id)).run).toMatchObject({ recordsFound: 1000 });
  // The program that paid learns which order it was.
  const { status, body } = await people.scrape(payer, search);
  expect([status, body.error.details]).toEqual([402, { orderId: second }]);
  expect(body.error.message).toContain('has started already');
  expect(body.error.message).toContain('pay for a new order');
});

it('an order that started more than a week ago, or was refunded, is none that a program paid for just now', async () => {
  const { bench, people } = world;
  const payer = await bench.person();
  const search = { ...SALES, recordCount: 1000 };
  const id = await people.buy(payer, search);
  await people.scrape(payer, search, ASYNC);
  const change = (values: { status?: 'refunded'; run_at?: Date }) =>
    bench.deps.database.db.updateTable('orders').set(values).where('id', '=', id).execute();
  const refusal = async () => {
    const { body } = await people.scrape(payer, search);
    return [body.error.message, body.error.details];
  };
  expect(await refusal()).toEqual([expect.stringContaining('has started already'), { orderId: id }]);
  const now = bench.deps.clock.now();
  await change({ run_at: new Date(now - 8 * 24 * 3_600_000) });
  expect(await refusal()).toEqual([MESSAGES.scraper.nothingPaid, undefined]);
  await change({ status: 'refunded', run_at: new Date(now) });
  expect(await refusal()).toEqual([MESSAGES.scraper.nothingPaid, undefined]);
});

it('an order waits for its account, if that is disabled, and for its page after a week', async () => {
  const { bench, people } = world;
  const payer = await bench.person();
  const id = await people.buy(payer, { ...SALES, recordCount: 1000 });
  const disabledSince = (at: Date | null) =>
    bench.deps.database.db
      .updateTable('accounts')
      .set({ disabled_at: at })
      .where('id', '=', payer.id)
      .execute();
  const isStarted = async () => {
    await startLeftOrders(bench.deps);
    const order = await bench.deps.database.db
      .selectFrom('orders')
      .select('run_at')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    return order.run_at !== null;
  };
  bench.deps.clock.advance(16 * 60_000);
  await disabledSince(new Date(bench.deps.clock.now()));
  expect(await isStarted()).toBe(false);
  await disabledSince(null);
  bench.deps.clock.advance(8 * 24 * 3_600_000);
  expect(await isStarted()).toBe(false);
  bench.deps.clock.advance(-2 * 24 * 3_600_000);
  expect(await isStarted()).toBe(true);
});
