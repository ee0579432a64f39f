// On PostgreSQL: sign-ins count at once.
import type { Hono } from 'hono';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createApp } from '../app.ts';
import type { AppEnv } from '../http/context.ts';
import type { Database } from '../platform/database/db.ts';
import { openTestDatabase } from '../platform/database/test-database.ts';
import { makeTestDeps, type TestDeps } from '../test-deps.ts';
import { hashesMade } from './password.ts';
import { countOutcomes, send, signIn, signUp, TEST_PASSWORD } from './test-requests.ts';

const VICTIM = 'ada@example.com';
const LIMITED = '429 over_request_rate_limit';

let database: Database;
let deps: TestDeps;
let app: Hono<AppEnv>;
function open(environment: Record<string, string> = {}): void {
  deps = makeTestDeps(database, { environment });
  app = createApp(deps);
}
beforeEach(async () => {
  database = await openTestDatabase();
  open();
});
afterEach(() => database.close());

/** Runs `attack` and returns how many hashes it cost. */
async function countHashes(attack: () => Promise<unknown>): Promise<number> {
  const before = hashesMade();
  await attack();
  return hashesMade() - before;
}
const times = (count: number, one: (i: number) => Promise<Response>) =>
  Array.from({ length: count }, (_, i) => one(i));

async function sessions(): Promise<string[]> {
  return (await database.db.selectFrom('sessions').select('id').execute()).map(({ id }) => id);
}

describe('a flood of valid sign-ins', () => {
  it('by one account costs at most 60 hashes, and leaves at most SESSIONS_PER_ACCOUNT sessions', async () => {
    open({ SESSIONS_PER_ACCOUNT: '5' });
    const first = await signUp(app, VICTIM);
    deps.clock.advance(1000);
    let outcomes: Record<string, number> = {};
    const hashes = await countHashes(async () => {
      outcomes = await countOutcomes(times(100, () => signIn(app, VICTIM, TEST_PASSWORD)));
    });
    expect(outcomes).toEqual({ '200 ok': 60, [LIMITED]: 40 });
    expect(hashes).toBe(60);
    expect(await sessions()).toHaveLength(5);
    // The oldest session ended.
    expect((await send(app, '/auth/v1/user', { token: first.access_token })).status).toBe(403);
  });

  it('by one account from many addresses gets 60 sessions', async () => {
    await signUp(app, VICTIM);
    const flood = times(100, (i) => signIn(app, VICTIM, TEST_PASSWORD, `198.51.100.${i}`));
    expect(await countOutcomes(flood)).toEqual({ '200 ok': 60, [LIMITED]: 40 });
    expect(await sessions()).toHaveLength(50);
    const more = () => countOutcomes(times(20, (i) => signIn(app, VICTIM, TEST_PASSWORD, `203.0.113.${i}`)));
    expect(await countHashes(more)).toBe(0);
  });

  it('from one address costs as many hashes as SIGN_INS_PER_QUARTER_HOUR_PER_ADDRESS', async () => {
    open({ SIGN_INS_PER_QUARTER_HOUR_PER_ADDRESS: '20' });
    const flood = () => countOutcomes(times(100, (i) => signIn(app, `p${i}@example.com`, 'guess guess')));
    expect(await countHashes(flood)).toBe(20);
  });

  it('ends the session that was unused for the longest time', async () => {
    open({ SESSIONS_PER_ACCOUNT: '2' });
    const { refresh_token } = await signUp(app, VICTIM);
    deps.clock.advance(60_000);
    const second = await signIn(app, VICTIM, TEST_PASSWORD);
    const { access_token: token } = (await second.json()) as { access_token: string };
    deps.clock.advance(60_000);
    const refreshed = await send(app, '/auth/v1/token?grant_type=refresh_token', { body: { refresh_token } });
    const { access_token: kept } = (await refreshed.json()) as { access_token: string };
    deps.clock.advance(60_000);
    await signIn(app, VICTIM, TEST_PASSWORD);
    expect((await send(app, '/auth/v1/user', { token })).status).toBe(403);
    expect((await send(app, '/auth/v1/user', { token: kept })).status).toBe(200);
  });
});

describe('wrong passwords of a stranger', () => {
  it('from one address do not keep the owner out, anywhere', async () => {
    await signUp(app, VICTIM);
    await countOutcomes(times(100, (i) => signIn(app, VICTIM, `guess ${i}`, '203.0.113.9')));
    expect((await signIn(app, VICTIM, TEST_PASSWORD)).status).toBe(200);
    expect((await signIn(app, VICTIM, TEST_PASSWORD, '198.51.100.7')).status).toBe(200);
  });

  it('from many addresses are slowed down together, and delay the owner only at new addresses', async () => {
    await signUp(app, VICTIM);
    const guess = (i: number) => signIn(app, VICTIM, `guess ${i}`, `203.0.113.${i}`);
    expect(await countOutcomes(times(100, guess))).toEqual({
      '400 invalid_credentials': 21,
      [LIMITED]: 79,
    });
    expect((await signIn(app, VICTIM, TEST_PASSWORD)).status).toBe(200);
    const elsewhere = await signIn(app, VICTIM, TEST_PASSWORD, '198.51.100.7');
    expect([elsewhere.status, elsewhere.headers.get('retry-after')]).toEqual([429, '10']);
    deps.clock.advance(10_000);
    expect((await signIn(app, VICTIM, TEST_PASSWORD, '198.51.100.7')).status).toBe(200);
    // The address is known now.
    await countOutcomes(times(100, guess));
    expect((await signIn(app, VICTIM, TEST_PASSWORD, '198.51.100.7')).status).toBe(200);
  });

  it('on other accounts do not keep out people at the same address', async () => {
    await signUp(app, VICTIM);
    await countOutcomes(times(130, (i) => signIn(app, `p${i}@example.com`, 'guess guess')));
    expect((await signIn(app, VICTIM, TEST_PASSWORD)).status).toBe(200);
  });

  it('make an address known only if they are right', async () => {
    await signUp(app, VICTIM);
    await signIn(app, VICTIM, 'guess guess', '203.0.113.9');
    expect(await database.db.selectFrom('known_addresses').select('address').execute()).toEqual([
      { address: '192.0.2.1' },
    ]);
  });
});

describe('a stolen session', () => {
  it('cannot set a new password without the current one', async () => {
    await deps.queue.start();
    const { access_token: token } = await signUp(app, VICTIM);
    const change = (body: object) => send(app, '/auth/v1/user', { method: 'PUT', token, body });
    expect(await countOutcomes([change({ password: 'a new password' })])).toEqual({
      '400 reauthentication_needed': 1,
    });
    expect(
      await countOutcomes([change({ password: 'a new password', current_password: 'guess guess' })]),
    ).toEqual({ '400 invalid_credentials': 1 });
    expect((await signIn(app, VICTIM, TEST_PASSWORD)).status).toBe(200);
    expect(
      await countOutcomes([change({ password: 'a new password', current_password: TEST_PASSWORD })]),
    ).toEqual({ '200 ok': 1 });
    await deps.queue.stop({ graceful: false });
  });
});
