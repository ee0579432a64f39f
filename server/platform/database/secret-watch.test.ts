// On PostgreSQL: another process changes the secret there.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createApp } from '../../app.ts';
import { send } from '../../auth/test-requests.ts';
import { makeTestDeps, type TestDeps } from '../../test-deps.ts';
import { OLD_SIGNS_MS, requireAuthSecret } from './auth-secret.ts';
import { watchSecret } from './secret-watch.ts';
import { openTestDatabase } from './test-database.ts';

const FIRST = 'the first secret of the tests, long enough';
const SECOND = 'the second secret of the tests, long enough';

let deps: TestDeps;
beforeEach(async () => {
  deps = makeTestDeps(await openTestDatabase(), { secrets: { authSecret: FIRST } });
  await requireAuthSecret(deps.database.db, FIRST);
});
afterEach(() => deps.close());

describe.runIf(process.env.TEST_POSTGRES_URL)('a process with the secret from before', () => {
  it('says until when it can go on, and takes no more work then', async () => {
    const onReplaced = vi.fn<() => void>();
    const [warned, failed] = [vi.spyOn(deps.log, 'warn'), vi.spyOn(deps.log, 'error')];
    const stop = watchSecret(deps, onReplaced, 5);
    await requireAuthSecret(deps.database.db, SECOND, FIRST);
    await vi.waitFor(() => expect(warned).toHaveBeenCalledTimes(1));
    expect(warned.mock.calls[0]?.[0]).toHaveProperty('until');
    expect(onReplaced).not.toHaveBeenCalled();
    deps.clock.advance(OLD_SIGNS_MS);
    await vi.waitFor(() => expect(onReplaced).toHaveBeenCalledTimes(1));
    expect([warned.mock.calls.length, failed.mock.calls.length]).toEqual([1, 1]);
    await stop();
  });

  it('is the only one that stops', async () => {
    const onReplaced = vi.fn<() => void>();
    await requireAuthSecret(deps.database.db, SECOND, FIRST);
    deps.clock.advance(2 * OLD_SIGNS_MS);
    const changed = { ...deps, secrets: { authSecret: SECOND } };
    const forgotten = vi.fn<() => void>();
    const stops = [watchSecret(changed, onReplaced, 5), watchSecret(deps, forgotten, 5)];
    await vi.waitFor(() => expect(forgotten).toHaveBeenCalledTimes(1));
    for (const stop of stops) await stop();
    expect(onReplaced).not.toHaveBeenCalled();
  });
});

it('answers no calls and is not ready once the others sign with a secret that it does not know', async () => {
  const app = createApp(deps);
  deps.availability.set('replaced', true);
  const reply = await send(app, '/functions/v1/account', { token: 'any' });
  expect([reply.status, reply.headers.get('retry-after')]).toEqual([503, '5']);
  const ready = await app.request('/readyz');
  expect([ready.status, await ready.json()]).toEqual([
    503,
    { ok: false, database: 'used with another AUTH_SECRET' },
  ]);
});
