import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { StepDraft } from '#contract/calls/list-step-calls.ts';
import { openTaskBench, type TaskBench } from '../../tasks/test-tasks.ts';
import { requireList } from '../lists.ts';
import { rowPages } from '../row-steps.ts';
import { shownRows } from '../view-rows.ts';
import { deleteListStep, saveListStep } from './change-steps.ts';
import { refreshLists, startRefreshes } from './refresh-list.ts';
import { startRun } from './start-run.ts';
import { makeList } from './test-step-lists.ts';

const ROWS = 900;
let bench: TaskBench;
beforeAll(async () => {
  bench = await openTaskBench();
});
afterAll(() => bench.close());

const formula = (text: string, id?: string) =>
  ({
    kind: 'formula',
    name: 'Half',
    conditions: [],
    formula: text,
    outputs: [id ? { field: 'value', column: 'Half' } : { field: 'value', name: 'Half' }],
    ...(id ? { id } : {}),
  }) as StepDraft;

async function openList() {
  const { deps } = bench;
  const account = await bench.account(100);
  // One row has no number.
  const rows = Array.from({ length: ROWS }, (_, at) => ({
    Size: at === 700 ? 'none' : String(at * 2),
    Website: `site${at}.com`,
  }));
  const id = await makeList(deps, account, rows);
  return {
    account,
    id,
    save: (step: StepDraft) => saveListStep(deps, account, { id, step }),
    list: () => requireList(deps, account, id),
    values: async () => {
      const stored = deps.database.db.selectFrom('list_rows').select('cells').where('list_id', '=', id);
      return (await stored.orderBy('id').execute()).map(({ cells }) => cells.Half);
    },
  };
}

describe('a formula in a long list', () => {
  it('is computed in the first rows at once, and in the others in the background', async () => {
    const { save, list, values } = await openList();
    const saved = await save(formula('=string(int({Size}) / 2)'));
    expect(saved.list.computing).toEqual({ after: expect.any(Number), rows: 400 });
    const first = await values();
    expect([first[0], first[399], first[400], first[899]]).toEqual(['0', '399', undefined, undefined]);

    await refreshLists(bench.deps);
    const all = await values();
    expect([all[400], all[899]]).toEqual(['400', '899']);
    expect(all.filter((value) => value?.startsWith('#'))).toEqual([all[700]]);
    expect((await list()).refresh_after).toBeNull();
  });

  it('waits for the next start when the server stops', async () => {
    const { save, list } = await openList();
    await save(formula('={Website}'));
    const before = await list();
    await startRefreshes(bench.deps)();
    expect((await list()).refresh_after).toBe(before.refresh_after);
    await refreshLists(bench.deps);
    expect((await list()).refresh_after).toBeNull();
  });

  it('starts again if it is changed meanwhile', async () => {
    const { save, values } = await openList();
    const { step } = await save(formula('={Size}'));
    await save(formula('="new " + {Size}', step));
    await refreshLists(bench.deps);
    const all = await values();
    expect(all).toHaveLength(ROWS);
    expect(all.every((value) => value?.startsWith('new '))).toBe(true);
  });

  it('that fails holds up no other, and is tried again', async () => {
    const { database, clock } = bench.deps;
    const [broken, sound] = [await openList(), await openList()].sort((a, b) => (a.id < b.id ? -1 : 1));
    for (const each of [broken, sound]) await each?.save(formula('={Website}'));
    await database.runScript(`
      create function refuse_rows() returns trigger language plpgsql as $$ begin raise exception 'refused'; end $$;
      create trigger refuse_rows before update on list_rows for each row
        when (old.list_id = '${broken?.id}') execute function refuse_rows();
    `);
    const failed = new Map<string, number>();
    try {
      await refreshLists(bench.deps, undefined, failed);
    } finally {
      await database.runScript('drop function refuse_rows() cascade');
    }
    expect((await sound?.list())?.refresh_after).toBeNull();
    expect((await broken?.list())?.refresh_after).not.toBeNull();
    clock.advance(60_000);
    await refreshLists(bench.deps, undefined, failed);
    expect((await broken?.list())?.refresh_after).toBeNull();
  });

  it('is computed before a run that may need it', async () => {
    const { account, save, list, values } = await openList();
    await save(formula('={Website}'));
    await save({
      kind: 'tool',
      name: 'Sites',
      conditions: [],
      tries: [{ tool: 'website-extraction', options: {}, inputs: { website: 'Half' }, accepts: [] }],
      outputs: [{ field: 'title', name: 'Title' }],
    } as StepDraft);
    const scope = { search: '', cells: 'empty' } as const;
    const run = await startRun(bench.deps, { accountId: account }, await list(), scope, {
      type: 'lead-enrichment',
      claim: null,
    });
    expect(run.total).toBe(ROWS);
    expect((await values()).every((value) => value !== undefined)).toBe(true);
  });

  it('is done at once in a short list', async () => {
    const { deps } = bench;
    const account = await bench.account(100);
    const id = await makeList(deps, account, [{ Size: '4' }, { Size: '6' }]);
    const { list } = await saveListStep(deps, account, { id, step: formula('={Size}') });
    expect(list.computing).toBeNull();
  });
});

describe('a deleted step of a long list', () => {
  it('loses what it said in parts, the last rows in the background, also after a kill', async () => {
    const { deps } = bench;
    const { db } = deps.database;
    const { account, id, save, list } = await openList();
    const draft = (name: string) =>
      ({
        kind: 'tool',
        name,
        conditions: [],
        tries: [{ tool: 'website-extraction', options: {}, inputs: { website: 'Website' }, accepts: [] }],
        outputs: [{ field: 'title', name }],
      }) as StepDraft;
    const [gone, kept] = [(await save(draft('Gone'))).step, (await save(draft('Kept'))).step];
    for (const step of [gone, kept])
      await sql`
        insert into list_cells (list_id, row_id, step, status)
        select list_id, id, ${step}, 'done' from list_rows where list_id = ${id}::uuid
      `.execute(db);
    const cells = async (step: string) =>
      (
        await db
          .selectFrom('list_cells')
          .select('row_id')
          .where('list_id', '=', id)
          .where('step', '=', step)
          .execute()
      ).length;
    const { computing } = await deleteListStep(deps, account, { id, step: gone, columns: false });
    expect(computing).toMatchObject({ rows: 400 });
    expect(await cells(gone)).toBe(ROWS - 400);
    // What is still there isn't shown.
    const states: object[] = [];
    for await (const page of rowPages(db, id))
      for (const row of await shownRows(deps, await list(), page)) states.push(row.states ?? {});
    expect(new Set(states.flatMap(Object.keys))).toEqual(new Set([kept]));
    await refreshLists(deps);
    expect([await cells(gone), await cells(kept)]).toEqual([0, ROWS]);
  });
});
