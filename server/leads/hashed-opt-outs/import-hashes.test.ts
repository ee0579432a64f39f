// On PostgreSQL: hashes are bytea, which the drivers pass differently.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { LeadDatabase } from '#contract/leads.ts';
import { areRowsOptedOut, checkAgainst } from '../../opt-outs/contact-check.ts';
import { copyOptOuts, readOptOutCopy } from '../../opt-outs/opt-out-copy.ts';
import { isOptedOut, removeOptOuts } from '../../opt-outs/opt-outs.ts';
import { importLeads } from '../import/import-leads.ts';
import { recordDrop } from '../lead-tables.ts';
import { loadLeads } from '../load-leads.ts';
import { applyOptOuts } from '../opted-out-leads.ts';
import { type LeadBench, openLeadBench, type Searcher } from '../test-leads.ts';
import { HASHED_OPT_OUT_COMMAND } from './import-hashes.ts';

let bench: LeadBench;
let person: Searcher;
beforeAll(async () => {
  bench = await openLeadBench();
  person = await bench.person();
  // The first request loads the sample leads and replaces existing ones.
  for (const database of ['apollo', 'sales_navigator'] as const)
    await person.call(database, { action: 'total' });
});
afterEach(() => bench.deps.database.db.deleteFrom('opt_outs').execute());
afterAll(() => bench.close());

const sha256 = (text: string) => createHash('sha256').update(text).digest('base64');
const path = (name: string) => join(bench.deps.config.DATA_DIR, name);

/** Imports a file with one request for each text, whose ID is its place. */
async function importTexts(name: string, texts: readonly string[], list: string | null = null) {
  return importFile(
    name,
    ['ID,Hash', ...texts.map((text, index) => `W${index}abcdefghij,${sha256(text)}`)],
    list,
  );
}

async function importFile(name: string, lines: readonly string[], list: string | null = null) {
  writeFileSync(path(name), `${lines.join('\r\n')}\r\n`);
  return importWritten([name], list);
}

async function importWritten(
  names: readonly string[],
  list: string | null = null,
  statusFile: string | null = null,
) {
  const rows: object[] = [];
  const notes: string[] = [];
  const input = HASHED_OPT_OUT_COMMAND.input.parse({ files: names.map(path), list, statusFile });
  await HASHED_OPT_OUT_COMMAND.run(bench.deps, input, {
    row: (row) => void rows.push(row),
    note: (note) => void notes.push(note),
  });
  return { rows, notes };
}

const statuses = (name: string) => readFileSync(path(name), 'utf8').split('\n').slice(0, -1);

async function load(database: LeadDatabase, columns: string[], rows: string[][]) {
  await loadLeads(bench.deps.warehouse, { database, mode: 'append', columns, rows });
  bench.deps.leadSearch.invalidate(database);
}
const APOLLO = ['first_name', 'title', 'email', 'mobile_phone', 'corporate_phone'];

async function found(database: LeadDatabase, title: string) {
  const filters = database === 'apollo' ? { includeJobTitles: [title] } : { jobTitle: { include: [title] } };
  const { body } = await person.call(database, { action: 'search', filters });
  return body.leads;
}

