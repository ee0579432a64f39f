import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LeadSaveInput, type LeadSaveView } from '#contract/lead-saves.ts';
import { WAIT } from '../../e2e/fixtures/wait.ts';
import { send } from '../auth/test-requests.ts';
import { recordDrop } from '../leads/lead-tables.ts';
import { loadLeads } from '../leads/load-leads.ts';
import { type LeadBench, openLeadBench, type Searcher } from '../leads/test-leads.ts';
import { addOptOuts } from '../opt-outs/opt-outs.ts';
import { acceptLeadSave } from './save-leads.ts';
import { startLeadSaves } from './save-leads-worker.ts';

const LEADS = 1200;
const ALL = { excludeJobTitles: ['nothing like this'] };
let bench: LeadBench;
let stop: () => Promise<void>;
beforeAll(async () => {
  bench = await openLeadBench({ LIST_ROWS_PER_FREE_ACCOUNT: '1500' });
  await bench.deps.queue.start();
  await recordDrop(bench.deps.warehouse, 'leadrocks', new Date());
  await loadLeads(bench.deps.warehouse, {
    database: 'leadrocks',
    mode: 'replace',
    columns: ['Full_Name', 'Job_Title', 'Company', 'Work_Email_1'],
    rows: Array.from({ length: LEADS }, (_, index) => [
      `Lead ${index}`,
      index < 100 ? '=CTO' : 'CEO',
      index === 50 ? 'named-like.example' : `Company ${index}`,
      `lead${index}@company${index}.example`,
    ]),
  });
  bench.deps.leadSearch.invalidate('leadrocks');
  stop = await startLeadSaves(bench.deps);
});
afterAll(async () => {
  await stop();
  await bench.close();
});

const balance = async (person: Searcher) => Number((await person.account()).credits);
const start = (person: Searcher, more: object = {}, headers: Record<string, string> = {}) =>
  person.post('list-save-leads', { database: 'leadrocks', filters: ALL, name: 'Leads', ...more }, headers);
const ended = async (person: Searcher, id: string): Promise<LeadSaveView> =>
  expect
    .poll(() => person.get(`list-lead-save?id=${id}`), WAIT)
    .toMatchObject({ state: expect.not.stringMatching('saving') })
    .then(() => person.get(`list-lead-save?id=${id}`));

describe('saving leads to a list', () => {
  it('costs the same as an export, which is free afterwards, and so is saving again', async () => {
    const person = await bench.person({ credits: 5000 });
    const started = await start(person);
    expect(started.status).toBe(202);
    expect(started.body).toMatchObject({ state: 'saving', leads: LEADS, cost: 0, list: null });
    const saved = await ended(person, started.body.id);
    expect(saved).toMatchObject({
      state: 'done',
      added: LEADS,
      updated: 0,
      refused: 0,
      cost: LEADS,
      problem: null,
      list: { name: 'Leads', rows: LEADS, source: { kind: 'leads', database: 'leadrocks' } },
    });
    expect(await balance(person)).toBe(5000 - LEADS);
    // The text of the database, not guarded for a spreadsheet.
    const { rows } = await person.get(`list-rows?id=${saved.list?.id}&sort=Job_Title&limit=1`);
    expect(rows[0].values).toMatchObject({ Job_Title: '=CTO' });
    // Its columns are enough to find and verify emails.
    expect(saved.list?.tools.map(({ type }) => type)).toContain('csv-extraction');

    await (await person.file('leadrocks', ALL)).text();
    const again = await ended(person, (await start(person)).body.id);
    expect(again).toMatchObject({ state: 'done', added: 0, updated: LEADS, cost: 0, list: { rows: LEADS } });
    expect(await balance(person)).toBe(5000 - LEADS);
  });

  it('takes the options of an export', async () => {
    const person = await bench.person({ credits: 30 });
    const options = { affordable: true, columns: ['Company', 'Work_Email_1'] };
    const saved = await ended(person, (await start(person, options)).body.id);
    expect(saved).toMatchObject({ state: 'done', leads: 30, added: 30, cost: 30 });
    expect(saved.list?.columns).toEqual(['Company', 'Work_Email_1']);
    expect(await balance(person)).toBe(0);
  });

  it('is carried out once for a repeated request', async () => {
    const person = await bench.person();
    const key = { 'Idempotency-Key': 'a-key-of-this-test' };
    const [first, second] = [
      await start(person, { first: 10 }, key),
      await start(person, { first: 10 }, key),
    ];
    expect(second.body.id).toBe(first.body.id);
    await ended(person, first.body.id);
    expect(await balance(person)).toBe(990);
    expect((await start(person, { first: 11 }, key)).body.error.code).toBe('idempotency_conflict');
  });

  it('leaves out people who opted out, free of charge', async () => {
    const person = await bench.person();
    const filters = { ...ALL, includeJobTitles: ['CTO'] };
    const email = 'lead7@company7.example';
    await addOptOuts(bench.deps, [{ kind: 'email', value: email }], async () => {});
    const saved = await ended(person, (await start(person, { filters })).body.id);
    expect(saved).toMatchObject({ state: 'done', leads: 100, added: 99, refused: 1, cost: 99 });
    expect(await balance(person)).toBe(901);
  });

  it('leaves out companies that opted out, by a column that the person says has websites', async () => {
    const person = await bench.person();
    const filters = { ...ALL, includeJobTitles: ['CTO'] };
    const saved = await ended(person, (await start(person, { filters })).body.id);
    const id = saved.list?.id;
    await person.post('list-change-columns', { id, change: [{ id: 'Company', role: 'website' }] });
    await addOptOuts(bench.deps, [{ kind: 'domain', value: 'named-like.example' }], async () => {});
    const again = await ended(person, (await start(person, { filters })).body.id);
    expect(again).toMatchObject({ state: 'done', added: 0, refused: saved.refused + 1 });
  });
});

