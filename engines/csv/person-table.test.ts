import { describe, expect, it } from 'vitest';
import { decodeCsv, decodeText, unreadableNote } from './decode-csv.ts';
import { hasRequiredColumns } from './person-columns.ts';
import { readPersonTable } from './person-table.ts';

const JANE = { first_name: 'Jane', last_name: 'Miller', domain: 'acme.com' };
const inputs = (text: string) => readPersonTable(text).rows.flatMap((row) => row.inputs);

describe('a list of people', () => {
  it.each([
    ['the template', 'first_name,last_name,domain\nJane,Miller,acme.com\n'],
    ['semicolons and CRLF', 'first_name;last_name;domain\r\nJane;Miller;acme.com\r\n'],
    ['tabs', 'First Name\tLast Name\tWebsite\nJane\tMiller\tacme.com'],
    ['another order and language', '\ufeffFirma;Domain;Nachname;Vorname\nAcme;acme.com;Miller;Jane'],
    ['no header', 'Jane,Miller,acme.com\n'],
    ['no header, the domain first', 'acme.com,Jane,Miller\n'],
    ['a header that names no domain', 'First,Last,Where\nJane,Miller,acme.com'],
    ["Excel's hint", 'sep=;\r\nfirst_name;last_name;domain\r\nJane;Miller;acme.com'],
    ['empty lines and rows', '\n\nfirst_name,last_name,domain\n,,\n\nJane,Miller,acme.com\n,,\n'],
  ])('parses %s', (_, text) => {
    expect(inputs(text)).toEqual([JANE]);
  });

  it.each([
    ['Name,Website\nJane Miller,acme.com', 'Jane Miller', ''],
    ['full_name;company;domain\n"Miller, Jane";Acme;acme.com', 'Miller, Jane', ''],
    ['Jane Miller,acme.com\n', 'Jane Miller', ''],
    ['Vorname,Name,Website\nJane,Miller,acme.com', 'Jane', 'Miller'],
    ['Last name,Name,Website\nMiller,Jane,acme.com', 'Jane', 'Miller'],
    ['First name,Last name,Name,Website\nJane,Miller,J. Miller,acme.com', 'Jane', 'Miller'],
  ])('parses full names: %s', (text, first_name, last_name) => {
    const { rows, columns } = readPersonTable(text);
    expect(rows[0]?.inputs[0]).toEqual({ first_name, last_name, domain: 'acme.com' });
    expect(hasRequiredColumns(columns)).toBe(true);
    expect(columns.full_name === null).toBe(last_name !== '');
  });

  it('uses the full name only when a row has no other name', () => {
    const columns = { first_name: 0, last_name: 1, full_name: 2, domain: 3, company: null, email: null };
    const { rows } = readPersonTable(',,Jane Miller,acme.com\nJoe,,Jane Miller,acme.com', {
      columns,
      hasHeader: false,
    });
    expect(rows.flatMap((row) => row.inputs)).toEqual([
      { first_name: 'Jane Miller', last_name: '', domain: 'acme.com' },
      { first_name: 'Joe', last_name: '', domain: 'acme.com' },
    ]);
  });

  it('reads a list of only emails as addresses to verify', () => {
    expect(inputs('Name,E-Mail\nJane,jane@acme.com')).toEqual([{ address: 'jane@acme.com' }]);
    expect(inputs('jane@acme.com\njoe@acme.com\n')).toEqual([
      { address: 'jane@acme.com' },
      { address: 'joe@acme.com' },
    ]);
  });

  it('without a header, keeps a first row whose email is incomplete', () => {
    const joe = { address: 'joe@acme.com' };
    expect(inputs('jane@acme\njoe@acme.com\n')).toEqual([{ address: 'jane@acme' }, joe]);
    expect(inputs('Jane,jane@\nJoe,joe@acme.com\n')).toEqual([{ address: 'jane@' }, joe]);
    // A name of a column.
    expect(inputs('E@mail\njoe@acme.com\n')).toEqual([joe]);
  });

  it('verifies where there is an email, and finds one where there is a person', () => {
    const text =
      'email,first_name,last_name,domain\n"Joe <joe@b.com>,",Joe,Doe,b.com\n,Jane,Miller,acme.com\n';
    expect(inputs(text)).toEqual([{ address: 'Joe <joe@b.com>,' }, JANE]);
    expect(readPersonTable('domain,email\nacme.com,').rows[0]?.fault).toBe('no-email');
  });

  it.each([
    ['a@x.com;b@x.com\nc@x.com;d@x.com\n', [0, [1]], 'a b c d'],
    ['a@x.com, b@x.com, c@x.com', [0, [1, 2]], 'a b c'],
    ['Jane,Doe,a@x.com,b@x.com\nJim,Poe,c@x.com,', [2, [3]], 'a b c'],
    ['acme.com,a@x.com,b@x.com', [1, [2]], 'a b'],
    // A second address is rare, and a note is no column of emails.
    ['a@x.com,,\nb@x.com,,\nc@x.com,d@x.com,\n', [0, [1]], 'a b c d'],
    ['a@x.com,called\nb@x.com,write to c@x.com\nd@x.com,paid', [0, []], 'a b d'],
  ])('without a header, reads each column of emails: %j', (text, places, names) => {
    const { columns, rows } = readPersonTable(text);
    expect([columns.email, columns.more_emails]).toEqual(places);
    const addresses = rows.flatMap((row) => row.inputs.map((input) => 'address' in input && input.address));
    expect(addresses).toEqual(names.split(' ').map((name) => `${name}@x.com`));
    expect(columns.full_name).toBe(null);
  });

  it('finds people by their companies beside emails if most have no email and no website', () => {
    const header = 'First Name,Last Name,URL,Email Address,Company';
    const profile = 'https://www.linkedin.com/in/';
    const rows = [
      `Jane,Doe,${profile}jane,,Acme`,
      `Joe,Roe,${profile}joe,joe@b.com,B`,
      `Al,Fox,${profile}al,,C`,
    ];
    const items = (lines: readonly string[]) =>
      readPersonTable([header, ...lines].join('\n')).rows.flatMap(({ inputs, fault }): unknown[] =>
        fault ? [fault] : inputs,
      );
    expect(items(rows)).toEqual([
      { first_name: 'Jane', last_name: 'Doe', domain: '', company: 'Acme' },
      { address: 'joe@b.com' },
      { first_name: 'Al', last_name: 'Fox', domain: '', company: 'C' },
    ]);
    expect(items(rows.slice(0, 2))).toEqual(['shared-site', { address: 'joe@b.com' }]);
  });

  it('without a header, reads emails that only later rows have, and all of a long line', () => {
    const one = Array.from({ length: 60 }, (_, index) => `u${index}@x.com`);
    const { columns, rows } = readPersonTable(`${one.join('\n')}\na@x.com,b@x.com\n`);
    expect([columns.more_emails, rows.at(-1)?.inputs]).toEqual([
      [1],
      [{ address: 'a@x.com' }, { address: 'b@x.com' }],
    ]);
    expect(inputs(one.join(', '))).toEqual(one.map((address) => ({ address })));
  });

  it('reads all columns with emails, each address once, and no other text of the others', () => {
    const text =
      'Name,Email,Secondary Email,Direct_Email_1,E-Mail 2,Email Status\n' +
      'Jane,jane@acme.com,JANE@acme.com; j@acme.com,n/a,x@home.example,valid\nJoe,,joe@acme.com,-,,\nSam,nothing,-,,,\n';
    const { columns, rows } = readPersonTable(text);
    expect([columns.email, columns.more_emails]).toEqual([1, [2, 3, 4]]);
    expect(rows.map((row) => row.inputs.map((input) => 'address' in input && input.address))).toEqual([
      ['jane@acme.com', 'j@acme.com', 'x@home.example'],
      ['joe@acme.com'],
      ['nothing'],
    ]);
    // A caller that names only one column gets only that one.
    const one = { first_name: null, last_name: null, full_name: null, domain: null, company: null, email: 2 };
    expect(readPersonTable(text, { columns: one, hasHeader: true }).rows[2]?.inputs).toEqual([
      { address: '' },
    ]);
  });

  it('names digits in names and links to shared sites', () => {
    const faults = (rows: string) =>
      readPersonTable(`first_name,last_name,domain\n${rows}`).rows.map(({ fault }) => fault);
    expect(
      faults(
        'J4ne,Miller,acme.com\nJane,Miller,https://www.linkedin.com/company/acme\nJane,Miller,de.linkedin.com/in/x\n' +
          'Jane,Miller,acme.wixsite.com/home\nJane,Miller,facebook.com/acme\nJane,Miller,linkedin.com\nJane,Miller,https://acme.com/team',
      ),
    ).toEqual(['digits-in-name', ...Array(4).fill('shared-site'), null, null]);
  });

  it('uses the given columns', () => {
    const text = 'a,b,c,d\nx,Miller,Jane,acme.com\n';
    const columns = { first_name: 2, last_name: 1, full_name: null, domain: 3, company: null, email: null };
    expect(readPersonTable(text, { columns, hasHeader: true }).rows[0]?.inputs[0]).toEqual(JANE);
    expect(readPersonTable(text, { columns, hasHeader: false }).rows).toHaveLength(2);
  });

  it('keeps faulty rows and reports their line numbers', () => {
    const text =
      'first_name,last_name,domain\n"Jane\nAnn",Miller,acme.com\n,,acme.com\nJoe,Doe,\nJane,Miller, Inc,acme.com\n"Jo,Doe,acme.com\nJane,Miller,acme.com';
    const { rows, header } = readPersonTable(text);
    expect(rows.map(({ line, fault }) => [line, fault])).toEqual([
      // The first row has two lines in one cell.
      [2, null],
      [3, 'no-name'],
      [4, 'no-domain'],
      [5, 'too-many-cells'],
      [6, 'open-quote'],
      [7, null],
    ]);
    expect(header).toEqual(['first_name', 'last_name', 'domain', 'column_4']);
    expect(rows[3]?.cells).toEqual(['Jane', 'Miller', ' Inc', 'acme.com']);
  });

  it('keeps a 10 MB cell but truncates names in the input', () => {
    const long = 'x'.repeat(10_000_000);
    const { rows } = readPersonTable(
      `first_name,last_name,domain,notes\nJane,Miller,acme.com,"${long}\n"\n"${long}",M,b.com,`,
    );
    expect(rows.map(({ fault }) => fault)).toEqual([null, null]);
    expect(rows[0]?.cells[3]).toHaveLength(10_000_001);
    expect(rows[0]?.inputs[0]).toEqual(JANE);
    expect(rows[1]?.inputs[0]).toMatchObject({ first_name: 'x'.repeat(1000) });
  });

  it('reports missing required columns', () => {
    expect(hasRequiredColumns(readPersonTable('name,company\nJane,Acme').columns)).toBe(true);
    expect(hasRequiredColumns(readPersonTable('name,city\nJane,Bonn').columns)).toBe(false);
    expect(hasRequiredColumns(readPersonTable('domain\nacme.com').columns)).toBe(false);
    expect(hasRequiredColumns(readPersonTable('first_name,domain\nJane,acme.com').columns)).toBe(true);
    expect(readPersonTable('').rows).toEqual([]);
    expect(readPersonTable('first_name,last_name,domain\n').rows).toEqual([]);
  });

  it('reads 100,000 rows to the last line', () => {
    const text = `first_name,last_name,domain\n${'Jane,Miller,acme.com\n'.repeat(100_000)}`;
    const { rows } = readPersonTable(text);
    expect(rows).toHaveLength(100_000);
    expect(rows.at(-1)?.line).toBe(100_001);
  });
});

