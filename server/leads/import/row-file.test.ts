import { mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { textLine } from '#engines/csv/write-csv.ts';
import type { Warehouse } from '../../platform/warehouse/warehouse.ts';
import { type LeadBench, openLeadBench } from '../test-leads.ts';
import { type ImportRequest, importLeads } from './import-leads.ts';
import { openRowFile } from './read-file.ts';

let bench: LeadBench;
const folder = mkdtempSync(join(tmpdir(), 'leadwell-rows-'));
beforeAll(async () => {
  bench = await openLeadBench();
});
afterAll(async () => {
  await bench.close();
  rmSync(folder, { recursive: true });
});

/** Writes the rows of a SELECT to a Parquet file. */
async function writeParquet(
  name: string,
  select: string,
  params: Record<string, unknown> = {},
): Promise<string> {
  const path = join(folder, `${name}.parquet`);
  await bench.deps.warehouse.run({
    sql: `INSERT INTO FUNCTION file({path:String}, Parquet) ${select}`,
    params: { path, ...params },
  });
  return path;
}

async function readRecords(path: string) {
  const records = [];
  for await (const batch of (await openRowFile(path, bench.deps.warehouse)).records()) records.push(...batch);
  return records;
}

it('keeps the commas of texts in a file with one column', async () => {
  const path = join(folder, 'one-column.csv');
  writeFileSync(path, 'Company\nAcme, Inc.\nBolt, LLC\n');
  expect((await readRecords(path)).map(({ cells }) => cells)).toEqual([
    ['Company'],
    ['Acme, Inc.'],
    ['Bolt, LLC'],
  ]);
});

describe('a Parquet file', () => {
  it('is read unchanged, except for white space', async () => {
    const cells = {
      "O'Brien": "O'Brien",
      'C:\\new\\table': 'C:\\new\\table',
      'written \\n and \\t and \\N': 'written \\n and \\t and \\N',
      '\\N': '\\N',
      '\\': '\\',
      "\\'": "\\'",
      '"Bud" Lee': '"Bud" Lee',
      '"never closed': '"never closed',
      'tab\there': 'tab here',
      'line\nend\r\nand more\r': 'line end  and more ',
      'nul\0 back\b feed\f': 'nul  back  feed ',
      'ünï 😀 | ; ,': 'ünï 😀 | ; ,',
      '': '',
    };
    const path = await writeParquet(
      'cells',
      `SELECT arrayJoin({cells:Array(String)}) AS text, NULL::Nullable(String) AS "it's nothing", 7 AS number`,
      { cells: Object.keys(cells) },
    );
    expect(await readRecords(path)).toEqual([
      { line: 1, row: 1, cells: ['text', "it's nothing", 'number'] },
      ...Object.values(cells).map((text, index) => ({
        line: index + 2,
        row: index + 2,
        cells: [text, '', '7'],
      })),
    ]);
  });

  it('with many chunks has every row once, with intact characters', async () => {
    const path = await writeParquet(
      'many',
      `SELECT concat('ü😀\\\\', toString(number)) AS text FROM numbers(300000)`,
    );
    const records = await readRecords(path);
    expect(records).toHaveLength(300_001);
    expect(records.every(({ line }, index) => line === index + 1)).toBe(true);
    const numbers = records.slice(1).map(({ cells: [text = ''] }) => /^ü😀\\(\d+)$/.exec(text)?.[1]);
    expect(new Set(numbers).size).toBe(300_000);
    expect(numbers).not.toContain(undefined);
  });

  it('is stored unchanged in the database', async () => {
    const names = ["Conan O'Brien", 'C:\\new', 'a\\nb'];
    const file = await writeParquet(
      'names',
      `SELECT arrayJoin({names:Array(String)}) AS first_name, 'x' AS last_name, 'c' AS company, first_name AS title`,
      { names },
    );
    expect(await run({ file })).toMatchObject({ imported: 3, refused: 0 });
    const rows = await bench.deps.warehouse.rows(
      { sql: 'SELECT first_name FROM leads.apollo' },
      z.object({ first_name: z.string() }),
    );
    expect(rows.map(({ first_name }) => first_name).sort()).toEqual([...names].sort());
  });
});

describe('a CSV file that names its delimiter for Excel', () => {
  // It has more commas than semicolons, so its first line decides.
  const TEXT = 'sep=;\r\nName;Title\r\n"Roe, J";a, b, c\r\n\r\nBo;"d\r\n, e"\r\n';
  const written = (bytes: Buffer) => {
    const path = join(folder, 'excel.csv');
    writeFileSync(path, bytes);
    return path;
  };

  it.each([
    ['utf-8', Buffer.from(TEXT)],
    ['utf-8', Buffer.from(`\ufeff${TEXT}`)],
    ['utf-16le', Buffer.from(`\ufeff${TEXT}`, 'utf16le')],
    ['gzip, utf-8', gzipSync(TEXT)],
  ])('%s is read without that line, with the numbers of its rows', async (form, bytes) => {
    const path = written(bytes);
    expect(await readRecords(path)).toEqual([
      { line: 2, row: 2, cells: ['Name', 'Title'] },
      { line: 3, row: 3, cells: ['Roe, J', 'a, b, c'] },
      { line: 5, row: 5, cells: ['Bo', 'd\r\n, e'] },
    ]);
    const file = await openRowFile(path, bench.deps.warehouse);
    for await (const _ of file.records());
    expect(file.form()).toBe(`${form}, semicolon`);
  });

  it('has the texts that we wrote for spreadsheets', async () => {
    const row = ['@acme', '00123', '- call back'];
    const path = written(Buffer.from(textLine(row, ';')));
    expect((await readRecords(path)).map(({ cells }) => cells)).toEqual([row]);
  });

  it('is imported', async () => {
    const rows = 'first_name;company;title\nAnn;"Acme; Co";a, b\n;Acme;x\n';
    const file = written(Buffer.from(`sep=;\n${rows}`));
    expect(await run({ file })).toMatchObject({ imported: 1, refused: 1 });
    expect(readFileSync(`${file}.refused.csv`, 'utf8')).toContain('\n4,');
  });
});

function run(
  request: Pick<ImportRequest, 'file'> & Partial<ImportRequest>,
  warehouse: Warehouse = bench.deps.warehouse,
) {
  return importLeads(
    { ...bench.deps, warehouse },
    {
      database: 'apollo',
      mode: 'replace',
      preset: null,
      source: 'own',
      licence: 'owned',
      date: null,
      dryRun: false,
      refusedFile: `${request.file}.refused.csv`,
      ...request,
    },
    { note: () => {} },
  );
}

/** The files in `folder` that this process or the engine has open. Works only on Linux. */
function openFiles(): string[] {
  const pids = [process.pid, bench.deps.warehouse.enginePid()].filter((pid) => pid !== null);
  return pids.flatMap((pid) => {
    try {
      return readdirSync(`/proc/${pid}/fd`).flatMap((fd) => {
        try {
          const target = readlinkSync(`/proc/${pid}/fd/${fd}`);
          return target.startsWith(folder) ? [target] : [];
        } catch {
          return [];
        }
      });
    } catch {
      return [];
    }
  });
}

describe('a rejected file is closed', () => {
  const ROWS = 'FROM numbers(400000)';
  const WIDE = `repeat(toString(sipHash64(number)), 20)`;
  let withoutPreset: string[] = [];
  let usable: string[] = [];
  beforeAll(async () => {
    const csv = (name: string, header: string) => {
      const path = join(folder, name);
      writeFileSync(path, `${header}\n${'some,cells,of,rows\n'.repeat(200_000)}`);
      return path;
    };
    withoutPreset = [
      await writeParquet('unknown', `SELECT ${WIDE} AS a, ${WIDE} AS b ${ROWS}`),
      csv('unknown.csv', 'a,b,c,d'),
    ];
    usable = [
      await writeParquet(
        'known',
        `SELECT ${WIDE} AS first_name, ${WIDE} AS company, 'x' AS title, 'y' AS email ${ROWS}`,
      ),
      csv('known.csv', 'first_name,company,title,email'),
    ];
  });

  const failsAt = (pattern: RegExp): Warehouse => ({
    ...bench.deps.warehouse,
    run: async (statement, options) => {
      if (pattern.test(statement.sql)) throw new Error('failed by the test');
      return bench.deps.warehouse.run(statement, options);
    },
  });

  it.each([
    ['if its columns are unknown', () => withoutPreset, null, /--preset/],
    ['if tables cannot be created', () => usable, /^CREATE DATABASE/, /failed by the test/],
    ['if its rows cannot be stored', () => usable, /_raw_/, /failed by the test/],
  ] as const)('%s', async (_, makeFiles, pattern, reason) => {
    for (const file of makeFiles()) {
      // One more time than the engine has connections.
      for (let time = 0; time < 5; time += 1) {
        const warehouse = pattern ? failsAt(pattern) : bench.deps.warehouse;
        await expect(run({ file }, warehouse)).rejects.toThrow(reason);
      }
    }
    const queries = [1, 2, 3, 4].map((n) =>
      bench.deps.warehouse.rows({ sql: `SELECT ${n} AS n` }, z.object({ n: z.number() }), { seconds: 50 }),
    );
    expect((await Promise.all(queries)).flat()).toEqual([1, 2, 3, 4].map((n) => ({ n })));
    await expect.poll(openFiles).toEqual([]);
  });

  it.runIf(process.platform === 'linux')('but stays open while it is read', async () => {
    for (const file of usable) {
      const records = (await openRowFile(file, bench.deps.warehouse)).records();
      expect(openFiles()).toEqual([]);
      // The header, then rows.
      await records.next();
      await records.next();
      expect(openFiles()).toContain(file);
      await records.return(undefined);
      await expect.poll(openFiles).toEqual([]);
    }
  });
});
