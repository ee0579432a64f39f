// On PostgreSQL: its numbers have other bounds than those of JavaScript.

import type { Hono } from 'hono';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { possibleScopes } from '#contract/api-keys.ts';
import * as auth from '#contract/auth.ts';
import type { Call } from '#contract/call.ts';
import { BOUNCE_CALLS } from '#contract/calls/bounce-calls.ts';
import { CONNECTION_CALLS } from '#contract/calls/connection-calls.ts';
import { PAYMENT_CALLS } from '#contract/calls/payment-calls.ts';
import { SCHEDULE_CALLS } from '#contract/calls/schedule-calls.ts';
import { TASK_WAIT_MAX_SECONDS } from '#contract/calls/task-calls.ts';
import { WEBHOOK_CALLS } from '#contract/calls/webhook-calls.ts';
import { CALLS } from '#contract/calls.ts';
import { COLLECT_CALLS } from '#contract/collect.ts';
import { AUTH_ERROR_HELP, ERROR_HELP } from '#contract/error-help.ts';
import { CallError } from '#contract/errors.ts';
import { OpenIdFinishBody, OpenIdStartBody, SecondFactorBody } from '#contract/sign-in.ts';
import * as catalog from '#tools/index/definitions.ts';
import { send, signUp } from './auth/test-requests.ts';
import { parseCallInput } from './http/bind.ts';
import type { AppEnv } from './http/context.ts';
import { parsedValue, requireObject } from './http/json-body.ts';
import { operatorPass } from './http/operator-pass.ts';
import { parseJson } from './http/parse-json.ts';
import { type EdgeInput, edgeInputs } from './http/test-edge-inputs.ts';
import { mountedCalls } from './http/test-mounted-calls.ts';
import { type ListBench, openListBench } from './lists/test-lists.ts';

/** What ends something comes last, because the other calls need it. */
const ENDS = /delete|revoke|rotate|extension-disconnect|end-session/;
const ALL_CALLS: readonly Call[] = [
  ...Object.values<Call>(CALLS),
  ...Object.values<Call>(BOUNCE_CALLS),
  ...Object.values<Call>(SCHEDULE_CALLS),
  ...Object.values<Call>(WEBHOOK_CALLS),
  ...Object.values<Call>(CONNECTION_CALLS),
  ...Object.values(catalog).flatMap((tool) => Object.values<Call>(tool.calls)),
  ...Object.values<Call>(COLLECT_CALLS),
].toSorted((a, b) => Number(ENDS.test(a.name)) - Number(ENDS.test(b.name)));
/** The lead databases have their own engine: leads/generated-filters.abuse.test.ts. */
const CALLS_HERE = ALL_CALLS.filter(({ name }) => !name.endsWith('-lead-export'));
const OF_DEVICES: ReadonlySet<string> = new Set([
  COLLECT_CALLS.account.name,
  COLLECT_CALLS.import.name,
  COLLECT_CALLS.disconnect.name,
]);
const OF_PAYMENTS: ReadonlySet<string> = new Set(Object.values(PAYMENT_CALLS).map(({ name }) => name));

const AUTH_BODIES: readonly (readonly [method: string, path: string, body: z.ZodType])[] = [
  ['POST', 'signup', auth.SignUpBody],
  ['POST', 'token?grant_type=password', auth.PasswordSignInBody],
  ['POST', 'token?grant_type=refresh_token', auth.RefreshBody],
  ['POST', 'recover', auth.RecoverBody],
  ['POST', 'otp', auth.OtpBody],
  ['POST', 'resend', auth.ResendBody],
  ['POST', 'verify', auth.VerifyBody],
  ['POST', 'second-factor', SecondFactorBody],
  ['POST', 'openid/start', OpenIdStartBody],
  ['POST', 'openid/finish', OpenIdFinishBody],
  ['PUT', 'user', auth.UpdateUserBody],
];
/** Bodies that a handler may get. */
const BODIES = [
  '',
  '{"id":1e400}',
  '{"__proto__":{"id":1},"constructor":{"prototype":1}}',
  '\ufeff{}',
  '{"a":"\\ud83d"}',
];
/** They are refused before a call reads them, so each call gets one of them. */
const NO_OBJECTS = ['null', '[]', '"text"', '{', `${'['.repeat(5000)}${']'.repeat(5000)}`];
/** Filters of leads, of which leads/generated-filters.abuse.test.ts tests the rest. */
const LEAD_FILTER = /^filters\b/;
const ONE_FILTER_OF = 40;
/** What an API key sends reaches the same handlers as what a user sends, so a part of it is enough. */
const ONE_OF_KEYS = 9;
const IDEMPOTENCY_KEYS = ['', ' ', 'x'.repeat(255), 'x'.repeat(256), 'é'.repeat(255), 'a\tb', '-1', '{}'];

