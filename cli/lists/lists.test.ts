import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FakeWeb, startFakeWeb } from '../../e2e/fixtures/fake-web.ts';
import { generatedName } from '../../e2e/fixtures/generated-sites.ts';
import { leadwell } from '../../e2e/fixtures/leadwell-command.ts';
import { type LeadwellServer, startLeadwell } from '../../e2e/fixtures/leadwell-server.ts';
import { inlineRows, testWorkbook } from '../../engines/csv/xlsx/test-workbooks.ts';
import { childEnvironment } from '../../server/platform/process/child-environment.ts';
import { type Outcome, runHere } from '../test-run-here.ts';

const COMMAND = new URL('../leadwell.mjs', import.meta.url).pathname;
const EMAIL = 'lists@example.com';
const SITES = 3;
const folder = mkdtempSync(join(tmpdir(), 'leadwell-lists-'));

let web: FakeWeb;
let server: LeadwellServer;
let environment: Record<string, string>;
/** Makes a call with the session of the account. */
let call: (name: string, body: object) => Promise<Record<string, unknown>>;

beforeAll(async () => {
  web = await startFakeWeb({ generated: { count: SITES, delayMs: 50 } });
  server = await startLeadwell({ dnsServer: web.dnsServer });
  const post = async (path: string, token: string, body: object) => {
    const reply = await fetch(`${server.url}${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!reply.ok) throw new Error(`${path}: ${await reply.text()}`);
    return (await reply.json()) as Record<string, unknown>;
  };
  const session = await post('/auth/v1/signup', 'leadwell-public', {
    email: EMAIL,
    password: 'correct horse battery',
  });
  await leadwell(server, 'users', 'upgrade', EMAIL);
  call = (name, body) => post(`/functions/v1/${name}`, String(session.access_token), body);
  const { key } = await call('create-api-key', { name: 'Terminal', scopes: ['read', 'run'] });
  environment = { LEADWELL_URL: `${server.url}/`, LEADWELL_API_KEY: String(key) };
});
afterAll(async () => {
  await server.stop();
  await web.close();
  rmSync(folder, { recursive: true });
});

/** The last line of a change, with its ID. */
const UNDO = (list: string) => `To undo it: leadwell lists undo ${list} ([0-9a-f-]{36})\n`;

const run = (...args: string[]) => runHere(['lists', ...args], environment);

/** A file with this text. Returns its path. */
function file(name: string, content: string): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

async function created(name: string, content: string, ...more: string[]): Promise<string> {
  const { code, out, err } = await run('create', name, '--file', file('rows.csv', content), ...more);
  expect([code, err]).toEqual([0, expect.stringContaining(`${name}: `)]);
  return out.trim();
}

describe('lists in the terminal', () => {
  it('are created from a file, updated by their key, shown and exported', async () => {
    expect(await run()).toMatchObject({ code: 0, out: '', err: expect.stringContaining('no lists yet') });
    const id = await created(
      'People',
      'Name,Email,Zip\nJane Miller,jane@a.example,01099\nBob,,\n',
      '-k',
      'email',
    );
    const more = file('more.tsv', 'E-mail\tPhone\njane@a.example\t+1 515 555 0177\ndan@a.example\t\n\t\n');
    expect(await run('add', 'people', '-f', more)).toEqual({
      code: 0,
      out: '',
      err: expect.stringMatching(
        new RegExp(
          `^Columns of the file -> of the list: E-mail -> Email\nNew columns: Phone\nPeople: 1 new, 1 updated\n${UNDO(id)}$`,
        ),
      ),
    });
    const shown = await run();
    expect(shown.out.split('\n')[0]).toMatch(/^ID +ROWS +STEPS +CHANGED +NAME$/);
    expect(shown.out.split('\n')[1]).toMatch(new RegExp(`^${id} +3 +0 +20..-..-.. +People$`));
    expect(JSON.parse((await run('--json')).out)).toMatchObject({ id, rows: 3 });

    expect(await run('export', id)).toEqual({
      code: 0,
      out: '\ufeffName,Email,Zip,Phone\r\nJane Miller,jane@a.example,01099,+1 515 555 0177\r\nBob,,,\r\n,dan@a.example,,\r\n',
      err: '',
    });
    const out = join(folder, 'people.jsonl');
    expect(await run('export', 'People', '-o', out, '--mark', 'crm')).toEqual({ code: 0, out: '', err: '' });
    expect(readFileSync(out, 'utf8').split('\n')).toHaveLength(4);
    expect(existsSync(`${out}.part`)).toBe(false);
    expect(await run('export', 'People', '-p', 'instantly', '-o', join(folder, 'mail.csv'))).toMatchObject({
      code: 0,
      err: '2 rows exported. Left out: 1 without an email.\n',
    });
    // A file that can't be kept isn't remembered.
    mkdirSync(join(folder, 'taken.csv'));
    const failed = await run('export', 'People', '-o', join(folder, 'taken.csv'), '--mark', 'shop');
    expect(failed).toMatchObject({
      code: 1,
      out: '',
      err: expect.stringContaining("taken.csv can't be written: it is a folder"),
    });
    expect(await run('export', 'People', '--since', 'shop')).toMatchObject({
      code: 1,
      out: '',
      err: expect.stringContaining('no export named “shop” with the same exclusion lists. It has: “crm”.'),
    });
    expect((await run('export', 'People', '-p', 'instantly', '--since', 'crm')).out).toBe(
      'email,first_name,last_name,phone,Zip\r\n',
    );
    // The rows that the tool takes get the date, and the next file has them only if they change.
    const csv = join(folder, 'dated.csv');
    const exported = (...options: string[]) => run('export', 'People', '-o', csv, ...options);
    const lines = () => readFileSync(csv, 'utf8').trim().split('\r\n').slice(1);
    const dated = await exported('-p', 'instantly', '--mark', 'mail', '--date-column', 'Sent on');
    expect(dated).toMatchObject({
      code: 0,
      err: expect.stringMatching(new RegExp(`^2 rows exported. Left out: 1 without an email.\n${UNDO(id)}$`)),
    });
    await exported();
    const today = new Date().toISOString().slice(0, 10);
    expect(lines().map((line) => line.endsWith(`,${today}`))).toEqual([true, false, true]);
    await exported('--since', 'mail');
    expect(lines()).toEqual([]);
    // The key of the rows.
    expect(await exported('--date-column', 'Email')).toMatchObject({
      code: 1,
      err: expect.stringContaining('not all have the date in “Email”'),
    });
    expect(lines()).toHaveLength(3);
    // Such a name is refused before there is a file.
    const unnamed = await run('export', 'People', '-o', join(folder, 'unnamed.csv'), '--date-column', ' ');
    expect(unnamed).toEqual({ code: 2, out: '', err: '--date-column: Enter a name for the column.\n' });
    expect(existsSync(join(folder, 'unnamed.csv'))).toBe(false);
  });

  it('are as before an import that is undone', async () => {
    const id = await created('Undone', 'Email,City\na@a.example,Rome\n', '-k', 'Email');
    const more = file('changed.csv', 'Email,City\na@a.example,Oslo\nb@a.example,Bonn\n');
    const { err } = await run('add', 'Undone', '-f', more);
    const change = new RegExp(UNDO(id)).exec(err)?.[1] ?? '';
    expect((await run('export', id)).out).toContain('a@a.example,Oslo\r\nb@a.example,Bonn');
    expect(await run('undo', 'Undone', change)).toEqual({ code: 0, out: '', err: 'Undone: undone\n' });
    expect((await run('export', id)).out).toBe('\ufeffEmail,City\r\na@a.example,Rome\r\n');
    expect(await run('undo', id)).toMatchObject({ code: 2, err: expect.stringContaining('--run') });
    expect(await run('undo', id, change, '--run')).toMatchObject({ code: 2 });
    expect(await run('undo', id, 'x')).toMatchObject({ code: 2, err: '“x” isn’t the ID of a change.\n' });
    expect(await run('undo', id, '--run')).toMatchObject({ code: 1, err: '“Undone” never ran.\n' });
  });

  it('are exported without those whom exclusion lists leave out, unless they are wanted', async () => {
    const id = await created('Prospects', 'Email\nann@new.example\nbob@client.example\n');
    const customers = await created('Customers', 'Email\nbob@client.example\n');
    await call('list-set-exclusion', { id: customers, excludes: 'people' });
    expect(await run('export', id, '--mark', 'mail')).toEqual({
      code: 0,
      out: '\ufeffEmail\r\nann@new.example\r\n',
      err: '1 row exported. Left out: 1 in your exclusion lists (Customers). To keep those in exclusion lists, add --with-excluded.\n',
    });
    expect(await run('export', id, '--since', 'mail')).toEqual({
      code: 0,
      out: '\ufeffEmail\r\n',
      err: '0 rows exported. Left out: 2 not new or changed.\n',
    });
    expect(await run('export', id, '--with-excluded')).toEqual({
      code: 0,
      out: '\ufeffEmail\r\nann@new.example\r\nbob@client.example\r\n',
      err: '',
    });
    // The list itself has them.
    expect(await run('export', customers)).toMatchObject({
      out: '\ufeffEmail\r\nbob@client.example\r\n',
      err: '',
    });
    await call('list-set-exclusion', { id: customers, excludes: null });
  });

  it('fill their columns, with a quote before and the progress to the end', async () => {
    const rows = Array.from({ length: SITES }, (_, n) => web.siteUrl(generatedName(n)));
    const id = await created('Sites', `Website\n${rows.join('\n')}\n`);
    await call('list-step-save', {
      id,
      step: {
        kind: 'tool',
        name: 'Read websites',
        tries: [{ tool: 'website-extraction', options: { depth: 'quick' }, inputs: { website: 'Website' } }],
        outputs: [{ field: 'linkedin_url', name: 'Company page' }],
      },
    });
    const unsure = await run('run', 'Sites');
    expect([unsure.code, unsure.out]).toEqual([2, '']);
    expect(unsure.err).toContain(
      'Read websites: 3 cells, no credits\n3 rows, 3 cells, no credits (up to 3 included in your plan, which count toward --cap and the budget of the key)\n',
    );
    expect(unsure.err).toContain('Add --yes to start without a question.');
    expect(await run('run', 'Sites', '--steps', 'Nothing', '-y')).toEqual({
      code: 2,
      out: '',
      err: 'The list has no step “Nothing”. It has: Read websites\n',
    });
    expect(await run('run', 'Sites', '--steps', ',', '-y')).toMatchObject({
      code: 2,
      err: 'Name a step of the list. It has: Read websites\n',
    });
    const first = await run('run', 'Sites', '-s', 'read websites', '-n', '1', '-c', '2', '-y', '--wait');
    expect(first).toMatchObject({ code: 0, out: expect.stringMatching(/^[0-9a-f-]{36}\n$/) });
    expect(first.err).toContain(
      '1 row, 1 cell, no credits (up to 1 included in your plan, which counts toward --cap',
    );
    expect(first.err).toContain(
      'Completed: 1 of 1 cell, 1 found, 0 failed, 0 credits (1 included in your plan, which counts toward --cap and the budget of the key)\n',
    );
    const rest = await run('run', id, '-y');
    expect(rest.err).toContain(`To wait for it: leadwell lists wait ${id}`);
    expect(await run('wait', 'Sites')).toMatchObject({
      code: 0,
      out: '',
      err: expect.stringContaining(
        '2 found, 0 failed, 0 credits (2 included in your plan, which count toward --cap',
      ),
    });
    expect((await run('export', 'Sites')).out).toContain('linkedin.com/company/firm-2');
    expect(await run('run', 'Sites', '-y')).toMatchObject({ code: 1, out: '' });
    expect(await run('run', 'Sites', '-n', '0')).toMatchObject({
      code: 2,
      err: expect.stringContaining('Use a whole number from 1 to 100,000, without commas.'),
    });
    expect(await run('undo', 'Sites', '--run')).toEqual({
      code: 0,
      out: '',
      err: 'Sites: undone, 2 cells\n',
    });
    expect(await run('undo', 'Sites', '--run')).toMatchObject({
      code: 1,
      err: 'The last run of “Sites” was undone already.\n',
    });
  });
});

describe('bounces in the terminal', () => {
  it('are reported from a file, with a key for them', async () => {
    const { code, err } = await runHere(['bounces', 'b.csv'], { ...environment, LEADWELL_API_KEY: '' });
    expect([code, err]).toEqual([2, expect.stringContaining('an API key with the permission Bounces.')]);
    const bounces = file(
      'bounces.csv',
      'Email,Reason\njane@a.example,550 5.1.1 User unknown\nbob@a.example,550 5.7.1 Blocked\n',
    );
    const refused = await runHere(['bounces', bounces], environment);
    expect(refused).toMatchObject({ code: 1, out: '', err: expect.stringContaining('Bounces') });
    const { key } = await call('create-api-key', { name: 'Bounces', scopes: ['bounces'] });
    const allowed = { ...environment, LEADWELL_API_KEY: String(key) };
    expect(await runHere(['bounces', bounces], allowed)).toMatchObject({
      code: 0,
      out: '2 reports: 1 hard, 0 soft, 1 policy, 0 complaints, 0 delivered, 0 unclear\n0 known before, 0 without an email, 1 hard bounce not counted for others\n0 credits returned\n',
    });
    expect((await runHere(['bounces', bounces], allowed)).out).toContain('2 known before');
    const names = file('names.csv', 'Name\nAnn\n');
    expect(await runHere(['bounces', names], allowed)).toMatchObject({
      code: 1,
      err: expect.stringContaining('has no column with emails'),
    });
  });
});

describe('what can be wrong', () => {
  const misuse = (args: string[], changed: Record<string, string> = {}): Promise<Outcome> =>
    runHere(['lists', ...args], { ...environment, ...changed });

  it.each<[string, string[], Record<string, string>, number, string]>([
    ['no key', [], { LEADWELL_API_KEY: '' }, 2, 'Set LEADWELL_API_KEY to an API key'],
    [
      'a wrong key',
      [],
      { LEADWELL_API_KEY: 'lwk_wrong' },
      1,
      "doesn't accept the key in LEADWELL_API_KEY. This API key isn't valid.",
    ],
    ['a broken key', [], { LEADWELL_API_KEY: 'lwk_a\nb' }, 2, 'LEADWELL_API_KEY has a space, a line break'],
    ['a key in quotes', [], { LEADWELL_API_KEY: '“lwk_a”' }, 2, 'Copy the key again.\n'],
    [
      'a password',
      [],
      { LEADWELL_URL: 'http://me:pass@127.0.0.1:1' },
      2,
      'LEADWELL_URL must not have a user',
    ],
    ['a wrong address', [], { LEADWELL_URL: 'leads' }, 2, 'LEADWELL_URL must be an address'],
    [
      'no server',
      [],
      { LEADWELL_URL: 'http://127.0.0.1:1' },
      1,
      "The server at http://127.0.0.1:1 can't be reached",
    ],
    ['an unknown list', ['export', 'Nothing'], {}, 1, 'There is no list “Nothing”.'],
    ['an unknown tool', ['export', 'People', '-p', 'sugar'], {}, 2, 'Allowed choices are hubspot'],
    ['a folder', ['add', 'People', '-f', folder], {}, 1, `${folder} cannot be read: it is a folder\n`],
    [
      'a missing file',
      ['add', 'People', '-f', join(folder, 'none.csv')],
      {},
      1,
      'none.csv cannot be read: there is no such file or folder\n',
    ],
    ['no file', ['create', 'People'], {}, 2, "required option '-f, --file <file>' not specified"],
    ['an unknown command', ['foo'], {}, 2, 'too many arguments'],
  ])('%s is said', async (_, args, changed, exit, message) => {
    const { code, out, err } = await misuse(args, changed);
    expect([code, out]).toEqual([exit, '']);
    expect(err).toContain(message);
    expect(err).not.toMatch(/^\s+at /m);
  });

  it('a file without rows or without its key column, and a name that is taken', async () => {
    const header = file('header.csv', 'Name,Email\n');
    expect(await misuse(['create', 'New', '-f', header])).toMatchObject({
      code: 1,
      err: expect.stringContaining('has no rows below the names'),
    });
    const rows = file('one.csv', 'Name,Email\nA,a@a.example\n');
    expect(await misuse(['create', 'New', '-f', rows, '-k', 'Mail'])).toEqual({
      code: 2,
      out: '',
      err: 'The file has no column “Mail”. It has: Name, Email\n',
    });
    await created('Taken', 'A\n1\n');
    expect(await misuse(['create', 'Taken', '-f', rows])).toMatchObject({
      code: 1,
      out: '',
      err: expect.stringContaining('already have a list'),
    });
  });

  it('a sheet of a workbook is read, and a sheet that isn’t there is named', async () => {
    const workbook = join(folder, 'people.xlsx');
    const sheet = (name: string, email: string) => ({ name, xml: inlineRows([['Email'], [email]]) });
    writeFileSync(workbook, testWorkbook({ sheets: [sheet('A', 'x@a.example'), sheet('B', 'y@a.example')] }));
    expect(await misuse(['create', 'Workbook', '-f', `${workbook}#b`])).toMatchObject({
      code: 0,
      err: expect.stringContaining('Read the sheet “B”.\nWorkbook: 1 new, 0 updated\n'),
    });
    expect(await misuse(['add', 'Workbook', '-f', `${workbook}#C`])).toMatchObject({
      code: 1,
      err: expect.stringContaining('has no such sheet. It has “A”, “B”.'),
    });
  });
});

it('lets an assistant work with the account over standard input and output', async () => {
  const client = new Client({ name: 'test', version: '1.0.0' });
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [COMMAND, 'mcp'],
    env: { ...(childEnvironment() as Record<string, string>), ...environment },
  });
  await client.connect(transport);
  const call = async (name: string, args: Record<string, unknown>) =>
    (await client.callTool({ name, arguments: args })).structuredContent as Record<string, unknown>;
  const url = web.siteUrl(generatedName(0));
  expect(await call('extract_website', { url })).toMatchObject({ started: false, cost_at_most: 1 });
  const done = await call('extract_website', { url, max_credits: 1 });
  expect(done).toMatchObject({
    status: 'completed',
    found: 1,
    results: [{ emails: [expect.stringContaining('@')] }],
  });
  const missing = await client.callTool({ name: 'status', arguments: { task: crypto.randomUUID() } });
  expect(missing).toMatchObject({
    isError: true,
    content: [{ text: expect.stringContaining('Check the ID') }],
  });
  await client.close();
});
