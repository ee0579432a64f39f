import { expect, it } from 'vitest';
import { COLLECT_CALLS } from '#contract/collect.ts';
import type { ErrorBody, ErrorCode } from '#contract/errors.ts';
import { leadwellServer } from './leadwell-client.ts';

/** A fetch that returns this response and notes the request. */
function replying(status: number, body: unknown, headers: Record<string, string> = {}) {
  const requests: Request[] = [];
  const send: typeof fetch = async (input, init) => {
    requests.push(new Request(input, init));
    return new Response(typeof body === 'string' ? body : JSON.stringify(body), { status, headers });
  };
  return { requests, server: leadwellServer('https://leadwell.example', 'clutch', '1.2.3', send) };
}

/** The body of a refusal. */
function failure(code: ErrorCode, message: string): ErrorBody {
  return { error: { code, message, request_id: 'r' } };
}

const ROW = { key: 'acme', aliases: ['acme'], values: { name: 'Acme' } };
const DONE = { added: 1, updated: 0, refused: [] };

it('sends what the contract asks for', async () => {
  const { requests, server } = replying(200, DONE);
  expect(await server.importRows('token', 'List', [ROW], 'key-1')).toEqual({ kind: 'ok', value: DONE });
  const [request] = requests;
  expect(request?.url).toBe(`https://leadwell.example${COLLECT_CALLS.import.path}`);
  expect(request?.headers.get('authorization')).toBe('Bearer token');
  expect(request?.headers.get('idempotency-key')).toBe('key-1');
  expect(request?.credentials).toBe('omit');
  expect(COLLECT_CALLS.import.input.safeParse(await request?.json()).error).toBeUndefined();

  const account = replying(200, {});
  await account.server.account('token');
  expect(account.requests[0]?.url).toBe(`https://leadwell.example${COLLECT_CALLS.account.path}?site=clutch`);
  const disconnect = replying(200, {});
  expect(await disconnect.server.disconnect('token')).toEqual({ kind: 'ok', value: {} });
  expect(disconnect.requests[0]?.url).toBe(`https://leadwell.example${COLLECT_CALLS.disconnect.path}`);
  expect(disconnect.requests[0]?.method).toBe(COLLECT_CALLS.disconnect.method);
  const activate = replying(200, {});
  await activate.server.activate('code', 'device');
  expect(COLLECT_CALLS.activate.input.safeParse(await activate.requests[0]?.json()).error).toBeUndefined();
});

it.each([
  [401, failure('not_authenticated', 'Who?'), { kind: 'signed-out', message: 'Who?' }],
  [403, failure('forbidden', 'Wrong code.'), { kind: 'signed-out', message: 'Wrong code.' }],
  [402, failure('access_denied', 'No plan.'), { kind: 'refused', message: 'No plan.' }],
  [400, failure('validation_failed', 'Bad.'), { kind: 'refused', message: 'Bad.' }],
  [429, failure('quota_exceeded', 'Full.'), { kind: 'refused', message: 'Full.' }],
  [429, failure('rate_limited', 'Slow.'), { kind: 'wait', seconds: 60 }],
  [413, '<html>', { kind: 'refused', message: 'Leadwell replied with status 413.' }],
  [409, {}, { kind: 'offline' }],
  [409, failure('conflict', 'Choose another name.'), { kind: 'refused', message: 'Choose another name.' }],
  [409, failure('idempotency_conflict', 'Used.'), { kind: 'key-used', message: 'Used.' }],
  [500, {}, { kind: 'offline' }],
  [507, failure('storage_full', 'Full disk.'), { kind: 'offline', message: 'Full disk.' }],
  [404, '<html>a host that is being updated', { kind: 'offline' }],
  [407, '<html>a proxy’s log-in', { kind: 'offline' }],
  [404, failure('not_found', 'No such call.'), { kind: 'refused', message: 'No such call.' }],
  [401, '<html>a proxy’s log-in', { kind: 'offline' }],
  [403, '<html>Checking your browser', { kind: 'offline' }],
  [403, { error: { code: 'blocked', message: 'By a filter.' } }, { kind: 'offline' }],
  [200, '<html>a hotel’s sign-in page', { kind: 'offline' }],
  [200, { added: 'x' }, { kind: 'offline' }],
])('a reply with status %i and %j', async (status, body, expected) => {
  expect(await replying(status, body).server.importRows('t', 'L', [ROW], 'k')).toEqual(expected);
});

it('waits as long as Leadwell wants, and is offline without a connection', async () => {
  const busy = replying(429, {}, { 'retry-after': '17' });
  expect(await busy.server.account('t')).toEqual({ kind: 'wait', seconds: 17 });
  for (const [asked, seconds] of [
    ['99999999', 3600],
    ['-5', 1],
    ['Wed, 21 Oct 2026 07:28:00 GMT', 60],
  ] as const) {
    const late = replying(429, {}, { 'retry-after': asked });
    expect(await late.server.account('t')).toEqual({ kind: 'wait', seconds });
  }
  const broken = leadwellServer('https://leadwell.example', 'clutch', '1.2.3', () =>
    Promise.reject(new TypeError()),
  );
  expect(await broken.account('t')).toEqual({ kind: 'offline' });
});
