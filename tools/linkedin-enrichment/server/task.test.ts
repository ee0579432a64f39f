import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TaskView } from '#contract/tasks.ts';
import { createApp } from '#server/app.ts';
import { type Caller, newCaller } from '#server/auth/test-caller.ts';
import { importLeads } from '#server/leads/import/import-leads.ts';
import { addOptOutsAndDeleteLeads } from '#server/leads/opted-out-leads.ts';
import { parseOptOuts } from '#server/leads/test-leads.ts';
import { ASYNC, openTaskBench, type TaskBench } from '#server/tasks/test-tasks.ts';
import { startWorker, type TaskWorker } from '#server/tasks/worker/worker.ts';
import { type FakeDns, startFakeDns } from '../../../e2e/fixtures/fake-dns.ts';
import { parseCsv } from '../../../e2e/fixtures/parse-csv.ts';
import { LinkedinEnrichmentReply, type LinkedinRow } from '../definition.ts';
import { LINKEDIN_MESSAGES } from '../messages.ts';
import { LINKEDIN_COMMANDS } from './operator-commands.ts';

const LEADS = 60;
let dns: FakeDns;
/** The hosts that were looked up. No connection to another one is possible. */
const asked: string[] = [];
let bench: TaskBench;
let worker: TaskWorker | undefined;
let app: ReturnType<typeof createApp>;
const folder = mkdtempSync(join(tmpdir(), 'leadwell-linkedin-'));
const provider = createServer((request, response) => {
  const slug = new URL(request.url ?? '', 'http://x').searchParams.get('slug');
  response.writeHead(slug === 'down' ? 503 : 404, { 'content-type': 'application/json' }).end('{}');
});

beforeAll(async () => {
  dns = await startFakeDns((name) => {
    asked.push(name);
    return { fails: true };
  });
  await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve));
  const { port } = provider.address() as { port: number };
  bench = await openTaskBench({
    DATA_DIR: folder,
    DNS_SERVERS: dns.server,
    ALLOW_PRIVATE_NETWORK: '1',
    PROFILE_PROVIDER_URL: `http://127.0.0.1:${port}/?slug={slug}`,
  });
  const people = Array.from(
    { length: LEADS },
    (_, n) => `Ada,Lead ${n},CEO,Firm ${n},ada${n}@firm.de,'+49 30 ${n},linkedin.com/in/ada-${n},Berlin`,
  );
  const file = join(folder, 'leads.csv');
  const header = 'First Name,Last Name,Title,Company Name,Email,Work Direct Phone,Person Linkedin Url,City';
  const extra = [
    'Bea,Berg,CTO,Berg GmbH,,,linkedin.com/in/bea,',
    'Cy,Carr,CFO,,cy@carr.com,,linkedin.com/in/cy,',
    'Liv,Lind,CTO,LinkedIn,,,linkedin.com/in/liv,',
  ];
  writeFileSync(file, [header, ...people, ...extra].join('\n'));
  await importLeads(
    bench.deps,
    {
      file,
      database: 'apollo',
      mode: 'replace',
      preset: null,
      source: 'own',
      licence: 'owned',
      date: '2026-03-01',
      dryRun: false,
      refusedFile: `${file}.refused.csv`,
    },
    { note: () => {}, progress: () => {} },
  );
  app = createApp(bench.deps);
});
afterAll(async () => {
  await worker?.stop();
  await bench.close();
  await bench.deps.warehouse.close();
  await dns.close();
  provider.close();
  rmSync(folder, { recursive: true });
});

const urls = (count: number, from = 0) =>
  Array.from({ length: count }, (_, n) => `linkedin.com/in/ada-${from + n}`);

async function ended(caller: Caller, id: string): Promise<TaskView> {
  for (;;) {
    const task = TaskView.parse(await (await caller.get('task', { id })).json());
    if (task.status !== 'processing' && task.status !== 'queued') return task;
    await new Promise((resume) => setTimeout(resume, 10));
  }
}

async function start(caller: Caller, body: object): Promise<TaskView> {
  const reply = await caller.post('linkedin-enrichment', body, ASYNC);
  if (reply.status !== 202) throw new Error(`${reply.status}: ${await reply.text()}`);
  return TaskView.parse(await reply.json());
}

