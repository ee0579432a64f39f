// On PostgreSQL: servers and workers start while it doesn't answer.
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parseConfig } from './config.ts';
import type { Database } from './platform/database/db.ts';
import { openTestDatabase } from './platform/database/test-database.ts';
import { startTestProxy, type TestProxy } from './platform/database/test-proxy.ts';
import { startServer } from './serve.ts';
import { openDeps } from './server-deps.ts';

let dataDir: string;
let database: Database;
let url: string;
let proxy: TestProxy;

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  await new Promise((resolve) => probe.close(resolve));
  return port;
}

const configOf = (settings: Record<string, string>) =>
  parseConfig({
    DATA_DIR: dataDir,
    DATABASE_URL: proxy.through(url),
    DATABASE_TIMEOUT_MS: '500',
    AUTH_SECRET: 'a secret of the tests, 32 characters',
    LOG_LEVEL: 'silent',
    PORT_25_TEST: '0',
    ...settings,
  });

describe.runIf(process.env.TEST_POSTGRES_URL)('while PostgreSQL does not answer', () => {
  beforeEach(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'leadwell-waits-'));
    database = await openTestDatabase();
    if (database.kind.engine !== 'postgres') throw new Error('not on PostgreSQL');
    url = database.kind.url;
    proxy = await startTestProxy(url);
  });
  afterEach(async () => {
    await proxy.close();
    await database.close();
    rmSync(dataDir, { recursive: true });
  });

  it.each(['refuse', 'silenceAll'] as const)(
    'a server is not ready, refuses calls, and starts once it answers: %s',
    async (fault) => {
      proxy[fault]();
      const port = await freePort();
      const starting = startServer(configOf({ PORT: `${port}`, DATABASE_TIMEOUT_MS: '500' }));
      const base = `http://127.0.0.1:${port}`;
      const ready = () =>
        fetch(`${base}/readyz`).then(
          ({ status }) => status,
          () => null,
        );
      await expect.poll(ready).toBe(503);
      expect((await fetch(`${base}/healthz`)).status).toBe(200);
      const call = await fetch(`${base}/functions/v1/public-config`);
      expect([call.status, call.headers.get('retry-after')]).toEqual([503, '5']);
      proxy.restore();
      const server = await starting;
      // On a busy machine, a check of the database can take longer than it may.
      await expect.poll(ready).toBe(200);
      await server.stop();
    },
  );

  it('a worker waits, and ends when it is stopped meanwhile', async () => {
    proxy.refuse();
    const stopping = new AbortController();
    const opening = openDeps(configOf({}), stopping.signal, { migrations: 'wait' });
    stopping.abort();
    await expect(opening).rejects.toThrow('Stopped before the database answered.');
    const waiting = openDeps(configOf({}), new AbortController().signal, { migrations: 'wait' });
    proxy.restore();
    await (await waiting).close();
  });

  it('a server ends at once if the database does not exist, and a command if there is no answer', async () => {
    const missing = proxy.through(url).replace(/[^/]+$/, 'missing');
    await expect(startServer(configOf({ PORT: '0', DATABASE_URL: missing }))).rejects.toThrow(
      /Cannot connect to the database of DATABASE_URL: .*missing/,
    );
    proxy.refuse();
    await expect(openDeps(configOf({}))).rejects.toThrow(/Cannot connect to the database/);
  });
});
