import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync, zstdCompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inlineRows, testWorkbook } from '#engines/csv/xlsx/test-workbooks.ts';
import type { FileProgress } from '../../platform/operator/operator-command.ts';
import type { Warehouse } from '../../platform/warehouse/warehouse.ts';
import { addOptOutsAndDeleteLeads } from '../opted-out-leads.ts';
import { type LeadBench, openLeadBench, type Searcher } from '../test-leads.ts';
import { type ImportRequest, importLeads } from './import-leads.ts';

let bench: LeadBench;
let person: Searcher;
const folder = mkdtempSync(join(tmpdir(), 'leadwell-import-'));
/** More than one piece of a compressed file. */
const ROWS = 12_000;
beforeAll(async () => {
  bench = await openLeadBench();
  person = await bench.person();
});
afterAll(async () => {
  await bench.close();
  rmSync(folder, { recursive: true });
});

let files = 0;
async function run(
  content: string | Buffer,
  request: Partial<ImportRequest> = {},
  warehouse: Warehouse = bench.deps.warehouse,
) {
  files += 1;
  bench.deps.clock.advance(1000);
  const file = join(folder, `leads-${files}`);
  writeFileSync(file, content);
  const notes: string[] = [];
  const seen: FileProgress[] = [];
  const report = await importLeads(
    { ...bench.deps, warehouse },
    {
      file,
      database: 'apollo',
      mode: 'replace',
      preset: null,
      source: "the operator's own list",
      licence: 'owned',
      date: null,
      dryRun: false,
      refusedFile: `${file}.refused.csv`,
      ...request,
    },
    { note: (text) => notes.push(text), progress: (at) => seen.push(at) },
  );
  return { report, notes, seen, refused: `${file}.refused.csv` };
}
const all = async (database: ImportRequest['database'] = 'apollo') =>
  (await person.call(database, { action: 'search', filters: {} })).body.leads;

const APOLLO = `First Name,Last Name,Title,Company Name,Company Name for Emails,Email,Email Status,Seniority,Work Direct Phone,Mobile Phone,# Employees,Industry,Person Linkedin Url,Website,Country,Odd  Column`;

