import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { call } from '#contract/call.ts';
import { CallError } from '#contract/errors.ts';
import { createLog } from '../platform/log.ts';
import { createChildRunner } from '../platform/process/child-runner.ts';
import { createBinder } from './bind.ts';
import type { AppEnv } from './context.ts';
import { errorResponse } from './errors.ts';
import { beginRequest } from './request.ts';
import { mountUnknownCalls } from './unknown-calls.ts';

const SAY = call({
  name: 'say',
  method: 'POST',
  summary: 'Repeats a word.',
  scope: 'run',
  maxBodyBytes: 1024,
  input: z.object({ word: z.string().min(1, 'Say a word') }),
  reply: z.object({ word: z.string() }),
});
const LOOK = call({
  name: 'look',
  method: 'GET',
  access: 'public',
  summary: 'Looks.',
  scope: 'none',
  input: z.object({ times: z.coerce.number().int().max(1000) }),
  reply: z.object({ times: z.number() }),
});

function app(log = createLog('silent')): Hono<AppEnv> {
  const hono = new Hono<AppEnv>();
  hono.use(beginRequest(log, { proxies: null }));
  hono.onError(errorResponse);
  const binder = createBinder(hono, {
    publishableKey: 'public-key',
    childRunner: createChildRunner(),
    authenticate: async (token) =>
      token === 'good' ? { accountId: 'account', sessionId: 'session', email: 'a@example.com' } : null,
  });
  binder.signedIn(SAY, async ({ input, idempotencyKey }) => {
    if (input.word === 'boom') throw new Error('secret detail');
    if (input.word === 'wait') throw new CallError('rate_limited', undefined, { retryAfterSeconds: 1.2 });
    return { word: `${input.word}${idempotencyKey ?? ''}` };
  });
  binder.public(LOOK, async ({ input }) => input);
  return hono;
}

it('says where an API key goes that is in another place', async () => {
  for (const name of ['authorization', 'x-api-key', 'apikey'])
    expect(await (await say('{"word":"hi"}', { [name]: 'lwk_a' })).json()).toMatchObject({
      error: {
        code: 'not_authenticated',
        message: 'Send the API key in the header “Authorization: Bearer lwk_...”.',
      },
    });
  expect(await (await say('{"word":"hi"}', {})).json()).toMatchObject({
    error: { message: 'User not authenticated' },
  });
});

it('refuses a field of the query that came twice, because all values but one would be ignored', async () => {
  const reply = await app().request('/functions/v1/look?times=1&times=2');
  expect(reply.status).toBe(400);
  const message = 'Send times only once.';
  expect(await reply.json()).toMatchObject({
    error: { code: 'validation_failed', message, details: { issues: [{ path: 'times', message }] } },
  });
});

it('names the nearest call to one that doesn’t exist', async () => {
  const hono = app();
  hono.use('/functions/v1/*', (_, next) => next());
  mountUnknownCalls(hono, 'https://leads.example');
  const messageOf = async (name: string) =>
    ((await (await hono.request(`/functions/v1/${name}`)).json()) as { error: { message: string } }).error
      .message;
  expect(await messageOf('lok')).toBe(
    'There is no call “lok”. Did you mean /v1/look? All calls are listed at https://leads.example/api.',
  );
  expect(await messageOf('x')).toBe(
    'There is no call “x”. All calls are listed at https://leads.example/api.',
  );
  expect(await messageOf('email-finder')).toBe(
    'There is no call “email-finder”. All calls are listed at https://leads.example/api.',
  );
  const later = await hono.request('/v2/look');
  expect([later.status, await later.json()]).toMatchObject([
    404,
    { error: { message: 'There is no version v2 of the API. Calls are at https://leads.example/v1/' } },
  ]);
});

function say(
  body: string | Uint8Array<ArrayBuffer>,
  headers: Record<string, string> = { authorization: 'Bearer good' },
) {
  return app().request('/functions/v1/say', { method: 'POST', body, headers });
}