describe('a list of emails', () => {
  it('deletes its people in all databases and writes their statuses', async () => {
    await load('apollo', APOLLO, [
      ['Ann', 'glazier', 'Ann@Hash1.com', '', ''],
      ['Bob', 'glazier', 'x@hash1.com; <bob@hash1.com>', '', ''],
      ['Cid', 'glazier', 'cid@hash1.com; office@hash1.com', '', ''],
      ['Dan', 'glazier', 'dan@hash1.com; office@hash1.com', '', ''],
      ['Eve', 'glazier', 'eve@hash1.com', '', ''],
    ]);
    await load(
      'sales_navigator',
      ['Full_name', 'Job_title', 'Emails'],
      [['Fay', 'glazier', 'fay@hash1.com']],
    );
    const { rows, notes } = await importTexts('20260312_4821_Email.csv', [
      'ann@hash1.com',
      'bob@hash1.com',
      'office@hash1.com',
      'fay@hash1.com',
      'nobody@hash1.com',
    ]);
    expect(rows).toEqual([
      {
        list: 'Email',
        given: 5,
        refused: 0,
        added: 5,
        leads: 5,
        deleted: 3,
        opted_out: 1,
        exempted: 0,
        not_found: 1,
      },
    ]);
    expect(statuses('20260312_4821_Email_status.csv')).toEqual([
      'Id,Status',
      'W0abcdefghij,3',
      'W1abcdefghij,3',
      'W2abcdefghij,4',
      'W3abcdefghij,3',
      'W4abcdefghij,5',
    ]);
    expect(notes).toEqual([`The status file is ${path('20260312_4821_Email_status.csv')}`]);
    expect(
      (await found('apollo', 'glazier')).map(({ first_name }: { first_name: string }) => first_name),
    ).toEqual(['Eve']);
    expect(await found('sales_navigator', 'glazier')).toEqual([]);
  });

  it('keeps statuses of an earlier run, whose people are gone, and those that the operator wrote', async () => {
    await load('apollo', APOLLO, [['Gil', 'cooper', 'gil@hash2.com', '', '']]);
    const texts = ['gil@hash2.com', 'other@hash2.com'];
    await importTexts('20260401_4821_Email.csv', texts);
    writeFileSync(path('20260401_4821_Email_status.csv'), 'Id,Status\nW0abcdefghij,3\nW1abcdefghij,2\n');
    await importTexts('20260401_4821_Email.csv', texts);
    expect(statuses('20260401_4821_Email_status.csv')).toEqual([
      'Id,Status',
      'W0abcdefghij,3',
      'W1abcdefghij,2',
    ]);
  });

  it('that could not be finished goes on with its statuses', async () => {
    await load('apollo', APOLLO, [['Hal', 'tanner', 'hal@hash3.com', '', '']]);
    const { warehouse } = bench.deps;
    const run = warehouse.run.bind(warehouse);
    const broken = vi.spyOn(warehouse, 'run').mockImplementation(async (...call) => {
      await run(...call);
      if (call[0].sql.startsWith('DELETE FROM leads.apollo')) throw new Error('the engine is gone');
    });
    await expect(importTexts('20260402_4821_Email.csv', ['hal@hash3.com'])).rejects.toThrow(
      'the engine is gone',
    );
    broken.mockRestore();
    expect(existsSync(path('20260402_4821_Email_status.csv'))).toBe(false);
    await importTexts('20260402_4821_Email.csv', ['hal@hash3.com']);
    expect(statuses('20260402_4821_Email_status.csv')).toEqual(['Id,Status', 'W0abcdefghij,3']);
  });

  it.each([1, 3])(
    'that failed at its search %i has the statuses of people whom the next start deletes',
    async (failing) => {
      await load('apollo', APOLLO, [['Ike', 'tinker', 'ike@hash3.com', '', '']]);
      const { warehouse } = bench.deps;
      const { bytes } = warehouse;
      let searches = 0;
      const broken = vi.spyOn(warehouse, 'bytes').mockImplementation((...call) => {
        if (call[0].sql.includes('SHA256')) searches += 1;
        if (searches === failing) throw new Error('the engine is gone');
        return bytes.apply(warehouse, call);
      });
      const name = `2026040${failing}_4822_Email`;
      await expect(importTexts(`${name}.csv`, ['ike@hash3.com'])).rejects.toThrow('the engine is gone');
      broken.mockRestore();
      await applyOptOuts(bench.deps, { onlyMissing: true });
      await importTexts(`${name}.csv`, ['ike@hash3.com']);
      expect(statuses(`${name}_status.csv`)).toEqual(['Id,Status', 'W0abcdefghij,3']);
      expect(await found('apollo', 'tinker')).toEqual([]);
    },
  );

  it('reads hexadecimal digits, files without IDs, and says which lines have no hash', async () => {
    const hex = createHash('sha256').update('ian@hash4.com').digest('hex');
    const { rows, notes } = await importFile(
      'list.csv',
      ['Hash', hex.toUpperCase(), 'ian@hash4.com'],
      'Email',
    );
    expect(rows).toEqual([{ list: 'Email', given: 1, refused: 1, added: 1, leads: 0 }]);
    expect(notes).toEqual(['Rejected, line 3: it has no SHA-256, or no ID.']);
    expect(existsSync(path('list_status.csv'))).toBe(false);
    expect(await isOptedOut(bench.deps, { emails: ['Ian@hash4.com'] })).toBe(true);
  });

  it('compares all hashes in one statement per table', async () => {
    const texts = Array.from({ length: 45_000 }, (_, index) => `p${index}@hash5.com`);
    const bytes = vi.spyOn(bench.deps.warehouse, 'bytes');
    await importTexts('20260403_4821_Email.csv', texts);
    const reads = bytes.mock.calls.map(([{ sql }]) => sql).filter((sql) => sql.includes('SHA256'));
    bytes.mockRestore();
    // Twice to find the people of each table, once to delete them.
    const perTable = new Map<string, number>();
    for (const sql of reads) {
      const table = /FROM (leads\.\w+) WHERE/.exec(sql)?.[1] ?? '';
      perTable.set(table, (perTable.get(table) ?? 0) + 1);
    }
    expect([...perTable.values()].every((count) => count === 3)).toBe(true);
    expect(perTable.size).toBeGreaterThan(1);
    rmSync(path('20260403_4821_Email_status.csv'));
  });
});

