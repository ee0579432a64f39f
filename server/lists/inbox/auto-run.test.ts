import { afterAll, beforeAll, expect, it } from 'vitest';
import { InboxSecret } from '#contract/list-inbox.ts';
import { type FakeWeb, startFakeWeb } from '../../../e2e/fixtures/fake-web.ts';
import { twoAddressName, twoAddressSite } from '../../../e2e/fixtures/two-address-sites.ts';
import { WAIT } from '../../../e2e/fixtures/wait.ts';
import { createApp } from '../../app.ts';
import { newCaller } from '../../auth/test-caller.ts';
import { openTaskBench, type TaskBench } from '../../tasks/test-tasks.ts';
import { startWorker, type TaskWorker } from '../../tasks/worker/worker.ts';
import { createWebhook } from '../../webhooks/endpoints.ts';
import { runNewRows } from '../steps/auto-runs.ts';
import { makeList } from '../steps/test-step-lists.ts';

let web: FakeWeb;
let bench: TaskBench;
let worker: TaskWorker;
beforeAll(async () => {
  web = await startFakeWeb({ sites: [twoAddressSite(0)] });
  bench = await openTaskBench({ DNS_SERVERS: web.dnsServer, ALLOW_PRIVATE_NETWORK: '1' });
  worker = await startWorker(bench.deps);
});
afterAll(async () => {
  await worker.stop();
  await bench.close();
  await web.close();
});

it('rows that come in are worked by a list that runs by itself, which webhooks hear of', async () => {
  const app = createApp(bench.deps);
  const ada = await newCaller(app);
  const id = await makeList(bench.deps, ada.id, [{ Website: '' }, { Website: 'none', Company: 'None' }]);
  const tries = [{ tool: 'website-extraction', options: { depth: 'quick' }, inputs: { website: 'Website' } }];
  const step = { kind: 'tool', name: 'Read', tries, outputs: [{ field: 'company_email', name: 'Email' }] };
  expect((await ada.post('list-step-save', { id, step })).status).toBe(200);
  expect((await ada.post('list-set-auto-run', { id, cap: 10 })).status).toBe(200);
  await createWebhook(bench.deps, ada.id, {
    name: '',
    url: 'https://example.com/',
    events: ['list.rows_added', 'list.run_completed'],
  });
  const made = InboxSecret.parse(await (await ada.post('list-inbox-create', { id })).json());
  const reply = await app.request(new URL(made.inbox.url).pathname, {
    method: 'POST',
    headers: { authorization: `Bearer ${ada.token}` },
    body: JSON.stringify({ Website: web.siteUrl(twoAddressName(0)) }),
  });
  expect(await reply.json()).toMatchObject({ added: 1 });
  await runNewRows(bench.deps);
  const { db } = bench.deps.database;
  const events = () =>
    db
      .selectFrom('webhook_events')
      .select(['type', 'data'])
      .where('account_id', '=', ada.id)
      .orderBy('created_at')
      .execute();
  await expect.poll(async () => (await events()).length, WAIT).toBe(2);
  expect((await events()).map(({ type, data }) => [type, JSON.parse(data)])).toMatchObject([
    ['list.rows_added', { listId: id, added: 1 }],
    ['list.run_completed', { listId: id, status: 'completed', found: 1 }],
  ]);
});
