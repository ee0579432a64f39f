import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { addOptOuts, removeOptOuts } from '../opt-outs/opt-outs.ts';
import { whileAdding } from './adding-opt-outs.ts';
import { recordDrop } from './lead-tables.ts';
import { loadLeads } from './load-leads.ts';
import { createOptOutCheck, OWN_TIME_MS } from './opt-out-check.ts';
import { addOptOutMarks, readOptOutMarks } from './opt-out-marks.ts';
import { addOptOutsAndDeleteLeads, applyOptOuts } from './opted-out-leads.ts';
import { eachRow, removeFromRows } from './opted-out-rows.ts';
import { type LeadBench, openLeadBench, parseOptOuts } from './test-leads.ts';

let bench: LeadBench;
beforeAll(async () => {
  bench = await openLeadBench();
  await recordDrop(bench.deps.warehouse, 'apollo', new Date());
});
afterEach(() => vi.restoreAllMocks());
afterAll(() => bench.close());

const load = (rows: readonly (readonly string[])[]) =>
  loadLeads(bench.deps.warehouse, {
    database: 'apollo',
    mode: 'replace',
    columns: ['email', 'mobile_phone', 'corporate_phone'],
    rows,
  });
async function stored() {
  const sql = 'SELECT email, corporate_phone FROM leads.apollo ORDER BY email';
  const Row = z.object({ email: z.string(), corporate_phone: z.string() });
  return (await bench.deps.warehouse.rows({ sql }, Row)).map((row) => [row.email, row.corporate_phone]);
}

/** Leaves the warehouse as an earlier version did. */
async function setMarks(marks: readonly string[]): Promise<void> {
  await bench.deps.warehouse.run({ sql: 'TRUNCATE TABLE leads.applied_opt_outs' });
  await addOptOutMarks(bench.deps.warehouse, marks);
}

/** Several phones in one cell, of which the last but one is `+1 415 555 0123`. */
const SEVERAL = [
  ['spaces@left.example', '415 555 0123 415 555 0199', ''],
  ['wide@left.example', '415-555-0123    415-5501', ''],
  ['slash@left.example', '415 555 0100 415 555 0123 415 555 0199 / 20', ''],
];
const STAYS = ['stays@left.example', '415 555 0177 415 555 0199', ''];

describe('an opt-out by phone', () => {
  it('finds each of several phones in a cell that only spaces separate', async () => {
    await load([...SEVERAL, STAYS, ['company@left.example', '', '415 555 0123 415 555 0199']]);
    const entries = parseOptOuts('+1 415 555 0123');
    await addOptOutsAndDeleteLeads(bench.deps, entries);
    expect(await stored()).toEqual([
      ['company@left.example', ''],
      ['stays@left.example', ''],
    ]);
    await removeOptOuts(bench.deps, entries);
  });

  it('of an earlier version is carried out again, once, and only in such cells', async () => {
    const { deps } = bench;
    await load([]);
    await addOptOutsAndDeleteLeads(deps, parseOptOuts('+1 415 555 0123', 'done@left.example'));
    const marks = await readOptOutMarks(deps.warehouse);
    await setMarks([...marks].map((mark) => mark.replace('/3', '')));
    await load([...SEVERAL, STAYS]);
    const read = vi.spyOn(deps.warehouse, 'bytes');
    expect(await applyOptOuts(deps, { onlyMissing: true })).toEqual({ entries: 1, deleted: SEVERAL.length });
    expect(read.mock.calls.every(([{ sql }]) => !sql.endsWith('WHERE true'))).toBe(true);
    expect(await stored()).toEqual([['stays@left.example', '']]);
    await load(SEVERAL);
    expect(await applyOptOuts(deps, { onlyMissing: true })).toEqual({ entries: 0, deleted: 0 });
  });
});

function readsOf(warehouse: LeadBench['deps']['warehouse']) {
  return [vi.spyOn(warehouse, 'bytes'), vi.spyOn(warehouse, 'rows'), vi.spyOn(warehouse, 'run')];
}

describe('an opt-out by a phone in the column Mobile of Sales Navigator', () => {
  const loadMobile = () =>
    loadLeads(bench.deps.warehouse, {
      database: 'sales_navigator',
      mode: 'replace',
      columns: ['Full_name', 'Phone_numbers', 'Mobile'],
      rows: [
        ['Ann', '', '+1 415 555 0135'],
        ['Ben', '', '+1 415 555 0136'],
        ['Cal', '+1 415 555 0136', ''],
      ],
    });
  const left = async () => {
    const sql = 'SELECT Full_name AS name FROM leads.sales_navigator ORDER BY name';
    return (await bench.deps.warehouse.rows({ sql }, z.object({ name: z.string() }))).map(({ name }) => name);
  };
  beforeAll(async () => {
    await load([]);
    await recordDrop(bench.deps.warehouse, 'sales_navigator', new Date());
  });

  it('deletes the lead', async () => {
    await loadMobile();
    await addOptOutsAndDeleteLeads(bench.deps, parseOptOuts('+1 415 555 0135'));
    expect(await left()).toEqual(['Ben', 'Cal']);
  });

  it.each(['', '/2'])(
    'is carried out again, once, after a version that marked it with "%s"',
    async (round) => {
      const { deps } = bench;
      const marks = await readOptOutMarks(deps.warehouse);
      await setMarks([...marks].map((mark) => mark.replace('/3', round)));
      await loadMobile();
      const read = vi.spyOn(deps.warehouse, 'bytes');
      expect(await applyOptOuts(deps, { onlyMissing: true })).toMatchObject({ deleted: 1 });
      expect(read.mock.calls.every(([{ sql }]) => !sql.endsWith('WHERE true'))).toBe(true);
      expect(await left()).toEqual(['Ben', 'Cal']);
      expect(await applyOptOuts(deps, { onlyMissing: true })).toEqual({ entries: 0, deleted: 0 });
    },
  );
});