const LISTED: ReadonlySet<string> = new Set([...Object.keys(ERROR_HELP), ...Object.keys(AUTH_ERROR_HELP)]);

/** Fewer than the strictest limit allows. */
const REQUESTS_PER_RESET = 4;

let bench: ListBench;
let app: Hono<AppEnv>;
let tokens: Record<'free' | 'unlimited' | 'apiKey' | 'device', string>;
let known: Record<'list' | 'task' | 'other', Record<string, unknown>>;
let cookie: string;
let sent = 0;
const statuses = new Set<number>();

beforeAll(async () => {
  bench = await openListBench({ API_KEYS_PER_ACCOUNT: '500' });
  app = bench.app;
  const [owner, free] = [await bench.person(), await bench.person('free')];
  const scopes = ['read', 'run', 'export'];
  const { body: made } = await owner.call('create-api-key', { name: 'Test', scopes });
  const device = await owner.device('clutch');
  tokens = { free: free.token, unlimited: owner.token, apiKey: made.key, device };
  const pass = operatorPass(bench.deps.secrets.authSecret);
  cookie = `${pass.name}=${pass.value}`;
  const rows = [{ key: 'a', aliases: ['a'], values: { name: 'Acme' } }];
  const collected = { list: 'Known', site: 'clutch', readerVersion: '1.0.0', rows };
  await bench.call('extension-import', { token: device, body: collected });
  const { body: saved } = await owner.call('lists');
  const names = { company_names: ['Acme', 'Globex'] };
  const { body: task } = await owner.call('company-to-domain', names, {
    headers: { prefer: 'respond-async' },
  });
  const type = 'company-to-domain';
  known = {
    list: { id: saved.lists[0].id, taskId: task.id, type },
    task: { id: task.id, type },
    other: { adminKey: bench.deps.secrets.adminKey, readerVersion: '1.0.0', site: 'clutch' },
  };
  for (const id of Object.values(known.list)) expect(id).toEqual(expect.any(String));
});
afterAll(() => bench.close());

/** Sends a request without the limits that earlier ones used up. Returns a line if the server failed. */
async function sendEdge(
  { method, path }: { method: string; path: string },
  { field, value }: EdgeInput,
  { token, headers }: { token?: string | undefined; headers?: Record<string, string> } = {},
): Promise<string | null> {
  if (sent++ % REQUESTS_PER_RESET === 0) await bench.database.db.deleteFrom('rate_limits').execute();
  const inQuery = method === 'GET';
  const response = await send(app, inQuery ? `${path}?${toQuery(value)}` : path, {
    method,
    ...(inQuery ? {} : { body: typeof value === 'string' ? value : JSON.stringify(value) }),
    ...(token ? { token } : {}),
    headers: { prefer: 'respond-async', cookie, ...headers },
  });
  const text = await response.text();
  statuses.add(response.status);
  if (response.status >= 400 && !hasListedCode(text))
    return `${path}, ${field}: a code that isn't listed: ${text.slice(0, 300)}`;
  // 503 says that something isn't set up here, such as the downloads.
  if (response.status < 500 || text.includes('"unavailable"') || text.includes('provider_disabled'))
    return null;
  return `${path}, ${field}: ${response.status} for ${JSON.stringify(value).slice(0, 300)}`;
}

/** Whether an error has a code of the lists that programs rely on. */
function hasListedCode(text: string): boolean {
  const {
    error,
    code = error?.code,
    error_code = code,
  } = JSON.parse(text) as {
    error?: { code: string };
    code?: string;
    error_code?: string;
  };
  return LISTED.has(String(error_code));
}

function toQuery(value: unknown): string {
  const query = new URLSearchParams();
  if (typeof value === 'object' && value !== null)
    for (const [name, one] of Object.entries(value))
      query.set(name, typeof one === 'string' ? one : JSON.stringify(one));
  return String(query);
}

/** Whether a call refuses an input before its handler gets it. Throws what a request would fail with. */
function isRefused({ input, method }: Call, value: unknown): boolean {
  try {
    const received =
      method === 'GET'
        ? Object.fromEntries(new URLSearchParams(toQuery(value)))
        : requireObject(parsedValue(parseJson(JSON.stringify(value))));
    parseCallInput(input, received);
    return false;
  } catch (error) {
    if (error instanceof CallError) return true;
    throw error;
  }
}

