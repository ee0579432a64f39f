import type { AddressInfo } from 'node:net';
import { serve } from '@hono/node-server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApp } from '../app.ts';
import { type Caller, newCaller } from '../auth/test-caller.ts';
import { openTaskBench, type TaskBench } from '../tasks/test-tasks.ts';
import { SESSIONS_PER_ACCOUNT } from './sessions.ts';

let bench: TaskBench;
let server: ReturnType<typeof serve>;
let url: string;
let ada: Caller;
let bob: Caller;
const stopping = new AbortController();
beforeAll(async () => {
  bench = await openTaskBench();
  const app = createApp({ ...bench.deps, stopping: stopping.signal });
  ada = await newCaller(app);
  bob = await newCaller(app);
  const list = { name: 'Only Ada’s', columns: [{ name: 'Website' }] };
  expect((await ada.post('list-create', list)).status).toBe(200);
  server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' });
  await new Promise((resolve) => server.once('listening', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`;
});
afterAll(async () => {
  server.close();
  await bench.close();
});

function send(
  token: string,
  init: { method?: string; session?: string | null; body?: object; encoding?: BufferEncoding },
) {
  const { method = 'POST', session, body, encoding = 'utf8' } = init;
  return fetch(url, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      accept: 'application/json, text/event-stream',
      'content-type': 'application/json',
      ...(session ? { 'mcp-session-id': session, 'mcp-protocol-version': '2025-11-25' } : {}),
    },
    ...(body
      ? { body: new Uint8Array(Buffer.from(JSON.stringify({ jsonrpc: '2.0', ...body }), encoding)) }
      : {}),
  });
}

/** Opens a session. Returns its ID. */
async function openSession({ token }: Caller): Promise<string> {
  const clientInfo = { name: 'test', version: '1.0.0' };
  const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo };
  const reply = await send(token, { body: { id: 0, method: 'initialize', params } });
  await reply.text();
  return reply.headers.get('mcp-session-id') ?? '';
}

/** What a tool says of an account's lists, in a session or after it. */
async function listsSaid(token: string, session: string): Promise<string> {
  const params = { name: 'lists', arguments: {} };
  return (await send(token, { session, body: { id: 1, method: 'tools/call', params } })).text();
}

/** Whether a session is open: only then it has a stream besides its requests. */
async function hasStream(token: string, session: string): Promise<boolean> {
  const reply = await send(token, { method: 'GET', session });
  await reply.body?.cancel();
  return reply.status === 200;
}

describe('a session of an assistant', () => {
  it('makes each call with the token of its request', async () => {
    const session = await openSession(ada);
    expect(await listsSaid(ada.token, session)).toContain('Only Ada’s');
    expect((await send('leadwell_wrong', { session, body: { id: 2, method: 'tools/list' } })).status).toBe(
      401,
    );
    // Another account's request is answered for that account, and has no part in the session.
    expect(await listsSaid(bob.token, session)).not.toContain('Only Ada’s');
    expect(await hasStream(bob.token, session)).toBe(false);
    expect(await hasStream(ada.token, session)).toBe(true);
  });

  it('that its client ended is gone, and one that is unknown here is answered without it', async () => {
    const session = await openSession(ada);
    expect((await send(ada.token, { method: 'DELETE', session })).status).toBe(200);
    const after = await send(ada.token, { session, body: { id: 1, method: 'tools/list' } });
    expect([after.status, await after.json()]).toMatchObject([404, { error: { code: -32_001 } }]);
    expect(await listsSaid(ada.token, crypto.randomUUID())).toContain('Only Ada’s');
  });

  it('makes room for others of its account only', async () => {
    const ofBob = await openSession(bob);
    const first = await openSession(ada);
    const second = await openSession(ada);
    for (let more = 0; more < SESSIONS_PER_ACCOUNT - 2; more += 1) await openSession(ada);
    await listsSaid(ada.token, first);
    await openSession(ada);
    expect(await hasStream(ada.token, second)).toBe(false);
    expect(await hasStream(ada.token, first)).toBe(true);
    expect(await hasStream(bob.token, ofBob)).toBe(true);
    expect(await listsSaid(ada.token, second)).toContain('Only Ada’s');
  });

  it('takes nothing that isn’t UTF-8, and neither does a request without one', async () => {
    const session = await openSession(ada);
    const params = { name: 'start', arguments: { kind: 'companies', items: ['Café Muñoz'] } };
    for (const each of [session, null]) {
      const body = { id: 1, method: 'tools/call', params };
      const reply = await send(ada.token, { session: each, body, encoding: 'latin1' });
      expect([reply.status, await reply.json()]).toMatchObject([400, { error: { code: -32_700 } }]);
      expect(await (await send(ada.token, { session: each, body })).text()).toContain('cost_at_most');
    }
    const initialize = { id: 0, method: 'initialize', params: { name: 'é' } };
    const reply = await send(ada.token, { body: initialize, encoding: 'latin1' });
    expect([reply.status, await reply.json()]).toMatchObject([400, { error: { code: -32_700 } }]);
  });

  it('says what is wrong with a value that nothing can store, or that is nested too deep', async () => {
    const deep = (levels: number): object => (levels === 0 ? {} : { a: deep(levels - 1) });
    for (const [filters, message] of [
      [deep(4000), 'more than 32 levels deep. Correct the input'],
      [{ includeJobTitles: ['a\0'] }, 'must not contain NUL'],
    ] as const) {
      const params = { name: 'lead_count', arguments: { database: 'apollo', filters } };
      const reply = await send(ada.token, { body: { id: 1, method: 'tools/call', params } });
      expect(await reply.text()).toContain(message);
    }
  });

  it('doesn’t keep the server from stopping', async () => {
    const session = await openSession(ada);
    const stream = await send(ada.token, { method: 'GET', session });
    expect(stream.status).toBe(200);
    stopping.abort();
    await stream.text();
    expect(await hasStream(ada.token, session)).toBe(false);
  });
});
