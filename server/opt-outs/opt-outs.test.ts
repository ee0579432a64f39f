// On PostgreSQL: hashes are bytea, which the drivers pass differently.
import { createHmac, hkdfSync } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { inlineRows, testWorkbook } from '#engines/csv/xlsx/test-workbooks.ts';
import { importLeads } from '../leads/import/import-leads.ts';
import { recordImport } from '../leads/import-records.ts';
import { recordDrop } from '../leads/lead-tables.ts';
import { loadLeads } from '../leads/load-leads.ts';
import { addOptOutsAndDeleteLeads, applyOptOuts } from '../leads/opted-out-leads.ts';
import { type LeadBench, openLeadBench, parseOptOuts, type Searcher } from '../leads/test-leads.ts';
import { recordStatements } from '../platform/database/test-statements.ts';
import { areRowsOptedOut } from './contact-check.ts';
import { optOutCommands } from './opt-out-commands.ts';
import { isOptedOut, readOptOuts } from './opt-outs.ts';
import { insertOptOuts } from './store.ts';

let bench: LeadBench;
let person: Searcher;
beforeAll(async () => {
  bench = await openLeadBench();
  person = await bench.person();
  // Without samples, which the first import would replace.
  await recordDrop(bench.deps.warehouse, 'apollo', new Date(bench.deps.clock.now()));
  await recordImport(bench.deps.warehouse, {
    id: 'own',
    database: 'apollo',
    mode: 'append',
    at: new Date(bench.deps.clock.now()).toISOString(),
    source: 'own',
    licence: '',
    dataDate: '',
    preset: 'own',
    rows: 0,
    duplicates: 0,
    refused: 0,
    columns: ['corporate_phone'],
  });
});
afterEach(() => bench.deps.database.db.deleteFrom('opt_outs').execute());
afterAll(() => bench.close());

interface CommandResult {
  rows: object[];
  notes: string[];
  error: string | null;
}

/** Runs an operator command and collects its output. */
async function run(name: string, input: object): Promise<CommandResult> {
  const command = optOutCommands(addOptOutsAndDeleteLeads).find((command) => command.name === name);
  if (!command) throw new Error(`no command ${name}`);
  const result: CommandResult = { rows: [], notes: [], error: null };
  const output = {
    row: (row: object) => void result.rows.push(row),
    note: (note: string) => void result.notes.push(note),
  };
  try {
    await command.run(bench.deps, command.input.parse(input), output);
  } catch (error) {
    result.error = error instanceof Error ? error.message : String(error);
  }
  return result;
}

const add = (...entries: string[]) => run('optout-add', { entries });
const remove = (...entries: string[]) => run('optout-remove', { entries });
function importFile(content: string | Uint8Array): Promise<CommandResult> {
  const file = join(bench.deps.config.DATA_DIR, 'list.csv');
  writeFileSync(file, content);
  return run('optout-import', { file });
}

const listed = async (...emails: string[]) =>
  Promise.all(emails.map((email) => isOptedOut(bench.deps, { emails: [email] })));

/** Loads Apollo leads with one title. Returns a function that lists the remaining leads. */
async function load(
  title: string,
  leads: Record<string, { email?: string; website?: string; profile?: string }>,
) {
  await loadLeads(bench.deps.warehouse, {
    database: 'apollo',
    mode: 'append',
    columns: ['first_name', 'title', 'email', 'website', 'person_linkedin_url'],
    rows: Object.entries(leads).map(([name, { email = '', website = '', profile = '' }]) => [
      name,
      title,
      email,
      website,
      profile,
    ]),
  });
  bench.deps.leadSearch.invalidate('apollo');
  return async () => {
    const filters = { includeJobTitles: [title] };
    const { body } = await person.call('apollo', { action: 'search', filters });
    return body.leads.map((lead: { first_name: string }) => lead.first_name).sort();
  };
}