describe('a bound call', () => {
  it.each([
    ['{"word":"hi","wrod":"ho"}', 'Unknown field “wrod”. Did you mean “word”?'],
    ['{"Word":"hi"}', 'Unknown field “Word”. Did you mean “word”?'],
    ['{"word":"hi","webhook":{"url":"https://a.com"}}', 'Unknown field “webhook”. Known fields: word.'],
    ['{"word":"hi","constructor":1}', 'Unknown field “constructor”. Known fields: word.'],
  ])('refuses the unknown field of %s', async (body, message) => {
    const response = await say(body);
    expect([response.status, await response.json()]).toMatchObject([400, { error: { message } }]);
  });

  it('refuses an unknown query field', async () => {
    const response = await app().request('/functions/v1/look?times=3&tmies=4');
    expect(await response.json()).toMatchObject({
      error: { message: 'Unknown field “tmies”. Did you mean “times”?' },
    });
  });

  it('names the bound of a field for a number that is beyond all integers', async () => {
    const response = await app().request('/functions/v1/look?times=1e30');
    expect(await response.json()).toMatchObject({
      error: { message: 'times must be at most 1000', details: { issues: [{ path: 'times' }] } },
    });
  });

  it('returns the reply', async () => {
    expect(await (await say('{"word":"hi"}')).json()).toEqual({ word: 'hi' });
    expect(await (await app().request('/functions/v1/look?times=3')).json()).toEqual({ times: 3 });
  });

  it.each<Record<string, string>>([
    {},
    { authorization: 'Bearer public-key' },
    { authorization: 'Bearer forged' },
  ])('checks the session before it reads the body (%o)', async (headers) => {
    const response = await say('not json', headers);
    expect(response.status).toBe(401);
    expect(await response.json()).toMatchObject({
      error: { code: 'not_authenticated', message: 'User not authenticated' },
    });
  });

  it('distinguishes invalid JSON, an invalid field and a large body', async () => {
    expect(await (await say('{"word":')).json()).toMatchObject({ error: { code: 'bad_json' } });
    expect(await (await say('{"word":""}')).json()).toMatchObject({
      error: { code: 'validation_failed', message: 'Say a word', details: { issues: [{ path: 'word' }] } },
    });
    const large = await say(JSON.stringify({ word: 'x'.repeat(2000) }));
    expect(large.status).toBe(413);
    expect(await large.json()).toMatchObject({
      error: { code: 'payload_too_large', message: expect.stringContaining('1 KB') },
    });
  });

  it('refuses a body that isn’t UTF-8, instead of taking other characters for its own', async () => {
    const latin1 = Buffer.from('{"word":"Jos\xe9"}', 'latin1');
    // A surrogate that was encoded by itself, and a character that was cut.
    const surrogate = Buffer.concat([
      Buffer.from('{"word":"'),
      Buffer.of(0xed, 0xa0, 0x80),
      Buffer.from('"}'),
    ]);
    const cut = Buffer.from('{"word":"é"}').subarray(0, 10);
    for (const body of [latin1, surrogate, cut]) {
      const reply = await say(new Uint8Array(body));
      expect([reply.status, await reply.json()]).toMatchObject([
        400,
        { error: { code: 'bad_json', message: expect.stringContaining("isn't in UTF-8") } },
      ]);
    }
    expect(await (await say('\ufeff{"word":"José"}')).json()).toEqual({ word: 'José' });
  });

  it('names the field if the contract has no message, and requires an object', async () => {
    expect(await (await say('{"word":5}')).json()).toMatchObject({
      error: { message: 'word must be text' },
    });
    for (const body of ['null', '[]', '"word"']) {
      expect(await (await say(body)).json()).toMatchObject({
        error: { code: 'validation_failed', message: 'The request body must be a JSON object.' },
      });
    }
  });

  it('rejects other methods with an Allow header', async () => {
    const reply = await app().request('/functions/v1/say', { method: 'GET' });
    expect([reply.status, reply.headers.get('allow')]).toEqual([405, 'POST']);
    expect(await reply.json()).toMatchObject({ error: { code: 'method_not_allowed' } });
    expect((await app().request('/functions/v1/look?times=3', { method: 'HEAD' })).status).toBe(200);
  });

  it('is never cached', async () => {
    expect((await say('{"word":"hi"}')).headers.get('cache-control')).toBe('no-store');
  });

  it('passes on the Idempotency-Key and rejects an invalid one', async () => {
    const headers = { authorization: 'Bearer good', 'idempotency-key': '-k1' };
    expect(await (await say('{"word":"hi"}', headers)).json()).toEqual({ word: 'hi-k1' });
    expect((await say('{"word":"hi"}', { ...headers, 'idempotency-key': 'k'.repeat(256) })).status).toBe(400);
  });

  it('hides unexpected errors from the caller and returns a request id', async () => {
    const response = await say('{"word":"boom"}');
    const body = JSON.stringify(await response.json());
    expect(response.status).toBe(500);
    expect(body).not.toContain('secret detail');
    expect(body).toContain(response.headers.get('x-request-id'));
  });

  it('sends Retry-After', async () => {
    const response = await say('{"word":"wait"}');
    expect([response.status, response.headers.get('retry-after')]).toEqual([429, '2']);
  });

  it('logs no error when a client disconnects during its request', async () => {
    const lines: { level: string; msg: string }[] = [];
    const log = createLog('info', { destination: { write: (line) => void lines.push(JSON.parse(line)) } });
    const server = serve({ fetch: app(log).fetch, port: 0, hostname: '127.0.0.1' });
    await once(server, 'listening');
    const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
    client.write(
      'POST /functions/v1/say HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer good\r\nContent-Length: 100\r\n\r\n{',
    );
    server.once('request', () => setTimeout(() => client.destroy(), 100));
    await expect.poll(() => lines.map(({ msg }) => msg)).toContain('client disconnected');
    expect(lines.filter(({ level }) => level === 'error' || level === 'fatal')).toEqual([]);
    server.close();
  });
});