describe('an opt-out through a process without this warehouse', () => {
  it('is carried out by the next check, and nothing is read while the list stays the same', async () => {
    const { deps } = bench;
    const check = createOptOutCheck(deps);
    await check.all();
    await load([STAYS, ['elsewhere@left.example', '', '']]);
    await addOptOuts(deps, parseOptOuts('elsewhere@left.example'), async () => {});
    deps.clock.advance(OWN_TIME_MS + 1000);
    await check.settled();
    expect(await stored()).toEqual([['stays@left.example', '']]);
    const read = readsOf(deps.warehouse);
    await check.settled();
    for (const one of read) expect(one).not.toHaveBeenCalled();
  });

  it('reads nothing while the command that added it may still delete the leads, but at a start it does', async () => {
    const { deps } = bench;
    const check = createOptOutCheck(deps);
    await check.all();
    await load([STAYS, ['young@left.example', '', '']]);
    await addOptOuts(deps, parseOptOuts('young@left.example'), async () => {});
    deps.clock.advance(OWN_TIME_MS - 1000);
    const read = readsOf(deps.warehouse);
    await check.settled();
    for (const one of read) expect(one).not.toHaveBeenCalled();
    await createOptOutCheck(deps).all();
    expect(await stored()).toEqual([['stays@left.example', '']]);
  });

  it('waits for an addition of this process, however long that takes', async () => {
    const { deps } = bench;
    const check = createOptOutCheck(deps);
    await check.all();
    await load([STAYS, ['long@left.example', '', '']]);
    await whileAdding(deps.warehouse, async () => {
      await addOptOuts(deps, parseOptOuts('long@left.example'), async () => {});
      deps.clock.advance(OWN_TIME_MS + 1000);
      const read = readsOf(deps.warehouse);
      await check.settled();
      for (const one of read) expect(one).not.toHaveBeenCalled();
    });
    await check.settled();
    expect(await stored()).toEqual([['stays@left.example', '']]);
  });

  it('is never looked for by the watch while an ordinary addition deletes its leads', async () => {
    const { deps } = bench;
    const check = createOptOutCheck(deps);
    await check.all();
    await load([STAYS, ['usual@left.example', '', '']]);
    const { run } = deps.warehouse;
    let during = 0;
    vi.spyOn(deps.warehouse, 'run').mockImplementation(async (...args) => {
      if (/^DELETE/.test(args[0].sql)) {
        deps.clock.advance(OWN_TIME_MS + 1000);
        const bytes = vi.spyOn(deps.warehouse, 'bytes');
        await check.settled();
        expect(bytes).not.toHaveBeenCalled();
        during += 1;
      }
      return run.apply(deps.warehouse, args);
    });
    await addOptOutsAndDeleteLeads(deps, parseOptOuts('usual@left.example'));
    expect(during).toBeGreaterThan(0);
    expect(await stored()).toEqual([['stays@left.example', '']]);
  });
});

describe('a scan of a table', () => {
  it('that fails late throws, and its opt-outs are not done', async () => {
    await load([STAYS]);
    const { bytes } = bench.deps.warehouse;
    vi.spyOn(bench.deps.warehouse, 'bytes').mockImplementation(async function* (...args) {
      yield* bytes(...args);
      yield Buffer.from('["Code: 241. DB::Exception: Memory limit exceeded. (MEMORY_LIMIT_EXCEEDED)"]\n');
    });
    const scan = async () => {
      for await (const { cells } of eachRow(bench.deps.warehouse, 'leads.apollo', ['email'], 'true'))
        expect(cells).toEqual(['stays@left.example']);
    };
    await expect(scan()).rejects.toMatchObject({ code: 'internal' });
    await expect(addOptOutsAndDeleteLeads(bench.deps, parseOptOuts('+1 415 555 0188'))).rejects.toMatchObject(
      { code: 'internal' },
    );
    vi.restoreAllMocks();
    expect(await applyOptOuts(bench.deps, { onlyMissing: true })).toMatchObject({ entries: 1 });
  });

  it('clears the cells of many rows while it reads them', async () => {
    const rows = 12_000;
    await load(Array.from({ length: rows }, (_, index) => [`p${index}@left.example`, '', '+1 415 555 0166']));
    const run = vi.spyOn(bench.deps.warehouse, 'run');
    const clearedBefore: number[] = [];
    const check = {
      columns: ['email'],
      findOptedOut: () => {
        clearedBefore.push(run.mock.calls.length);
        return ['corporate_phone'];
      },
    };
    expect(await removeFromRows(bench.deps.warehouse, 'leads.apollo', check)).toBe(0);
    expect(clearedBefore.at(-1)).toBe(2);
    expect(run).toHaveBeenCalledTimes(3);
    expect(new Set((await stored()).map(([, phone]) => phone))).toEqual(new Set(['']));
  });
});
