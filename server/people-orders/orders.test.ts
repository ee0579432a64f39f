// On PostgreSQL: an order runs once, however many start it.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { MESSAGES } from '#contract/messages.ts';
import { ApolloScraperReply, recordsPriceCents } from '#contract/people-orders.ts';
import { send } from '../auth/test-requests.ts';
import { addOptOutsAndDeleteLeads } from '../leads/opted-out-leads.ts';
import { parseOptOuts } from '../leads/test-leads.ts';
import type { PaymentBench } from '../payments/test-bench.ts';
import { TAG_COMMANDS } from './operator-commands.ts';
import { ASYNC, openPeopleWorld, type PeopleBench, type PeopleWorld, SALES } from './test-people.ts';

/** Half of them work in sales. */
const LEADS = 6000;

/** From a pasted URL to a run, with the built-in test payments and the test's own leads. */

let world: PeopleWorld;
let bench: PaymentBench;
let people: PeopleBench;
beforeAll(async () => {
  world = await openPeopleWorld(LEADS);
  ({ bench, people } = world);
});
afterEach(() => world.stopWorkers());
afterAll(() => world.close());

describe('before payment', () => {
  it('a preview shows which filters apply, which are ignored and why, and how many records match', async () => {
    const payer = await bench.person();
    const { body } = await payer.call('people-search-preview', {
      apolloUrl: `${SALES.apolloUrl}&organizationLocations[]=Paris&revenueRange[min]=5`,
    });
    expect(body).toEqual({
      understood: [
        { label: 'Job titles', values: ['sales'] },
        { label: 'Location', values: ['France'] },
      ],
      unmapped: [
        {
          label: 'Company location',
          values: ['Paris'],
          reason: expect.stringContaining("person's location"),
        },
        { label: 'Revenue from', values: ['5'], reason: expect.any(String) },
      ],
      found: LEADS / 2,
      source: 'database',
      sample: false,
      notForSale: null,
    });
  });

  it.each([
    ['https://example.com/#/people?personTitles[]=x', 400, MESSAGES.scraper.noUrl],
    ['   ', 400, MESSAGES.scraper.noUrl],
    [`https://app.apollo.io/#/people?personTitles[]=a\tb`, 400, MESSAGES.scraper.noUrl],
    [`https://app.apollo.io/#/people?q=${'x'.repeat(9000)}`, 400, /too long/],
  ])('%s is no address', async (apolloUrl, status, message) => {
    const payer = await bench.person();
    for (const [call, more] of [
      ['people-search-preview', {}],
      ['create-stripe-checkout', { planId: 'apollo_scraper', recordCount: 1000 }],
    ] as const) {
      const reply = await payer.call(call, { apolloUrl, ...more });
      expect(reply.status).toBe(status);
      expect(reply.body.error.message).toMatch(message);
    }
  });

  it.each([
    ['https://app.apollo.io/#/people?organizationLocations[]=Paris', /No filter/],
    ['https://app.apollo.io/#/people', /No filter/],
    ['https://app.apollo.io/#/people?personTitles[]=nobody%20has%20this', /no records/],
  ])('%s cannot be bought, and the words say why', async (apolloUrl, words) => {
    const payer = await bench.person();
    const { body } = await payer.call('people-search-preview', { apolloUrl });
    expect(body.notForSale).toMatch(words);
    const refused = await payer.call('create-stripe-checkout', {
      planId: 'apollo_scraper',
      apolloUrl,
      recordCount: 1000,
    });
    expect(refused.status).toBe(422);
    expect(refused.body.error.message).toBe(body.notForSale);
  });

  it.each([
    [{ recordCount: 999 }, 400, MESSAGES.scraper.recordRange],
    [{ recordCount: 50_001 }, 400, MESSAGES.scraper.recordRange],
    [{ recordCount: 1000.5 }, 400, MESSAGES.scraper.recordRange],
    [{ recordCount: 1000, priceInCents: 1 }, 400, MESSAGES.payments.priceDiffers],
    [{ recordCount: 1000, price: 3 }, 400, MESSAGES.payments.priceDiffers],
    [{ recordCount: 1000, userId: crypto.randomUUID() }, 403, /another user/],
  ])('an order with %o is refused', async (body, status, message) => {
    const payer = await bench.person();
    const reply = await payer.call('create-stripe-checkout', {
      planId: 'apollo_scraper',
      apolloUrl: SALES.apolloUrl,
      ...body,
    });
    expect(reply.status).toBe(status);
    expect(reply.body.error.message).toMatch(message);
  });

  it('a browser without the operator pass learns that payments are unavailable', async () => {
    const payer = await bench.person();
    const { body } = await payer.call(
      'people-search-preview',
      { apolloUrl: SALES.apolloUrl },
      { headers: { cookie: '' } },
    );
    expect(body.notForSale).toBe(MESSAGES.payments.notSetUp);
  });

  it('a person who opted out cannot be searched by name', async () => {
    await addOptOutsAndDeleteLeads(bench.deps, parseOptOuts('gone.example'));
    const payer = await bench.person();
    const { status, body } = await payer.call('people-search-preview', {
      apolloUrl: `${SALES.apolloUrl}&qOrganizationDomainsList[]=www.gone.example`,
    });
    expect([status, body.error.code]).toEqual([451, 'person_opted_out']);
  });

  it('industry IDs are resolved by the operator’s list', async () => {
    const file = join(world.folder, 'tags.csv');
    const rows: object[] = [];
    const output = { row: (row: object) => void rows.push(row), note: () => {} };
    writeFileSync(file, 'id,industry\n5567ab,"Internet, Software"\nno id here,x\n');
    for (const command of TAG_COMMANDS) await command.run(bench.deps, { file }, output);
    // A file for Excel says its delimiter.
    writeFileSync(file, 'sep=;\r\nid;industry\r\n5567ab;Internet, Software\r\n');
    await TAG_COMMANDS[0]?.run(bench.deps, { file }, output);
    expect(rows).toEqual([
      { given: 2, added: 1, renewed: 0, refused: 1 },
      { id: '5567ab', industry: 'Internet, Software' },
      { given: 1, added: 0, renewed: 1, refused: 0 },
    ]);
    const payer = await bench.person();
    const { body } = await payer.call('people-search-preview', {
      apolloUrl:
        'https://app.apollo.io/#/people?organizationIndustryTagIds[]=5567ab&organizationIndustryTagIds[]=5567ac',
    });
    expect(body.understood).toEqual([{ label: 'Industry', values: ['Internet, Software'] }]);
    expect(body.unmapped).toEqual([
      { label: 'Industry', values: ['5567ac'], reason: expect.stringContaining("isn't in our list") },
    ]);
  });
});

