import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  type ApolloPerson,
  apolloPerson,
  type FakeApollo,
  startFakeApollo,
} from '../../e2e/fixtures/fake-apollo.ts';
import { WAIT } from '../../e2e/fixtures/wait.ts';
import { send } from '../auth/test-requests.ts';
import { addOptOutsAndDeleteLeads } from '../leads/opted-out-leads.ts';
import { parseOptOuts } from '../leads/test-leads.ts';
import type { PaymentBench } from '../payments/test-bench.ts';
import { ASYNC, openPeopleWorld, type PeopleBench, type PeopleWorld, SALES } from './test-people.ts';

/** Records from Apollo's search, replaced by a test server. */

let listed: ApolloPerson[] = [];
let apollo: FakeApollo;
let world: PeopleWorld;
let bench: PaymentBench;
let people: PeopleBench;
beforeAll(async () => {
  apollo = await startFakeApollo(() => listed);
  world = await openPeopleWorld(0, {
    APOLLO_API_KEY: apollo.key,
    APOLLO_API_BASE: apollo.url,
    ALLOW_PRIVATE_NETWORK: '1',
  });
  ({ bench, people } = world);
});
afterEach(() => world.stopWorkers());
afterAll(async () => {
  await world.close();
  await apollo.close();
});

const list = (length: number) => Array.from({ length }, (_, n) => apolloPerson(n));

describe('a preview at Apollo', () => {
  it('supports filters that our database lacks, and counts at Apollo', async () => {
    listed = list(1234);
    const payer = await bench.person();
    const { body } = await payer.call('people-search-preview', {
      apolloUrl: `${SALES.apolloUrl}&qKeywords=saas&personNotTitles[]=intern`,
    });
    expect(body).toMatchObject({ source: 'apollo', found: 1234, sample: false, notForSale: null });
    expect(body.understood.at(-1)).toEqual({ label: 'Keywords', values: ['saas'] });
    expect(body.unmapped).toEqual([
      { label: 'Excluded job titles', values: ['intern'], reason: expect.any(String) },
    ]);
  });

  it.each([
    [{ status: 401 }, 503, null],
    [{ status: 429, headers: { 'retry-after': '17' } }, 503, '17'],
    [{ status: 500 }, 503, null],
    ['cut' as const, 503, null],
    ['broken-json' as const, 503, null],
    [{ status: 422 }, 422, null],
  ])('maps %o from Apollo to our own error', async (trouble, status, retryAfter) => {
    apollo.next(trouble);
    const payer = await bench.person();
    const token = await payer.signInAgain();
    const body = { apolloUrl: SALES.apolloUrl };
    const response = await send(bench.app, '/functions/v1/people-search-preview', { token, body });
    expect(response.status).toBe(status);
    expect(response.headers.get('retry-after')).toBe(retryAfter);
    expect(await response.text()).not.toMatch(/APOLLO_API_KEY|master/);
  });
});

describe('a run at Apollo', () => {
  it('skips people who opted out and refunds them', async () => {
    listed = [...list(1000), apolloPerson(1000, { email: 'one@gone.example' })];
    await addOptOutsAndDeleteLeads(
      bench.deps,
      parseOptOuts('person3@firm.example', 'linkedin.com/in/person-5', 'gone.example'),
    );
    await world.work();
    const payer = await bench.person();
    const search = { ...SALES, recordCount: 1001 };
    await people.buy(payer, search);
    const { body } = await people.scrape(payer, search);
    expect(body).toMatchObject({ recordsFound: 998, refundedCents: 300 - 299 });
    const rows = await people.rows(body.downloadUrl);
    expect(rows.filter((row) => /^First(?:3|5|1000),/.test(row))).toEqual([]);
  });

  it('without results has no file and a full refund', async () => {
    listed = list(1000);
    const payer = await bench.person();
    await people.buy(payer, SALES);
    listed = [];
    await world.work();
    const { status, body } = await people.scrape(payer);
    expect([status, body]).toEqual([
      200,
      { downloadUrl: null, recordsFound: 0, refundedCents: 300, orderId: expect.any(String) },
    ]);
  });

  it('waits as often as Apollo requests it and continues', async () => {
    listed = Array.from({ length: 1000 }, (_, n) => apolloPerson(2000 + n));
    await world.work(bench.deps, { retryDelaysSeconds: [] });
    const payer = await bench.person();
    const id = await people.buy(payer, SALES);
    apollo.next(...Array.from({ length: 3 }, () => ({ status: 429, headers: { 'retry-after': '1' } })));
    const { body } = await people.scrape(payer);
    expect(body).toMatchObject({ orderId: id, recordsFound: 1000, refundedCents: 0 });
  });

  it('that Apollo interrupts delivers its records and refunds the rest', async () => {
    listed = Array.from({ length: 1000 }, (_, n) => apolloPerson(4000 + n));
    await world.work(bench.deps, { retryDelaysSeconds: [0] });
    const payer = await bench.person();
    const id = await people.buy(payer, SALES);
    apollo.holdAfter(/bulk_match/, 5);
    await people.scrape(payer, SALES, ASYNC);
    await vi.waitFor(() => expect(apollo.waiting()).toBe(1), WAIT);
    // The page ends early, then two attempts store nothing.
    apollo.next(...Array.from({ length: 3 }, () => ({ status: 500 })));
    apollo.release();
    const { run } = await people.ended(payer, id);
    expect(run).toMatchObject({ status: 'done', recordsFound: 50, refundedCents: 300 - 15 });
    expect(run?.error).toMatch(/couldn't fetch the rest/);
    expect(await people.rows(run?.downloadUrl)).toHaveLength(50);
  });

  it.each([1, 2])('restarts its retries after it stored records: %i', async (tries) => {
    listed = Array.from({ length: 1000 }, (_, n) => apolloPerson(6000 + n));
    await world.work(bench.deps, { retryDelaysSeconds: Array.from({ length: tries }, () => 0) });
    const payer = await bench.person();
    const id = await people.buy(payer, SALES);
    apollo.next({ status: 500 });
    apollo.holdAfter(/api_search/, 3);
    await people.scrape(payer, SALES, ASYNC);
    await vi.waitFor(() => expect(apollo.waiting()).toBe(1), WAIT);
    apollo.next(...Array.from({ length: tries }, () => ({ status: 500 })));
    apollo.release();
    expect((await people.ended(payer, id)).run).toMatchObject({ recordsFound: 1000, error: null });
  });

  it('that Apollo delays for more than three days fails', async () => {
    const payer = await bench.person();
    const id = await people.buy(payer, SALES);
    await people.scrape(payer, SALES, ASYNC);
    bench.deps.clock.advance(3 * 86_400_000 + 1);
    await payer.signInAgain();
    apollo.next({ status: 429, headers: { 'retry-after': '1' } });
    await world.work(bench.deps, { retryDelaysSeconds: [] });
    expect((await people.ended(payer, id)).run).toMatchObject({ status: 'failed', refundedCents: 300 });
  });

  it('that Apollo keeps rejecting fails with a refund', async () => {
    await world.work(bench.deps, { retryDelaysSeconds: [0, 0] });
    const payer = await bench.person();
    await people.buy(payer, SALES);
    apollo.next({ status: 401 }, { status: 500 }, 'broken-json');
    const { body } = await people.scrape(payer);
    expect(body.run).toMatchObject({ status: 'failed', downloadUrl: null, refundedCents: 300 });
  });
});
