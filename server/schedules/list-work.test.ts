import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { deleteList } from '../lists/delete-rows.ts';
import { saveView } from '../lists/list-views.ts';
import { requireList } from '../lists/lists.ts';
import { deleteListStep, saveListStep } from '../lists/steps/change-steps.ts';
import { changeSchedule } from './schedules.ts';
import { openScheduleBench, type ScheduleBench } from './test-schedules.ts';

let bench: ScheduleBench;
let ada: string;
beforeAll(async () => {
  bench = await openScheduleBench();
});
beforeEach(async () => {
  ada = await bench.account(1000);
});
afterAll(() => bench.close());

/** A list with two columns that tools fill, "Read" and "Domain". */
async function twoSteps(): Promise<{ list: string; read: string; domain: string }> {
  const list = await bench.list(ada, ['acme.com', 'beta.com']);
  await saveListStep(bench.deps, ada, {
    id: list,
    step: {
      kind: 'tool',
      name: 'Domain',
      conditions: [],
      tries: [{ tool: 'company-to-domain', options: {}, inputs: { company: 'Website' }, accepts: [] }],
      outputs: [{ field: 'domain', name: 'Domain' }],
    },
  });
  const { steps } = await requireList(bench.deps, ada, list);
  const [read = '', domain = ''] = steps.map(({ id }) => id);
  return { list, read, domain };
}
const change = (id: string, listWork: object) =>
  changeSchedule(bench.deps, { accountId: ada }, { id, listWork });

describe('the columns of a schedule of a list', () => {
  it('are changed, with its cells and its view, and the next run works them', async () => {
    const { list, read, domain } = await twoSteps();
    await saveView(bench.deps, ada, {
      id: list,
      view: { name: 'Acme', search: 'acme', where: [], sort: null, hidden: [], pinned: [] },
    });
    const { id, listWork } = await bench.create(ada, { kind: 'list', list });
    expect(listWork).toEqual({ steps: null, cells: 'empty', view: null });
    const changed = await change(id, { steps: [read], cells: 'all', view: 'Acme' });
    expect(changed).toMatchObject({
      listWork: { steps: [read], cells: 'all', view: 'Acme' },
      subject: 'Runs “Read” of “Companies”, view “Acme”',
    });
    await bench.nextDay();
    const { lastRun } = await bench.view(ada, id);
    expect(await bench.task(lastRun?.taskId ?? '')).toMatchObject({ total: 1 });
    expect(await change(id, { steps: [domain] })).toMatchObject({
      listWork: { steps: [domain], cells: 'all', view: 'Acme' },
    });
    expect(await change(id, { steps: null, view: null })).toMatchObject({
      listWork: { steps: null, cells: 'all', view: null },
      subject: 'Runs the columns of “Companies”',
    });
  });

  it('are refused if its list lacks them, and change nothing then', async () => {
    const { list, read } = await twoSteps();
    const { id } = await bench.create(ada, { kind: 'list', list, steps: [read] });
    await expect(change(id, { steps: ['nope'] })).rejects.toThrow('The list has no step “nope”');
    await expect(change(id, { view: 'Nope' })).rejects.toThrow('The list has no view “Nope”.');
    expect((await bench.view(ada, id)).listWork).toEqual({ steps: [read], cells: 'empty', view: null });
    const tool = await bench.create(ada, {
      kind: 'tool',
      type: 'website-extraction',
      items: ['https://a.com'],
    });
    await expect(change(tool.id, { cells: 'all' })).rejects.toThrow('Only a schedule that runs the columns');
    await deleteList(bench.deps, ada, list);
    await expect(change(id, { cells: 'all' })).rejects.toThrow('Its list was deleted.');
  });

  it('run without those that were deleted, and pause when none is left', async () => {
    const { list, read, domain } = await twoSteps();
    const { id } = await bench.create(ada, { kind: 'list', list, steps: [read, domain] });
    await deleteListStep(bench.deps, ada, { id: list, step: domain, columns: false });
    await bench.nextDay();
    const { lastRun } = await bench.view(ada, id);
    expect(lastRun).toMatchObject({ state: 'running' });
    await bench.workList(lastRun?.taskId ?? '');
    await bench.plan();
    // The page was opened before the column was deleted.
    expect(await change(id, { steps: [read, domain], cells: 'all' })).toMatchObject({
      listWork: { steps: [read] },
    });
    expect(await change(id, { cells: 'all' })).toMatchObject({ listWork: { steps: [read] } });
    await deleteListStep(bench.deps, ada, { id: list, step: read, columns: false });
    await bench.nextDay();
    expect(await bench.view(ada, id)).toMatchObject({
      pausedReason: 'The columns that it fills were deleted. Edit the schedule to choose others.',
    });
  });
});