describe('an order', () => {
  it('runs once after payment, with a file and a refund for missing records', async () => {
    await world.work();
    const payer = await bench.person();
    const search = { ...SALES, recordCount: 4000 };
    const id = await people.buy(payer, search);
    expect(await people.order(payer, id)).toMatchObject({ status: 'paid', search, run: null });
    const { status, body } = await people.scrape(payer, { ...search, apolloUrl: `  ${search.apolloUrl} ` });
    expect(status).toBe(200);
    expect(ApolloScraperReply.parse(body)).toEqual({
      orderId: id,
      recordsFound: 3000,
      refundedCents: recordsPriceCents(4000) - recordsPriceCents(3000),
      downloadUrl: expect.stringMatching(/^http:\/\/localhost\/functions\/v1\/people-file\?/),
    });
    const rows = await people.rows(body.downloadUrl);
    expect(new Set(rows).size).toBe(3000);
    expect(rows[0]).toBe(
      `Person0,"Of ""Old""",Head of Sales,"'=HYPERLINK(""x"")",person0@acme.example,,,France`,
    );
    const again = await people.scrape(payer, search);
    expect([again.status, again.body.error.details]).toEqual([402, { orderId: id }]);
    expect((await payer.call('people-orders')).body.orders).toMatchObject([
      { id, run: { status: 'done', recordsFound: 3000, refundedCents: 300, error: null } },
    ]);
    expect(await payer.account()).toMatchObject({ plan: 'free', credits: 1000 });
  });

  it('is run by one of 25 parallel calls, and the others fail without a paid order', async () => {
    await world.work();
    const payer = await bench.person();
    const id = await people.buy(payer, SALES);
    const replies = await Promise.all(Array.from({ length: 25 }, () => people.scrape(payer, SALES, ASYNC)));
    expect(replies.map(({ status }) => status).sort()).toEqual([202, ...Array(24).fill(402)]);
    const ended = await people.ended(payer, id);
    expect(await people.rows(ended.run?.downloadUrl)).toHaveLength(1000);
    const runs = await bench.database.db
      .selectFrom('people_runs')
      .select('order_id')
      .where('account_id', '=', payer.id)
      .execute();
    expect(runs).toHaveLength(1);
  });

  it('with the same Idempotency-Key is the same order and the same run', async () => {
    const payer = await bench.person();
    const key = { headers: { 'idempotency-key': 'click' } };
    const body = { planId: 'apollo_scraper', ...SALES };
    const clicks = await Promise.all(
      Array.from({ length: 20 }, () => payer.call('create-stripe-checkout', body, key)),
    );
    expect(new Set(clicks.map((click) => click.body.orderId)).size).toBe(1);
    // Only the checkout that the order knows can be paid.
    expect(new Set(clicks.map((click) => click.body.url)).size).toBe(1);
    const sessionId = /cs_test_\w+/.exec(clicks[0]?.body.url)?.[0];
    await payer.call('test-checkout-act', { sessionId, act: 'pay' });
    const headers = { ...ASYNC, 'idempotency-key': 'run' };
    const runs = await Promise.all([1, 2, 3].map(() => people.scrape(payer, SALES, headers)));
    expect(runs.map(({ status, body: order }) => [status, order.id])).toEqual(
      runs.map(() => [202, clicks[0]?.body.orderId]),
    );
    const other = await people.scrape(payer, { ...SALES, recordCount: 1001 }, headers);
    expect(other.status).toBe(409);
  });

  it('waits for a worker, and the older of two equal orders runs first', async () => {
    const payer = await bench.person();
    const first = await people.buy(payer, SALES);
    bench.deps.clock.advance(1000);
    const second = await people.buy(payer, SALES);
    const { status, body } = await people.scrape(payer, SALES, ASYNC);
    expect([status, body.id, body.run]).toEqual([
      202,
      first,
      expect.objectContaining({ status: 'waiting', recordsFound: 0, downloadUrl: null, endedAt: null }),
    ]);
    await world.work();
    expect((await people.ended(payer, first)).run).toMatchObject({ status: 'done', recordsFound: 1000 });
    expect((await people.order(payer, second)).run).toBeNull();
    expect((await people.scrape(payer)).body.orderId).toBe(second);
  });

  it('does not run if it is unpaid, for another search or of another account', async () => {
    const [payer, other] = [await bench.person(), await bench.person()];
    await people.buy(payer, SALES);
    for (const search of [
      { ...SALES, recordCount: 1001 },
      { ...SALES, apolloUrl: `${SALES.apolloUrl}&personSeniorities[]=vp` },
    ]) {
      expect((await people.scrape(payer, search)).status).toBe(402);
    }
    expect((await people.scrape(other)).status).toBe(402);
    const { body } = await other.call('create-stripe-checkout', { planId: 'apollo_scraper', ...SALES });
    expect((await people.scrape(other)).status).toBe(402);
    const sessionId = /cs_test_\w+/.exec(body.url)?.[0];
    await other.call('test-checkout-act', { sessionId, act: 'pay-and-fail' });
    expect((await people.scrape(other)).status).toBe(402);
    expect((await other.call('people-orders')).body.orders).toMatchObject([{ status: 'failed', run: null }]);
    expect((await send(bench.app, '/functions/v1/apollo-scraper', { body: SALES })).status).toBe(401);
  });
});