describe('a list of phones', () => {
  it('deletes people by the last ten digits, and only the number of companies', async () => {
    await load('apollo', APOLLO, [
      ['Jon', 'ropemaker', 'jon@hash6.com', '+1 (415) 555-9317', ''],
      ['Kim', 'ropemaker', 'kim@hash6.com', '', '415-555-0001'],
      ['Lee', 'ropemaker', 'lee@hash6.com', '', '+1 415 555 0001'],
      ['Max', 'ropemaker', 'max@hash6.com', '415.555.7777', ''],
      ['Ned', 'ropemaker', 'ned@hash6.com', '', '415-555-0002'],
    ]);
    const hashed = ['4155559317', '4155550001', '4155558888', '4155550002'];
    const { rows } = await importTexts('20260312_4821_Phone.csv', hashed);
    expect(rows).toMatchObject([{ leads: 1, deleted: 1, opted_out: 2, not_found: 1 }]);
    expect(statuses('20260312_4821_Phone_status.csv').slice(1)).toEqual([
      'W0abcdefghij,3',
      'W1abcdefghij,4',
      'W2abcdefghij,5',
      // Ned's lead stays, without the number.
      'W3abcdefghij,4',
    ]);
    const left = await found('apollo', 'ropemaker');
    expect(left.map(({ first_name }: { first_name: string }) => first_name).sort()).toEqual([
      'Kim',
      'Lee',
      'Max',
      'Ned',
    ]);
    expect(left.filter(({ corporate_phone }: { corporate_phone: string }) => corporate_phone !== '')).toEqual(
      [],
    );
  });
});

it('finds a phone in the column Mobile of Sales Navigator', async () => {
  await load('sales_navigator', ['Full_name', 'Job_title', 'Mobile'], [['Pia', 'bowyer', '+1 415 555 9318']]);
  const { rows } = await importTexts('20260317_4821_Phone.csv', ['4155559318']);
  expect(rows).toMatchObject([{ leads: 1, deleted: 1, not_found: 0 }]);
  expect(await found('sales_navigator', 'bowyer')).toEqual([]);
});

