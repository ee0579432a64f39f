import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { Leadwell, LeadwellError } from './client.ts';
import { callsSource, clientDocument, hashLine } from './generate.ts';

const TASK = '3f1c2b9e-5d0a-4c1e-9a57-2b8e6f0d4a11';

interface Sent {
  method: string;
  url: string;
  headers: Headers;
  body: unknown;
}

/** A client whose server gives these answers in order, and what was sent and waited. An Error is a lost answer. */
function against(answers: readonly (Response | Error)[], retries?: number) {
  const sent: Sent[] = [];
  const pauses: number[] = [];
  const client = new Leadwell({
    url: 'https://leads.acme.com',
    key: 'lwk_secret',
    ...(retries === undefined ? {} : { retries }),
    pause: async (ms) => {
      pauses.push(ms);
    },
    fetch: async (url, init) => {
      const answer = answers[sent.length];
      sent.push({
        method: init?.method ?? '',
        url: String(url),
        headers: new Headers(init?.headers),
        body: init?.body === undefined ? undefined : JSON.parse(String(init.body)),
      });
      if (!(answer instanceof Response)) throw answer ?? new Error('no more answers');
      return answer;
    },
  });
  return { client, sent, pauses };
}

const ok = (body: object, status = 200) => Response.json(body, { status });
/** An answer that ends in the middle of its body. */
const cut = (status = 200) =>
  new Response(
    new ReadableStream({
      start(controller) {
        controller.enqueue(new TextEncoder().encode('{"id":'));
        controller.error(new TypeError('terminated'));
      },
    }),
    { status },
  );
const refusal = (status: number, code: string, retryAfter?: string) =>
  Response.json(
    { error: { code, message: `It is ${code}.`, request_id: 'r1' } },
    { status, ...(retryAfter ? { headers: { 'retry-after': retryAfter } } : {}) },
  );

it('is made from the present OpenAPI document; if not, run `node integrations/typescript/generate.ts`', () => {
  const document = clientDocument();
  const text = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8');
  expect(text('calls.ts')).toBe(callsSource(document));
  expect(text('schema.ts').startsWith(hashLine(document))).toBe(true);
});

