import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { COLUMN_ROLES, type ColumnRole } from '#contract/list-columns.ts';
import { EXPORT_PRESETS } from '#contract/list-exports.ts';
import { createCsvReader } from '../csv/read-csv.ts';
import type { ExportField } from './export-columns.ts';
import { missingNeeds, PRESETS, rowNeeds } from './presets.ts';
import { type ExportShape, exportWriter } from './write-export.ts';

const PLAIN: ExportShape = { format: 'csv', rows: 'one-per-row', asText: false };

/** A list with every role, and columns of its own. */
const FIELDS: ExportField[] = [
  { id: 'c1', name: 'Firm', role: 'company' },
  { id: 'c2', name: 'Site', role: 'website' },
  { id: 'c3', name: 'Host', role: 'domain' },
  { id: 'c4', name: 'Given', role: 'first_name' },
  { id: 'c5', name: 'Family', role: 'last_name' },
  { id: 'c6', name: 'Role', role: 'job_title' },
  { id: 'c7', name: 'Mail', role: 'email' },
  { id: 'c8', name: 'Tel.', role: 'phone' },
  { id: 'c9', name: 'Profile', role: 'linkedin' },
  { id: 'c10', name: 'Company page', role: 'company_linkedin' },
  { id: 'c11', name: 'Land', role: 'country' },
  { id: 'c12', name: 'Town', role: 'city' },
  { id: 'c13', name: 'Email', role: null },
  { id: 'c14', name: 'Note', role: null },
];
const ROWS: Record<string, string>[] = [
  {
    c1: 'Acme, Inc.',
    c2: 'https://acme.com/',
    c3: 'acme.com',
    c4: 'Jane',
    c5: 'Miller',
    c6: 'CEO',
    c7: 'jane@acme.com; info@acme.com',
    c8: '+1 515 555 0177; +1 515 555 0178',
    c9: 'https://www.linkedin.com/in/jane',
    c10: 'https://www.linkedin.com/company/acme',
    c11: 'US',
    c12: 'Des Moines',
    c13: 'valid',
    c14: '=HYPERLINK("http://x.example")',
  },
  { c1: 'Nordlicht', c4: 'Jörg', c5: 'Weiß', c7: 'none', c9: 'https://www.linkedin.com/in/joerg', c11: 'DE' },
  { c2: 'https://empty.example/', c14: 'no person' },
  { c4: 'Ann', c7: 'ann@b.example', c13: 'risky', c14: '' },
];

function readCsvRecords(text: string): string[][] {
  const reader = createCsvReader(',');
  return [...[...reader.push(text)], ...[...reader.end()]].map(({ cells }) => cells);
}

function write(fields: readonly ExportField[], shape: ExportShape, rows = ROWS): string {
  const { start, write: writeRow } = exportWriter(fields, shape);
  return start + rows.map(writeRow).join('');
}