describe('a list that is refused', () => {
  it.each<[string, object, string]>([
    ['without a list', {}, LINKEDIN_MESSAGES.noUrls],
    ['empty', { linkedinUrls: [] }, LINKEDIN_MESSAGES.noUrls],
    ['of blank lines', { linkedinUrls: ['', ' \n '] }, LINKEDIN_MESSAGES.noValidUrls],
    ['of other texts', { linkedinUrls: ['Jane Doe', 'acme.com'] }, LINKEDIN_MESSAGES.noValidUrls],
    ['of 10,001 URLs', { linkedinUrls: urls(10_001) }, LINKEDIN_MESSAGES.tooMany],
    [
      'with a page that is no profile',
      { linkedinUrls: [], pages: ['<title>x</title>'] },
      "Saved page 1 isn't a LinkedIn profile",
    ],
  ])('%s says so', async (_what, body, message) => {
    const caller = await newCaller(app);
    const reply = await caller.post('linkedin-enrichment', body);
    expect(reply.status).toBe(400);
    expect(await reply.json()).toMatchObject({ error: { message: expect.stringContaining(message) } });
  });

  it('is not one whose rows have few profiles', async () => {
    const caller = await newCaller(app);
    const linkedinUrls = Array.from({ length: 12_000 }, (_, n) => `linkedin.com/in/ada-${n % 3}`);
    const list = { columns: ['Nr'], rows: linkedinUrls.map((_, n) => `${n}`) };
    expect(await start(caller, { linkedinUrls, list })).toMatchObject({ total: 3 });
  });

  it('needs credits for every profile, and for nothing else', async () => {
    const caller = await newCaller(app);
    await bench.grant(caller.id, -998);
    const reply = await caller.post('linkedin-enrichment', { linkedinUrls: urls(3) });
    expect(reply.status).toBe(402);
    expect(await reply.json()).toMatchObject({
      error: { message: 'You need at least 3 credits to enrich 3 LinkedIn profiles. You have 2 credits.' },
    });
    const task = await start(caller, {
      linkedinUrls: [...urls(2), 'linkedin.com/in/ADA-0?x', 'linkedin.com/company/x'],
    });
    expect(task.total).toBe(3);
  });
});