describe('several files', () => {
  const line = (id: string, text: string) => `${id},${sha256(text)}`;
  const writeList = (name: string, ...lines: string[]) =>
    writeFileSync(path(name), `${['ID,Hash', ...lines].join('\n')}\n`);

  it('of a download in one command each have the status of a person whom both name', async () => {
    await load('apollo', APOLLO, [['Amy', 'fletcher', 'amy@hash9.com', '+1 415 555 9401', '']]);
    writeList('20260318_4821_Email.csv', line('W1', 'amy@hash9.com'));
    writeList('20260318_4821_Phone.csv', line('W2', '4155559401'));
    const names = ['20260318_4821_Email.csv', '20260318_4821_Phone.csv'];
    const { rows } = await importWritten(names);
    expect(rows).toMatchObject([
      { list: 'Email', added: 1, leads: 1, deleted: 1 },
      { list: 'Phone', added: 1, leads: 0, deleted: 1, not_found: 0 },
    ]);
    expect(statuses('20260318_4821_Email_status.csv').slice(1)).toEqual(['W1,3']);
    expect(statuses('20260318_4821_Phone_status.csv').slice(1)).toEqual(['W2,3']);
    expect(await found('apollo', 'fletcher')).toEqual([]);
    // As the shell finds them the next time.
    const again = await importWritten([...names, '20260318_4821_Email_status.csv']);
    expect(again.rows).toMatchObject([{ deleted: 1 }, { deleted: 1 }]);
  });

  it('that are parts of a list have one answer, together or one after the other', async () => {
    await load('apollo', APOLLO, [['Bay', 'hooper', 'bay@hash9.com', '', '']]);
    const part = (number: number) => `20260319_4821_Email_part0${number}.csv`;
    writeList(part(1), line('W1', 'bay@hash9.com'), line('W2', 'no.one@hash9.com'));
    writeList(part(2), line('W3', 'nobody@hash9.com'));
    writeList(part(3), line('W4', 'none@hash9.com'));
    const { rows } = await importWritten([part(1), part(2)]);
    expect(rows).toMatchObject([{ given: 3, deleted: 1, not_found: 2 }]);
    await importWritten([part(3)]);
    expect(statuses('20260319_4821_Email_status.csv').slice(1)).toEqual(['W1,3', 'W2,5', 'W3,5', 'W4,5']);
    expect(existsSync(path('20260319_4821_Email_status.csv.unfinished'))).toBe(false);
  });

  it('after an interruption, the answer of another part leaves out those who may not be deleted yet', async () => {
    const answer = path('20260320_4821_Email_status.csv');
    writeFileSync(`${answer}.unfinished`, 'Id,Status\nW1,3\n');
    writeList('20260320_4821_Email_part02.csv', line('W2', 'nobody@hash9.com'));
    await importWritten(['20260320_4821_Email_part02.csv']);
    expect(statuses('20260320_4821_Email_status.csv')).toEqual(['Id,Status', 'W2,5']);
    writeList('20260320_4821_Email_part01.csv', line('W1', 'gone@hash9.com'));
    await importWritten(['20260320_4821_Email_part01.csv']);
    expect(statuses('20260320_4821_Email_status.csv')).toEqual(['Id,Status', 'W2,5', 'W1,3']);
  });

  it('of later downloads have answers without the requests of earlier ones', async () => {
    const [whole, answer] = ['20260322_4821_Email', 'answer.csv'];
    for (const file of [`${whole}_status.csv`, answer]) writeFileSync(path(file), 'Id,Status\nW1,3\nW2,2\n');
    for (const file of [`${whole}.csv`, `${whole}_part02.csv`])
      writeList(file, line('W2', 'nobody@hash9.com'), line('W3', 'no.one@hash9.com'));
    await importWritten([`${whole}.csv`]);
    await importWritten([`${whole}_part02.csv`], null, path(answer));
    for (const file of [`${whole}_status.csv`, answer])
      expect(statuses(file)).toEqual(['Id,Status', 'W2,2', 'W3,5']);
  });

  it('are all carried out if a table can’t be changed, and the error comes last', async () => {
    const { warehouse } = bench.deps;
    await recordDrop(warehouse, 'leadrocks', new Date());
    await loadLeads(warehouse, {
      database: 'leadrocks',
      mode: 'replace',
      columns: ['Work_Email_1'],
      rows: [['eve@hash10.com']],
    });
    await warehouse.run({ sql: 'RENAME TABLE leads.leadrocks TO leads.part_leadrocks' });
    await warehouse.run({
      sql: "CREATE TABLE leads.leadrocks AS leads.part_leadrocks ENGINE = Merge('leads', '^part_leadrocks$')",
    });
    await load('apollo', APOLLO, [
      ['Cat', 'potter', 'cat@hash10.com', '', ''],
      ['Don', 'potter', 'don@hash10.com', '+1 415 555 9501', ''],
    ]);
    writeList('20260321_4821_Email.csv', line('W1', 'cat@hash10.com'));
    writeList('20260321_4821_Phone.csv', line('W2', '4155559501'));
    writeList('20260321_4821_MAID.csv', line('W3', 'x'));
    writeFileSync(path('20260321_4821_Removed.csv'), `ID,Hash,ListType\n${line('W4', '4155559501')},Phone\n`);
    const names = ['Email', 'Phone', 'MAID', 'Removed'].map((list) => `20260321_4821_${list}.csv`);
    await expect(importWritten(names)).rejects.toThrow('not deleted from leads.leadrocks (engine Merge)');
    expect(await found('apollo', 'potter')).toEqual([]);
    expect(existsSync(path('20260321_4821_Email_status.csv'))).toBe(false);
    expect(statuses('20260321_4821_MAID_status.csv').slice(1)).toEqual(['W3,5']);
    expect(await isOptedOut(bench.deps, { emails: ['cat@hash10.com'] })).toBe(true);
    expect(await bench.deps.database.db.selectFrom('opt_outs').select('kind').execute()).toEqual([
      { kind: 'email_sha256' },
    ]);
    await warehouse.run({ sql: 'DROP TABLE leads.leadrocks' });
    await warehouse.run({ sql: 'DROP TABLE leads.part_leadrocks' });
    await importWritten(names.slice(0, 2));
    expect(statuses('20260321_4821_Email_status.csv').slice(1)).toEqual(['W1,3']);
    expect(statuses('20260321_4821_Phone_status.csv').slice(1)).toEqual(['W2,3']);
  });

  it('are refused with a place for one status file', async () => {
    const input = { files: ['a.csv', 'b.csv'], list: 'Email' as const, statusFile: path('answer.csv') };
    const quiet = { row: () => {}, note: () => {} };
    await expect(HASHED_OPT_OUT_COMMAND.run(bench.deps, input, quiet)).rejects.toThrow('only one file');
  });
});