describe('a file for a tool', () => {
  it.each(EXPORT_PRESETS)('has the exact headers and rows of %s', (preset) => {
    const file = new URL(`fixtures/${preset}.csv`, import.meta.url);
    expect(write(FIELDS, { ...PLAIN, preset })).toBe(readFileSync(file, 'utf8'));
  });

  it('has one row for each email', () => {
    const rows = readCsvRecords(write(FIELDS, { ...PLAIN, preset: 'instantly', rows: 'one-per-email' }));
    expect(rows.map((cells) => cells[0])).toEqual([
      'email',
      'jane@acme.com',
      'info@acme.com',
      'ann@b.example',
    ]);
    expect(rows.slice(1, 3).map((cells) => cells[1])).toEqual(['Jane', 'Jane']);
  });

  it.each([
    ['a@x.com, b@x.com', ['a@x.com', 'b@x.com']],
    ['Jane Doe <jane@x.com>', ['jane@x.com']],
    ['c@x.com\nd@x.com', ['c@x.com', 'd@x.com']],
    ['e@x.com / f@x.com', ['e@x.com', 'f@x.com']],
    ['mailto:m@x.com', ['m@x.com']],
  ])('has the addresses of %j', (cell, emails) => {
    const fields: ExportField[] = [{ id: 'm', name: 'Mail', role: 'email' }];
    const lines = (shape: Partial<ExportShape>) =>
      readCsvRecords(write(fields, { ...PLAIN, ...shape }, [{ m: cell }]))
        .slice(1)
        .flat();
    expect(lines({ preset: 'hubspot' })).toEqual(emails.slice(0, 1));
    expect(lines({ preset: 'instantly', rows: 'one-per-email' })).toEqual(emails);
    expect(lines({ preset: 'attio' })).toEqual([emails.join(', ')]);
    if (emails.length > 1) expect(lines({ rows: 'one-per-email' })).toEqual(emails);
  });

  it('has one phone of several', () => {
    const fields: ExportField[] = [
      { id: 'm', name: 'Mail', role: 'email' },
      { id: 'p', name: 'Phone', role: 'phone' },
    ];
    for (const p of ['+49 30 1234567, +49 171 7654321', '+49 30 1234567\n+49 171 7654321'])
      expect(write(fields, { ...PLAIN, preset: 'instantly' }, [{ m: 'a@x.com', p }])).toBe(
        'email,phone\r\na@x.com,+49 30 1234567\r\n',
      );
  });

  it('has the first phone of a row, and the columns with the others', () => {
    const fields: ExportField[] = [
      { id: 'm', name: 'Email', role: 'email' },
      { id: 'a', name: 'mobile_phone', role: null },
      { id: 'b', name: 'work_direct_phone', role: 'phone' },
      { id: 'c', name: 'Fax', role: null },
    ];
    const rows: Record<string, string>[] = [
      { m: 'a@x.com', a: '+49 171 7654321', b: '+49 30 1234567' },
      { m: 'b@x.com', a: '+49 171 7654321', b: ' ' },
      { m: 'c@x.com', c: '+49 30 1234568' },
    ];
    expect(write(fields, { ...PLAIN, preset: 'instantly' }, rows)).toBe(
      'email,phone,mobile_phone,Fax\r\na@x.com,+49 30 1234567,+49 171 7654321,\r\nb@x.com,+49 171 7654321,+49 171 7654321,\r\nc@x.com,,,+49 30 1234568\r\n',
    );
  });

  it('splits full names, joins parts of names, and takes the domain for a missing website', () => {
    const full: ExportField[] = [
      { id: 'n', name: 'Name', role: 'full_name' },
      { id: 'd', name: 'Domain', role: 'domain' },
      { id: 'm', name: 'Mail', role: 'email' },
    ];
    const rows = [{ n: 'Dr. Anna van der Berg', d: 'acme.com', m: 'anna@acme.com' }];
    expect(write(full, { ...PLAIN, preset: 'instantly' }, rows)).toBe(
      'email,first_name,last_name,website\r\nanna@acme.com,Anna,van der Berg,acme.com\r\n',
    );
    const parts: ExportField[] = [
      { id: 'f', name: 'First', role: 'first_name' },
      { id: 'l', name: 'Last', role: 'last_name' },
    ];
    expect(write(parts, { ...PLAIN, preset: 'pipedrive' }, [{ f: 'Jane', l: 'Miller' }, { l: 'Fox' }])).toBe(
      'Person - Name\r\nJane Miller\r\nFox\r\n',
    );
  });

  it.each(['salesforce-lead', 'salesforce-contact'] as const)(
    'has the parts of a name for %s, and not the full name as well',
    (preset) => {
      const names: ExportField[] = [
        { id: 'n', name: 'Full Name', role: 'full_name' },
        { id: 'f', name: 'First', role: 'first_name' },
        { id: 'l', name: 'Last', role: 'last_name' },
        { id: 'c', name: 'Firm', role: 'company' },
      ];
      const [header] = readCsvRecords(write(names, { ...PLAIN, preset }, []));
      expect(header?.filter((name) => /name/i.test(name) && !/account/i.test(name))).toEqual([
        'First Name',
        'Last Name',
      ]);
    },
  );

  it('has no more columns than the tool takes', () => {
    const many = Array.from({ length: 120 }, (_, n) => ({ id: `x${n}`, name: `X ${n}`, role: null }));
    const [header] = readCsvRecords(write([...FIELDS, ...many], { ...PLAIN, preset: 'salesforce-lead' }));
    expect(header).toHaveLength(90);
  });

  it('says what a list lacks for it', () => {
    const roles = (...given: ColumnRole[]) => new Set(given);
    for (const preset of EXPORT_PRESETS) {
      expect([preset, missingNeeds(preset, new Set(COLUMN_ROLES))]).toEqual([preset, []]);
      expect([preset, missingNeeds(preset, roles()).length]).toEqual([preset, PRESETS[preset].needs.length]);
    }
    expect(missingNeeds('salesforce-lead', roles('email'))).toEqual([
      'the last name or the full name',
      'the company',
    ]);
    expect(missingNeeds('salesforce-lead', roles('full_name', 'company'))).toEqual([]);
    expect(missingNeeds('smartlead', roles('company'))).toEqual(['emails']);
    expect(rowNeeds('hubspot')).toEqual(['an email or a name']);
    for (const preset of EXPORT_PRESETS)
      expect([preset, ...rowNeeds(preset)]).toEqual([
        preset,
        ...PRESETS[preset].needs.map(() => expect.stringMatching(/./)),
      ]);
  });
});

