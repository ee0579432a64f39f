// On PostgreSQL: several processes share the result.
import { expect, it, vi } from 'vitest';
import { openTestDatabase } from '#server/platform/database/test-database.ts';
import { makeTestDeps } from '#server/test-deps.ts';
import { startMailWorld } from '../../../e2e/fixtures/mail-world/mail-world.ts';
import { WAIT } from '../../../e2e/fixtures/wait.ts';
import { mailReach, watchMailReach } from './mail-reach.ts';

it.each([
  ['dead', 'blocked', true],
  ['live', 'open', false],
] as const)(
  'with %s servers of large providers port 25 is %s',
  async (host, port25, blocked) => {
    const world = await startMailWorld([
      { name: 'gmail.com', about: 'a large provider', mailboxes: [], hosts: [host] },
      // The world needs a listening server to have a port.
      { name: 'other.com', about: 'never contacted', mailboxes: [] },
    ]);
    const database = await openTestDatabase();
    const deps = makeTestDeps(database, {
      environment: {
        DNS_SERVERS: world.dnsServer,
        SMTP_PORT: String(world.port),
        ALLOW_PRIVATE_NETWORK: '1',
        PORT_25_TEST: '1',
        HUNTER_API_KEY: 'key',
      },
    });
    const watch = watchMailReach(deps);
    await vi.waitFor(
      async () => expect(await mailReach(deps)).toEqual({ port25, outside: ['hunter'] }),
      WAIT,
    );
    expect(watch.blocked()).toBe(blocked);
    await watch.stop();
    expect(world.log('other.com').sessions).toEqual([]);
    await database.close();
    await world.close();
  },
  30_000,
);
