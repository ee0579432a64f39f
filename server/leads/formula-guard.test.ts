import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { LeadDatabase } from '#contract/leads.ts';
import { createCsvReader } from '#engines/csv/read-csv.ts';
import { guardFormulas, isFormula } from '#engines/csv/write-csv.ts';
import { guardedCell } from '#engines/lead-query/guarded-cell.ts';
import { recordImport } from './import-records.ts';
import { ensureTables, leadTable } from './lead-tables.ts';
import { loadLeads } from './load-leads.ts';
import { addOptOutsAndDeleteLeads } from './opted-out-leads.ts';
import { type LeadBench, openLeadBench, openWithoutSamples } from './test-leads.ts';

let bench: LeadBench;
beforeAll(async () => {
  bench = await openLeadBench();
  await openWithoutSamples(bench, 'apollo', 'leadrocks');
});
afterAll(() => bench.close());

/**
 * Texts for every rule of the guard: first characters, phone numbers, lists, and spaces that SQL and
 * JavaScript treat differently.
 */
const cell = fc.oneof(
  fc.constantFrom(
    '',
    '-',
    '+',
    '=1',
    '@a',
    '+1 202 555 0100',
    '-2+3',
    '+1; -2',
    '+1; =2',
    'a;=1+1',
    'a;"=1+1&";b',
    'a;-2+cmd',
    'a;-2;+3',
    '-1.5e+3',
    '＝1',
    '－1',
    '＋1',
  ),
  fc.string({
    unit: fc.constantFrom(
      ...'=@+-＝＠＋－\'0123 ().,/;eEx\t\r\n\v\f\\"😀é',
      '\u00a0',
      '\u2009',
      '\u3000',
      '\ufeff',
      '; ',
    ),
  }),
  fc.string({ unit: 'binary' }).filter((text) => text.isWellFormed() && !text.includes('\0')),
);
/** A cell as stored in a table: without line ends. */
const stored = (text: string) => text.replace(/[\t\n\r\0]+/g, ' ');

async function exported(database: LeadDatabase, filters: object): Promise<Record<string, string>[]> {
  bench.deps.leadSearch.invalidate(database);
  const person = await bench.person({ credits: 100_000 });
  const reader = createCsvReader(',');
  const records = reader.push(await (await person.file(database, filters)).text());
  const [header, ...rows] = [...records, ...reader.end()].map(({ cells }) => cells);
  return rows.map((cells) =>
    Object.fromEntries((header ?? []).map((column, index) => [column, cells[index] ?? ''])),
  );
}