describe('a call', () => {
  it('sends its key, its query or its body', async () => {
    const { client, sent } = against([ok({}), ok({})]);
    await client.call('list-rows', { id: TASK, search: 'a b', limit: 5 });
    await client.call('task-cancel', { id: TASK });
    expect(sent.map(({ method, url, body }) => [method, url, body])).toEqual([
      ['GET', `https://leads.acme.com/v1/list-rows?id=${TASK}&search=a+b&limit=5`, undefined],
      ['POST', 'https://leads.acme.com/v1/task-cancel', { id: TASK }],
    ]);
    expect(sent[0]?.headers.get('authorization')).toBe('Bearer lwk_secret');
    expect(sent[0]?.headers.has('idempotency-key')).toBe(false);
  });

  it('that can cost credits is sent again with the same key, until its answer arrives', async () => {
    const { client, sent, pauses } = against([
      new Error('reset'),
      refusal(502, 'unavailable'),
      refusal(409, 'conflict', '1'),
      refusal(429, 'rate_limited', '7'),
      ok({ id: TASK }, 202),
    ]);
    expect(await client.start('website-extraction', { urls: ['acme.com'] })).toEqual({ id: TASK });
    const keys = sent.map(({ headers }) => headers.get('idempotency-key'));
    expect([sent.length, new Set(keys).size]).toEqual([5, 1]);
    expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/);
    expect(sent[0]?.headers.get('prefer')).toBe('respond-async');
    expect(pauses.slice(2)).toEqual([1000, 7000]);
    // Each pause is about twice as long as the one before.
    expect(pauses[0]).toBeGreaterThanOrEqual(250);
    expect(pauses[1]).toBeGreaterThanOrEqual(500);
    expect(pauses[1]).toBeLessThanOrEqual(1500);
  });

  it.each([
    ['list-create', { name: 'Bakeries', columns: [{ name: 'Company' }] }],
    ['list-add-rows', { id: TASK, rows: [{ Company: 'Acme' }] }],
    ['list-edit', { id: TASK, add: [{ Company: 'Acme' }] }],
  ] as const)('of %s is sent again with the key of the program', async (name, input) => {
    const { client, sent } = against([refusal(503, 'request_timeout', '2'), cut(), ok({ id: TASK })]);
    expect(await client.call(name, input as never, { idempotencyKey: 'once' })).toEqual({ id: TASK });
    expect(sent.map(({ headers }) => headers.get('idempotency-key'))).toEqual(['once', 'once', 'once']);
  });

  it('that changes something, and takes no key, is only sent again if the server did not work it', async () => {
    const undo = { id: TASK, edit: TASK };
    const waiting = against([refusal(429, 'rate_limited', '2'), ok({})]);
    await waiting.client.call('list-undo', undo);
    expect(waiting.pauses).toEqual([2000]);
    for (const lost of [
      new Error('reset'),
      cut(),
      refusal(500, 'internal'),
      refusal(503, 'request_timeout', '2'),
    ]) {
      const { client, sent } = against([lost, ok({})]);
      await expect(client.call('list-undo', undo)).rejects.toBeInstanceOf(LeadwellError);
      expect(sent).toHaveLength(1);
    }
  });

  it('is sent again if the connection is cut in the middle of the answer', async () => {
    const started = against([cut(202), ok({ id: TASK }, 202)]);
    expect(await started.client.start('website-extraction', { urls: ['acme.com'] })).toEqual({ id: TASK });
    expect(new Set(started.sent.map(({ headers }) => headers.get('idempotency-key'))).size).toBe(1);
    const { client } = against([cut()], 0);
    await expect(client.call('balance', {})).rejects.toMatchObject({ code: 'no_answer', status: 0 });
  });

  it('is not sent again if its answer is complete and no JSON', async () => {
    const { client, sent } = against([new Response('<!doctype html>'), ok({})]);
    await expect(client.call('balance', {})).rejects.toMatchObject({
      code: 'not_json',
      status: 200,
      message: "The answer of https://leads.acme.com isn't JSON. Check the address of the server.",
    });
    expect(sent).toHaveLength(1);
  });

  it.each([
    ['validation_failed', 400],
    ['not_authenticated', 401],
    ['access_denied', 402],
    ['conflict', 409],
    ['quota_exceeded', 429],
  ])('is not sent again after %s', async (code, status) => {
    const { client, sent } = against([refusal(status, code), ok({})]);
    const call = client.start('website-extraction', { urls: ['acme.com'] });
    await expect(call).rejects.toMatchObject({ code, status, message: `It is ${code}.`, requestId: 'r1' });
    expect(sent).toHaveLength(1);
  });

  it('ends after its retries, and at once when it is aborted', async () => {
    const lost = Array.from({ length: 9 }, () => new Error('reset'));
    const given = against(lost, 2);
    await expect(given.client.call('balance', {})).rejects.toMatchObject({ code: 'no_answer', status: 0 });
    expect(given.sent).toHaveLength(3);
    const aborted = against(lost);
    const signal = AbortSignal.abort(new Error('stopped'));
    await expect(aborted.client.call('balance', {}, { signal })).rejects.toThrow('reset');
    expect(aborted.sent).toHaveLength(1);
  });
});

describe('an iterator', () => {
  it('reads pages until there is no next one', async () => {
    const row = (position: number) => ({ position, input: 'a', key: 'k', charge: 1, row: {} });
    const { client, sent } = against([
      ok({ rows: [row(0), row(1)], next: 1 }),
      ok({ rows: [], next: 5 }),
      ok({ rows: [row(6)], next: null }),
    ]);
    const positions: number[] = [];
    for await (const { position } of client.rows(TASK)) positions.push(position);
    expect(positions).toEqual([0, 1, 6]);
    expect(sent.map(({ url }) => new URL(url).searchParams.get('after'))).toEqual(['-1', '1', '5']);
  });

  it('waits for a task until it ends', async () => {
    const states = ['queued', 'processing', 'cancelled'];
    const { client, sent } = against(states.map((status) => ok({ id: TASK, status })));
    const seen: string[] = [];
    const task = await client.wait(TASK, { onProgress: ({ status }) => seen.push(status) });
    expect([task.status, seen]).toEqual(['cancelled', states]);
    expect(sent[0]?.url).toBe(`https://leads.acme.com/v1/task?id=${TASK}&wait=50`);
  });
});
