import { describe, expect, it } from 'vitest';
import { CALLS } from '#contract/calls.ts';
import { type StripeBench, stripeBenchForAll } from '../../../e2e/fixtures/stripe-bench.ts';
import { send } from '../../auth/test-requests.ts';

let world: StripeBench;
stripeBenchForAll((opened) => {
  world = opened;
});

describe('a NUL character', () => {
  it.each([
    ['id', 'customer.created', 'cus_1', 'evt_\0'],
    ['type', 'customer.\0', 'cus_1', 'evt_1'],
  ])('in the %s of a signed event is refused', async (_, type, objectId, id) => {
    const response = await world.deliver(type, objectId, { id });
    expect(response.status).toBe(400);
    expect(await world.bench.database.db.selectFrom('payment_events').select('id').execute()).toEqual([]);
  });

  it.each(
    Object.values(CALLS)
      .filter(({ method }) => method === 'GET')
      .map(({ name }) => name),
  )('in the query of %s is refused', async (name) => {
    const payer = await world.bench.person();
    const { status } = await payer.call(
      `${name}?id=%00&sessionId=%00&before=%00&limit=%00&after=%00&q=%00&database=%00`,
    );
    expect(status).toBe(400);
  });

  it.each([
    ['/auth/v1/token?grant_type=%00', { email: 'a@example.com', password: 'x' }],
    ['/auth/v1/logout?scope=%00', {}],
    ['/auth/v1/signup', { email: 'a@example.com', password: 'long enough\0', data: { name: 'Ada' } }],
    ['/auth/v1/otp', { email: 'a@example.com', data: { note: 'a\0' } }],
    ['/auth/v1/verify', { type: 'email', token_hash: '\0' }],
    ['/functions/v1/missing-page', { path: '/\0' }],
  ])('in a request to %s is refused', async (path, body) => {
    expect((await send(world.bench.app, path, { body })).status).toBe(400);
  });

  it('in a token, a header or a table filter is no failure of the server', async () => {
    const { app } = world.bench;
    const statuses = await Promise.all([
      send(app, '/auth/v1/user', { token: 'a.b%00.c' }),
      send(app, '/rest/v1/tasks?id=eq.%00', { token: 'x' }),
      send(app, '/rest/v1/%00'),
      send(app, '/functions/v1/%00'),
    ]);
    for (const { status } of statuses) expect(status).toBeLessThan(500);
  });
});
