import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WAIT } from '../../e2e/fixtures/wait.ts';
import { recordDrop } from '../leads/lead-tables.ts';
import { loadLeads } from '../leads/load-leads.ts';
import { type LeadBench, openLeadBench, type Searcher } from '../leads/test-leads.ts';
import { startLeadSaves } from '../lists/save-leads-worker.ts';
import { runSchedules } from './planner.ts';

let bench: LeadBench;
let stop: () => Promise<void>;
beforeAll(async () => {
  bench = await openLeadBench();
  await bench.deps.queue.start();
  stop = await startLeadSaves(bench.deps);
});
afterAll(async () => {
  await stop();
  await bench.close();
});

const ALL = { excludeJobTitles: ['nothing like this'] };

/** The database has leads with these numbers. */
async function load(numbers: readonly number[]): Promise<void> {
  await recordDrop(bench.deps.warehouse, 'leadrocks', new Date());
  await loadLeads(bench.deps.warehouse, {
    database: 'leadrocks',
    mode: 'replace',
    columns: ['Full_Name', 'Job_Title', 'Company', 'Work_Email_1'],
    rows: numbers.map((n) => [`Lead ${n}`, 'CEO', `Company ${n}`, `lead${n}@company${n}.example`]),
  });
  bench.deps.leadSearch.invalidate('leadrocks');
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
      body: { subject: 'Adds new leads of a search to “New leads”' },
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
});
