import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readTable } from '#engines/csv/read-table.ts';
import { readWorkbookFile } from '../../platform/files/workbook-file.ts';
import { type ImportRequest, importLeads } from '../import/import-leads.ts';
import { addOptOutsAndDeleteLeads } from '../opted-out-leads.ts';
import { deleteExpired } from '../retention.ts';
import { type LeadBench, openLeadBench } from '../test-leads.ts';
import { NOTICE_COMMANDS } from './notice-commands.ts';
import { countNotices, sumNotices } from './notice-counts.ts';
import { forgetGone } from './sent-notices.ts';

let bench: LeadBench;
const folder = mkdtempSync(join(tmpdir(), 'leadwell-notices-'));
beforeAll(async () => {
  bench = await openLeadBench();
});
afterAll(async () => {
  await bench.close();
  rmSync(folder, { recursive: true });
});

let now = 0;
const clock = { now: () => now };
const deps = () => ({ ...bench.deps, clock });

/** Imports people by their first names at noon of a day. */
async function load(day: string, names: readonly string[], request: Partial<ImportRequest> = {}) {
  now = Date.parse(`${day}T12:00:00Z`);
  const file = join(folder, 'leads.csv');
  const rows = names.map((name) => `${name},Doe,tester,${name.toLowerCase()}@told.example,Germany`);
  writeFileSync(file, ['first_name,last_name,title,email,country', ...rows].join('\n'));
  await importLeads(
    deps(),
    {
      file,
      database: 'apollo',
      mode: 'append',
      preset: 'own',
      source: 'Fair 2026',
      licence: 'CC0',
      date: null,
      dryRun: false,
      refusedFile: join(folder, 'refused.csv'),
      ...request,
    },
    { note: () => {} },
  );
}

const notes: string[] = [];
async function run(name: string, input: object): Promise<Record<string, unknown>[]> {
  const command = NOTICE_COMMANDS.find((command) => command.name === name);
  if (!command) throw new Error(`no command ${name}`);
  const rows: Record<string, unknown>[] = [];
  const output = {
    row: (row: object) => void rows.push({ ...row }),
    note: (text: string) => void notes.push(text),
  };
  await command.run(deps(), command.input.parse(input), output);
  return rows;
}

const out = join(folder, 'notices.csv');
/** Writes the file of notices again. */
async function list(selection: object = {}) {
  rmSync(out, { force: true });
  return run('notices-list', { database: null, all: false, dueBy: null, out, ...selection });
}

/** The people of a file of notices, by first name: some of their columns. */
async function listed(columns: readonly string[], selection: object = {}) {
  await list(selection);
  const [header, ...rows] = readTable({
    body: readFileSync(out, 'utf8').replace(/^\ufeff/, ''),
    delimiter: ',',
    linesBefore: 0,
  }).map(({ cells }) => cells);
  const at = (row: string[], column: string) => row[header?.indexOf(column) ?? -1] ?? '';
  return Object.fromEntries(
    rows
      .map((row) => [at(row, 'name').split(' ')[0] ?? '', columns.map((column) => at(row, column)).join(' ')])
      .sort(),
  );
}

