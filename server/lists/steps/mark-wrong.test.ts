import type { Hono } from 'hono';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type FakeWeb, startFakeWeb } from '../../../e2e/fixtures/fake-web.ts';
import { twoAddressEmails, twoAddressName, twoAddressSite } from '../../../e2e/fixtures/two-address-sites.ts';
import { createApp } from '../../app.ts';
import { type Caller, newCaller } from '../../auth/test-caller.ts';
import type { AppEnv } from '../../http/context.ts';
import { openTaskBench, type TaskBench } from '../../tasks/test-tasks.ts';
import { startWorker, type TaskWorker } from '../../tasks/worker/worker.ts';
import { callsOf } from './test-step-calls.ts';
import { makeList } from './test-step-lists.ts';

let web: FakeWeb;
let bench: TaskBench;
let app: Hono<AppEnv>;
let worker: TaskWorker;
beforeAll(async () => {
  web = await startFakeWeb({ sites: [twoAddressSite(0), twoAddressSite(1)] });
  bench = await openTaskBench({ DNS_SERVERS: web.dnsServer, ALLOW_PRIVATE_NETWORK: '1' });
  app = createApp(bench.deps);
  worker = await startWorker(bench.deps);
});
afterAll(async () => {
  await worker.stop();
  await bench.close();
  await web.close();
});

const post = (person: Caller, name: string, body: object, status?: number) =>
  callsOf(() => person).post(name, body, status);

async function valuesOf(person: Caller, id: string) {
  const [row] = await callsOf(() => person).rowsOf(id);
  if (!row) throw new Error('The list is empty.');
  return row;
}

/** A list with one website and a column for its email, which was run. */
async function emailList(person: Caller, siteUrl: string) {
  const id = await makeList(bench.deps, person.id, [{ Website: siteUrl }], crypto.randomUUID());
  const { list } = await post(person, 'list-step-save', {
    id,
    step: {
      kind: 'tool',
      name: 'Read websites',
      tries: [{ tool: 'website-extraction', inputs: { website: 'Website' } }],
      outputs: [{ field: 'company_email' }, { field: 'emails' }],
    },
  });
  const columns = Object.fromEntries(
    list.fields.map((each: { name: string; id: string }) => [each.name, each.id]),
  );
  return { id, email: String(columns.Email), emails: String(columns['All emails']) };
}

async function run(person: Caller, id: string, cells = 'empty'): Promise<void> {
  const task = await post(person, 'list-run', { id, cells }, 202);
  expect((await callsOf(() => person).ended(task.id)).status).toBe('completed');
}

it('takes the next answer for a wrong one, then none, and never the same again in any list', async () => {
  const ada = await newCaller(app);
  const site = web.siteUrl(twoAddressName(0));
  const { id, email, emails } = await emailList(ada, site);
  await run(ada, id);
  const { id: row, values } = await valuesOf(ada, id);
  const all = values[emails]?.split('; ') ?? [];
  expect([...all].sort()).toEqual([...twoAddressEmails(0)].sort());
  const first = values[email] ?? '';
  const [second = '', third = ''] = all.filter((each) => each !== first);

  await post(ada, 'list-cell-wrong', { id, row, column: email, value: first });
  const right = { [email]: second, [emails]: `${second}; ${third}` };
  expect((await valuesOf(ada, id)).values).toMatchObject(right);
  await run(ada, id, 'all');
  expect((await valuesOf(ada, id)).values).toMatchObject(right);
  const again = await emailList(ada, site);
  await run(ada, again.id);
  expect((await valuesOf(ada, again.id)).values).toMatchObject({ [again.email]: second });

  await post(ada, 'list-cell-wrong', { id, row, column: emails, value: third });
  await post(ada, 'list-cell-wrong', { id, row, column: email, value: second });
  expect((await valuesOf(ada, id)).values).toEqual({ Website: site });

  // Others still get it.
  const bob = await newCaller(app);
  const theirs = await emailList(bob, site);
  await run(bob, theirs.id);
  expect((await valuesOf(bob, theirs.id)).values).toMatchObject({ [theirs.email]: first });
});

it('is refused for values that no tool gave, of others, and that are gone', async () => {
  const ada = await newCaller(app);
  const { id, email } = await emailList(ada, web.siteUrl(twoAddressName(1)));
  await run(ada, id);
  const { id: row, values } = await valuesOf(ada, id);
  const wrong = (body: object, status: number, person = ada) =>
    post(person, 'list-cell-wrong', { id, row, column: email, value: values[email] ?? '', ...body }, status);
  await wrong({ value: 'nobody@acme.com' }, 400);
  await wrong({ column: 'Website', value: values.Website ?? '' }, 400);
  await wrong({ row: 999_999 }, 404);
  await wrong({}, 404, await newCaller(app));
  await post(ada, 'list-edit', { id, changes: [{ row, column: email, value: 'typed@acme.com' }] });
  await wrong({ value: 'typed@acme.com' }, 400);
});

it('remembers nothing for a question that the row asks only since then', async () => {
  const ada = await newCaller(app);
  const [other, site] = [twoAddressName(0), twoAddressName(1)].map((name) => web.siteUrl(name));
  const { id, email, emails } = await emailList(ada, other ?? '');
  await run(ada, id);
  const { id: row, values } = await valuesOf(ada, id);
  const first = values[email] ?? '';
  // What the tool found on the other site isn't wrong for the one that is typed.
  await post(ada, 'list-edit', { id, changes: [{ row, column: 'Website', value: site }] });
  await post(ada, 'list-cell-wrong', { id, row, column: email, value: first });
  const after = (await valuesOf(ada, id)).values;
  expect(after[email]).not.toBe(first);
  expect(after[emails]).not.toContain(first);
  const { db } = bench.deps.database;
  const remembered = () =>
    db.selectFrom('list_wrong_answers').select('answer').where('account_id', '=', ada.id).execute();
  expect(await remembered()).toEqual([]);
  await post(ada, 'list-edit', { id, changes: [{ row, column: 'Website', value: '' }] });
  await post(ada, 'list-cell-wrong', { id, row, column: email, value: after[email] ?? '' });
  expect(await remembered()).toEqual([]);
  // Put back, it is the same question again.
  await post(ada, 'list-edit', { id, changes: [{ row, column: 'Website', value: other }] });
  const last = (await valuesOf(ada, id)).values[email] ?? '';
  await post(ada, 'list-cell-wrong', { id, row, column: email, value: last });
  expect(await remembered()).toHaveLength(1);
});