describe('an import', () => {
  it('maps and cleans the columns of an Apollo export, and keeps unknown columns', async () => {
    const { report } = await run(
      `\uFEFF${APOLLO}\n` +
        `Ada,Byron,"CTO, Europe",Acme,Acme Inc,ada@acme.example,Verified,C suite,'+1 202 555 0100,N/A,"1,200",software,http://www.linkedin.com/in/ada,http://acme.example,United Kingdom,kept\n` +
        `Ben,Cole,VP Sales,Acme,,email_not_unlocked@domain.com,,Vp,,,12,software,,,Germany,\n`,
    );
    expect(report).toMatchObject({
      preset: 'apollo',
      form: 'utf-8, comma',
      imported: 2,
      duplicates: 0,
      refused: 0,
    });
    const leads = await all();
    expect(leads.find((lead: { first_name: string }) => lead.first_name === 'Ada')).toMatchObject({
      title: 'CTO, Europe',
      company: 'Acme',
      company_name_for_emails: 'Acme Inc',
      work_direct_phone: '+1 202 555 0100',
      mobile_phone: '',
      odd_column: 'kept',
    });
    const count = async (filters: object) =>
      (await person.call('apollo', { action: 'count', filters })).body.count;
    expect(await count({ includeSeniorities: ['c_suite'] })).toBe(1);
    expect(await count({ hasEmail: true })).toBe(1);
    expect(await count({ hasDirectPhone: true })).toBe(1);
    expect((await person.call('apollo', { action: 'total' })).body).toMatchObject({
      total: 2,
      sample: false,
      source: "the operator's own list",
      licence: 'owned',
    });
  });

  const own = (rows: string[]) => `first_name,last_name,title,company,email,country\n${rows.join('\n')}\n`;

  it('replaces all leads or appends new ones, without duplicates', async () => {
    await run(own(['A,A,x,c,a@x.example,', 'B,B,x,c,b@x.example,', 'B,B,y,c,B@x.example,']));
    expect(await all()).toHaveLength(2);
    const { report } = await run(
      `email,first_name,last_name,title,company,new_one\nc@x.example,C,C,z,c,n\na@x.example,A,A,x,c,n\n`,
      {
        mode: 'append',
      },
    );
    expect(report).toMatchObject({ imported: 1, duplicates: 1 });
    const leads = await all();
    expect(leads.map((lead: { new_one: string }) => lead.new_one).sort()).toEqual(['', '', 'n']);
  });

  it('splits full names, if the file has no others', async () => {
    const { report } = await run(
      'Name,Title,Company\nAnn Marie Poe,CFO,Initech\nCher,Singer,Solo\n,Clerk,Nobody\n',
    );
    expect(report).toMatchObject({ imported: 2, refused: 1 });
    const names = (await all()).map((lead: { first_name: string; last_name: string }) => [
      lead.first_name,
      lead.last_name,
    ]);
    expect(names.sort()).toEqual([
      ['Ann Marie', 'Poe'],
      ['Cher', ''],
    ]);
  });

  it('writes rejected rows with line and reason to a file, also in a dry run', async () => {
    await run(own(['A,A,x,c,a@x.example,']));
    const { report, refused } = await run(
      own(['B,B,x,c,b@x.example,', ',,only a title,c,,', 'C,C,x,c,c@x.example,DE,too,many', '"never closed']),
      {
        dryRun: true,
      },
    );
    expect(report).toMatchObject({ read: 4, imported: 1, refused: 3, dryRun: true });
    expect(statSync(refused).mode & 0o077).toBe(0);
    const lines = readFileSync(refused, 'utf8').trim().split('\r\n');
    expect(lines[1]).toMatch(/^3,"The row has no name, email or profile",,,only a title/);
    expect(lines[2]).toMatch(/^4,"The row has 8 cells, but the header has 6",C,C/);
    expect(lines[3]).toMatch(/^5,The line has an unclosed quote/);
    expect((await all()).map((lead: { first_name: string }) => lead.first_name)).toEqual(['A']);
  });

  it('names rejected and duplicate rows as a spreadsheet counts them, after a cell with several lines', async () => {
    const { refused } = await run(
      own(['A,A,"x\ny\nz",c,a@x.example,', ',,only a title,c,,', 'A,A,"x\ny\nz",c,a@x.example,']),
    );
    const lines = readFileSync(refused, 'utf8').trim().split('\r\n').slice(1);
    expect(lines.map((line) => line.split(',').slice(0, 2))).toEqual([
      ['3', '"The row has no name'],
      ['4', 'The same lead as in line 2'],
    ]);
  });

  it('keeps people with the same name and company and another title, and lists every duplicate', async () => {
    const people = [
      'Ann,Lee,CEO,Acme,,',
      'Ann,Lee,Advisor,Acme,,',
      'ann,LEE,ceo,ACME,,',
      ',,,,,',
      'Bob,Ray,CEO,Acme,b@x.example,',
    ];
    const first = await run(own([...people, 'Rob,Ray,CEO,Acme,B@X.example,']));
    expect(first.report).toMatchObject({ imported: 3, duplicates: 2, refused: 1 });
    expect(first.notes.join()).toContain(`Rejected and duplicate rows are in ${first.refused}`);
    const lines = readFileSync(first.refused, 'utf8').trim().split('\r\n').sort();
    expect(lines).toEqual([
      '4,The same lead as in line 2,ann,LEE,ceo,ACME,,',
      '5,"The row has no name, email or profile",,,,,,',
      '7,The same lead as in line 6,Rob,Ray,CEO,Acme,B@X.example,',
      'line,reason,cells',
    ]);
    for (const dryRun of [true, false]) {
      const second = await run(own(['Ann,Lee,CEO,Acme,,', 'Ann,Lee,Chair,Acme,,']), {
        mode: 'append',
        dryRun,
      });
      expect(second.report).toMatchObject({ imported: 1, duplicates: 1 });
      expect(readFileSync(second.refused, 'utf8')).toContain(
        '2,The same lead is in the database,Ann,Lee,CEO,Acme',
      );
    }
    expect(await all()).toHaveLength(4);
  });

  it.each(['replace', 'append'] as const)(
    'changes nothing if no row of the file can be used (%s)',
    async (mode) => {
      await run(own(['Old,Old,x,c,old@x.example,']));
      await addOptOutsAndDeleteLeads(bench.deps, [{ kind: 'domain', value: 'gone.example' }]);
      const refused = own([',,only a title,c,,', ',,another,c,,']);
      for (const dryRun of [false, true]) {
        await expect(run(own([]), { mode, dryRun })).rejects.toThrow(
          'No row of this file can be used. The database was not changed. The file has only a header.',
        );
        const refusedFile = join(folder, `refused-${mode}-${dryRun}.csv`);
        await expect(run(refused, { mode, dryRun, refusedFile })).rejects.toThrow(
          `The database was not changed. Rejected: 2. The reasons are in ${refusedFile}`,
        );
        expect(readFileSync(refusedFile, 'utf8').trim().split('\r\n')).toHaveLength(3);
        await expect(run(own(['A,A,x,c,a@gone.example,']), { mode, dryRun })).rejects.toThrow(
          'The database was not changed. On the opt-out list: 1.',
        );
      }
      expect((await all()).map((lead: { first_name: string }) => lead.first_name)).toEqual(['Old']);
    },
  );

  it('succeeds if it has only duplicates', async () => {
    await run(own(['A,A,x,c,a@x.example,']));
    const { report } = await run(own(['A,A,x,c,a@x.example,']), { mode: 'append' });
    expect(report).toMatchObject({ imported: 0, duplicates: 1 });
  });

  it('fails and changes nothing if rejected rows cannot be written', async () => {
    await run(own(['Old,Old,x,c,old@x.example,']));
    const refusedFile = join(folder, 'no folder', 'refused.csv');
    await expect(run(own(['B,B,x,c,b@x.example,', ',,t,c,,']), { refusedFile })).rejects.toThrow(
      `The rejected rows can't be written to ${refusedFile}: there is no such file or folder. The database was not changed.`,
    );
    expect((await all()).map((lead: { first_name: string }) => lead.first_name)).toEqual(['Old']);
  });

  it('of a truncated file keeps the old leads', async () => {
    await run(own(['Old,Old,x,c,old@x.example,']));
    const rows = Array.from({ length: ROWS }, (_, index) => `N${index},N,x,c,n${index}@x.example,`);
    const whole = gzipSync(own(rows));
    await expect(run(whole.subarray(0, whole.length / 2))).rejects.toThrow(/incomplete or damaged/);
    expect((await all()).map((lead: { first_name: string }) => lead.first_name)).toEqual(['Old']);
    const { report, seen } = await run(whole);
    expect(report).toMatchObject({ imported: ROWS, form: 'gzip, utf-8, comma' });
    // The size of the compressed file.
    expect(seen.at(-1)).toEqual({ read: whole.length, bytes: whole.length, rows: ROWS });
  });

  it('reads windows-1252 also if its first accent comes late, and refuses a line that stops being UTF-8', async () => {
    const rows = Array.from({ length: ROWS }, (_, index) => `N${index},N,x,c,n${index}@x.example,`);
    const late = own([...rows, 'Zoë,Müller,Übersetzer,c,z@x.example,']);
    const { report } = await run(Buffer.from(late, 'latin1'));
    expect(report).toMatchObject({ imported: ROWS + 1, form: 'windows-1252, comma' });
    const filters = { includeJobTitles: ['Übersetzer'] };
    const { leads } = (await person.call('apollo', { action: 'search', filters })).body;
    expect(leads).toMatchObject([{ first_name: 'Zoë', last_name: 'Müller' }]);

    const mixed = Buffer.concat([
      Buffer.from(own(['Zoë,M,x,c,z@x.example,', ...rows])),
      Buffer.from([0xe9, 0x0a]),
    ]);
    await expect(run(mixed)).rejects.toThrow(
      new RegExp(`^Line ${ROWS + 3} of the file .* has bytes that aren't UTF-8`),
    );
    // Also among the first rows.
    const early = Buffer.concat([
      Buffer.from(own(['Zoë,Müller,x,c,z@x.example,'])),
      Buffer.from([0xe9, 0x0a]),
    ]);
    await expect(run(early)).rejects.toThrow(/^Line 3 of the file .* has bytes that aren't UTF-8/);
    expect(await all()).not.toHaveLength(0);
  });

  it('reads every supported encoding, compression and format', async () => {
    const text = own(['Zoë,Müller,x,c,z@x.example,']);
    const utf16 = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')]);
    const forms: [string | Buffer, string][] = [
      [Buffer.from(text, 'latin1'), 'windows-1252, comma'],
      [utf16, 'utf-16le, comma'],
      [utf16.subarray(2), 'utf-16le, comma'],
      [zstdCompressSync(text), 'zstd, utf-8, comma'],
      [text.replaceAll(',', '\t'), 'utf-8, tab'],
      [
        Buffer.from(
          testWorkbook({
            sheets: [
              {
                name: 'Leads',
                xml: inlineRows(
                  text
                    .trim()
                    .split('\n')
                    .map((line) => line.split(',')),
                ),
              },
            ],
          }),
        ),
        'Excel workbook',
      ],
      [text.replaceAll(',', ';').replaceAll('\n', '\r\n'), 'utf-8, semicolon'],
    ];
    for (const [content, form] of forms) {
      const { report } = await run(content);
      expect(report).toMatchObject({ form, imported: 1, preset: 'own' });
      expect(await all()).toMatchObject([{ first_name: 'Zoë', last_name: 'Müller' }]);
    }
    const parquet = join(folder, 'leads.parquet');
    await bench.deps.warehouse.run({
      sql: `INSERT INTO FUNCTION file({path:String}, Parquet) SELECT 'Pia' AS first_name, 'Ode' AS last_name, 'x' AS title, 'c' AS company, NULL::Nullable(String) AS email`,
      params: { path: parquet },
    });
    const { report } = await run(readFileSync(parquet));
    expect(report).toMatchObject({ form: 'Parquet', imported: 1 });
    expect(await all()).toMatchObject([{ first_name: 'Pia', email: '' }]);
  });

  it.each([
    [
      'leadrocks',
      'leadrocks',
      'Linked Url,Full Name,Job Title,Team Size,Work Email #1,Direct Email #1,Phone #1,Location\nu,Ann Lee,CEO,11-50,,d@x.example,1,Rome\n',
      { Full_Name: 'Ann Lee', Job_Title: 'CEO', Team_Size: '11-50', Direct_Email_1: 'd@x.example' },
    ],
    [
      'phantombuster',
      'sales_navigator',
      'profileUrl,fullName,firstName,companyName,title,companyUrl,defaultProfileUrl\nhttps://www.linkedin.com/in/ACwAAA1,Ann Lee,Ann,Acme,CEO,u,https://www.linkedin.com/in/ann\n',
      { Full_name: 'Ann Lee', Job_title: 'CEO', Linkedin_Url: 'https://www.linkedin.com/in/ann' },
    ],
    [
      'apollo',
      'apollo',
      'First Name,Last Name,Title,Company Name,Email,Seniority,Country,Website\nAnn,Lee,CEO,Acme,a@x.example,C suite,France,x.example\n',
      { first_name: 'Ann', company: 'Acme', country: 'France', website: 'x.example' },
    ],
    [
      'evaboot',
      'sales_navigator',
      'First Name,Last Name,Current Job,Company Name,Company Industry,Company Employee Range,Linkedin URL Public\nAnn,Lee,CEO,Acme,Retail,11-50,https://www.linkedin.com/in/ann\n',
      { Full_name: 'Ann Lee', Company_Size: '11-50', Industry: 'Retail' },
    ],
  ] as const)('recognizes the headers of %s', async (preset, database, content, lead) => {
    const { report } = await run(content, { database });
    expect(report).toMatchObject({ preset, imported: 1 });
    expect(await all(database)).toMatchObject([lead]);
  });

  it('takes countries from the locations of a PhantomBuster file', async () => {
    await run(
      'profileUrl,fullName,companyName,title,location,companyLocation\n' +
        'u1,Ann Lee,Acme,CEO,"Lyon, Auvergne-Rhône-Alpes, France","Bern, Switzerland"\n' +
        'u2,Bo Ek,Acme,CEO,Greater Stockholm Area,Greater Paris\n',
      { database: 'sales_navigator' },
    );
    const { body } = await person.call('sales_navigator', {
      action: 'search',
      filters: { locationCountry: ['France'] },
    });
    expect(body.leads).toMatchObject([
      {
        Full_name: 'Ann Lee',
        Region: 'Lyon, Auvergne-Rhône-Alpes, France',
        Location_Country: 'France',
        Company_Location_Country: 'Switzerland',
      },
    ]);
    expect(
      (await all('sales_navigator')).find((lead: { Full_name: string }) => lead.Full_name === 'Bo Ek'),
    ).toMatchObject({ Location_Country: '', Company_Location_Country: '', companyLocation: 'Greater Paris' });
  });

  it('rejects files that are neither text nor Parquet', async () => {
    const noise = Buffer.from(
      Array.from({ length: 20_000 }, (_, index) => (index * index * 31 + index * 7) % 256),
    );
    await expect(run(noise)).rejects.toThrow(/isn't a text file\. Use CSV/);
    await expect(run(gzipSync(noise))).rejects.toThrow(/isn't a text file/);
    await expect(run(Buffer.from('PK\x03\x04\x14\0\0\0', 'latin1'))).rejects.toThrow(
      /is damaged\. Open it in your spreadsheet program/,
    );
    await expect(run(Buffer.concat([Buffer.from('PAR1'), noise]))).rejects.toThrow(
      /can't be read as Parquet: (?!Something went wrong)/,
    );
    const file = join(folder, 'broken.parquet');
    writeFileSync(file, noise);
    await expect(run('', { file })).rejects.toThrow(/can't be read as Parquet: it has no Parquet header/);
  });

  it('requires a preset for unknown columns, and leaves out opted-out people', async () => {
    await expect(run('a,b\n1,2\n')).rejects.toThrow(/--preset/);
    await expect(run('')).rejects.toThrow(/no rows/);
    await addOptOutsAndDeleteLeads(bench.deps, [{ kind: 'domain', value: 'secret.example' }]);
    const { report } = await run(own(['A,A,x,c,a@hr.secret.example,', 'B,B,x,c,b@x.example,']));
    expect(report).toMatchObject({ optedOut: 1, imported: 1 });
  });

  it.each(['replace', 'append'] as const)(
    'leaves out people who opt out while it runs (%s)',
    async (mode) => {
      await run(own(['Here,Here,Zookeeper,c,here@x.example,']));
      const { warehouse } = bench.deps;
      const rows = ['early', 'late', 'stays'].map(
        (name) => `${name},${mode},Zookeeper,c,${name}@${mode}.example,`,
      );
      const optOut = (name: string) =>
        addOptOutsAndDeleteLeads(bench.deps, [{ kind: 'email', value: `${name}@${mode}.example` }]);
      // One opts out before the rows go live, one right after.
      const optingOut: Warehouse = {
        ...warehouse,
        run: async (statement, options) => {
          await warehouse.run(statement, options);
          if (/^INSERT INTO leads\.apollo_new/.test(statement.sql)) await optOut('early');
          if (/^EXCHANGE|ATTACH PARTITION/.test(statement.sql)) await optOut('late');
        },
      };
      const { report } = await run(own(rows), { mode }, optingOut);
      bench.deps.leadSearch.invalidate('apollo');
      expect(report).toMatchObject({ optedOut: 1, duplicates: 0, read: 3 });
      const names = (await all()).map((lead: { first_name: string }) => lead.first_name);
      expect(names.sort()).toEqual(mode === 'append' ? ['Here', 'stays'] : ['stays']);
      const { body } = await person.call('apollo', {
        action: 'count',
        filters: { includeJobTitles: ['zookeeper'] },
      });
      expect(body.count).toBe(names.length);
    },
  );
});
