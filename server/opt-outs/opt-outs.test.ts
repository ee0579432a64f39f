import { createHmac, hkdfSync } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { loadLeads } from '../leads/load-leads.ts';
import { addOptOutsAndDeleteLeads } from '../leads/opted-out-leads.ts';
import { type LeadBench, openLeadBench, optOutsOf, type Searcher } from '../leads/test-leads.ts';
import { optOutCommands } from './opt-out-commands.ts';
import { isOptedOut } from './opt-outs.ts';
import { insertOptOuts } from './store.ts';

let bench: LeadBench;
let person: Searcher;
beforeAll(async () => {
  bench = await openLeadBench();
  person = await bench.person();
  // Sample rows come with the first look, in the place of what is there.
  await person.ask('apollo', { action: 'total' });
});
afterEach(() => bench.deps.database.db.deleteFrom('opt_outs').execute());
afterAll(() => bench.close());

interface Answer {
  rows: object[];
  notes: string[];
  fault: string | null;
}

/** One command of the operator, with what it said. */
async function run(name: string, input: object): Promise<Answer> {
  const command = optOutCommands(addOptOutsAndDeleteLeads).find((one) => one.name === name);
  if (!command) throw new Error(`no command ${name}`);
  const answer: Answer = { rows: [], notes: [], fault: null };
  const output = {
    row: (row: object) => void answer.rows.push(row),
    note: (note: string) => void answer.notes.push(note),
  };
  try {
    await command.run(bench.deps, command.input.parse(input), output);
  } catch (error) {
    answer.fault = error instanceof Error ? error.message : String(error);
  }
  return answer;
}

const add = (...entries: string[]) => run('optout-add', { entries });
const remove = (...entries: string[]) => run('optout-remove', { entries });
function importFile(content: string | Uint8Array): Promise<Answer> {
  const file = join(bench.deps.config.DATA_DIR, 'list.csv');
  writeFileSync(file, content);
  return run('optout-import', { file });
}

const listed = async (...emails: string[]) =>
  Promise.all(emails.map((email) => isOptedOut(bench.deps, { emails: [email] })));

/** Loads leads of one title, in columns of Apollo's; answers those that are found afterwards. */
async function loaded(
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
  bench.deps.leadSearch.changed('apollo');
  return async () => {
    const filters = { includeJobTitles: [title] };
    const { body } = await person.ask('apollo', { action: 'search', filters });
    return body.leads.map((lead: { first_name: string }) => lead.first_name).sort();
  };
}

describe('optout add', () => {
  it('takes out whom an address means, whatever is around it', async () => {
    const left = await loaded('falconer', {
      m: { email: 'm@opt9.com' },
      n: { email: 'n@opt9.com' },
      o: { email: 'Mailto:O@opt9.com' },
      p: { email: 'x@other.example; <p@opt9.com>' },
      stays: { email: 'stays@opt9.com' },
    });
    expect(await left()).toHaveLength(5);
    const answer = await add('mailto:m@opt9.com', '<n@opt9.com>', 'o@opt9.com,', 'p@opt9.com;');
    expect(answer).toEqual({ rows: [{ given: 4, added: 4 }], notes: [], fault: null });
    expect(await left()).toEqual(['stays']);
  });

  it('takes out a domain of other letters in every writing of it', async () => {
    for (const [at, written] of ['münchen.de', 'xn--mnchen-3ya.de'].entries()) {
      const left = await loaded(`brewer${at}`, {
        ascii: { website: 'https://xn--mnchen-3ya.de' },
        letters: { website: 'https://www.München.de/kontakt' },
        combining: { website: 'http://mu\u0308nchen.de.' },
        mailed: { email: 'jo@muc.münchen.de' },
        stays: { email: `jo${at}@munchen.de`, website: 'https://neumünchen.de' },
      });
      expect(await left()).toHaveLength(5);
      expect((await add(written)).rows).toHaveLength(1);
      expect(await left()).toEqual(['stays']);
    }
  });

  it('takes out a profile in every writing of its letters', async () => {
    const left = await loaded('glazier', {
      encoded: { profile: 'https://www.linkedin.com/in/j%C3%BCrgen-x/' },
      letters: { profile: 'https://de.linkedin.com/in/Jürgen-X' },
      mobile: { profile: 'https://www.linkedin.com/mwlite/in/j%c3%bcrgen-x' },
      stays: { profile: 'https://www.linkedin.com/in/jurgen-x' },
    });
    await add('linkedin.com/in/J%C3%BCrgen-x');
    expect(await left()).toEqual(['stays']);
  });

  it('adds nothing where one is refused, and says why of each, fit for a terminal', async () => {
    const wrong = ['linkedin.com/company/acme', `\u001b[2J${'x'.repeat(900)}`];
    const { rows, notes, fault } = await add('jane@acme.com', ...wrong);
    expect(rows).toEqual([]);
    expect(fault).toBe('Nothing was added: 2 of 3 are refused.');
    expect(notes).toHaveLength(2);
    expect(notes[0]).toMatch(
      /^Refused: "linkedin\.com\/company\/acme"\. It is a company's page on LinkedIn\./,
    );
    expect(notes[1]).toMatch(/^Refused: "\?\[2Jx+\.\.\."\. It is no/);
    expect(notes[1]?.length).toBeLessThan(200);
    expect(await listed('jane@acme.com')).toEqual([false]);
  });
});

