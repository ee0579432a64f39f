import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { createHostResolver } from '#net/dns.ts';
import { createJsonCaller } from '#net/http/guarded-json.ts';
import { createHunter } from './hunter.ts';
import { createReacher } from './reacher.ts';

const closing: { close(): unknown }[] = [];
afterEach(async () => {
  for (const part of closing.splice(0).reverse()) await part.close();
});

interface RecordedRequest {
  method: string;
  path: string;
  headers: IncomingMessage['headers'];
  body: string;
}

/** Starts a service on loopback that returns these responses in order and repeats the last one. */
async function service(...answers: ((response: ServerResponse) => void)[]) {
  const requests: RecordedRequest[] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    requests.push({ method: request.method ?? '', path: request.url ?? '', headers: request.headers, body });
    (answers.length > 1 ? answers.shift() : answers[0])?.(response);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  closing.push({
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  });
  return { requests, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

const json =
  (body: unknown, status = 200) =>
  (response: ServerResponse) => {
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify(body));
  };

function callerFor(allowPrivateNetwork = true) {
  const policy = { allowPrivateNetwork };
  const resolver = createHostResolver({ dnsServers: null, policy });
  const caller = createJsonCaller({ resolver, policy, limitMs: 50_000 });
  closing.push(resolver, caller);
  return caller;
}

const signal = new AbortController().signal;
const hunterSays = (status: string, accept_all = false) => json({ data: { status, accept_all, score: 90 } });

describe('Hunter', () => {
  it.each([
    ['valid', { status: 'deliverable', reason: 'accepted', catchAll: false }],
    ['invalid', { status: 'undeliverable', reason: 'mailbox-missing', catchAll: false }],
    ['accept_all', { status: 'risky', reason: 'accepts-all', catchAll: false }],
    ['disposable', { status: 'risky', reason: 'disposable', catchAll: false }],
    ['webmail', null],
    ['unknown', null],
    ['new status', null],
  ])('maps %s', async (status, answer) => {
    const { url } = await service(hunterSays(status));
    const hunter = createHunter({ caller: callerFor(), apiKey: 'secret', baseUrl: url });
    expect(await hunter.verify('sam@acme.com', signal)).toEqual(answer);
  });

  it('sends the key in a header and polls a running verification', async () => {
    const { url, requests } = await service(json({}, 202), json({}, 202), hunterSays('valid', true));
    const hunter = createHunter({ caller: callerFor(), apiKey: 'secret', baseUrl: url, pollMs: 1 });
    expect(await hunter.verify('sam+x@acme.com', signal)).toMatchObject({ catchAll: true });
    expect(requests).toHaveLength(3);
    expect(requests[0]).toMatchObject({ method: 'GET', path: '/email-verifier?email=sam%2Bx%40acme.com' });
    expect(requests[0]?.headers['x-api-key']).toBe('secret');
  });

  it.each([
    ['a limit', json({ errors: [] }, 429)],
    ['a server error', json({}, 500)],
    ['no JSON', (response: ServerResponse) => response.end('<html>')],
    ['a huge body', (response: ServerResponse) => response.end(`"${'x'.repeat(1_000_000)}"`)],
    ['a broken connection', (response: ServerResponse) => response.destroy()],
    ['an endless verification', json({}, 202)],
  ])('returns null for %s', async (_, answer) => {
    const { url } = await service(answer);
    const hunter = createHunter({ caller: callerFor(), apiKey: 'secret', baseUrl: url, pollMs: 1 });
    expect(await hunter.verify('sam@acme.com', signal)).toBe(null);
  });

  it('is not called inside a private network unless allowed', async () => {
    const { url, requests } = await service(hunterSays('valid'));
    const hunter = createHunter({ caller: callerFor(false), apiKey: 'secret', baseUrl: url });
    expect(await hunter.verify('sam@acme.com', signal)).toBe(null);
    expect(requests).toEqual([]);
  });

  it('stops when the signal aborts', async () => {
    const { url } = await service(() => {});
    const abort = new AbortController();
    const hunter = createHunter({ caller: callerFor(), apiKey: 'secret', baseUrl: url });
    const verifying = hunter.verify('sam@acme.com', abort.signal);
    abort.abort();
    expect(await verifying).toBe(null);
  });
});

describe('Reacher', () => {
  const check = (is_reachable: string, smtp: object = {}, more: object = {}) =>
    json({ input: 'sam@acme.com', is_reachable, smtp, misc: {}, mx: {}, ...more });

  it.each([
    [
      'safe',
      check('safe', { is_catch_all: false }),
      { status: 'deliverable', reason: 'accepted', catchAll: false },
    ],
    ['invalid', check('invalid'), { status: 'undeliverable', reason: 'mailbox-missing', catchAll: null }],
    [
      'disabled',
      check('invalid', { is_disabled: true }),
      { status: 'undeliverable', reason: 'mailbox-disabled', catchAll: null },
    ],
    [
      'without mail',
      check('invalid', {}, { mx: { accepts_mail: false } }),
      { status: 'undeliverable', reason: 'no-mail-server', catchAll: null },
    ],
    [
      'catch-all',
      check('risky', { is_catch_all: true, is_deliverable: true }),
      { status: 'risky', reason: 'accepts-all', catchAll: true },
    ],
    [
      'full',
      check('risky', { has_full_inbox: true }),
      { status: 'risky', reason: 'mailbox-full', catchAll: null },
    ],
    [
      'disposable',
      check('risky', {}, { misc: { is_disposable: true } }),
      { status: 'risky', reason: 'disposable', catchAll: null },
    ],
    [
      'an accepted role address',
      check('risky', { is_deliverable: true, is_catch_all: false }),
      { status: 'deliverable', reason: 'accepted', catchAll: false },
    ],
    [
      'a mailbox that the server calls missing',
      check('invalid', { error: { type: 'SmtpError', message: 'permanent: 5.1.1 User unknown' } }),
      { status: 'undeliverable', reason: 'mailbox-missing', catchAll: null },
    ],
    [
      'a policy block',
      check('invalid', { error: { type: 'SmtpError', message: 'permanent: 5.7.1 Access denied' } }),
      null,
    ],
    ['a block list', check('invalid', { description: 'IpBlacklisted' }), null],
    ['a server that Reacher could not reach', check('invalid', { can_connect_smtp: false }), null],
    ['unknown', check('unknown'), null],
    ['a server error', json({ error: 'x' }, 500), null],
  ])('maps %s', async (_, response, answer) => {
    const { url } = await service(response);
    const reacher = createReacher({ caller: callerFor(), baseUrl: `${url}/`, secret: null });
    expect(await reacher.verify('sam@acme.com', signal)).toEqual(answer);
  });

  it('sends a POST with its secret', async () => {
    const { url, requests } = await service(check('safe'));
    await createReacher({ caller: callerFor(), baseUrl: url, secret: 'token' }).verify(
      'sam@acme.com',
      signal,
    );
    expect(requests[0]).toMatchObject({
      method: 'POST',
      path: '/v1/check_email',
      body: '{"to_email":"sam@acme.com"}',
    });
    expect(requests[0]?.headers).toMatchObject({ authorization: 'token', 'x-reacher-secret': 'token' });
  });
});
