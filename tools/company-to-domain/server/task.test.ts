// On PostgreSQL: companies and logos are upserted as JSON and bytes.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TaskView } from '#contract/tasks.ts';
import { readCompanyTable } from '#engines/csv/pasted-companies.ts';
import { createApp } from '#server/app.ts';
import { type Caller, newCaller } from '#server/auth/test-caller.ts';
import { itemDigest } from '#server/credits/charged-items.ts';
import { ASYNC, openTaskBench, type TaskBench } from '#server/tasks/test-tasks.ts';
import { startWorker, type TaskWorker } from '#server/tasks/worker/worker.ts';
import { bulkNames, COMPANY_SITES } from '../../../e2e/fixtures/company-sites.ts';
import { type FakeWeb, startFakeWeb } from '../../../e2e/fixtures/fake-web.ts';
import { parseCsv } from '../../../e2e/fixtures/parse-csv.ts';
import { CompanyToDomainReply } from '../definition.ts';
import { COMPANY_MESSAGES } from '../messages.ts';
import { createLearnedOrder } from './learned-order.ts';
import { createCompanyPorts } from './open-ports.ts';
import { COMPANY_COMMANDS } from './operator-commands.ts';
import { countCompanies, findCompanies, findLogos, sampleCompanies, trimLogos } from './store.ts';

let web: FakeWeb;
let bench: TaskBench;
let worker: TaskWorker;
let app: ReturnType<typeof createApp>;
const folder = mkdtempSync(join(tmpdir(), 'leadwell-companies-'));

beforeAll(async () => {
  // The long list needs no delays.
  const sites = COMPANY_SITES.map((site) =>
    site.name.startsWith('kasten')
      ? {
          ...site,
          pages: Object.fromEntries(
            Object.entries(site.pages ?? {}).map(([path, page]) => [
              path,
              typeof page === 'string' ? page : { ...page, delayMs: 0 },
            ]),
          ),
        }
      : site,
  );
  web = await startFakeWeb({ sites });
  bench = await openTaskBench({
    DNS_SERVERS: web.dnsServer,
    WEB_PORT: String(web.port),
    ALLOW_PRIVATE_NETWORK: '1',
    // Other tests have lead databases in the folder that tests share.
    DATA_DIR: join(folder, 'data'),
  });
  app = createApp(bench.deps);
  worker = await startWorker(bench.deps);
});
afterAll(async () => {
  await worker.stop();
  await bench.close();
  await web.close();
  rmSync(folder, { recursive: true });
});

async function ended(caller: Caller, id: string): Promise<TaskView> {
  for (;;) {
    const task = TaskView.parse(await (await caller.get('task', { id })).json());
    if (task.status !== 'processing' && task.status !== 'queued') return task;
    await new Promise((resume) => setTimeout(resume, 10));
  }
}

async function start(caller: Caller, company_names: unknown): Promise<TaskView> {
  const reply = await caller.post('company-to-domain', { company_names }, ASYNC);
  if (reply.status !== 202) throw new Error(`${reply.status}: ${await reply.text()}`);
  return TaskView.parse(await reply.json());
}

async function run(name: string, input: object): Promise<{ rows: object[]; notes: string[] }> {
  const rows: object[] = [];
  const notes: string[] = [];
  const command = COMPANY_COMMANDS.find((command) => command.name === name);
  await command?.run(bench.deps, input, { row: (row) => rows.push(row), note: (text) => notes.push(text) });
  return { rows, notes };
}