describe('optout remove', () => {
  it('takes entries off the list, and says which were not on it', async () => {
    await add('jane@acme.com', 'gone.example', 'linkedin.com/in/jane', 'stays.example');
    const answer = await remove(
      '<Jane@acme.com>',
      'https://gone.example/',
      'linkedin.com/in/Jane',
      'no@acme.com',
    );
    expect(answer.rows).toEqual([{ given: 4, removed: 3 }]);
    expect(answer.notes[0]).toBe('Was not on the list: "no@acme.com"');
    expect(answer.notes[1]).toMatch(/only with the next import/);
    expect(await listed('jane@acme.com', 'x@gone.example', 'x@stays.example')).toEqual([false, false, true]);
    expect((await remove('jane@acme.com')).rows).toEqual([{ given: 1, removed: 0 }]);
  });

  it('takes back what earlier versions took, and no later one would', async () => {
    await addOptOutsAndDeleteLeads(bench.deps, [{ kind: 'domain', value: 'linkedin.com' }]);
    expect((await remove('linkedin.com')).rows).toEqual([{ given: 1, removed: 1 }]);
    await insertOptOuts(
      bench.deps.database.db,
      [{ hash: keptBefore('email:jo@münchen.de'), kind: 'email' }],
      new Date(),
    );
    expect((await remove('jo@xn--mnchen-3ya.de')).rows).toEqual([{ given: 1, removed: 1 }]);
    expect((await remove('not a domain')).fault).toMatch(/Nothing was removed/);
  });
});

/** The hash of an entry as the list has had it since its beginning. */
function keptBefore(entry: string): string {
  const { authSecret } = bench.deps.secrets;
  const key = Buffer.from(hkdfSync('sha256', authSecret, '', 'leadwell opt-out', 32));
  return createHmac('sha256', key).update(entry).digest('base64url');
}

