import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, type IncomingMessage, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, expect, it, vi } from 'vitest';
import { parseConfig } from './config.ts';
import { prepareDataFolder } from './platform/test-data-folder.ts';
import { startServer } from './serve.ts';

afterEach(() => vi.useRealTimers());

it('keeps connections longer than a proxy does, and still stops at once', async () => {
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
  const asked = request(`${server.url}/functions/v1/missing-page`, {
    agent,
    method: 'POST',
    headers: { 'content-length': 13, expect: '100-continue' },
  });
  asked.flushHeaders();
  const answered = once(asked, 'response') as Promise<[IncomingMessage]>;
  // The server has the head of the request, and waits for its body.
  await once(asked, 'continue');
  // Asked before the stop and answered after it: then the connection is one to keep, which nobody needs any more.
  // The timeout that cuts connections never comes: a stop that waits for it hangs.
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  const stopped = server.stop();
  await delay(300);
  asked.end('{"path":"/x"}');
  const [reply] = await answered;
  expect([reply.statusCode, reply.headers['keep-alive']]).toEqual([200, 'timeout=75']);
  reply.resume();
  await stopped;
  agent.destroy();
  rmSync(folder, { recursive: true });
});
