// On PostgreSQL: sign-ups and failed guesses count at once.
import type { Hono } from 'hono';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { MESSAGES } from '#contract/messages.ts';
import { createApp } from '../app.ts';
import type { AppEnv } from '../http/context.ts';
import type { Database } from '../platform/database/db.ts';
import { openTestDatabase } from '../platform/database/test-database.ts';
import { makeTestDeps, type TestDeps } from '../test-deps.ts';
import { changePassword, send, signIn, signUp, TEST_PASSWORD } from './test-requests.ts';

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

async function codes(responses: Promise<Response>[]): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const response of await Promise.all(responses)) {
    const { code = 'ok' } = (await response.json()) as { code?: string };
    const key = `${response.status} ${code}`;
    counts[key] = (counts[key] ?? 0) + 1;
  }
  return counts;
}
const attempts = (count: number, attempt: (i: number) => Promise<Response>) =>
  Array.from({ length: count }, (_, i) => attempt(i));
const GUESSER = '203.0.113.9';

describe('many parallel requests from one address', () => {
  it('sign up and sign in 60 users, each once', async () => {
    const register = (i: number) =>
      send(app, '/auth/v1/signup', { body: { email: `p${i}@example.com`, password: TEST_PASSWORD } });
    expect(await codes(attempts(60, register))).toEqual({ '200 ok': 60 });
    expect(await codes(attempts(60, (i) => signIn(app, `p${i}@example.com`, TEST_PASSWORD)))).toEqual({
      '200 ok': 60,
    });
    const accounts = await database.db
      .selectFrom('accounts')
      .select((eb) => [
        eb.fn.countAll<number>().as('n'),
        eb.fn.min('balance').as('least'),
        eb.fn.max('balance').as('most'),
      ])
      .executeTakeFirstOrThrow();
    expect(accounts).toEqual({ n: 60, least: 1000, most: 1000 });
    const entries = await database.db.selectFrom('credit_entries').select('amount').execute();
    expect(entries).toHaveLength(60);
    expect(new Set(entries.map(({ amount }) => amount))).toEqual(new Set([1000]));
  });

  it('create one account per email address', async () => {
    const same = (i: number) =>
      send(app, '/auth/v1/signup', {
        body: { email: i % 2 ? 'Same@Example.com ' : 'same@example.com', password: TEST_PASSWORD },
      });
    expect(await codes(attempts(30, same))).toEqual({ '200 ok': 1, '422 user_already_exists': 29 });
    expect(await database.db.selectFrom('accounts').select('balance').execute()).toEqual([{ balance: 1000 }]);
    expect(await database.db.selectFrom('credit_entries').select('amount').execute()).toHaveLength(1);
  });
});

describe('password guessing', () => {
  it('is limited to ten attempts from an address in 15 minutes, then to one in 30 seconds', async () => {
    await signUp(app, 'ada@example.com');
    expect(await codes(attempts(40, (i) => signIn(app, 'ada@example.com', `guess ${i}`, GUESSER)))).toEqual({
      '400 invalid_credentials': 11,
      '429 over_request_rate_limit': 29,
    });
    const response = await signIn(app, 'ada@example.com', TEST_PASSWORD, GUESSER);
    expect(response.status).toBe(429);
    expect(response.headers.get('retry-after')).toBe('30');
    expect(await response.json()).toMatchObject({ code: 'over_request_rate_limit' });
    deps.clock.advance(30_000);
    expect(await codes(attempts(3, (i) => signIn(app, 'ada@example.com', `slow ${i}`, GUESSER)))).toEqual({
      '400 invalid_credentials': 1,
      '429 over_request_rate_limit': 2,
    });
    deps.clock.advance(30_000);
    expect((await signIn(app, 'ada@example.com', TEST_PASSWORD, GUESSER)).status).toBe(200);
  });

  it('has the same limit for unknown accounts', async () => {
    expect(
      await codes(attempts(14, (i) => signIn(app, 'nobody@example.com', `guess ${i}`, GUESSER))),
    ).toEqual({
      '400 user_not_found': 11,
      '429 over_request_rate_limit': 3,
    });
  });

  it('is limited to 100 failures per IP address (/64 for IPv6) over all accounts', async () => {
    await signUp(app, 'ada@example.com');
    const from = (i: number) => `2001:db8:1:2:${(i + 1).toString(16)}::1`;
    const guesses = attempts(110, (i) => signIn(app, `someone${i}@example.com`, 'guess guess', from(i)));
    expect(await codes(guesses)).toEqual({ '400 user_not_found': 100, '429 over_request_rate_limit': 10 });
    expect((await signIn(app, 'ada@example.com', TEST_PASSWORD, '2001:db8:1:2::77')).status).toBe(429);
    expect((await signIn(app, 'ada@example.com', TEST_PASSWORD, '2001:db8:1:3::77')).status).toBe(200);
  });

  it('does not count successful sign-ins', async () => {
    await signUp(app, 'ada@example.com');
    for (const _ of Array.from({ length: 3 })) {
      await codes(attempts(9, (i) => signIn(app, 'ada@example.com', `typo ${i}`)));
      expect((await signIn(app, 'ada@example.com', TEST_PASSWORD)).status).toBe(200);
    }
    expect(await codes(attempts(30, () => signIn(app, 'ada@example.com', TEST_PASSWORD)))).toEqual({
      '200 ok': 30,
    });
  });

  it('is also limited for password changes in a session', async () => {
    const { access_token: token } = await signUp(app, 'ada@example.com');
    const change = () =>
      send(app, '/auth/v1/user', {
        method: 'PUT',
        token,
        body: { password: TEST_PASSWORD, current_password: TEST_PASSWORD },
      });
    expect(await codes(attempts(12, change))).toEqual({
      '422 same_password': 10,
      '429 over_request_rate_limit': 2,
    });
  });
});

