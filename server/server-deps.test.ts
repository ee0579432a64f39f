import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { openTestDatabase } from './platform/database/test-database.ts';
import { makeTestDeps } from './test-deps.ts';

it('opens Apollo once and closes it with the server', async () => {
  const apollo = createServer((_request, response) => {
    response.setHeader('content-type', 'application/json').end('{"people":[],"total_entries":0}');
  }).listen(0, '127.0.0.1');
  // Without keep-alive timeout, only our side closes the connection.
  apollo.keepAliveTimeout = 0;
  await once(apollo, 'listening');
  const connections = () =>
    new Promise<number>((resolve) => apollo.getConnections((_error, count) => resolve(count)));
  const deps = makeTestDeps(await openTestDatabase(), {
    environment: {
      APOLLO_API_KEY: 'test key',
      APOLLO_API_BASE: `http://127.0.0.1:${(apollo.address() as AddressInfo).port}`,
      ALLOW_PRIVATE_NETWORK: '1',
    },
  });
  const api = deps.apollo;
  await api?.search([], { number: 1, size: 1 });
  await api?.search([], { number: 2, size: 1 });
  expect(await connections()).toBeGreaterThan(0);
  await deps.close();
  await expect.poll(connections).toBe(0);
  apollo.close();
});

it('opens no Apollo client without a key', async () => {
  const deps = makeTestDeps(await openTestDatabase());
  expect(deps.apollo).toBeNull();
  await deps.close();
});