describe('company-to-domain', () => {
  it('returns every row to a plain synchronous caller', async () => {
    const caller = await newCaller(app);
    const reply = await caller.post('company-to-domain', {
      company_names: [
        ' Oak & Sons Ltd ',
        '',
        'Zwillingwerk',
        'Oak & Sons Ltd',
        { company_name: 'Zwillingwerk', website: 'zwillingwerk.io' },
      ],
    });
    const body = CompanyToDomainReply.parse(await reply.json());
    expect(body).toMatchObject({ success: true, processed: 3, total: 3, timeoutStatus: false });
    expect(body.message).toBe(
      'Successfully processed 3 companies. Found 2 domains. Download CSV to get your results.',
    );
    expect(body.results.map(({ company_name, domain, error }) => [company_name, domain, error])).toEqual([
      ['Oak & Sons Ltd', 'oakandsons.co.uk', null],
      ['Zwillingwerk', null, 'No domain found'],
      ['Zwillingwerk', 'zwillingwerk.io', null],
    ]);
  });

  it.each<[string, unknown, number, string]>([
    ['no names', [], 400, COMPANY_MESSAGES.noNames],
    ['empty lines', ['', ' ', '\n'], 400, COMPANY_MESSAGES.noNames],
    ['invalid Unicode', ['a\0b\ud800'], 400, 'Text must not contain NUL or invalid Unicode characters.'],
    ['a number', ['Acme', 7], 400, 'Each company must be a name, or an object with company_name.'],
    [
      'a long country',
      [{ company_name: 'Acme', country: 'x'.repeat(101) }],
      400,
      'company_names.0.country must have at most 100 characters',
    ],
    ['no list', 'Acme', 400, 'company_names must be a list, such as ["Acme"]'],
    ['nothing', undefined, 400, COMPANY_MESSAGES.noNames],
    ['10,001 names', Array.from({ length: 10_001 }, (_, n) => `A${n}`), 400, COMPANY_MESSAGES.tooMany],
  ])('refuses %s', async (_what, names, status, message) => {
    const caller = await newCaller(app);
    const reply = await caller.post('company-to-domain', { company_names: names });
    expect(reply.status).toBe(status);
    expect(await reply.json()).toMatchObject({ error: { message } });
  });

  it('gives lines of 1 MB, other scripts, emoji and code their own rows', async () => {
    const caller = await newCaller(app);
    const names = [
      'x'.repeat(1_000_000),
      '株式会社日立製作所',
      'ООО «Ромашка»',
      '🚀',
      '{"company_name":7}',
      '<script>',
      "Robert');drop table tasks;--",
    ];
    const task = await ended(caller, (await start(caller, names)).id);
    expect(task).toMatchObject({
      status: 'completed',
      total: 7,
      processed: 7,
      found: 0,
      failed: 0,
      creditsused: 0,
    });
    const csv = await (await caller.get('task-csv', { id: task.id })).text();
    expect(csv.split('\r\n')).toHaveLength(9);
    expect(csv).toContain('too long for a company name');
  });

  it('has everything in its CSV file: hints, evidence and the other domains', async () => {
    const caller = await newCaller(app);
    const hinted = { company_name: 'Zwillingwerk', country: 'DE', website: 'x.de', city: 'Köln' };
    const names = ['Nordlicht Logistik GmbH', hinted, 'Zwillingwerk'];
    const { id } = await ended(caller, (await start(caller, names)).id);
    const csv = await (await caller.get('task-csv', { id })).text();
    const [found, other, none] = parseCsv(csv);
    expect(Object.keys(found ?? {}).join()).toBe(
      'company_name,domain,logo,confidence,source,explanation,error,given_country,given_website,given_city,evidence,runners_up',
    );
    expect(found?.evidence).toContain('Legal form: The same on the page: Nordlicht Logistik GmbH');
    expect(found?.evidence).toMatch(/; Read on http:\/\/nordlicht-logistik\.de:\d+\/$/);
    expect(found?.runners_up).toContain('nordlichtlogistik.com 0% (The domain is for sale)');
    expect(found?.runners_up).toMatch(/nordlicht\.de \d% \(The page never mentions logistik/);
    expect([other?.given_country, other?.given_website, other?.given_city]).toEqual(['DE', 'x.de', 'Köln']);
    expect(found?.given_city).toBe('');
    expect(none?.runners_up).toMatch(/zwillingwerk\.(com|io) \d+% \(Its heading says Zwillingwerk\)/);
    // The columns on the page are chosen without them.
    const some = await (await caller.get('task-csv', { id, columns: 'company_name,domain' })).text();
    expect(Object.keys(parseCsv(some)[0] ?? {})).toEqual(['company_name', 'domain']);
    const saved = await caller.post('list-save-task', { taskId: id, name: 'Domains', rows: 'found' });
    const { list } = (await saved.json()) as { list: { id: string; columns: string[] } };
    expect(list.columns.join()).toBe('company_name,domain,logo,confidence,source,explanation,error');
    // The list goes on to Website Extraction, by its domains.
    const next = { id: list.id, type: 'website-extraction' };
    const quote = (await (await caller.post('list-quote', next)).json()) as { columns: object };
    expect(quote).toMatchObject({ columns: { website: 'domain' }, items: 2, problem: null });
    const started = await caller.post('list-start', { ...next, columns: quote.columns });
    expect(started.status).toBe(202);
    const { id: websites } = TaskView.parse(await started.json());
    await ended(caller, websites);
    const contacts = parseCsv(await (await caller.get('task-csv', { id: websites })).text());
    expect(contacts.map(({ company_name, domain }) => `${company_name}: ${domain}`).sort()).toEqual([
      'Nordlicht Logistik GmbH: nordlicht-logistik.de',
      'Zwillingwerk: zwillingwerk.com',
    ]);
  });

  it('keeps every row of a list of people with its own columns, and charges each company once', async () => {
    const caller = await newCaller(app);
    const table = readCompanyTable(
      'Name,Company,Domain\nJane,Oak & Sons Ltd,\n"=Joe",Nordlicht Logistik GmbH,\nZoe,OAK & sons ltd,\nBo,,\nAl,Oak & Sons Ltd; Nordlicht Logistik GmbH,\n',
    );
    const { rows = [], columns = [] } = table ?? {};
    const reply = await caller.post(
      'company-to-domain',
      {
        company_names: rows.map(({ cell }) => cell),
        list: { columns, rows: rows.map(({ record }) => record) },
      },
      ASYNC,
    );
    const task = await ended(caller, TaskView.parse(await reply.json()).id);
    expect(task).toMatchObject({ total: 2, found: 2, creditsused: 2 });
    const csv = parseCsv(await (await caller.get('task-csv', { id: task.id })).text());
    expect(csv.map((row) => [row.Name, row.Company, row.found_domain, row.error])).toEqual([
      ['Jane', 'Oak & Sons Ltd', 'oakandsons.co.uk', ''],
      ["'=Joe", 'Nordlicht Logistik GmbH', 'nordlicht-logistik.de', ''],
      ['Zoe', 'OAK & sons ltd', 'oakandsons.co.uk', ''],
      ['Bo', '', '', 'This row has no company name'],
      ['Al', 'Oak & Sons Ltd; Nordlicht Logistik GmbH', 'oakandsons.co.uk; nordlicht-logistik.de', ''],
    ]);
  });

  it('charges a company once, however its hints are written, and not again for what was paid under a former key', async () => {
    const caller = await newCaller(app);
    const company_name = 'Oak & Sons Ltd';
    const uk = [
      { company_name, country: 'United Kingdom' },
      { company_name: 'OAK & Sons Ltd', country: 'GB' },
      { company_name, country: 'uk' },
      { company_name, website: 'https://www.oakandsons.co.uk/' },
      { company_name, website: 'oakandsons.co.uk' },
      { company_name, city: 'New York' },
      { company_name, city: 'new-york' },
    ];
    const first = await ended(caller, (await start(caller, uk)).id);
    expect(first).toMatchObject({ total: 3, creditsused: 3, freerepeats: 0 });
    const again = await ended(caller, (await start(caller, [uk[2], uk[4], uk[6]])).id);
    expect(again).toMatchObject({ total: 3, creditsused: 0, freerepeats: 3 });
    const countries = ['Deutschland', 'D', 'GER'];
    const german = countries.map((country) => ({ company_name: 'Nordlicht Logistik GmbH', country }));
    const letters = await ended(caller, (await start(caller, german)).id);
    expect(letters).toMatchObject({ total: 1, creditsused: 1 });
    const staff = ['https://www.linkedin.com/in/jane', 'linkedin.com/in/joe', 'n/a', null];
    const colleagues = staff.map((website) => ({ company_name: 'Nordlicht Logistik GmbH', website }));
    const one = await ended(caller, (await start(caller, colleagues)).id);
    expect(one).toMatchObject({ total: 1, creditsused: 1 });

    const other = await newCaller(app);
    const digest = itemDigest('oakandsonsltd|united kingdom|');
    await bench.deps.database.db
      .insertInto('charged_items')
      .values({
        account_id: other.id,
        kind: 'company-to-domain',
        digest,
        fresh_until: new Date(Date.now() + 86_400_000),
      })
      .execute();
    const free = await ended(other, (await start(other, [uk[0]])).id);
    expect(free).toMatchObject({ total: 1, creditsused: 0, freerepeats: 1 });
  });

  it('stops when the credits run out, and finishes on Resume, charging each domain once', async () => {
    const caller = await newCaller(app);
    const { id: accountId } = caller;
    await bench.grant(accountId, -970);
    const names = [...bulkNames(0, 50), ...Array.from({ length: 10 }, (_, n) => `Niemandswerk ${n} GmbH`)];
    const stopped = await ended(caller, (await start(caller, names)).id);
    expect(stopped).toMatchObject({
      status: 'cancelled',
      stop_reason: 'credits',
      creditsused: 30,
      found: 30,
    });
    await bench.grant(accountId, 100);
    await caller.post('task-resume', { id: stopped.id });
    const task = await ended(caller, stopped.id);
    expect(task).toMatchObject({ status: 'completed', processed: 60, found: 50, creditsused: 50 });
    expect(await bench.broken(accountId)).toEqual([]);
  });

  it('starts without credits if nothing in the list can cost any', async () => {
    const caller = await newCaller(app);
    await bench.grant(caller.id, -999);
    await ended(caller, (await start(caller, ['Oak & Sons Ltd'])).id);
    const items = ['Oak & Sons Ltd', 'OAK AND SONS LTD.', '🚀', 'info@oakandsons.co.uk'];
    const counts = await caller.post('task-repeats', { type: 'company-to-domain', items });
    expect(await counts.json()).toEqual({ repeats: 2, free: 4, sample: false });
    const task = await ended(caller, (await start(caller, items)).id);
    expect(task).toMatchObject({ status: 'completed', processed: 4, found: 3, creditsused: 0 });
    const refused = await caller.post('company-to-domain', { company_names: [...items, 'Zwillingwerk'] });
    expect(refused.status).toBe(402);
    // An account that never paid needs credits to start.
    const other = await newCaller(app);
    await bench.grant(other.id, -1000);
    expect((await other.post('company-to-domain', { company_names: ['🚀'] })).status).toBe(402);
  });

  it('returns stored logos as data URLs, and fetches none', async () => {
    const caller = await newCaller(app);
    const { id } = await start(caller, ['Oak & Sons Ltd', '🚀']);
    await ended(caller, id);
    const before = web.totals.requests;
    const requestLogos = async (by: Caller, positions: number[], task = id) => {
      const reply = await by.post('company-logos', { id: task, positions });
      return ((await reply.json()) as { logos: Record<string, string> }).logos;
    };
    const logos = await requestLogos(caller, [0, 1, 7]);
    expect(Object.keys(logos)).toEqual(['oakandsons.co.uk']);
    expect(logos['oakandsons.co.uk']).toMatch(/^data:image\/png;base64,iVBOR/);
    expect(web.totals.requests).toBe(before);
    const tooMany = Array.from({ length: 26 }, (_, n) => n);
    expect((await caller.post('company-logos', { id, positions: tooMany })).status).toBe(400);
    // Only of the account's own rows: a logo says that someone looked for the company.
    const stranger = await newCaller(app);
    expect(await requestLogos(stranger, [0])).toEqual({});
    expect(await requestLogos(stranger, [0], (await start(stranger, ['🚀'])).id)).toEqual({});
    expect((await stranger.post('company-logos', { domains: ['oakandsons.co.uk'] })).status).toBe(400);
  });
});

describe('stored logos', () => {
  it('are replaced, expire after 30 days and stay within their size', async () => {
    const { deps } = bench;
    const { logos } = createCompanyPorts(deps);
    const logo = (domain: string, bytes: number) => ({
      domain,
      url: `https://${domain}/i.png`,
      type: 'image/png',
      bytes: new Uint8Array(bytes),
    });
    await logos.save(logo('old-logo.com', 100));
    deps.clock.advance(1000);
    await logos.save(logo('new-logo.com', 100));
    expect(await logos.find('old-logo.com')).toBe('https://old-logo.com/i.png');
    await trimLogos(deps.database.db, 150);
    const left = await findLogos(deps.database.db, ['old-logo.com', 'new-logo.com']);
    expect(left.map(({ domain, bytes }) => [domain, bytes.length])).toEqual([['new-logo.com', 100]]);
    deps.clock.advance(31 * 86_400_000);
    expect(await logos.find('new-logo.com')).toBeNull();
  });
});

describe('leadwell companies', () => {
  it('teach the order of domains, as numbers only', async () => {
    const { database, log } = bench.deps;
    expect(await createLearnedOrder({ database, log }).learned()).toBeNull();
    const file = join(folder, 'habits.csv');
    const names = Array.from({ length: 120 }, (_, index) => `Kestola${index}`);
    const lines = names.map((name) => `${name} SA,${name.toLowerCase()}-travel.ch,CH`);
    writeFileSync(file, ['name,domain,country', ...lines].join('\n'));
    await run('companies-import', { file });
    const order = createLearnedOrder({ database, log });
    const learned = await order.learned();
    expect(learned?.endings.CH).toEqual({ pairs: 120, habits: { home: { had: 120, of: 120 } } });
    expect(learned?.affixes.company?.habits['*-travel']).toEqual({ had: 120, of: 120 });
    expect(JSON.stringify(learned)).not.toContain('kestola');
    const sample = await sampleCompanies(database.db, 30);
    expect(sample.length).toBeGreaterThan(10);
    expect(sample.length).toBeLessThanOrEqual(30);
    await run('companies-drop', { preset: null });
    // Counted once for all that ask within an hour.
    expect(await order.learned()).toBe(learned);
  });

  it('imports names, domains and countries, and tasks use them first', async () => {
    const file = join(folder, 'companies.csv');
    writeFileSync(
      file,
      'Name;Website;Country\r\nOak & Sons Ltd;https://www.own-oak.com/;UK\r\nKeine Domain GmbH;facebook.com/keine;DE\r\n;x.com;\r\nDoppel AG;doppel.de;Germany\r\nDoppel Inc.;doppel.com;USA\r\n',
    );
    const { rows, notes } = await run('companies-import', { file });
    expect(rows).toEqual([{ given: 5, added: 3, refused: 2, updated: 0 }]);
    expect(notes[0]).toBe('Line 3 skipped: it needs a company name and a domain of its own.');
    expect((await run('companies-import', { file })).rows).toEqual([
      { given: 5, added: 0, refused: 2, updated: 3 },
    ]);
    expect((await run('companies-stats', {})).rows).toMatchObject([
      { rows: 3, domains: 3, index: { credits: expect.stringContaining('CC0') } },
    ]);

    const caller = await newCaller(app);
    const reply = await caller.post('company-to-domain', {
      company_names: ['OAK AND SONS', { company_name: 'Doppel', country: 'DE' }],
    });
    const { results } = CompanyToDomainReply.parse(await reply.json());
    expect(results.map(({ domain, source }) => [domain, source])).toEqual([
      ['own-oak.com', 'operator'],
      ['doppel.de', 'operator'],
    ]);
    expect((await run('companies-drop', { preset: null })).rows).toEqual([{ dropped: 3, presets: 0 }]);
    expect(await countCompanies(bench.deps.database.db)).toEqual({ rows: 0, domains: 0 });
  });

  it('takes a domain of several companies of one name for all of them, in one import', async () => {
    const { db } = bench.deps.database;
    const file = join(folder, 'group.csv');
    const others = (count: number) =>
      Array.from({ length: count }, (_, n) => `Other ${n},other${n}.com,DE\n`).join('');
    const of = async (lines: string) => {
      writeFileSync(file, `name,domain,country\n${lines}`);
      bench.deps.clock.advance(1);
      await run('companies-import', { file });
      const rows = await findCompanies(db, ['gruppe']);
      return rows.map(({ name, country }) => [name, country]);
    };
    const [de, us] = ['Gruppe GmbH,gruppe.com,DE\n', 'Gruppe Inc.,gruppe.com,US\n'];
    expect(await of(de)).toEqual([['Gruppe GmbH', 'DE']]);
    expect(await of(de + us)).toEqual([['Gruppe', null]]);
    expect(await of(us)).toEqual([['Gruppe Inc.', 'US']]);
    // The second one is in another batch.
    expect(await of(de + others(1000) + us)).toEqual([['Gruppe', null]]);
    await run('companies-drop', { preset: null });
  });

  it('tells companies of one name apart by the city of the list, in imported data', async () => {
    const file = join(folder, 'bigpicture.csv');
    writeFileSync(
      file,
      'name,website,city,country_code\nOak & Sons,oakandsons.co.uk,Leeds,GB\nOak & Sons,own-oak.com,Boston,US\n',
    );
    const { rows } = await run('companies-import-preset', { preset: 'bigpicture', files: [file] });
    expect(rows).toMatchObject([{ companies: 2, license: 'ODC-By 1.0' }]);
    const caller = await newCaller(app);
    const reply = await caller.post('company-to-domain', {
      company_names: [{ company_name: 'Oak & Sons', city: 'LEEDS' }],
    });
    const { results } = CompanyToDomainReply.parse(await reply.json());
    expect(results).toMatchObject([{ domain: 'oakandsons.co.uk', source: 'preset' }]);
    expect((await run('companies-drop', { preset: 'bigpicture' })).rows).toEqual([
      { dropped: 0, presets: 2 },
    ]);
  });

  it('imports a table that names its delimiter for Excel', async () => {
    const file = join(folder, 'excel.csv');
    writeFileSync(
      file,
      'sep=;\r\nName;Website\r\n"Acme, Beta, Co";excel-acme.de\r\nKeine;facebook.com/k\r\n',
    );
    const { rows, notes } = await run('companies-import', { file });
    expect(rows).toEqual([{ given: 2, added: 1, refused: 1, updated: 0 }]);
    expect(notes[0]).toMatch(/^Line 4 skipped/);
    await run('companies-drop', { preset: null });
  });

  it('refuses files without the columns or without rows', async () => {
    const write = (text: string) => {
      const file = join(folder, 'bad.csv');
      writeFileSync(file, text);
      return file;
    };
    await expect(run('companies-import', { file: write('a,b\n1,2\n') })).rejects.toThrow(
      'needs a first row with the columns name and domain',
    );
    await expect(run('companies-import', { file: write('name,domain\nAcme,\n') })).rejects.toThrow(
      'has no row with a company name and a domain',
    );
    await expect(run('companies-import', { file: join(folder, 'none.csv') })).rejects.toThrow(
      "can't be read",
    );
  });
});