describe('sign-ups', () => {
  it('are limited per hour and IP address', async () => {
    open({ SIGNUPS_PER_HOUR_PER_ADDRESS: '3' });
    const from = (address: string, i: number) =>
      send(app, '/auth/v1/signup', {
        address,
        body: { email: `p${i}-${address}@example.com`.replaceAll(':', '-'), password: TEST_PASSWORD },
      });
    expect(await codes(attempts(5, (i) => from(GUESSER, i)))).toEqual({
      '200 ok': 3,
      '429 over_request_rate_limit': 2,
    });
    expect((await from('198.51.100.1', 9)).status).toBe(200);
    expect((await from(`::ffff:${GUESSER}`, 9)).status).toBe(429);
    deps.clock.advance(3_600_000);
    expect((await from(GUESSER, 9)).status).toBe(200);
    expect(await database.db.selectFrom('rate_limits').select('bucket').execute()).toHaveLength(1);
  });

  it('explain each invalid field', async () => {
    const cases: [object, number, string, string][] = [
      [{ password: TEST_PASSWORD }, 400, 'validation_failed', MESSAGES.auth.fillAllFields],
      [{ email: '', password: TEST_PASSWORD }, 400, 'validation_failed', MESSAGES.auth.fillAllFields],
      [{ email: 'a@example.com' }, 400, 'validation_failed', MESSAGES.auth.fillAllFields],
      [{ email: 'a@example', password: TEST_PASSWORD }, 400, 'validation_failed', MESSAGES.auth.invalidEmail],
      [
        { email: ['a@example.com'], password: TEST_PASSWORD },
        400,
        'validation_failed',
        MESSAGES.auth.invalidEmail,
      ],
      [{ email: 'a@example.com', password: 12345678 }, 400, 'validation_failed', 'Password must be text'],
      [{ email: 'a@example.com', password: '1234567' }, 422, 'weak_password', MESSAGES.auth.shortPassword],
      [
        { email: 'a@example.com', password: ' '.repeat(8) },
        422,
        'weak_password',
        MESSAGES.auth.paddedPassword,
      ],
      ...['ada.lovelace@example.com', ' Ada.Lovelace@Example.com', 'ada.lovelace', 'example.com'].map(
        (password): [object, number, string, string] => [
          { email: 'ada.lovelace@example.com', password },
          422,
          'weak_password',
          MESSAGES.auth.emailPassword,
        ],
      ),
      [{ email: 'a@example.com', password: 'Iloveyou1' }, 422, 'weak_password', MESSAGES.auth.commonPassword],
      [
        { email: 'a@example.com', password: 'x'.repeat(1025) },
        400,
        'validation_failed',
        'Password must be at most 1024 characters',
      ],
      [
        { email: 'a@example.com', password: TEST_PASSWORD, data: { name: ' A ' } },
        400,
        'validation_failed',
        MESSAGES.auth.shortName,
      ],
      [
        { email: 'a@example.com', password: TEST_PASSWORD, data: { name: 7 } },
        400,
        'validation_failed',
        'Name must be text',
      ],
      [
        { email: 'a@example.com', password: TEST_PASSWORD, data: [] },
        400,
        'validation_failed',
        'data must be an object',
      ],
      [
        { email: 'a@example.com', password: TEST_PASSWORD, data: { x: '€'.repeat(1400) } },
        400,
        'validation_failed',
        'data must be at most 4096 bytes of JSON',
      ],
      [
        { email: `${'a'.repeat(250)}@example.com`, password: TEST_PASSWORD },
        400,
        'validation_failed',
        MESSAGES.auth.invalidEmail,
      ],
      [
        { phone: '+12025550100', password: TEST_PASSWORD },
        422,
        'phone_provider_disabled',
        'Phone signups are disabled',
      ],
    ];
    for (const [body, status, code, message] of cases) {
      const response = await send(app, '/auth/v1/signup', { body });
      expect({ status: response.status, ...((await response.json()) as object) }).toMatchObject({
        status,
        code,
        message,
      });
      expect(response.headers.get('x-sb-error-code')).toBe(code);
    }
    expect(await database.db.selectFrom('accounts').select('id').execute()).toEqual([]);
  });
});

describe('a password change during sign-ins', () => {
  it('leaves no session created with the old password', async () => {
    await deps.queue.start();
    const { access_token: token } = await signUp(app, 'ada@example.com');
    const outcomes = await Promise.all([
      ...attempts(8, () => signIn(app, 'ada@example.com', TEST_PASSWORD)),
      changePassword(app, token, 'a new password'),
    ]);
    expect(outcomes.at(-1)?.status).toBe(200);
    const { n } = await database.db
      .selectFrom('sessions')
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow();
    expect(n).toBe(1);
    expect((await send(app, '/auth/v1/user', { token })).status).toBe(200);
    await deps.queue.stop({ graceful: false });
  });
});
