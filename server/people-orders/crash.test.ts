// On PostgreSQL: a worker is killed and another one goes on.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, expect, it, vi } from 'vitest';
import type { OrderView } from '#contract/payments.ts';
import { apolloPerson, type FakeApollo, startFakeApollo } from '../../e2e/fixtures/fake-apollo.ts';
import { type LeadwellServer, startLeadwell } from '../../e2e/fixtures/leadwell-server.ts';
import { DRILL, DRILL_WAIT } from '../../e2e/fixtures/wait.ts';
import { openTestDatabase } from '../platform/database/test-database.ts';

/** The server process, killed with SIGKILL at the worst moments. */

const dataDir = mkdtempSync(join(tmpdir(), 'leadwell-people-crash-'));
let server: LeadwellServer | null = null;
let apollo: FakeApollo | null = null;
const others: LeadwellServer[] = [];
afterEach(async () => {
  for (const one of [server, ...others.splice(0)]) await one?.kill();
  server = null;
  await apollo?.close();
});
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

// biome-ignore lint/suspicious/noExplicitAny: replies of many calls, each checked at its call.
type Reply = any;
let token = '';

async function call(path: string, body?: object, headers: Record<string, string> = {}): Promise<Reply> {
  const pass = server?.operatorCookie();
  const response = await fetch(`${server?.url}${path}`, {
    method: body ? 'POST' : 'GET',
    headers: {
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      'content-type': 'application/json',
      cookie: `${pass?.name}=${pass?.value}`,
      ...headers,
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  return response.json();
}

const SEARCH = {
  apolloUrl: 'https://app.apollo.io/#/people?personTitles[]=sales&personLocations[]=Austin%2C%20Texas',
  recordCount: 1000,
};

/** Signs up a person with a paid order. Returns the order's ID. */
async function paidOrder(): Promise<string> {
  const email = 'payer@example.com';
  token = (await call('/auth/v1/signup', { email, password: 'correct horse battery' })).access_token;
  const { url, orderId } = await call('/functions/v1/create-stripe-checkout', {
    planId: 'apollo_scraper',
    ...SEARCH,
  });
  const sessionId = /cs_test_\w+/.exec(url)?.[0];
  await call('/functions/v1/test-checkout-act', { sessionId, act: 'pay' });
  return orderId;
}

/** Numbers of the people in an order's file, in order. */
async function numbersIn(address: string | null | undefined): Promise<(string | undefined)[]> {
  const lines = (await (await fetch(address ?? '')).text()).split('\r\n').slice(1, -1);
  return lines.map((line) => /^First(\d+),/.exec(line)?.[1]);
}

/** Starts servers with the same data folder, on PGlite, and Apollo with 950 people. */
async function onOneFolder(folder: string) {
  const people = Array.from({ length: 950 }, (_, n) => apolloPerson(n));
  apollo = await startFakeApollo(() => people);
  const env = { APOLLO_API_KEY: apollo.key, APOLLO_API_BASE: apollo.url, LOG_LEVEL: 'warn' };
  const start = () => startLeadwell({ dataDir: join(dataDir, folder), env });
  return { apollo, start, numbers: people.map((_, n) => String(n)) };
}

const orderView = (orderId: string): Promise<OrderView> => call(`/functions/v1/order-status?id=${orderId}`);

it('a paid order survives a kill before its run', DRILL, async () => {
  const { start, numbers } = await onOneFolder('before');
  server = await start();
  const orderId = await paidOrder();
  expect(await call('/functions/v1/people-search-preview', { apolloUrl: SEARCH.apolloUrl })).toMatchObject({
    source: 'apollo',
    found: 950,
    understood: [
      { label: 'Job titles', values: ['sales'] },
      { label: 'Location', values: ['Austin, Texas'] },
    ],
    notForSale: null,
  });
  await server.kill();

  server = await start();
  expect(await orderView(orderId)).toMatchObject({ status: 'paid', run: null });
  await call('/functions/v1/apollo-scraper', SEARCH, { prefer: 'respond-async' });
  await vi.waitFor(async () => expect((await orderView(orderId)).run?.status).toBe('done'), DRILL_WAIT);
  expect(await numbersIn((await orderView(orderId)).run?.downloadUrl)).toEqual(numbers);
  expect(await server.stop()).toBe(0);
});

it('an order whose run is killed goes on with it', DRILL, async () => {
  const { apollo, start, numbers } = await onOneFolder('during');
  server = await start();
  const orderId = await paidOrder();
  const earlier = apollo.requests.length;
  apollo.holdAfter(/bulk_match/, 25);
  await call('/functions/v1/apollo-scraper', SEARCH, { prefer: 'respond-async' });
  await vi.waitFor(async () => expect((await orderView(orderId)).run?.recordsFound).toBe(200), DRILL_WAIT);
  await vi.waitFor(() => expect(apollo.waiting()).toBe(1), DRILL_WAIT);
  await server.kill();
  apollo.release();

  server = await start();
  expect((await orderView(orderId)).run?.recordsFound).toBeGreaterThanOrEqual(200);
  await vi.waitFor(async () => expect((await orderView(orderId)).run?.status).toBe('done'), DRILL_WAIT);
  const { run } = await orderView(orderId);
  expect(run).toMatchObject({ recordsFound: 950, refundedCents: 300 - 285, error: null });
  expect(await numbersIn(run?.downloadUrl)).toEqual(numbers);
  // Only the interrupted page is requested again.
  const bought = apollo.requests
    .slice(earlier)
    .flatMap(({ path, body }) => (path.endsWith('bulk_match') ? (body as Reply).details : []));
  expect(bought.length).toBeLessThanOrEqual(950 + 60);
  expect(await call('/functions/v1/apollo-scraper', SEARCH)).toMatchObject({
    error: { code: 'access_denied' },
  });
});

it.runIf(process.env.TEST_POSTGRES_URL)(
  'a run whose worker is killed continues in another one',
  DRILL,
  async () => {
    const people = Array.from({ length: 1000 }, (_, n) => apolloPerson(n));
    apollo = await startFakeApollo(() => people);
    const database = await openTestDatabase();
    if (database.kind.engine !== 'postgres') throw new Error('unreachable');
    const env = {
      APOLLO_API_KEY: apollo.key,
      APOLLO_API_BASE: apollo.url,
      DATABASE_URL: database.kind.url,
      AUTH_SECRET: 'a secret of the tests, 32 characters',
      LOG_LEVEL: 'warn',
    };
    const first = await startLeadwell({ dataDir: join(dataDir, 'first'), env });
    server = first;
    const orderId = await paidOrder();
    apollo.holdAfter(/bulk_match/, 25);
    await call('/functions/v1/apollo-scraper', SEARCH, { prefer: 'respond-async' });
    await vi.waitFor(() => expect(apollo?.waiting()).toBe(1), DRILL_WAIT);
    others.push(first);
    server = await startLeadwell({ dataDir: join(dataDir, 'second'), env });
    await first.kill();
    apollo.release();
    await vi.waitFor(async () => expect((await orderView(orderId)).run?.status).toBe('done'), DRILL_WAIT);
    const { run } = await orderView(orderId);
    expect(run).toMatchObject({ recordsFound: 1000, refundedCents: 0 });
    expect(await numbersIn(run?.downloadUrl)).toEqual(people.map((_, n) => String(n)));
    await server.kill();
    await database.close();
  },
);