describe('linkedin-enrichment', () => {
  it('stops when the credits run out halfway, and finishes on Resume, charging each profile once', async () => {
    const caller = await newCaller(app);
    const task = await start(caller, { linkedinUrls: [...urls(LEADS), 'linkedin.com/in/nobody'] });
    // The credits go elsewhere after the check.
    await bench.grant(caller.id, -980);
    worker = await startWorker(bench.deps);
    expect(await ended(caller, task.id)).toMatchObject({
      status: 'cancelled',
      stop_reason: 'credits',
      creditsused: 20,
      found: 20,
    });
    await bench.grant(caller.id, 100);
    await caller.post('task-resume', { id: task.id });
    expect(await ended(caller, task.id)).toMatchObject({
      status: 'completed',
      processed: 61,
      found: 60,
      creditsused: 60,
    });
    expect(await bench.broken(caller.id)).toEqual([]);
    // Paid for, and still fresh.
    const again = await ended(
      caller,
      (await start(caller, { linkedinUrls: ['https://de.linkedin.com/in/Ada-1/de'] })).id,
    );
    expect(again).toMatchObject({ found: 1, creditsused: 0, freerepeats: 1 });
  });

  it('returns every row to a plain synchronous caller, with what each step says', async () => {
    const caller = await newCaller(app);
    const reply = await caller.post('linkedin-enrichment', {
      linkedinUrls: [
        '• Ada – https://www.linkedin.com/in/ada-1?trk=x',
        '',
        'linkedin.com/in/bea',
        'linkedin.com/in/down',
        'linkedin.com/company/acme',
        { linkedinUrl: 'linkedin.com/in/other', name: 'Bea Berg', company: 'Berg' },
      ],
    });
    const { results, ...body } = LinkedinEnrichmentReply.parse(await reply.json());
    expect(body).toMatchObject({
      success: true,
      processed: 5,
      total: 5,
      timeoutStatus: false,
      message:
        'Successfully processed 5 LinkedIn profiles. Found data for 2 profiles. Download CSV to get your results.',
    });
    const [ada, bea, down, company, namesake] = results as [
      LinkedinRow,
      LinkedinRow,
      LinkedinRow,
      LinkedinRow,
      LinkedinRow,
    ];
    expect(ada).toMatchObject({ name: 'Ada Lead 1', email: 'ada1@firm.de', completeness: 100 });
    // DNS is down, so company to domain fails; the lead's data stays.
    expect(bea).toMatchObject({ name: 'Bea Berg', email: null, completeness: 55, error: null });
    expect(bea.notes.map(({ step }) => step)).toEqual(['provider', 'company-domain']);
    expect(down).toMatchObject({
      completeness: 0,
      error: 'Processing failed',
      explanation: expect.stringContaining('503'),
    });
    expect(company.error).toContain('company page');
    expect(namesake).toMatchObject({ completeness: 0, email: null });
  });

  it('exports the rows with data, after the own columns of the list', async () => {
    const caller = await newCaller(app);
    const task = await ended(
      caller,
      (
        await start(caller, {
          linkedinUrls: ['linkedin.com/in/ada-2', '', 'linkedin.com/in/nobody', 'linkedin.com/in/Ada-2'],
          list: { columns: ['Nr', 'Email'], rows: ['1,"a, b"', '2,c', '3,d', '4,e'] },
        })
      ).id,
    );
    const reply = await caller.get('task-csv', { id: task.id });
    expect(reply.headers.get('content-disposition')).toMatch(/linkedin_enrichment_\d{4}-\d\d-\d\d\.csv/);
    expect(parseCsv(await reply.text())).toEqual([
      {
        Nr: '1',
        Email: 'a, b',
        'LinkedIn URL': 'https://www.linkedin.com/in/ada-2',
        Name: 'Ada Lead 2',
        Title: 'CEO',
        Company: 'Firm 2',
        'Enriched Email': 'ada2@firm.de',
        Phone: '+49 30 2',
        'Completeness %': '100',
      },
      expect.objectContaining({ Nr: '4', Name: 'Ada Lead 2' }),
    ]);
    const plain = await ended(caller, (await start(caller, { linkedinUrls: ['linkedin.com/in/ada-3'] })).id);
    const csv = await (await caller.get('task-csv', { id: plain.id })).text();
    expect(csv.split('\r\n')[0]).toBe('LinkedIn URL,Name,Title,Company,Email,Phone,Completeness %');
    const columns = 'name,location,companyDomain,sources';
    const sourced = parseCsv(await (await caller.get('task-csv', { id: plain.id, columns })).text());
    expect(sourced).toEqual([
      {
        Name: 'Ada Lead 3',
        Location: 'Berlin',
        'Company Domain': '',
        Sources: 'Name, Company, Title, Email, Phone, Location: Apollo database, 2026-03-01',
      },
    ]);
  });

  it('keeps all profiles of a cell in its row', async () => {
    const caller = await newCaller(app);
    const linkedinUrls = ['linkedin.com/in/ada-6; linkedin.com/in/ada-7'];
    const list = { columns: ['Nr'], rows: ['1'] };
    const task = await ended(caller, (await start(caller, { linkedinUrls, list })).id);
    expect(task).toMatchObject({ total: 2, creditsused: 2 });
    expect(parseCsv(await (await caller.get('task-csv', { id: task.id })).text())).toMatchObject([
      { Nr: '1', Name: 'Ada Lead 6; Ada Lead 7', Email: 'ada6@firm.de; ada7@firm.de' },
    ]);
  });

  it('reads saved pages, for free', async () => {
    const caller = await newCaller(app);
    const person = { '@type': 'Person', name: 'Zoe Zander', sameAs: 'https://www.linkedin.com/in/zoe' };
    const page = `<link rel="canonical" href="https://de.linkedin.com/in/zoe"><script type="application/ld+json">${JSON.stringify(person)}</script>`;
    const task = await ended(caller, (await start(caller, { linkedinUrls: [], pages: [page] })).id);
    expect(task).toMatchObject({ found: 1, creditsused: 0 });
  });

  it('never sends a request to LinkedIn', async () => {
    const caller = await newCaller(app);
    const linkedinUrls = ['linkedin.com/in/bea', 'linkedin.com/in/nobody-here', 'linkedin.com/in/liv'];
    const task = await ended(caller, (await start(caller, { linkedinUrls })).id);
    expect(task).toMatchObject({ status: 'completed', found: 2 });
    // Company to domain looked for Berg GmbH.
    expect(asked.some((name) => name.includes('berg'))).toBe(true);
    expect(asked.filter((name) => name.includes('linkedin'))).toEqual([]);
  });

  it('has nothing of people who opted out', async () => {
    await addOptOutsAndDeleteLeads(bench.deps, parseOptOuts('linkedin.com/in/cy'));
    const caller = await newCaller(app);
    const task = await ended(caller, (await start(caller, { linkedinUrls: ['linkedin.com/in/cy'] })).id);
    expect(task).toMatchObject({ found: 0, failed: 0, creditsused: 0 });
  });
});

describe('leadwell enrich-linkedin', () => {
  it('prints a row per profile', async () => {
    const rows: object[] = [];
    const notes: string[] = [];
    const entry = (linkedinUrl: string) => ({ linkedinUrl, name: null, company: null });
    await LINKEDIN_COMMANDS[0]?.run(
      bench.deps,
      { entries: [entry('linkedin.com/in/ada-5'), entry('linkedin.com/school/x')], pages: [] },
      { row: (row) => rows.push(row), note: (text) => notes.push(text) },
    );
    expect(rows).toMatchObject([{ completeness: 0 }, { name: 'Ada Lead 5', completeness: 100 }]);
    expect(notes).toEqual(['2 profiles, 1 with data, 1 failed']);
  });
});