it('entries that were kept before still hold', async () => {
  const before = [
    'email:jane@acme.com',
    'email:jo@münchen.de',
    'domain:xn--kln-sna.de',
    'profile:j%c3%bcrgen',
  ];
  const kinds = ['email', 'email', 'domain', 'profile'] as const;
  await insertOptOuts(
    bench.deps.database.db,
    before.map((entry, at) => ({ hash: keptBefore(entry), kind: kinds[at] ?? 'email' })),
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
  expect(await addOptOutsAndDeleteLeads(bench.deps, optOutsOf('jane@acme.com', 'köln.de'))).toBe(0);
});

describe('optout import', () => {
  const utf16 = (text: string) => Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')]);
  const LIST = 'one@müller.example\r\nmailto:two@acme.example\r\n\r\n"three@acme.example"\r\n';

  it.each([
    ['UTF-16', utf16(LIST)],
    ['UTF-16, high byte first', utf16(LIST).swap16()],
    ['UTF-8 with a mark', Buffer.from(`\ufeff${LIST}`)],
    ['Latin-1', Buffer.from(LIST, 'latin1')],
  ])('reads %s', async (_, bytes) => {
    const { rows, fault } = await importFile(bytes);
    expect(fault).toBe(null);
    expect(rows).toEqual([{ given: 3, added: 3, refused: 0, passed_over: 0 }]);
    const emails = ['one@xn--mller-kva.example', 'two@acme.example', 'three@acme.example', 'no@acme.example'];
    expect(await listed(...emails)).toEqual([true, true, true, false]);
  });

  it.each<[string, Buffer, RegExp]>([
    ['of bytes', Buffer.from(Array.from({ length: 999 }, (_, at) => (at * 7) % 32)), /no text/],
    ['of a spreadsheet', Buffer.from([0x50, 0x4b, 3, 4, 20, 0]), /Save it as CSV/],
    ['without a byte', Buffer.alloc(0), /is empty/],
    ['without an entry', Buffer.from('\n \n'), /has no entries/],
  ])('refuses a file %s', async (_, bytes, fault) => {
    const answer = await importFile(bytes);
    expect(answer.fault).toMatch(fault);
    expect(await bench.deps.database.db.selectFrom('opt_outs').selectAll().execute()).toEqual([]);
  });

  it('says what it leaves out, and fails where that is everything', async () => {
    const some = await importFile(`jane@acme.example\nnonsense\u001b[2J ${'y'.repeat(500)}\ngmail.com\n`);
    expect(some.rows).toEqual([{ given: 3, added: 1, refused: 2, passed_over: 0 }]);
    expect(some.fault).toBe(null);
    const [, nonsense, shared] = some.notes;
    expect(nonsense).toMatch(/^Left out, line 2: "nonsense\?\[2J y+\.\.\."\. It is no email/);
    expect(nonsense?.length).toBeLessThan(200);
    expect(shared).toMatch(/^Left out, line 3: "gmail\.com"\. gmail\.com is shared/);
    const none = await importFile('gmail.com\nnobody\n');
    expect(none.rows).toEqual([{ given: 2, added: 0, refused: 2, passed_over: 0 }]);
    expect(none.fault).toMatch(/every entry was refused/);
  });

  it('takes every entry of a line', async () => {
    const answer = await importFile(
      'first@twocol.example,second@twocol2.example\na@b.example; c@d.example\nJane Doe,e@f.example,f.example,\nbad@@x.example,g@h.example\n',
    );
    expect(answer.rows).toEqual([{ given: 7, added: 6, refused: 1, passed_over: 2 }]);
    expect(answer.notes.join('\n')).toMatch(/line 4: "bad@@x\.example"[\s\S]*Passed over: 2 cells/);
    const emails = ['first@twocol.example', 'second@twocol2.example', 'c@d.example', 'e@f.example'];
    expect(await listed(...emails)).toEqual([true, true, true, true]);
    // Beside somebody of the domain it is theirs, not everybody's.
    expect(await listed('other@f.example')).toEqual([false]);
  });

  it('takes the columns that a header names, and of a line with a person no company', async () => {
    const answer = await importFile(
      'Name;E-Mail;Email Status;Person LinkedIn URL;Company Website\n' +
        'Jane;jane@acme.example;ok@no.example;https://www.linkedin.com/in/jane-d;https://acme-holding.example\n' +
        'Firm;;;;https://www.gone.example/\nNobody;;;;\n',
    );
    expect(answer.notes[0]).toMatch(
      /^Taken from the columns "E-Mail", "Person LinkedIn URL", "Company Website"\./,
    );
    expect(answer.rows).toEqual([{ given: 4, added: 3, refused: 1, passed_over: 1 }]);
    expect(answer.notes[1]).toMatch(/^Left out, line 4: "Nobody, , , ,"/);
    expect(await listed('jane@acme.example', 'x@gone.example')).toEqual([true, true]);
    expect(await listed('ok@no.example', 'x@acme-holding.example')).toEqual([false, false]);
    expect(await isOptedOut(bench.deps, { profile: 'linkedin.com/in/jane-d' })).toBe(true);
  });
});