describe('optout add', () => {
  it('deletes leads by email address, in any notation', async () => {
    const left = await load('falconer', {
      m: { email: 'm@opt9.com' },
      n: { email: 'n@opt9.com' },
      o: { email: 'Mailto:O@opt9.com' },
      p: { email: 'x@other.example; <p@opt9.com>' },
      stays: { email: 'stays@opt9.com' },
    });
    expect(await left()).toHaveLength(5);
    const result = await add('mailto:m@opt9.com', '<n@opt9.com>', 'o@opt9.com,', 'p@opt9.com;');
    expect(result).toEqual({ rows: [{ given: 4, added: 4 }], notes: [], error: null });
    expect(await left()).toEqual(['stays']);
  });

  it('deletes leads by an internationalized domain in every spelling', async () => {
    for (const [index, entry] of ['münchen.de', 'xn--mnchen-3ya.de'].entries()) {
      const left = await load(`brewer${index}`, {
        ascii: { website: 'https://xn--mnchen-3ya.de' },
        letters: { website: 'https://www.München.de/kontakt' },
        combining: { website: 'http://mu\u0308nchen.de.' },
        mailed: { email: 'jo@muc.münchen.de' },
        stays: { email: `jo${index}@munchen.de`, website: 'https://neumünchen.de' },
      });
      expect(await left()).toHaveLength(5);
      expect((await add(entry)).rows).toHaveLength(1);
      expect(await left()).toEqual(['stays']);
    }
  });

  it('deletes leads with an address at a domain in a column that came with an import', async () => {
    await loadLeads(bench.deps.warehouse, {
      database: 'apollo',
      mode: 'append',
      columns: ['first_name', 'title', 'email', 'Second_email', 'Notes'],
      rows: [
        ['second', 'chandler', 'a@imp9.example', 'A@Shop.Gone9.example', ''],
        ['noted', 'chandler', 'b@imp9.example', '', 'ask b@www.gone9.example, or call'],
        ['letters', 'chandler', 'c@imp9.example', 'c@köhl9.example', ''],
        ['ascii', 'chandler', 'd@imp9.example', 'd@xn--khl9-5qa.example', ''],
        ['stays', 'chandler', 'e@imp9.example', 'e@notgone9.example', 'gone9.example.org'],
      ],
    });
    bench.deps.leadSearch.invalidate('apollo');
    const left = async () => {
      const filters = { includeJobTitles: ['chandler'] };
      const { body } = await person.call('apollo', { action: 'search', filters });
      return body.leads.map((lead: { first_name: string }) => lead.first_name).sort();
    };
    expect(await left()).toHaveLength(5);
    await add('gone9.example');
    expect(await left()).toEqual(['ascii', 'letters', 'stays']);
    // With more entries than the engine looks for.
    await add('köhl9.example', ...Array.from({ length: 50 }, (_, index) => `none${index}.example`));
    expect(await left()).toEqual(['stays']);
  });

  it('deletes leads by a profile in every spelling', async () => {
    const left = await load('glazier', {
      encoded: { profile: 'https://www.linkedin.com/in/j%C3%BCrgen-x/' },
      letters: { profile: 'https://de.linkedin.com/in/Jürgen-X' },
      mobile: { profile: 'https://www.linkedin.com/mwlite/in/j%c3%bcrgen-x' },
      stays: { profile: 'https://www.linkedin.com/in/jurgen-x' },
    });
    await add('linkedin.com/in/J%C3%BCrgen-x');
    expect(await left()).toEqual(['stays']);
  });

  it('deletes leads by their phone, however it is written, but not everyone at a company with that phone', async () => {
    const columns = ['first_name', 'title', 'email', 'mobile_phone', 'corporate_phone', 'Handy'];
    await loadLeads(bench.deps.warehouse, {
      database: 'apollo',
      mode: 'append',
      columns,
      rows: [
        ['spaces', 'cooper', 'a@opt9.com', '+49 (0)30 5550 1779', '', ''],
        ['national', 'cooper', 'b@opt9.com', "'030/55501779", '', ''],
        ['several', 'cooper', 'c@opt9.com', '+1 202 555 0123; 0049 30 55501779', '', ''],
        ['imported', 'cooper', 'd@opt9.com', '', '', '030 55501779'],
        ['colleague', 'cooper', 'e@opt9.com', '+49 30 55501780', '+49 30 55501779', ''],
        ['stays', 'cooper', 'f@opt9.com', '+48 30 55501779', '+49 30 55501780', ''],
      ],
    });
    bench.deps.leadSearch.invalidate('apollo');
    const result = await add('+49 30 55501779');
    expect(result).toEqual({ rows: [{ given: 1, added: 1 }], notes: [], error: null });
    const search = async () => {
      const filters = { includeJobTitles: ['cooper'] };
      const { body } = await person.call('apollo', { action: 'search', filters });
      return body.leads.map((lead: Record<string, string>) => [lead.first_name, lead.corporate_phone]).sort();
    };
    expect(await search()).toEqual([
      ['colleague', ''],
      ['stays', '+49 30 55501780'],
    ]);
    const file = join(bench.deps.config.DATA_DIR, 'cooper.csv');
    writeFileSync(
      file,
      'first_name,title,email,mobile_phone,corporate_phone\nagain,cooper,g@opt9.com,030 55501779,\nnext,cooper,h@opt9.com,,030-55501779\n',
    );
    const refusedFile = `${file}.refused`;
    const { optedOut } = await importLeads(
      bench.deps,
      {
        ...{ file, refusedFile, database: 'apollo', mode: 'append', preset: 'own' },
        ...{ source: 'test', licence: 'test', date: null, dryRun: false },
      },
      { note: () => {} },
    );
    expect(optedOut).toBe(1);
    expect((await search()).at(1)).toEqual(['next', '']);
    expect(await applyOptOuts(bench.deps, { onlyMissing: false })).toEqual({ entries: 1, deleted: 0 });
    expect((await remove('0049 30 55501779')).rows).toEqual([{ given: 1, removed: 1 }]);
    expect(await bench.deps.database.db.selectFrom('opt_outs').selectAll().execute()).toEqual([]);
  });

  it('adds nothing if an entry is rejected, and prints each reason safely', async () => {
    const invalid = ['linkedin.com/company/acme', `\u001b[2J${'x'.repeat(900)}`];
    const { rows, notes, error } = await add('jane@acme.com', ...invalid);
    expect(rows).toEqual([]);
    expect(error).toBe('Nothing was added: 2 of 3 entries were rejected.');
    expect(notes).toHaveLength(2);
    expect(notes[0]).toMatch(
      /^Rejected: "linkedin\.com\/company\/acme"\. This is a company page on LinkedIn\./,
    );
    expect(notes[1]).toMatch(/^Rejected: "\?\[2Jx+\.\.\."\. This isn't an email/);
    expect(notes[1]?.length).toBeLessThan(200);
    expect(await listed('jane@acme.com')).toEqual([false]);
  });
});

describe('optout remove', () => {
  it('removes entries from the list, and reports those that were not on it', async () => {
    await add('jane@acme.com', 'gone.example', 'linkedin.com/in/jane', 'stays.example');
    const result = await remove(
      '<Jane@acme.com>',
      'https://gone.example/',
      'linkedin.com/in/Jane',
      'no@acme.com',
    );
    expect(result.rows).toEqual([{ given: 4, removed: 3 }]);
    expect(result.notes[0]).toBe('Not on the list: "no@acme.com"');
    expect(result.notes[1]).toMatch(/Import their leads again/);
    expect(await listed('jane@acme.com', 'x@gone.example', 'x@stays.example')).toEqual([false, false, true]);
    expect((await remove('jane@acme.com')).rows).toEqual([{ given: 1, removed: 0 }]);
  });

  it('removes entries that only earlier versions accepted', async () => {
    await addOptOutsAndDeleteLeads(bench.deps, [{ kind: 'domain', value: 'linkedin.com' }]);
    expect((await remove('linkedin.com')).rows).toEqual([{ given: 1, removed: 1 }]);
    await insertOptOuts(
      bench.deps.database.db,
      [{ hash: hashEntry('email:jo@münchen.de'), kind: 'email' }],
      new Date(),
    );
    expect((await remove('jo@xn--mnchen-3ya.de')).rows).toEqual([{ given: 1, removed: 1 }]);
    expect((await remove('not a domain')).error).toMatch(/Nothing was removed/);
  });
});

/** The hash of an entry, in the same way as all earlier versions. */
function hashEntry(entry: string): string {
  const { authSecret } = bench.deps.secrets;
  const key = Buffer.from(hkdfSync('sha256', authSecret, '', 'leadwell opt-out', 32));
  return createHmac('sha256', key).update(entry).digest('base64url');
}

it('matches entries stored by earlier versions', async () => {
  const entries = [
    'email:jane@acme.com',
    'email:jo@münchen.de',
    'domain:xn--kln-sna.de',
    'profile:j%c3%bcrgen',
  ];
  const kinds = ['email', 'email', 'domain', 'profile'] as const;
  await insertOptOuts(
    bench.deps.database.db,
    entries.map((entry, index) => ({ hash: hashEntry(entry), kind: kinds[index] ?? 'email' })),
    new Date(),
  );
  expect(
    await listed(
      'Jane@acme.com',
      'jo@münchen.de',
      'jo@XN--mnchen-3ya.de',
      'x@köln.de',
      'x@acme.com',
      'x@münchen.de',
    ),
  ).toEqual([true, true, true, true, false, false]);
  for (const profile of ['linkedin.com/in/J%C3%BCrgen', 'https://www.linkedin.com/in/Jürgen/'])
    expect(await isOptedOut(bench.deps, { profile })).toBe(true);
  expect(await addOptOutsAndDeleteLeads(bench.deps, parseOptOuts('jane@acme.com', 'köln.de'))).toBe(0);
});

describe('optout import', () => {
  const utf16 = (text: string) => Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')]);
  const LIST = 'one@müller.example\r\nmailto:two@acme.example\r\n\r\n"three@acme.example"\r\n';

  it.each([
    ['UTF-16', utf16(LIST)],
    ['UTF-16, big-endian', utf16(LIST).swap16()],
    ['UTF-8 with a byte order mark', Buffer.from(`\ufeff${LIST}`)],
    ['Latin-1', Buffer.from(LIST, 'latin1')],
    [
      'XLSX',
      Buffer.from(
        testWorkbook({
          sheets: [
            {
              name: 'A',
              xml: inlineRows([['one@müller.example'], ['mailto:two@acme.example'], ['three@acme.example']]),
            },
          ],
        }),
      ),
    ],
  ])('reads %s', async (_, bytes) => {
    const { rows, error } = await importFile(bytes);
    expect(error).toBe(null);
    expect(rows).toEqual([{ given: 3, added: 3, refused: 0, passed_over: 0 }]);
    const emails = ['one@xn--mller-kva.example', 'two@acme.example', 'three@acme.example', 'no@acme.example'];
    expect(await listed(...emails)).toEqual([true, true, true, false]);
  });

  it.each<[string, Buffer, RegExp]>([
    [
      'with binary data',
      Buffer.from(Array.from({ length: 999 }, (_, index) => (index * 7) % 32)),
      /isn't a text file/,
    ],
    ['that is a broken spreadsheet', Buffer.from([0x50, 0x4b, 3, 4, 20, 0]), /is damaged/],
    ['that is empty', Buffer.alloc(0), /is empty/],
    ['without entries', Buffer.from('\n \n'), /has no entries/],
  ])('rejects a file %s', async (_, bytes, error) => {
    const result = await importFile(bytes);
    expect(result.error).toMatch(error);
    expect(await bench.deps.database.db.selectFrom('opt_outs').selectAll().execute()).toEqual([]);
  });

  it('reports rejected entries, and fails if all are rejected', async () => {
    const some = await importFile(`jane@acme.example\nnonsense\u001b[2J ${'y'.repeat(500)}\ngmail.com\n`);
    expect(some.rows).toEqual([{ given: 3, added: 1, refused: 2, passed_over: 0 }]);
    expect(some.error).toBe(null);
    const [, nonsense, shared] = some.notes;
    expect(nonsense).toMatch(/^Rejected, line 2: "nonsense\?\[2J y+\.\.\."\. This isn't an email/);
    expect(nonsense?.length).toBeLessThan(200);
    expect(shared).toMatch(/^Rejected, line 3: "gmail\.com"\. gmail\.com is shared/);
    const none = await importFile('gmail.com\nnobody\n');
    expect(none.rows).toEqual([{ given: 2, added: 0, refused: 2, passed_over: 0 }]);
    expect(none.error).toMatch(/every entry was rejected/);
  });

  it('names a rejected entry by its row, after a cell with several lines', async () => {
    const result = await importFile('email,note\nrow@acme.example,"two\nlines"\nnonsense@,x\n');
    expect(result.notes.join()).toContain('Rejected, line 3: "nonsense@"');
  });

  it('reads every entry of a line', async () => {
    const result = await importFile(
      'first@twocol.example,second@twocol2.example\na@b.example; c@d.example\nJane Doe,e@f.example,f.example,\nbad@@x.example,g@h.example\n',
    );
    expect(result.rows).toEqual([{ given: 7, added: 6, refused: 1, passed_over: 2 }]);
    expect(result.notes.join('\n')).toMatch(/line 4: "bad@@x\.example"[\s\S]*Skipped: 2 cells/);
    const emails = ['first@twocol.example', 'second@twocol2.example', 'c@d.example', 'e@f.example'];
    expect(await listed(...emails)).toEqual([true, true, true, true]);
    // A domain next to an address of the same domain is the employer's and isn't added.
    expect(await listed('other@f.example')).toEqual([false]);
  });

  it('reads the columns named in the header, and skips company domains next to a person', async () => {
    const result = await importFile(
      'Name;E-Mail;Email Status;Person LinkedIn URL;Company Website\n' +
        'Jane;jane@acme.example;ok@no.example;https://www.linkedin.com/in/jane-d;https://acme-holding.example\n' +
        'Firm;;;;https://www.gone.example/\nNobody;;;;\n',
    );
    expect(result.notes[0]).toMatch(
      /^Reading the columns "E-Mail", "Person LinkedIn URL", "Company Website"\./,
    );
    expect(result.rows).toEqual([{ given: 4, added: 3, refused: 1, passed_over: 1 }]);
    expect(result.notes[1]).toMatch(/^Rejected, line 4: "Nobody, , , ,"/);
    expect(await listed('jane@acme.example', 'x@gone.example')).toEqual([true, true]);
    expect(await listed('ok@no.example', 'x@acme-holding.example')).toEqual([false, false]);
    expect(await isOptedOut(bench.deps, { profile: 'linkedin.com/in/jane-d' })).toBe(true);
  });

  it.each(['E-Mail-Adresse', 'Email (work)', 'Mail', 'Candidate Email', 'Correo electrónico', 'Who'])(
    'reads the people, and not their employers, below %s',
    async (header) => {
      const { rows } = await importFile(
        `Name;${header};Website\nJane;jane@person.example;https://employer.example\n` +
          'Joe;joe@@broken.example;https://other.example\n',
      );
      expect(rows).toMatchObject([{ added: 1 }]);
      expect(await listed('jane@person.example', 'x@employer.example', 'x@other.example')).toEqual([
        true,
        false,
        false,
      ]);
    },
  );

  it('adds the domain of a company that has a phone', async () => {
    await importFile('Company;Company Phone;Website\nAcme;+49 30 999990;https://firm.example\n');
    expect(await listed('x@firm.example')).toEqual([true]);
  });

  it('reads phones with their country code, and says what the others lack', async () => {
    const result = await importFile(
      'Name;Mobile Phone;Company Phone;Country Code\n' +
        'Jane;+49 30 5550177, 0049 30 5550178;+49 30 999990;49\nJoe;030 5550179;;49\n',
    );
    expect(result.notes[0]).toMatch(/^Reading the columns "Mobile Phone"\./);
    expect(result.notes[1]).toMatch(
      /^Rejected, line 3: "030 5550179"\. A phone number needs its country code/,
    );
    expect(result.rows).toEqual([{ given: 3, added: 2, refused: 1, passed_over: 0 }]);
    const phones = ['030/5550177', '+49305550178', '030 5550179', '+49 30 999990'];
    expect(
      await areRowsOptedOut(
        bench.deps,
        phones.map((phone) => ({ phone })),
      ),
    ).toEqual([...[true, true], ...[false, false]]);
    expect((await importFile('+49 30 5550181\n\n+1 (202) 555-0123\n')).rows).toMatchObject([{ added: 2 }]);
  });

  it('reads every entry of a line, however many there are', async () => {
    const entries = Array.from({ length: 12_000 }, (_, n) => `person${n}@one-line.example`);
    const result = await importFile(entries.join(','));
    expect(result.rows).toMatchObject([{ given: 12_000, added: 12_000 }]);
  });

  it('reads the header below the line that tells Excel the delimiter', async () => {
    const result = await importFile(
      'sep=;\r\nE-Mail;Company Website\r\njane@own.example;https://employer.example\r\nbad@@x.example;\r\n',
    );
    expect(result.rows).toEqual([{ given: 2, added: 1, refused: 1, passed_over: 1 }]);
    expect(result.notes[1]).toMatch(/line 4: "bad@@x/);
    expect(await listed('jane@own.example', 'x@employer.example')).toEqual([true, false]);
  });
});

it('is read in steps, however long it is', async () => {
  const entries = Array.from({ length: 2500 }, (_, index) => ({
    hash: `hash ${index}`,
    kind: 'email' as const,
  }));
  await insertOptOuts(bench.deps.database.db, entries, new Date());
  const { database, statements } = recordStatements(bench.deps.database);
  expect((await readOptOuts({ ...bench.deps, database })).size).toBe(entries.length);
  expect(Math.max(...statements.map(({ rows }) => rows))).toBe(1000);
});
