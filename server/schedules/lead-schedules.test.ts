import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WAIT } from '../../e2e/fixtures/wait.ts';
import { recordDrop } from '../leads/lead-tables.ts';
import { loadLeads } from '../leads/load-leads.ts';
import { type LeadBench, openLeadBench, parseOptOuts, type Searcher } from '../leads/test-leads.ts';
import { includedInSaves } from '../lists/included-in-saves.ts';
import { runLeadSave } from '../lists/save-leads-run.ts';
import { startLeadSaves } from '../lists/save-leads-worker.ts';
import { addOptOuts } from '../opt-outs/opt-outs.ts';
import { runSchedules } from './planner.ts';

let bench: LeadBench;
let stop: () => Promise<void>;
beforeAll(async () => {
  bench = await openLeadBench({ LIST_ROWS_PER_FREE_ACCOUNT: String(MOST_ROWS) });
  await bench.deps.queue.start();
  stop = await startLeadSaves(bench.deps);
});
afterAll(async () => {
  await stop();
  await bench.close();
});

const MOST_ROWS = 8;
const ALL = { excludeJobTitles: ['nothing like this'] };

/** The database has leads with these numbers. `titles`: of those that aren't CEO. */
async function load(
  numbers: readonly number[],
  titles: Readonly<Record<number, string>> = {},
): Promise<void> {
  await recordDrop(bench.deps.warehouse, 'leadrocks', new Date());
  await loadLeads(bench.deps.warehouse, {
    database: 'leadrocks',
    mode: 'replace',
    columns: ['Full_Name', 'Job_Title', 'Company', 'Work_Email_1'],
    rows: numbers.map((n) => [
      `Lead ${n}`,
      titles[n] ?? 'CEO',
      `Company ${n}`,
      `lead${n}@company${n}.example`,
    ]),
  });
  bench.deps.leadSearch.invalidate('leadrocks');
}

interface Change {
  kind: string;
  changed: string[];
  values: Record<string, string>;
  before: Record<string, string>;
}

/** A schedule of a new person that adds the leads with these numbers. */
async function scheduled(numbers: readonly number[]): Promise<{ person: Searcher; id: string }> {
  await load(numbers);
  const person = await bench.person({ credits: 100 });
  const made = await person.post('schedule-create', {
    work: { kind: 'leads', search: { database: 'leadrocks', filters: ALL, name: 'New leads' } },
    cap: 10,
    time: { every: 'week', day: 1, hour: 9, timeZone: 'America/New_York' },
  });
  return { person, id: made.body.id };
}

it('says that a run was included in the plan', async () => {
  const { person, id } = await scheduled([0, 1]);
  await bench.deps.database.db
    .updateTable('accounts')
    .set({ plan: 'unlimited' })
    .where('id', '=', person.id)
    .execute();
  expect(await run(person, id)).toMatchObject({ state: 'done', added: 2, spent: 2, included: 2 });
  const { schedules } = await person.get('schedules');
  expect(schedules[0].lastRun).toMatchObject({ spent: 2, included: 2 });
  const { id: runId } = schedules[0].lastRun;
  expect((await person.get(`schedule-changes?run=${runId}`)).run).toMatchObject({ spent: 2, included: 2 });
});

it('says that all of a run was included in the plan, whatever its last export paid for', async () => {
  const { person, id } = await scheduled([0, 1, 2]);
  const { db } = bench.deps.database;
  await db.updateTable('accounts').set({ plan: 'unlimited' }).where('id', '=', person.id).execute();
  const { id: runId } = await run(person, id);
  // As a run stores it that was interrupted after two leads, and went on with another export.
  await db
    .updateTable('credit_lines')
    .set({ included: 1 })
    .where('account_id', '=', person.id)
    .where('export_id', 'is not', null)
    .execute();
  const runNow = async () => (await person.get(`schedule-changes?run=${runId}`)).run;
  expect(await runNow()).toMatchObject({ spent: 3, included: 3 });
  // The rest is free, so nothing is included of the last export.
  await db.deleteFrom('credit_lines').where('account_id', '=', person.id).execute();
  expect(await runNow()).toMatchObject({ spent: 3, included: 3 });
});

it('says what the plan included of a run that began before the plan', async () => {
  const { person, id } = await scheduled([0, 1, 2]);
  const { db } = bench.deps.database;
  expect(await run(person, id)).toMatchObject({ spent: 3, included: 0 });
  // As if it had been interrupted after three of five leads.
  await load([0, 1, 2, 3, 4]);
  await db.updateTable('accounts').set({ plan: 'unlimited' }).where('id', '=', person.id).execute();
  const save = await db
    .updateTable('lead_saves')
    .set({ state: 'saving', leads: 5, ended_at: null })
    .where('account_id', '=', person.id)
    .returning('id')
    .executeTakeFirstOrThrow();
  await runLeadSave(bench.deps, save.id, new AbortController().signal);
  const saved = await db.selectFrom('lead_saves').selectAll().where('id', '=', save.id).execute();
  expect(saved).toMatchObject([{ state: 'done', added: 5, cost: 5, included: 2 }]);
  expect(await includedInSaves(db, [save.id])).toEqual(new Map([[save.id, 2]]));
});