describe('a column that came with an import', () => {
  it('is read for emails', async () => {
    await load(
      'apollo',
      [...APOLLO, 'personal_email', 'notes'],
      [
        ['Abe', 'saddler', 'abe@hash8.com', '', '', 'Abe.Own@hash8.com', ''],
        ['Bea', 'saddler', 'bea@hash8.com', '', '', '', 'ask (bea.own@hash8.com).'],
        ['Cal', 'saddler', 'cal@hash8.com', '', '', "c.o'hara@hash8.com", 'Café'],
        ['Dee', 'saddler', 'dee@hash8.com', '', '', 'dee@ünal8.com', ''],
        ['Eli', 'saddler', 'eli@hash8.com', '', '', 'eli.own@hash8.com', 'is @work'],
      ],
    );
    const { rows } = await importTexts('20260315_4821_Email.csv', [
      'abe.own@hash8.com',
      'bea.own@hash8.com',
      "c.o'hara@hash8.com",
      'dee@xn--nal8-zra.com',
      'nobody@hash8.com',
    ]);
    expect(statuses('20260315_4821_Email_status.csv').slice(1)).toEqual([
      'W0abcdefghij,3',
      'W1abcdefghij,3',
      'W2abcdefghij,3',
      'W3abcdefghij,3',
      'W4abcdefghij,5',
    ]);
    expect(rows).toMatchObject([{ leads: 4 }]);
    expect(await found('apollo', 'saddler')).toMatchObject([{ first_name: 'Eli' }]);
  });

  it('is read for phones', async () => {
    await load(
      'apollo',
      [...APOLLO, 'Direct_Dial_Phone', 'notes'],
      [
        ['Flo', 'cutler', 'flo@hash8.com', '', '', '+1 415 555 4001', ''],
        ['Gus', 'cutler', 'gus@hash8.com', '', '', '', 'call 415-555-4002'],
        ['Hes', 'cutler', 'hes@hash8.com', '', '', '', '415-555-4003 415-555-4004'],
        ['Ivo', 'cutler', 'ivo@hash8.com', '', '', '+1 415 555 4005', ''],
      ],
    );
    await importTexts('20260315_4821_Phone.csv', ['4155554001', '4155554002', '4155554003', '4155559999']);
    expect(statuses('20260315_4821_Phone_status.csv').slice(1)).toEqual([
      'W0abcdefghij,3',
      'W1abcdefghij,3',
      'W2abcdefghij,3',
      'W3abcdefghij,5',
    ]);
    expect(await found('apollo', 'cutler')).toMatchObject([{ first_name: 'Ivo' }]);
  });

  it('has a status of its own if another contact of the lead is on the list', async () => {
    await load(
      'apollo',
      [...APOLLO, 'personal_email'],
      [['Jen', 'chandler', 'jen@hash8.com', '', '', 'jen.own@hash8.com']],
    );
    await importTexts('20260316_4821_Email.csv', ['jen@hash8.com', 'jen.own@hash8.com']);
    expect(statuses('20260316_4821_Email_status.csv').slice(1)).toEqual(['W0abcdefghij,3', 'W1abcdefghij,3']);
  });
});

it('writes that nothing of other lists was found', async () => {
  const { rows, notes } = await importTexts('20260312_4821_MAID.csv', ['a', 'b']);
  expect(rows).toMatchObject([{ list: 'MAID', given: 2, added: 0, not_found: 2 }]);
  expect(notes[0]).toBe('Leadwell stores nothing that a list MAID is about, so none of its requests match.');
  expect(statuses('20260312_4821_MAID_status.csv')).toEqual([
    'Id,Status',
    'W0abcdefghij,5',
    'W1abcdefghij,5',
  ]);
});