describe('a plain file', () => {
  const fields: ExportField[] = [
    { id: 'a', name: 'Company', role: 'company' },
    { id: 'b', name: 'Emails', role: 'email' },
  ];
  const rows: Record<string, string>[] = [{ a: 'A\tB', b: 'x@a.com; y@a.com' }, { a: '=1+1' }];

  it('has the names of the columns, in the wanted order', () => {
    expect(write(fields.toReversed(), PLAIN, rows)).toBe(
      '\ufeffEmails,Company\r\n"x@a.com; y@a.com","A\tB"\r\n,\'=1+1\r\n',
    );
  });

  it('is CSV, TSV or JSON Lines', () => {
    expect(write(fields, { ...PLAIN, format: 'csv-semicolons' }, rows)).toBe(
      '\ufeffCompany;Emails\r\n"A\tB";"x@a.com; y@a.com"\r\n\'=1+1;\r\n',
    );
    expect(write(fields, { ...PLAIN, format: 'csv-semicolons', asText: true }, [{ a: '01099' }])).toBe(
      '\ufeffCompany;Emails\r\n"=""01099""";\r\n',
    );
    expect(write(fields, { ...PLAIN, format: 'tsv' }, rows)).toBe(
      '\ufeffCompany\tEmails\r\n"A\tB"\t"x@a.com; y@a.com"\r\n\'=1+1\t\r\n',
    );
    expect(write(fields, { ...PLAIN, format: 'jsonl' }, rows)).toBe(
      '{"Company":"A\\tB","Emails":"x@a.com; y@a.com"}\n{"Company":"=1+1","Emails":""}\n',
    );
  });

  it('keeps a row without an email, and repeats the others for each', () => {
    const file = write(fields, { ...PLAIN, rows: 'one-per-email', format: 'jsonl' }, rows);
    expect(file.split('\n').map((line) => /"Emails":"([^"]*)"/.exec(line)?.[1])).toEqual([
      'x@a.com',
      'y@a.com',
      '',
      undefined,
    ]);
  });

  it('can have texts where a spreadsheet would show something else', () => {
    const one: ExportField[] = [{ id: 'a', name: 'A', role: null }];
    const shape: ExportShape = { ...PLAIN, asText: true };
    const cellOf = (text: string) => write(one, shape, [{ a: text }]).split('\r\n')[1];
    for (const text of [
      '007',
      '+49 30 1234567',
      '0151 2345678',
      '(515) 555-0177',
      '1234567890123456',
      '2026-11-23',
      '3/4',
      '1.5',
      'MAR1',
      '12 Sep',
      '1E5',
    ])
      expect([text, cellOf(text)]).toEqual([text, text === '1.5' ? text : `"=""${text}"""`]);
    for (const text of ['Acme', '42', '1234567', '-5', '12.75', 'May', '3 people', 'a@b.com'])
      expect(cellOf(text)).toBe(text);
    expect(cellOf('=1+1')).toBe("'=1+1");
    expect(write(one, { ...shape, preset: 'attio' }, [{ a: '007' }])).toBe('A\r\n');
  });
});