/** A wait for a task that never ends takes as long as it says. */
function waitsLong(value: unknown): boolean {
  const { wait } = (value ?? {}) as { wait?: unknown };
  return Number(wait) > 1 && Number(wait) <= TASK_WAIT_MAX_SECONDS;
}

function callEdges(call: Call): EdgeInput[] {
  const { name } = call;
  const values = name.startsWith('list-') ? known.list : name.startsWith('task') ? known.task : known.other;
  return edgeInputs(call.input, values).filter(
    ({ field, value }, index) =>
      (!LEAD_FILTER.test(field) || index % ONE_FILTER_OF === 0) && !waitsLong(value),
  );
}

/**
 * Sends a call the edges that its handler gets, and one that the call refuses: all that it refuses take the same way
 * through the server, and parsing them here shows that it doesn't fail.
 */
async function expectNoFault(
  call: Call,
  token: string | undefined,
  /** one edge of so many */
  step = 1,
): Promise<void> {
  const edges = callEdges(call).filter((_, index) => index % step === 0);
  const { refused = [], read = [] } = Object.groupBy(edges, ({ value }) =>
    isRefused(call, value) ? 'refused' : 'read',
  );
  const faults: (string | null)[] = [];
  for (const edge of [...read, ...refused.slice(0, 1)]) faults.push(await sendEdge(call, edge, { token }));
  expect(faults.length).toBeGreaterThan(0);
  expect(faults.filter((fault) => fault !== null)).toEqual([]);
}

const userToken = ({ name }: Call) =>
  OF_DEVICES.has(name) ? tokens.device : OF_PAYMENTS.has(name) ? tokens.free : tokens.unlimited;

describe('a request with each field at and beyond its bounds never makes the server fail', () => {
  it('covers every call', async () => {
    expect(mountedCalls(app)).toEqual(ALL_CALLS.map(({ name }) => name).sort());
  });

  it.each(CALLS_HERE)('from someone without a login: $name', async (call) => {
    if (call.access === 'public') await expectNoFault(call, undefined);
    // It is refused before its input is read.
    else expect(await sendEdge(call, { field: 'none', value: {} })).toBeNull();
  });

  it.each(CALLS_HERE.filter(({ scope }) => possibleScopes(scope).length > 0))(
    'from an API key: $name',
    (call) => expectNoFault(call, tokens.apiKey, ONE_OF_KEYS),
  );

  describe('from a user', () => {
    beforeAll(() => statuses.clear());
    it.each(CALLS_HERE.filter((call) => call !== COLLECT_CALLS.disconnect))('$name', (call) =>
      expectNoFault(call, userToken(call)),
    );
    it('gets replies of all kinds', () => {
      for (const status of [200, 202, 400, 402, 403, 404, 409]) expect(statuses).toContain(status);
      expect(statuses).not.toContain(401);
    });
    // It ends the login that the others need.
    it(COLLECT_CALLS.disconnect.name, () => expectNoFault(COLLECT_CALLS.disconnect, tokens.device));
  });

  it('in a body that is no object, or a header', async () => {
    const faults: (string | null)[] = [];
    for (const [index, call] of CALLS_HERE.filter(({ method }) => method === 'POST').entries())
      for (const value of [...BODIES, NO_OBJECTS[index % NO_OBJECTS.length] ?? ''])
        faults.push(await sendEdge(call, { field: 'body', value }, { token: userToken(call) }));
    for (const call of CALLS_HERE.filter(({ takesKey, method }) => takesKey && method === 'POST'))
      for (const key of IDEMPOTENCY_KEYS)
        faults.push(
          await sendEdge(
            call,
            { field: 'header', value: edgeInputs(call.input, known.list)[0]?.value },
            { token: userToken(call), headers: { 'idempotency-key': key } },
          ),
        );
    expect(faults.filter((fault) => fault !== null)).toEqual([]);
  });

  it('at /auth/v1', async () => {
    const { access_token: token } = await signUp(app, 'changes@example.com');
    const email = 'someone@example.com';
    const faults: (string | null)[] = [];
    for (const [method, path, body] of AUTH_BODIES)
      for (const edge of edgeInputs(body, { email, password: 'correct horse battery' }))
        faults.push(
          await sendEdge({ method, path: `/auth/v1/${path}` }, edge, method === 'PUT' ? { token } : {}),
        );
    expect(faults.length).toBeGreaterThan(500);
    expect(faults.filter((fault) => fault !== null)).toEqual([]);
  });
});