describe('leads that can’t be saved', () => {
  it('are refused before a charge if the lists have no room', async () => {
    const person = await bench.person({ credits: 5000 });
    await ended(person, (await start(person, { first: 400, name: 'Others' })).body.id);
    const before = await balance(person);
    const refused = await start(person);
    expect(refused.body.error).toMatchObject({
      code: 'quota_exceeded',
      message: expect.stringContaining('1,500 rows'),
    });
    expect(await balance(person)).toBe(before);
    // The list may have these rows already.
    expect((await start(person, { name: 'Others' })).status).toBe(202);
  });

  it('are refused without credits, without filters and under the name of another list', async () => {
    const person = await bench.person({ credits: 5 });
    expect((await start(person)).body.error.code).toBe('access_denied');
    expect((await start(person, { filters: {} })).body.error.code).toBe('validation_failed');
    await bench.deps.database.db
      .insertInto('lists')
      .values({
        account_id: person.id,
        kind: 'extension',
        source: 'clutch',
        name: 'Leads',
        columns: '[]',
        created_at: new Date(),
        updated_at: new Date(),
      })
      .execute();
    expect((await start(person, { first: 2 })).body.error.code).toBe('conflict');
    expect(await balance(person)).toBe(5);
  });

  it('are refused while two searches of the account are being saved', async () => {
    const person = await bench.person();
    await stop();
    const [one, two, three] = [
      await start(person, { first: 3 }),
      await start(person, { first: 4 }),
      await start(person, { first: 5 }),
    ];
    expect([one.status, two.status, three.body.error.code]).toEqual([202, 202, 'rate_limited']);
    stop = await startLeadSaves(bench.deps);
    await ended(person, one.body.id);
    await ended(person, two.body.id);
    expect(await balance(person)).toBe(996);
  });

  it('don’t hold up those of another account, however long they take', async () => {
    const [ada, eve] = [await bench.person(), await bench.person()];
    await stop();
    const adas = [await start(ada, { first: 3 }), await start(ada, { first: 4 })];
    const eves = await start(eve, { first: 5 });
    // Ada's saves wait for her turn to search.
    let go = () => {};
    const held = bench.deps.leadSearch.turns.run(
      ada.id,
      () =>
        new Promise<void>((resolve) => {
          go = resolve;
        }),
    );
    stop = await startLeadSaves(bench.deps);
    expect(await ended(eve, eves.body.id)).toMatchObject({ state: 'done', added: 5 });
    for (const { body } of adas)
      expect(await ada.get(`list-lead-save?id=${body.id}`)).toMatchObject({ state: 'saving', added: 0 });
    go();
    await held;
    for (const { body } of adas) expect(await ended(ada, body.id)).toMatchObject({ state: 'done' });
  });

  it('of new leads go on after a stop without those of their list, also if it was renamed meanwhile', async () => {
    const person = await bench.person();
    // No one of them opted out in another test.
    const filters = { includeJobTitles: ['CEO'] };
    const { list } = await ended(person, (await start(person, { filters, first: 10 })).body.id);
    await stop();
    const input = LeadSaveInput.parse({ database: 'leadrocks', filters, name: 'Leads', first: 15 });
    const { id } = await acceptLeadSave(bench.deps, { accountId: person.id }, input, {
      claim: null,
      signal: new AbortController().signal,
      onlyNew: true,
    });
    // As if it had saved the ten leads of the list before the stop.
    await bench.deps.database.db
      .updateTable('lead_saves')
      .set({ list_id: list?.id, added: 10 })
      .where('id', '=', id)
      .execute();
    await person.post('list-rename', { id: list?.id, name: 'Berlin' });
    stop = await startLeadSaves(bench.deps);
    expect(await ended(person, id)).toMatchObject({
      state: 'done',
      added: 15,
      updated: 0,
      list: { name: 'Berlin', rows: 15 },
    });
  });

  it('end with a reason and a refund if the credits are gone by then', async () => {
    const person = await bench.person();
    await stop();
    const { body } = await start(person, { first: 10 });
    const { db } = bench.deps.database;
    await db.updateTable('accounts').set({ balance: 3 }).where('id', '=', person.id).execute();
    stop = await startLeadSaves(bench.deps);
    const saved = await ended(person, body.id);
    expect(saved).toMatchObject({ state: 'failed', added: 0, cost: 0, list: null });
    expect(saved.problem).toContain('credits');
    expect(await balance(person)).toBe(3);
  });

  it('are not shown to others', async () => {
    const [ada, eve] = [await bench.person(), await bench.person()];
    const { body } = await start(ada, { first: 1 });
    expect((await eve.get(`list-lead-save?id=${body.id}`)).error.code).toBe('not_found');
    expect((await send(bench.app, '/functions/v1/list-save-leads', { body: {} })).status).toBe(401);
    await ended(ada, body.id);
  });
});