it('refuses a file of which it does not know the list, and one without hashes', async () => {
  await expect(importTexts('people.csv', ['a'])).rejects.toThrow("doesn't say which list it is");
  await expect(importFile('20260312_4821_Email.csv', ['ID,Email', 'a,b'])).rejects.toThrow(
    'no column "Hash"',
  );
  await expect(importFile('20260312_4821_Email.csv', ['ID,Hash', 'W1,x'])).rejects.toThrow(
    'Nothing was added',
  );
});

describe('a person on the list by a hash', () => {
  const HASHED = ['nia@hash7.com'];
  const leads = [
    ['Nia', 'weaver', 'Nia@hash7.com', '', ''],
    ['Oda', 'weaver', 'oda@hash7.com', '', ''],
  ];

  it('does not come back with a later import', async () => {
    await importTexts('20260312_4821_Email.csv', HASHED);
    writeFileSync(path('leads.csv'), [APOLLO, ...leads].map((cells) => cells.join(',')).join('\n'));
    const report = await importLeads(
      bench.deps,
      {
        file: path('leads.csv'),
        database: 'apollo',
        mode: 'append',
        preset: 'own',
        source: 's',
        licence: 'l',
        date: null,
        dryRun: false,
        refusedFile: path('refused.csv'),
      },
      { note: () => {} },
    );
    expect(report).toMatchObject({ imported: 1, optedOut: 1 });
  });

  it('is deleted from a warehouse of an older backup', async () => {
    await importTexts('20260312_4821_Email.csv', HASHED);
    await load('apollo', APOLLO, [['Nia', 'thatcher', 'nia@hash7.com', '', '']]);
    expect(await applyOptOuts(bench.deps, { onlyMissing: false })).toEqual({ entries: 1, deleted: 1 });
    expect(await found('apollo', 'thatcher')).toEqual([]);
  });

  it('is found in tasks, lists and caches, and in a copy of the list', async () => {
    await importTexts('20260312_4821_Email.csv', HASHED);
    await importTexts('20260313_4821_Phone.csv', ['4155559317']);
    const rows = [
      { email: 'NIA@hash7.com' },
      { note: 'call +1 415-555-9317 or write' },
      { email: 'oda@hash7.com', phone: '+1 415 555 0000' },
    ];
    expect(await areRowsOptedOut(bench.deps, rows)).toEqual([true, true, false]);
    const copy = readOptOutCopy(await copyOptOuts(bench.deps));
    if (!copy) throw new Error('the copy is empty');
    const isListed = checkAgainst(copy);
    expect(rows.map((row) => Object.entries(row).some(([field, text]) => isListed(field, text)))).toEqual([
      true,
      true,
      false,
    ]);
  });

  it('leaves the list with a Removed file, or by the email', async () => {
    await importTexts('20260312_4821_Email.csv', HASHED);
    const { rows, notes } = await importFile('20260501_4821_Removed.csv', [
      'id,hash,LISTTYPE',
      `W0abcdefghij,${sha256('nia@hash7.com')}, email`,
      `W1abcdefghij,${sha256('x')},NDZ`,
      `W2abcdefghij,${sha256('y')},Mail`,
      `W3abcdefghij,${sha256('z')}`,
    ]);
    expect(rows).toEqual([{ given: 2, refused: 2, removed: 1 }]);
    expect(notes[0]).toMatch(/line 4: .* no ListType/);
    expect(await isOptedOut(bench.deps, { emails: ['nia@hash7.com'] })).toBe(false);
    await importTexts('20260312_4821_Email.csv', HASHED);
    const withoutList = ['ID,Hash', `W0abcdefghij,${sha256('nia@hash7.com')}`];
    await expect(importFile('20260501_4821_Removed.csv', withoutList)).rejects.toThrow(
      'has no column "ListType", so no one was taken off the list',
    );
    const entry = { kind: 'email', value: 'nia@hash7.com' } as const;
    expect(await removeOptOuts(bench.deps, [entry])).toEqual([entry]);
    expect(await isOptedOut(bench.deps, { emails: ['nia@hash7.com'] })).toBe(false);
  });
});
