import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { StepDraft } from '#contract/calls/list-step-calls.ts';
import type { RunCells } from '#contract/list-runs.ts';
import type { ToolStep } from '#contract/list-steps.ts';
import { openTaskBench, type TaskBench } from '../../tasks/test-tasks.ts';
import { cellsOfRows } from '../cell-store.ts';
import { editList } from '../edit-list.ts';
import { requireList } from '../lists.ts';
import { saveListStep } from './change-steps.ts';
import { markWrong } from './mark-wrong.ts';
import { quoteRun } from './quote-run.ts';
import { startRun } from './start-run.ts';
import { workCells } from './test-cell-work.ts';
import { makeList } from './test-step-lists.ts';

let bench: TaskBench;
let account: string;
beforeAll(async () => {
  bench = await openTaskBench();
});
beforeEach(async () => {
  account = await bench.account(100);
});
afterAll(() => bench.close());

const domains = (more: object = {}) =>
  ({
    kind: 'tool',
    name: 'Domains',
    conditions: [],
    tries: [{ tool: 'company-to-domain', options: {}, inputs: { company: 'Company' }, accepts: [] }],
    outputs: [{ field: 'domain', name: 'Domain' }],
    ...more,
  }) as StepDraft;
const sites = (column: string) =>
  ({
    kind: 'tool',
    name: 'Sites',
    conditions: [],
    tries: [{ tool: 'website-extraction', options: {}, inputs: { website: column }, accepts: [] }],
    outputs: [{ field: 'title', name: 'Title' }],
  }) as StepDraft;

const ROWS = [
  { Company: 'Acme', Website: 'https://www.acme.de/about' },
  { Company: 'Beta', Website: '' },
  { Company: 'Gamma', Website: 'https://www.facebook.com/gamma' },
  { Company: '', Website: 'delta.com' },
];

const save = async (id: string, step: StepDraft) =>
  (await saveListStep(bench.deps, account, { id, step })).step;
const list = (id: string) => requireList(bench.deps, account, id);
const quote = async (id: string, cells: RunCells = 'empty') =>
  quoteRun(bench.deps, account, await list(id), { search: '', cells });
async function rows(id: string) {
  const { db } = bench.deps.database;
  return db.selectFrom('list_rows').select(['id', 'cells']).where('list_id', '=', id).orderBy('id').execute();
}

/** Runs all steps to the end. Returns what it cost. */
async function run(id: string, cells: RunCells = 'empty'): Promise<number> {
  const options = { type: 'lead-enrichment', claim: null } as const;
  const task = await startRun(
    bench.deps,
    { accountId: account },
    await list(id),
    { search: '', cells },
    options,
  );
  const { run_no } = await bench.task(task.id);
  await bench.settle({ id: task.id, run_no }, await workCells(bench.deps, task.id));
  const { status, credits_used } = await bench.task(task.id);
  expect(status).toBe('completed');
  return credits_used;
}