/** The titles in the list of a person. */
async function titles(person: Searcher): Promise<(string | undefined)[]> {
  const { lists } = await person.get('lists');
  const { rows } = await person.get(`list-rows?id=${lists[0].id}&limit=50`);
  return rows.map(({ values }: { values: Record<string, string> }) => values.Job_Title);
}

async function run(person: Searcher, id: string) {
  bench.deps.clock.advance(1000);
  expect((await person.post('schedule-run', { id })).status).toBe(200);
  await expect
    .poll(async () => {
      await runSchedules(bench.deps);
      return (await person.get(`schedule-runs?id=${id}`)).runs[0].state;
    }, WAIT)
    .not.toMatch(/starting|running/);
  return (await person.get(`schedule-runs?id=${id}`)).runs[0];
}

describe('a lead search that repeats', () => {
  it('adds only leads that the list does not have, at most its cap, without exclusions', async () => {
    const person = await bench.person({ credits: 100 });
    const { body: own } = await person.post('list-create', {
      name: 'Customers',
      columns: [{ name: 'Email', role: 'email' }],
    });
    await person.post('list-add-rows', { id: own.id, rows: [{ Email: 'lead9@company9.example' }] });
    await person.post('list-set-exclusion', { id: own.id, excludes: 'people' });
    await load([0, 1, 2, 3]);
    const made = await person.post('schedule-create', {
      work: {
        kind: 'leads',
        search: { database: 'leadrocks', filters: { ...ALL, leaveOut: [own.id] }, name: 'New leads' },
      },
      cap: 3,
      time: { every: 'week', day: 1, hour: 9, timeZone: 'America/New_York' },
    });
    expect(made).toMatchObject({
      status: 200,
      body: { subject: 'Adds new leads from LeadRocks to “New leads”: not nothing like this' },
    });
    const { id } = made.body;
    expect(await run(person, id)).toMatchObject({ state: 'done', added: 3, spent: 3, problem: null });
    await load([0, 1, 2, 3, 4, 9]);
    const second = await run(person, id);
    expect(second).toMatchObject({ state: 'done', added: 2, spent: 2 });
    const { changes } = await person.get(`schedule-changes?run=${second.id}`);
    expect(changes).toMatchObject([{ kind: 'added' }, { kind: 'added' }]);
    const names = changes.map(({ values }: { values: Record<string, string> }) => values.Full_Name);
    expect(names).toHaveLength(2);
    expect(names).toContain('Lead 4');
    expect(names).not.toContain('Lead 9');
    const third = await run(person, id);
    expect(third).toMatchObject({ state: 'done', added: 0, spent: 0, taskId: null });
    expect(third.problem).toContain('No lead matches');
    const { lists } = await person.get('lists');
    expect(lists.find(({ name }: { name: string }) => name === 'New leads')).toMatchObject({ rows: 5 });
  });

  it('leaves out all exclusion lists of the day of each run, and goes on without one that is gone', async () => {
    await load([60, 61, 62]);
    const person = await bench.person({ credits: 100 });
    const exclusion = async (lead: number) => {
      const name = `Customers ${lead}`;
      const columns = [{ name: 'Email', role: 'email' }];
      const { body } = await person.post('list-create', { name, columns });
      const rows = [{ Email: `lead${lead}@company${lead}.example` }];
      await person.post('list-add-rows', { id: body.id, rows });
      await person.post('list-set-exclusion', { id: body.id, excludes: 'people' });
      return body.id as string;
    };
    const scheduleOf = async (name: string, leaveOut: readonly string[] | null) => {
      const made = await person.post('schedule-create', {
        work: { kind: 'leads', search: { database: 'leadrocks', filters: { ...ALL, leaveOut }, name } },
        cap: 10,
        time: { every: 'week', day: 1, hour: 9, timeZone: 'America/New_York' },
      });
      return made.body.id as string;
    };
    const first = await exclusion(60);
    const ofDay = await scheduleOf('Without customers', null);
    const chosen = await scheduleOf('Without some', [first]);
    // It has whom a search wants, so only a search that names it leaves it out.
    const wanted = await person.post('schedule-create', {
      work: {
        kind: 'leads',
        search: {
          database: 'leadrocks',
          filters: { inLists: [first], leaveOut: null },
          name: 'Customers’ leads',
        },
      },
      cap: 10,
      time: { every: 'week', day: 1, hour: 9, timeZone: 'America/New_York' },
    });
    expect(await run(person, wanted.body.id)).toMatchObject({ state: 'done', added: 1 });
    await exclusion(61);
    expect(await run(person, ofDay)).toMatchObject({ state: 'done', added: 1 });
    expect(await run(person, chosen)).toMatchObject({ state: 'done', added: 2 });
    await person.post('list-delete', { id: first });
    expect(await run(person, ofDay)).toMatchObject({ state: 'done', added: 1 });
    expect(await run(person, chosen)).toMatchObject({ state: 'done', added: 1 });
  });

  it('finds which of its leads changed and which are gone, each once, and leaves the list as it is', async () => {
    const { person, id } = await scheduled([20, 21, 22]);
    expect(await run(person, id)).toMatchObject({ added: 3, changed: 0, gone: 0 });
    expect(await run(person, id)).toMatchObject({ added: 0, changed: 0, gone: 0, spent: 0 });
    await load([20, 22, 23], { 20: 'Chair', 22: 'CEO' });
    const third = await run(person, id);
    expect(third).toMatchObject({ state: 'done', added: 1, changed: 1, gone: 1, spent: 1 });
    const { changes } = await person.get(`schedule-changes?run=${third.id}`);
    const found = changes.map(({ kind, changed, values, before }: Change) => [
      kind,
      values.Full_Name,
      changed,
      values.Job_Title,
      before,
    ]);
    expect(found.sort()).toEqual([
      ['added', 'Lead 23', [], 'CEO', {}],
      ['changed', 'Lead 20', ['Job_Title'], 'Chair', { Job_Title: 'CEO' }],
      ['gone', 'Lead 21', [], 'CEO', {}],
    ]);
    expect(await titles(person)).toEqual(['CEO', 'CEO', 'CEO', 'CEO']);
    expect(await run(person, id)).toMatchObject({ added: 0, changed: 0, gone: 0, spent: 0 });
    // Back in the database as the list has it.
    await load([20, 21, 22, 23]);
    expect(await run(person, id)).toMatchObject({ added: 0, changed: 0, gone: 0, spent: 0 });
  });

  it('keeps what it saved and paid for before it ended early, and compares with it later', async () => {
    const { person, id } = await scheduled([40, 41]);
    await run(person, id);
    await load([40, 41, 42]);
    bench.deps.clock.advance(1000);
    await person.post('schedule-run', { id });
    await runSchedules(bench.deps);
    const { db } = bench.deps.database;
    const saves = () =>
      db
        .selectFrom('lead_saves')
        .select(['id', 'state', 'added'])
        .where('account_id', '=', person.id)
        .orderBy('created_at', 'desc')
        .execute();
    await expect.poll(saves, WAIT).toMatchObject([{ state: 'done', added: 1 }, { state: 'done' }]);
    const [last] = await saves();
    await db
      .updateTable('lead_saves')
      .set({ state: 'failed', problem: 'Your lists are full.' })
      .where('id', '=', last?.id ?? '')
      .execute();
    await runSchedules(bench.deps);
    const [early] = (await person.get(`schedule-runs?id=${id}`)).runs;
    expect(early).toMatchObject({ state: 'done', added: 1, spent: 1, problem: 'Your lists are full.' });
    expect((await person.get(`schedule-changes?run=${early.id}`)).changes).toMatchObject([
      { kind: 'added', values: { Full_Name: 'Lead 42' } },
    ]);
    await load([40, 41, 42], { 40: 'Chair', 42: 'Chair' });
    expect(await run(person, id)).toMatchObject({ added: 0, changed: 2 });
  });

  it('is skipped and costs nothing when its list has no room for the new leads', async () => {
    const { person, id } = await scheduled([50, 51, 52]);
    await run(person, id);
    await load(Array.from({ length: MOST_ROWS + 1 }, (_, index) => 50 + index));
    expect(await run(person, id)).toMatchObject({ state: 'skipped', added: 0, spent: 0 });
  });

  it('says nothing about leads that it would have to pay for again, that opted out, or of an empty database', async () => {
    const { person, id } = await scheduled([30, 31]);
    await run(person, id);
    await load([]);
    expect(await run(person, id)).toMatchObject({ added: 0, changed: 0, gone: 0 });
    await addOptOuts(bench.deps, parseOptOuts('lead31@company31.example'), async () => {});
    await load([30, 31], { 30: 'Chair', 31: 'Chair' });
    const seen = await run(person, id);
    expect(seen).toMatchObject({ changed: 1, gone: 0 });
    const { changes } = await person.get(`schedule-changes?run=${seen.id}`);
    expect(changes).toMatchObject([{ values: { Job_Title: 'Chair' } }]);
    await bench.deps.database.db
      .updateTable('exported_leads')
      .set({ fresh_until: new Date(0) })
      .where('account_id', '=', person.id)
      .execute();
    await load([30], { 30: 'Founder' });
    expect(await run(person, id)).toMatchObject({ changed: 0, gone: 0, spent: 0 });
    const later = await person.get(`schedule-changes?run=${seen.id}`);
    expect(later.changes).toMatchObject([{ values: { Job_Title: 'CEO' } }]);
  });
});