describe('the bytes of a file', () => {
  const bytes = (...values: number[]) => new Uint8Array(values);
  const utf16 = (text: string) =>
    new Uint8Array(new Uint16Array([...text].map((c) => c.charCodeAt(0))).buffer);

  it('are decoded by byte order mark or content', () => {
    expect(decodeCsv(bytes(0xef, 0xbb, 0xbf, 0x61))).toEqual({ ok: true, text: 'a', encoding: 'utf-8' });
    expect(decodeCsv(bytes(0xff, 0xfe, 0x61, 0))).toEqual({ ok: true, text: 'a', encoding: 'utf-16le' });
    expect(decodeCsv(utf16('first_name,last_name'))).toMatchObject({
      text: 'first_name,last_name',
      encoding: 'utf-16le',
    });
    expect(decodeCsv(bytes(0xc3, 0xbc))).toEqual({ ok: true, text: 'ü', encoding: 'utf-8' });
    expect(decodeCsv(bytes(0x4a, 0xfc))).toEqual({ ok: true, text: 'Jü', encoding: 'windows-1252' });
  });

  it('are decoded by byte order mark, else as UTF-8, else as windows-1252', () => {
    expect(decodeText(bytes(0xff, 0xfe, 0x61, 0x00))).toBe('a');
    expect(decodeText(bytes(0xc3, 0xbc))).toBe('ü');
    expect(decodeText(bytes(0xfc))).toBe('ü');
    expect(decodeText(bytes())).toBe('');
  });

  it('stay UTF-8 if a few are not', () => {
    const list = (accent: readonly number[]) =>
      bytes(...Buffer.from('Email,Name\na@x.de,Müller\nb@x.de,J'), ...accent, ...Buffer.from(',x\n'));
    const text = 'Email,Name\na@x.de,Müller\nb@x.de,J\uFFFD,x\n';
    for (const accent of [[0xc3], [0xe9], [0xe2, 0x82]])
      expect(decodeCsv(list(accent))).toEqual({ ok: true, text, encoding: 'utf-8' });
    expect(decodeText(bytes(0xef, 0xbb, 0xbf, ...list([0xc3])))).toBe(text);
    expect(decodeText(bytes(0xef, 0xbb, 0xbf, 0x4a, 0xc3, 0x2c))).toBe('J\uFFFD,');
    expect(unreadableNote(text)).toMatch(/^1 character couldn't be read\. /);
    expect(unreadableNote('Müller')).toBeNull();
    // The bad ones may come first, and the text may have replacement characters of another program.
    const first = bytes(0x4a, 0xc3, 0x2c, ...Buffer.from('M\uFFFDller, Zoë, M\uFFFDller'));
    expect(decodeText(first)).toBe('J\uFFFD,M\uFFFDller, Zoë, M\uFFFDller');
  });

  it('are windows-1252 if its accents come late, or two of them look like UTF-8', () => {
    const late = `${'Name,Email\n'.repeat(200_000)}Müller,é`;
    expect(decodeCsv(new Uint8Array(Buffer.from(late, 'latin1')))).toMatchObject({
      encoding: 'windows-1252',
    });
    for (const text of ['NESTLÉ®,Café,Zoë', 'é', 'Jürgen,Ü', 'Ü', 'Señor\u00a0É®'])
      expect(decodeText(bytes(...Buffer.from(text, 'latin1')))).toBe(text);
  });

  it('are rejected when empty or binary', () => {
    expect(decodeCsv(bytes())).toEqual({ ok: false, fault: 'empty' });
    expect(decodeCsv(bytes(0x50, 0x4b, 3, 4, 20, 0))).toEqual({ ok: false, fault: 'workbook' });
    expect(decodeCsv(bytes(0xd0, 0xcf, 0x11, 0xe0, 0))).toEqual({ ok: false, fault: 'workbook' });
    expect(decodeCsv(bytes(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0x0d))).toEqual({
      ok: false,
      fault: 'binary',
    });
  });
});