describe('a step whose value a row has already', () => {
  it('takes it from there, for free, with the reason in the cell, and the steps after it go on', async () => {
    const id = await makeList(bench.deps, account, ROWS);
    const step = await save(id, domains());
    await save(id, sites('Domain'));
    expect(((await list(id)).steps[0] as ToolStep).known).toEqual(['Website']);
    const before = await quote(id);
    // Acme and Delta are known, and each website is read.
    expect(before).toMatchObject({ cells: 8, known: 2, problem: null });
    expect(before.steps.map(({ credits }) => credits)).toEqual([2, 4]);
    expect(await run(id)).toBe(6);
    const all = await rows(id);
    expect(all.map(({ cells }) => [cells.Domain, cells.Title])).toEqual([
      ['acme.de', 'A title'],
      ['beta.com', 'A title'],
      ['gamma.com', 'A title'],
      ['delta.com', 'A title'],
    ]);
    const [cell] = (await cellsOfRows(bench.deps.database.db, id, [Number(all[0]?.id)])).filter(
      (each) => each.step === step,
    );
    expect(cell).toMatchObject({ status: 'done', charge: 0 });
    expect(cell?.tries).toMatchObject([
      {
        accepted: true,
        charge: 0,
        text: 'Already in the row: https://www.acme.de/about. Nothing was looked up, so it is free.',
      },
    ]);
    // Another website makes it stale.
    await editList(bench.deps, account, {
      id,
      changes: [{ row: Number(all[0]?.id), column: 'Website', value: 'acme.at' }],
      add: [],
    });
    expect(await quote(id, 'stale')).toMatchObject({ cells: 1, known: 1, credits: 0 });
    expect(await run(id, 'stale')).toBe(0);
    expect((await rows(id))[0]?.cells.Domain).toBe('acme.at');
  });

  it('works anyway if the person wants that, and so does a step from before', async () => {
    const id = await makeList(bench.deps, account, ROWS);
    const step = await save(id, domains({ known: [] }));
    expect(await quote(id)).toMatchObject({ cells: 3, known: 0, credits: 3 });
    expect(await run(id)).toBe(3);
    expect((await rows(id))[0]?.cells.Domain).toBe('acme.com');
    // A change that doesn't say keeps it.
    await save(id, domains({ id: step, outputs: [{ field: 'domain', column: 'Domain' }], name: 'Other' }));
    expect(((await list(id)).steps[0] as ToolStep).known).toEqual([]);
    await save(
      id,
      domains({ id: step, outputs: [{ field: 'domain', column: 'Domain' }], known: ['Website'] }),
    );
    expect(await quote(id, 'all')).toMatchObject({ cells: 4, known: 2 });
  });

  it('isn’t known by a column that it fills, or that waits for it, or if other values are wanted', async () => {
    let lists = 0;
    const knownOf = async (step: StepDraft, other?: StepDraft) => {
      lists += 1;
      const row = { Company: 'Acme', Domain: '', Website: '' };
      const id = await makeList(bench.deps, account, [row], `List ${lists}`);
      if (other) await save(id, other);
      const saved = await save(id, step);
      return ((await list(id)).steps.find((each) => each.id === saved) as ToolStep).known;
    };
    expect(await knownOf(domains({ outputs: [{ field: 'domain', column: 'Website' }] }))).toEqual(['Domain']);
    expect(await knownOf(domains({ outputs: [{ field: 'confidence' }] }))).toBeUndefined();
    expect(await knownOf(sites('Website'))).toBeUndefined();
    expect(await knownOf(domains({ outputs: [{ field: 'domain', name: 'New' }] }))).toEqual([
      'Domain',
      'Website',
    ]);
    const toDomain = domains({ outputs: [{ field: 'domain', column: 'Domain' }] });
    expect(await knownOf(toDomain)).toEqual(['Website']);
    const fillsWebsite = {
      ...sites('Domain'),
      outputs: [{ field: 'title', column: 'Website' }],
    } as StepDraft;
    expect(await knownOf(toDomain, fillsWebsite)).toBeUndefined();
  });

  it('looks for the value again where it was called wrong, and the quote says so', async () => {
    const id = await makeList(bench.deps, account, [ROWS[0] ?? {}]);
    await save(id, domains());
    expect(await run(id)).toBe(0);
    const [row] = await rows(id);
    await markWrong(bench.deps, account, {
      id,
      row: Number(row?.id),
      column: 'Domain',
      value: 'acme.de',
    });
    expect(await quote(id, 'all')).toMatchObject({ known: 0, credits: 1 });
    expect(await run(id, 'all')).toBe(1);
    expect((await rows(id))[0]?.cells.Domain).toBe('acme.com');
  });
});

describe('the quote of steps whose inputs this run finds', () => {
  it('says what it costs at most, and that it is free if their values stay', async () => {
    const id = await makeList(bench.deps, account, [{ Company: 'Acme' }, { Company: 'Beta' }]);
    await save(id, domains());
    await save(id, sites('Domain'));
    expect(await quote(id)).toMatchObject({ credits: 4, unchanged: 4 });
    expect(await run(id)).toBe(4);
    expect(await quote(id, 'all')).toMatchObject({ credits: 2, unchanged: 0, repeats: 2 });
    expect(await run(id, 'all')).toBe(0);
  });
});