describe('the formula guard', () => {
  it('gives the same result in SQL and JavaScript', async () => {
    const list = fc.sample(cell, 6000);
    const sql = `SELECT ${guardedCell('text')} AS text FROM (SELECT arrayJoin({list:Array(String)}) AS text)`;
    const rows = await bench.deps.warehouse.rows({ sql, params: { list } }, z.object({ text: z.string() }));
    expect(rows.map(({ text }) => text)).toEqual(list.map(guardFormulas));
    expect(list.filter(isFormula).length).toBeGreaterThan(500);
    expect(list.filter((text) => !isFormula(text)).length).toBeGreaterThan(500);
  });

  it('covers every column after appends, new columns, opt-outs and replacement', async () => {
    const columns = ['Full_Name', 'Job_Title', 'Company', 'Industry', 'Work_Email_1'];
    const arbitraryRows = (prefix: string, count: number, cells: number) =>
      fc
        .sample(fc.array(cell, { minLength: cells, maxLength: cells }), count)
        .map((values, index) => [`${prefix}${index}`, `Row ${prefix}`, ...values]);
    const fill = async (mode: 'replace' | 'append', names: readonly string[], rows: string[][]) => {
      const { warehouse, clock } = bench.deps;
      const loaded = await loadLeads(warehouse, { database: 'leadrocks', mode, columns: names, rows });
      clock.advance(1000);
      const at = new Date(clock.now()).toISOString();
      const details = { source: 'test', licence: '', dataDate: '', preset: 'own', refused: 0 };
      await recordImport(warehouse, {
        id: randomUUID(),
        database: 'leadrocks',
        mode,
        at,
        ...details,
        ...loaded,
        columns: names,
      });
      return rows.map((row) => new Map(names.map((name, index) => [name, stored(row[index] ?? '')])));
    };
    const plain = Array.from({ length: 500 }, (_, index) => [
      `p${index}`,
      'Row p',
      'Acme',
      'Retail',
      `p${index}@x.example`,
    ]);
    const expected = await fill('replace', columns, [...arbitraryRows('a', 300, 3), ...plain]);
    expected.push(...(await fill('append', [...columns, 'Odd_Column'], arbitraryRows('b', 300, 4))));
    expected.push(...(await fill('append', columns, arbitraryRows('c', 300, 3))));
    expect(await addOptOutsAndDeleteLeads(bench.deps, [{ kind: 'email', value: 'p7@x.example' }])).toBe(1);

    const found = await exported('leadrocks', { includeJobTitles: ['row'] });
    const byName = new Map(found.map((row) => [row.Full_Name, row]));
    expect(byName.has('p7')).toBe(false);
    expect(found.length).toBe(byName.size);
    // Leads with the same email address are merged, so some expected rows are missing.
    expect(found.length).toBeGreaterThan(800);
    for (const lead of expected) {
      const row = byName.get(lead.get('Full_Name') ?? '');
      if (!row) continue;
      for (const [column, text] of lead) expect(row[column] ?? '').toBe(guardFormulas(text));
    }
    for (const row of found) for (const text of Object.values(row)) expect(isFormula(text)).toBe(false);

    // No remaining row needs the guard.
    await fill('replace', columns, plain);
    expect(await exported('leadrocks', { includeJobTitles: ['row'] })).toHaveLength(500);
  });

  it.each<[string, (statement: string) => string]>([
    [
      'without the formula column',
      (statement) =>
        statement.replace(/`lw_formulas` UInt8 DEFAULT 1,/, '').replace(/PARTITION BY lw_formulas/, ''),
    ],
    // Its rows were checked for formulas at the start of a cell only.
    ['with the earlier formula column', (statement) => statement.replaceAll('lw_formulas', 'lw_formula')],
  ])('covers every cell of an older table %s', async (_, older) => {
    const { deps } = bench;
    const table = leadTable('apollo');
    await deps.warehouse.run({ sql: `DROP TABLE ${table} SYNC` });
    await ensureTables(deps.warehouse, 'apollo');
    await deps.warehouse.run({ sql: `ALTER TABLE ${table} DROP PROJECTION lw_find_title_counts` });
    const { statement } = (
      await deps.warehouse.rows(
        {
          sql: `SELECT create_table_query AS statement FROM system.tables WHERE database = 'leads' AND name = 'apollo'`,
        },
        z.object({ statement: z.string() }),
      )
    )[0] ?? { statement: '' };
    const old = older(statement);
    expect(old).not.toContain('lw_formulas');
    await deps.warehouse.run({ sql: `DROP TABLE ${table} SYNC` });
    await deps.warehouse.run({ sql: old });
    const row = { first_name: 'Old', title: 'Old;=Old()' };
    await deps.warehouse.insertLines(
      table,
      [...Object.keys(row), 'lw_id'],
      Buffer.from('Old\tOld;=Old()\t1\n'),
    );
    expect(await exported('apollo', { includeJobTitles: ['old'] })).toMatchObject([{ title: "Old;'=Old()" }]);

    // The next start adds the column, and then appends work as usual.
    await ensureTables(deps.warehouse, 'apollo');
    await loadLeads(deps.warehouse, {
      database: 'apollo',
      mode: 'append',
      columns: ['first_name', 'title'],
      rows: [
        ['New', '@Old'],
        ['Newer', 'Old one'],
      ],
    });
    const rows = await exported('apollo', { includeJobTitles: ['old'] });
    expect(rows.map(({ title }) => title).sort()).toEqual(["'@Old", 'Old one', "Old;'=Old()"]);
  });
});