describe('the register', () => {
  it('say so if there is no one to tell', async () => {
    expect(await run('notices-status', {})).toEqual([]);
    expect(notes).toEqual(['No lead database has people who must be told.']);
  });

  it('counts from the day of collection, which a later import of the same source does not change', async () => {
    await load('2026-01-31', ['Ann', 'Ben'], { mode: 'replace' });
    await load('2026-02-10', ['Ann', 'Cat']);
    await load('2026-02-20', ['Ann', 'Ben', 'Dan'], { mode: 'replace', source: ' fair  2026' });
    expect(await listed(['obtained', 'due'])).toEqual({
      Ann: '2026-01-31 2026-02-28',
      Ben: '2026-01-31 2026-02-28',
      Dan: '2026-02-20 2026-03-20',
    });
    // Another source is another collection.
    await load('2026-03-01', ['Ann', 'Dan'], { mode: 'replace', source: 'Register' });
    expect(await listed(['source', 'license', 'obtained', 'due'])).toEqual({
      Ann: 'Register CC0 2026-03-01 2026-04-01',
      Dan: 'Register CC0 2026-03-01 2026-04-01',
    });
  });

  it('has a file for a mailer, which marks its people as told', async () => {
    await load('2027-01-01', ['Eve', 'Fay'], { mode: 'replace' });
    await load('2027-01-20', ['Gil']);
    const rows = await list({ database: 'apollo', dueBy: '2027-02-01' });
    expect(rows).toEqual([{ file: out, people: 2 }]);
    expect(statSync(out).mode & 0o077).toBe(0);
    const again = run('notices-list', { database: null, all: true, dueBy: null, out });
    await expect(again).rejects.toThrow(`${out} exists. Choose another name.`);
    expect(await listed(['email', 'country', 'sent'], { dueBy: '2027-02-01' })).toEqual({
      Eve: 'eve@told.example Germany ',
      Fay: 'fay@told.example Germany ',
    });
    now = Date.parse('2027-01-25T00:00:00Z');
    expect(await run('notices-mark-sent', { file: out, date: null })).toEqual([
      { marked: 2, refused: 0, sentOn: '2027-01-25' },
    ]);
    expect(await listed(['due'])).toEqual({ Gil: '2027-02-20' });
    expect(await listed(['sent'], { all: true })).toEqual({ Eve: '2027-01-25', Fay: '2027-01-25', Gil: '' });
    // Marked again, and imported again: still told on that day.
    await list({ all: true });
    now = Date.parse('2027-02-01T22:00:00Z');
    await expect(run('notices-mark-sent', { file: out, date: '2027-02-03' })).rejects.toThrow(
      '--date 2027-02-03 is in the future. Mark notices after they were sent.',
    );
    await run('notices-mark-sent', { file: out, date: '2027-02-02' });
    await load('2027-02-03', ['Eve', 'Fay', 'Gil'], { mode: 'replace' });
    expect(await listed(['sent'], { all: true })).toEqual({
      Eve: '2027-01-25',
      Fay: '2027-01-25',
      Gil: '2027-02-02',
    });
  });

  it('can be an Excel workbook, which marks its people, too', async () => {
    await load('2027-06-01', ['Kim', 'Lea'], { mode: 'replace' });
    const workbook = join(folder, 'Due.xlsx');
    const selection = { database: 'apollo', all: false, dueBy: null };
    expect(await run('notices-list', { ...selection, out: workbook })).toEqual([
      { file: workbook, people: 2 },
    ]);
    expect(await readWorkbookFile({ from: workbook })).toMatchObject({
      sheet: 'Notices',
      text: expect.stringContaining('kim@told.example'),
    });
    now = Date.parse('2027-06-03T00:00:00Z');
    expect(await run('notices-mark-sent', { file: workbook, date: '2027-06-02' })).toEqual([
      { marked: 2, refused: 0, sentOn: '2027-06-02' },
    ]);
    expect(await listed(['sent'])).toEqual({});
    notes.length = 0;
    expect(await list({ dueBy: '2027-12-31' })).toEqual([{ file: out, people: 0 }]);
    expect(notes).toEqual(['No one needs to be told by 2027-12-31: the file has only its header.']);
    expect(await listed(['sent'], { all: true })).toEqual({ Kim: '2027-06-02', Lea: '2027-06-02' });
  });

  it('says why the file can’t be written', async () => {
    await load('2028-01-01', ['Max', 'Mia'], { mode: 'replace' });
    const none = join(folder, 'none', 'notices.csv');
    await expect(list({ out: none })).rejects.toThrow(
      `${none} can't be written: there is no such file or folder`,
    );
    expect(await countNotices(deps())).toMatchObject([{ people: 2 }]);
  });

  it('counts who was told, and whose notice is due or overdue', async () => {
    await load('2028-05-01', ['Hal', 'Ida'], { mode: 'replace' });
    await load('2028-05-20', ['Jon'], { source: 'Register' });
    await list({ database: 'apollo', dueBy: '2028-06-01' });
    const [head, first] = readFileSync(out, 'utf8').split('\r\n');
    writeFileSync(out, `${head}\r\n${first}\r\nother,1,,,,,x,,,,\r\n`);
    now = Date.parse('2028-05-26T12:00:00Z');
    expect(await run('notices-mark-sent', { file: out, date: null })).toMatchObject([
      { marked: 1, refused: 1 },
    ]);
    const source = { database: 'apollo', source: 'Fair 2026', people: 2, sent: 1 };
    const other = { database: 'apollo', source: 'Register', people: 1, sent: 0, overdue: 0, soon: 0 };
    const counted = await countNotices(deps());
    expect(counted).toMatchObject([
      { ...source, overdue: 0, soon: 1, next: '2028-06-01T12:00:00.000Z' },
      { ...other, next: '2028-06-20T12:00:00.000Z' },
    ]);
    now = Date.parse('2028-06-02T00:00:00Z');
    expect(await run('notices-status', {})).toMatchObject([{ ...source, overdue: 1, soon: 1 }, other]);
    expect(sumNotices(await countNotices(deps()))).toEqual({
      people: 3,
      sent: 1,
      overdue: 1,
      soon: 1,
      next: '2028-06-01T12:00:00.000Z',
    });
  });

  it('forgets people who are gone: opted out, or because their retention is over', async () => {
    await load('2029-07-01', ['Kim', 'Lee'], { mode: 'replace', deleteAfter: '10 days' });
    await load('2029-07-02', ['Max']);
    await list({ database: 'apollo', all: true });
    await run('notices-mark-sent', { file: out, date: null });
    await addOptOutsAndDeleteLeads(deps(), [{ kind: 'email', value: 'kim@told.example' }]);
    now = Date.parse('2029-07-12T12:00:00Z');
    await deleteExpired(deps());
    expect(await listed(['sent'], { all: true })).toEqual({ Max: '2029-07-02' });
    expect(await forgetGone(bench.deps.warehouse)).toBeGreaterThanOrEqual(2);
    expect(await forgetGone(bench.deps.warehouse)).toBe(0);
    // Collected again, after Leadwell had nothing of her.
    await load('2029-08-01', ['Lee']);
    expect(await listed(['obtained', 'sent'], { all: true })).toEqual({
      Lee: '2029-08-01 ',
      Max: '2029-07-02 2029-07-02',
    });
  });

  it('refuses a file of something else', async () => {
    writeFileSync(out, 'email\r\na@b.example\r\n');
    await expect(run('notices-mark-sent', { file: out, date: null })).rejects.toThrow(
      "doesn't have the columns database, lead and source",
    );
  });
});
