import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, type IncomingMessage, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, expect, it, vi } from 'vitest';
import { parseConfig } from './config.ts';
import { prepareDataFolder } from './platform/database/test-data-folder.ts';
import { startServer } from './serve.ts';

afterEach(() => vi.useRealTimers());

it('keeps connections alive longer than a proxy, and still stops quickly', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'leadwell-serve-'));
  await prepareDataFolder(folder);
  const server = await startServer(
    parseConfig({
      PORT: '0',
      DATA_DIR: folder,
      WORKER: 'none',
      LOG_LEVEL: 'silent',
    }),
  );
  const agent = new Agent({ keepAlive: true });
  const outgoing = request(`${server.url}/functions/v1/missing-page`, {
    agent,
    method: 'POST',
    headers: { 'content-length': 13, expect: '100-continue' },
  });
  outgoing.flushHeaders();
  const responded = once(outgoing, 'response') as Promise<[IncomingMessage]>;
  // The server has the head of the request, and waits for its body.
  await once(outgoing, 'continue');
  // The request starts before the stop and ends after it, which leaves an idle connection.
  // The timeout that cuts connections never comes: a stop that waits for it hangs.
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  const stopped = server.stop();
  await delay(300);
  outgoing.end('{"path":"/x"}');
  const [reply] = await responded;
  expect([reply.statusCode, reply.headers['keep-alive']]).toEqual([200, 'timeout=75']);
  reply.resume();
  await stopped;
  agent.destroy();
  rmSync(folder, { recursive: true });
});
