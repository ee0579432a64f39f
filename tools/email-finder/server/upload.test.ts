// On PostgreSQL: files are bytea, which the drivers return differently.
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MESSAGES } from '#contract/messages.ts';
import { TaskView } from '#contract/tasks.ts';
import { inlineRows, testWorkbook } from '#engines/csv/xlsx/test-workbooks.ts';
import { addOptOuts } from '#server/opt-outs/opt-outs.ts';
import { sweepOptedOut } from '#server/opt-outs/sweep.ts';
import { sweepNextTask } from '#server/tasks/opt-out-sweep.ts';
import { ASYNC } from '#server/tasks/test-tasks.ts';
import { parseCsv } from '../../../e2e/fixtures/parse-csv.ts';
import { EMAIL_MESSAGES } from '../messages.ts';
import { sweepFile } from './person-file.ts';
import { type EmailBench, type EmailCaller, openEmailBench } from './test-emails.ts';

let emails: EmailBench;
beforeAll(async () => {
  emails = await openEmailBench();
});
afterAll(() => emails.close());

const HEADER = 'first_name,last_name,domain\n';
const readRefusal = async (reply: Response) => [
  reply.status,
  ((await reply.json()) as { error: { message: string } }).error.message,
];
const findTasks = async ({ id }: EmailCaller) =>
  emails.bench.deps.database.db.selectFrom('tasks').select('id').where('account_id', '=', id).execute();

/** Settles every item of a task as a worker does. The row contains its position. */
async function settleAll(id: string, total: number): Promise<void> {
  const task = await emails.bench.task(id);
  await emails.bench.settle(
    task,
    Array.from({ length: total }, (_, position) => ({
      position,
      row: JSON.stringify({ verified_email: `found${position}@acme.com`, status: 'deliverable', score: 98 }),
      found: true,
      failed: false,
      billable: true,
    })),
  );
}

describe('an uploaded list', () => {
  it('becomes a task whose file keeps the list’s columns, with a line per row', async () => {
    const caller = await emails.signUp();
    const csv =
      'id;Status;Vorname;Nachname;Website\r\n1;new;Jane;Miller;acme.com\r\n2;=1+1;Jane;Miller;acme.com\r\n"3";"a;b";Jürgen;Müller;b.de\r\n';
    const task = await caller.start(csv, { file_name: 'C:\\lists\\mine.csv' });
    expect(task).toMatchObject({ type: 'csv-extraction', total: 2, status: 'processing' });
    await settleAll(task.id, 2);
    const lines = (await caller.csv(task.id)).trim().split('\r\n');
    expect(lines[0]).toBe(
      'id,Status,Vorname,Nachname,Website,name,verified_email,best_guess,email_status,reason,explanation,score,pattern,source,catch_all,disposable,role,free,mail_host,runners_up',
    );
    expect(lines.slice(1).map((line) => line.split(',').slice(0, 7))).toEqual([
      ['1', 'new', 'Jane', 'Miller', 'acme.com', '', 'found0@acme.com'],
      ['2', "'=1+1", 'Jane', 'Miller', 'acme.com', '', 'found0@acme.com'],
      ['3', '"a;b"', 'Jürgen', 'Müller', 'b.de', '', 'found1@acme.com'],
    ]);
    expect(await caller.task(task.id)).toMatchObject({ status: 'completed', creditsused: 2, found: 2 });
  });

  it('can be a workbook, of which it reads a sheet', async () => {
    const caller = await emails.signUp();
    const bytes = testWorkbook({
      sheets: [
        {
          name: 'Notes',
          xml: inlineRows([
            ['first_name', 'last_name', 'domain'],
            ['Ann', 'Lee', 'a.com'],
          ]),
        },
        {
          name: 'People',
          xml: inlineRows([
            ['id', 'first_name', 'last_name', 'domain'],
            ['007', 'Jane', 'Miller', 'acme.com'],
            ['008', 'Jürgen', 'Müller', 'b.de'],
          ]),
        },
      ],
    });
    const workbook = { xlsx_content: Buffer.from(bytes).toString('base64'), file_name: 'people.xlsx' };
    const start = (more: object, key: string) =>
      caller.post('csv-extraction', { ...workbook, ...more }, { ...ASYNC, 'idempotency-key': key });
    const first = TaskView.parse(await (await start({}, 'first')).json());
    expect(first).toMatchObject({ type: 'csv-extraction', total: 1 });
    const task = TaskView.parse(await (await start({ sheet: 'people' }, 'people')).json());
    expect(task.total).toBe(2);
    await settleAll(task.id, 2);
    const lines = parseCsv(await caller.csv(task.id));
    expect(lines).toMatchObject([
      { id: '007', verified_email: 'found0@acme.com' },
      { id: '008', verified_email: 'found1@acme.com' },
    ]);
    const again = TaskView.parse(await (await start({ sheet: 'people' }, 'people')).json());
    expect(again.id).toBe(task.id);
    expect((await start({ sheet: 'Notes' }, 'people')).status).toBe(409);
    const other = Buffer.from(bytes.slice(0, 200)).toString('base64');
    for (const [more, refusal] of [
      [{ sheet: 'None' }, 'people.xlsx has no such sheet. It has “Notes”, “People”.'],
      [
        { xlsx_content: other },
        'people.xlsx is damaged. Open it in your spreadsheet program, save it again as .xlsx and try that file.',
      ],
      [{ csv_content: 'email\na@b.de' }, 'Send `csv_content` or `xlsx_content`, not both.'],
      [
        { xlsx_content: undefined, csv_content: 'email\na@b.de', sheet: 'a' },
        '`sheet` is only for `xlsx_content`.',
      ],
      [{ xlsx_content: undefined }, EMAIL_MESSAGES.empty],
    ] as const) {
      expect(await readRefusal(await start(more, encodeURIComponent(refusal).slice(0, 200)))).toEqual([
        400,
        refusal,
      ]);
    }
  });

  it('has an item and a charge for each address of a cell, and a line for each row', async () => {
    const caller = await emails.signUp();
    // As the file of website extraction has them.
    const csv =
      'url,emails\r\nhttps://a.com/,info@a.com; sales@a.com\r\nhttps://b.de/,"x@b.de, info@a.com"\r\nhttps://c.org/,\r\n';
    const task = await caller.start(csv);
    expect(task).toMatchObject({ total: 4 });
    const row = (address: string, status: 'deliverable' | 'undeliverable') =>
      JSON.stringify({
        address,
        status,
        verified_email: status === 'deliverable' ? address : null,
        explanation: status === 'deliverable' ? 'Accepted' : 'Missing',
      });
    const answers = [
      row('info@a.com', 'deliverable'),
      row('sales@a.com', 'deliverable'),
      row('x@b.de', 'undeliverable'),
    ];
    await emails.bench.settle(
      await emails.bench.task(task.id),
      answers.map((text, position) => ({ position, row: text, found: true, failed: false, billable: true })),
    );
    expect(await caller.task(task.id)).toMatchObject({ processed: 3, creditsused: 3 });
    const lines = parseCsv(await caller.csv(task.id));
    expect(
      lines.map(({ url, emails: own, verified_email, status, explanation }) => [
        url,
        own,
        verified_email,
        status,
        explanation,
      ]),
    ).toEqual([
      [
        'https://a.com/',
        'info@a.com; sales@a.com',
        'info@a.com; sales@a.com',
        'deliverable',
        'info@a.com: Accepted; sales@a.com: Accepted',
      ],
      [
        'https://b.de/',
        'x@b.de, info@a.com',
        'info@a.com',
        'undeliverable; deliverable',
        'x@b.de: Missing; info@a.com: Accepted',
      ],
    ]);
  });

  it('has an item for the address in each column with emails, and their results on one line', async () => {
    const caller = await emails.signUp();
    const csv =
      'Full_Name,Work_Email_1,Direct_Email_1\r\nJane,jane@a.com,doe@home.example\r\nZoë,,zoe@home.example\r\n';
    const task = await caller.start(csv);
    expect(task.total).toBe(3);
    const verified = (position: number, address: string) => ({
      position,
      row: JSON.stringify({
        address,
        status: 'deliverable',
        verified_email: address,
        explanation: 'Accepted',
      }),
      found: true,
      failed: false,
      billable: true,
    });
    await emails.bench.settle(await emails.bench.task(task.id), [
      verified(0, 'jane@a.com'),
      verified(1, 'doe@home.example'),
      verified(2, 'zoe@home.example'),
    ]);
    expect(await caller.task(task.id)).toMatchObject({ creditsused: 3 });
    expect(parseCsv(await caller.csv(task.id))).toMatchObject([
      { Full_Name: 'Jane', verified_email: 'jane@a.com; doe@home.example' },
      { Full_Name: 'Zoë', Work_Email_1: '', verified_email: 'zoe@home.example' },
    ]);
  });

  it('has the names without titles and capitals beside its own, where they differ', async () => {
    const caller = await emails.signUp();
    const task = await caller.start(`${HEADER}Dr. med. KARIN,Weber,acme.com\n`);
    const row = { first_name: 'Karin', last_name: 'Weber', name: 'Karin Weber', status: 'not_found' };
    await emails.bench.settle(await emails.bench.task(task.id), [
      { position: 0, row: JSON.stringify(row), found: false, failed: false, billable: false },
    ]);
    expect(parseCsv(await caller.csv(task.id))).toMatchObject([
      {
        first_name: 'Dr. med. KARIN',
        email_first_name: 'Karin',
        email_last_name: 'Weber',
        name: 'Karin Weber',
      },
    ]);
  });

  it('is downloaded with its own delimiter and encoding, if chosen', async () => {
    const caller = await emails.signUp();
    const csv = 'Vorname;Nachname;Website\r\nJürgen;Müller;b.de\r\n';
    const task = await caller.start(csv, { encoding: 'windows-1252', file_name: 'kunden.csv' });
    expect(task.name).toBe('kunden.csv');
    await settleAll(task.id, 1);
    const reply = await caller.get('task-csv', {
      id: task.id,
      format: 'upload',
      columns: 'verified_email,status',
      show: 'deliverable',
    });
    expect(reply.headers.get('content-type')).toBe('text/csv; charset=windows-1252');
    const bytes = new Uint8Array(await reply.arrayBuffer());
    expect(new TextDecoder('windows-1252').decode(bytes)).toBe(
      'Vorname;Nachname;Website;verified_email;status\r\nJürgen;Müller;b.de;found0@acme.com;deliverable\r\n',
    );
    const hidden = await caller.get('task-csv', { id: task.id, show: 'unknown', format: 'upload' });
    expect((await hidden.text()).trimEnd().split('\r\n')).toHaveLength(1);
  });

  it('keeps its own columns when its unknown rows run again', async () => {
    const caller = await emails.signUp();
    const csv =
      'id,Vorname,Nachname,Website\r\n1,Jane,Miller,acme.com\r\n2,Bo,Chen,b.com\r\n3,BO,chen,https://www.b.com/\r\n';
    const { id } = await caller.start(csv, { file_name: 'mine.csv' });
    const row = JSON.stringify({ status: 'unknown' });
    await emails.bench.settle(await emails.bench.task(id), [
      0,
      { position: 1, row, found: false, failed: true, billable: false },
    ]);
    const again = TaskView.parse(await (await caller.post('task-retry', { id })).json());
    expect(again).toMatchObject({ total: 1, name: 'mine.csv (unknown rows)' });
    await settleAll(again.id, 1);
    const lines = (await caller.csv(again.id)).trimEnd().split('\r\n').slice(1);
    expect(lines.map((line) => line.split(',').slice(0, 6))).toEqual([
      ['2', 'Bo', 'Chen', 'b.com', '', 'found0@acme.com'],
      ['3', 'BO', 'chen', 'https://www.b.com/', '', 'found0@acme.com'],
    ]);
  });

  it('keeps the line of someone who opted out, without anything about them, before and after the sweep', async () => {
    const { deps } = emails.bench;
    const caller = await emails.signUp();
    const csv =
      'id,Vorname,Nachname,Website,Telefon\r\n1,Jane,Miller,swept.com,+1 202 555 0100\r\n2,Bo,Chen,b.com,7\r\n';
    const { id } = await caller.start(csv);
    const row = JSON.stringify({
      first_name: 'Jane',
      verified_email: 'jane@swept.com',
      status: 'deliverable',
    });
    const item = { found: true, failed: false, billable: true };
    await emails.bench.settle(await emails.bench.task(id), [1, { ...item, position: 0, row }]);
    await addOptOuts(deps, [{ kind: 'email', value: 'jane@swept.com' }], async () => {});
    const stopping = new AbortController().signal;
    for (const sweeps of [false, true]) {
      if (sweeps) await sweepOptedOut(deps, 'tasks', (after) => sweepNextTask(deps, after), stopping);
      const lines = (await caller.csv(id)).trimEnd().split('\r\n').slice(1);
      expect(lines).toHaveLength(2);
      expect(lines[0]).not.toMatch(/Jane|Miller|swept|555/);
      expect(lines[0]).toContain('asked not to be listed');
      expect(lines[1]).toMatch(/^2,Bo,Chen,b\.com,7,/);
    }
    const { input } = await deps.database.db
      .selectFrom('task_items')
      .select('input')
      .where('task_id', '=', id)
      .where('position', '=', 0)
      .executeTakeFirstOrThrow();
    expect(input).toMatch(/^Opted out [\w-]{16}$/);
  });

  it('has no one in its stored file who opted out, nor in a retried task or the data export', async () => {
    const { deps } = emails.bench;
    const { db } = deps.database;
    const caller = await emails.signUp();
    const csv =
      'sep=;\r\nid;Name;E-Mail;Notes\r\n1;Ann;ann@gone-file.com;"a;b"\r\n2;Bo;bo@b-file.com;x\r\n3;Cy;cy@b-file.com;write to ann@gone-file.com\r\n4;Di;di@b-file.com;call 0151/5550 1799\r\n5;Ed;ed@b-file.com;=1+1\r\n';
    const { id } = await caller.start(csv);
    const failed = { found: false, failed: true, billable: false, row: '{"status":"unknown"}' };
    await emails.bench.settle(
      await emails.bench.task(id),
      [0, 1, 2, 3, 4].map((position) => ({ ...failed, position })),
    );
    const exported = async () =>
      JSON.stringify((await (await caller.get('account-export')).json()) as { tasks: { file: object }[] });
    expect(await exported()).toContain('gone-file');
    deps.clock.advance(1000);
    await addOptOuts(
      deps,
      [
        { kind: 'email', value: 'ann@gone-file.com' },
        { kind: 'phone', value: '+4915155501799' },
      ],
      async () => {},
    );
    const leaks = /"content":"[^}]*(?:gone-file|Ann|Cy|Di|1799)/;
    expect(await exported()).not.toMatch(leaks);
    const stopping = new AbortController().signal;
    const read = async (taskId: string) => {
      const parts = await db
        .selectFrom('task_file_parts')
        .select(['part', 'content'])
        .where('task_id', '=', taskId)
        .orderBy('part')
        .execute();
      return gunzipSync(Buffer.concat(parts.map(({ content }) => content))).toString();
    };
    expect(await read(id)).toContain('ann@gone-file.com');
    await sweepOptedOut(deps, 'tasks', (after) => sweepNextTask(deps, after), stopping);
    const removed = '"?Opted out [\\w-]{16}"?;;;';
    const stored = new RegExp(
      `^id;Name;E-Mail;Notes\r\n${removed}\r\n2;Bo;bo@b-file\\.com;x\r\n${removed}\r\n${removed}\r\n5;Ed;ed@b-file\\.com;=1\\+1\r\n$`,
    );
    expect(await read(id)).toMatch(stored);
    expect(await exported()).not.toMatch(leaks);
    const lines = (await caller.csv(id)).trimEnd().split('\r\n').slice(1);
    const gone = /^This person or company asked not to be listed\.,,,,/;
    expect(lines).toEqual([
      expect.stringMatching(gone),
      expect.stringMatching(/^2,Bo,/),
      ...[expect.stringMatching(gone), expect.stringMatching(gone)],
      expect.stringMatching(/^5,Ed,/),
    ]);
    const again = TaskView.parse(await (await caller.post('task-retry', { id, selected: '1,4' })).json());
    expect(await read(again.id)).toMatch(stored);
    await settleAll(again.id, again.total);
    expect((await caller.csv(again.id)).trimEnd().split('\r\n').slice(1)).toEqual([
      expect.stringMatching(/^2,Bo,/),
      expect.stringMatching(/^5,Ed,/),
    ]);

    // The next one goes from there, and nobody leaves the file as it is.
    deps.clock.advance(1000);
    await addOptOuts(deps, [{ kind: 'email', value: 'bo@b-file.com' }], async () => {});
    await sweepOptedOut(deps, 'tasks', (after) => sweepNextTask(deps, after), stopping);
    const last = await read(id);
    expect(last).not.toContain('bo@b-file.com');
    expect(last.match(/Opted out/g)).toHaveLength(4);
    const { parts_below_zero: side } = await db
      .selectFrom('task_files')
      .select('parts_below_zero')
      .where('task_id', '=', id)
      .executeTakeFirstOrThrow();
    expect(side).toBe(false);
    await sweepFile(deps, id);
    expect(await read(id)).toBe(last);
  });

  it('names its people in the credit history, not the stored item', async () => {
    const caller = await emails.signUp();
    const { id } = await caller.start(`${HEADER}Jane,Miller,acme.com\r\n`);
    await settleAll(id, 1);
    expect(await (await caller.get('credit-history')).json()).toMatchObject({
      lines: [{ taskId: id, label: 'Verified Email Finder', name: 'Jane Miller, acme.com' }, {}],
    });
  });

  it('of full names keeps its column and gets first and last names', async () => {
    const caller = await emails.signUp();
    const task = await caller.start('Name,Website\r\n"van der Berg, Anna",acme.com\r\nJoe Doe,b.com\r\n');
    await settleAll(task.id, 2);
    const [header, first] = (await caller.csv(task.id)).split('\r\n');
    expect(header).toMatch(/^Name,Website,first_name,last_name,verified_email,/);
    expect(first).toMatch(/^"van der Berg, Anna",acme.com,/);
  });

  it('has a file with the rows so far', async () => {
    const caller = await emails.signUp();
    const task = await caller.start(`${HEADER}Jane,Miller,a.com\nJoe,Doe,b.com`);
    expect((await caller.csv(task.id)).split('\r\n')).toHaveLength(2);
    await settleAll(task.id, 1);
    expect((await caller.csv(task.id)).split('\r\n')).toHaveLength(3);
  });

  it('renames our columns if the list has the same names', async () => {
    const caller = await emails.signUp();
    const task = await caller.start('email,status,email_status,score\njane@acme.com,x,y,z');
    const [header] = (await caller.csv(task.id)).split('\r\n');
    expect(header).toBe(
      'email,status,email_status,score,domain,verified_email,email_status_2,reason,explanation,email_score,source,catch_all,disposable,role,free,mail_host',
    );
  });

  it('renames our columns if the list has the same names in other letters, as spreadsheets see them', async () => {
    const caller = await emails.signUp();
    const task = await caller.start('Email,Status,Score \njane@acme.com,x,y');
    const [header] = (await caller.csv(task.id)).split('\r\n');
    expect(header).toMatch(/^Email,Status,Score,.*,email_status,.*,email_score,/);
  });

  it.each([
    ['nothing', '', EMAIL_MESSAGES.empty],
    ['white space', ' \n \n', EMAIL_MESSAGES.empty],
    ['a header only', HEADER, EMAIL_MESSAGES.empty],
    [
      'no useful columns',
      'name,city\nJane,Bonn\n',
      'The file needs the columns first_name, last_name and domain, or name and domain, or one column with emails. A column with companies can take the place of the domain. It has “name”, “city”.',
    ],
    [
      'no row that can be worked',
      `${HEADER}Jane,Miller,\n,,acme.com\n`,
      'No row can be used: line 2 has no domain, line 3 has no name.',
    ],
  ])('with %s is refused, and nothing is started', async (_, csv_content, message) => {
    const caller = await emails.signUp();
    expect(await readRefusal(await caller.post('csv-extraction', { csv_content }, ASYNC))).toEqual([
      400,
      message,
    ]);
    expect(await findTasks(caller)).toEqual([]);
  });

  it('without content or with missing columns is rejected', async () => {
    const caller = await emails.signUp();
    expect(await readRefusal(await caller.post('csv-extraction', {}))).toEqual([400, EMAIL_MESSAGES.empty]);
    const columns = { first_name: 0, last_name: 1, domain: 7, email: null };
    expect(
      await readRefusal(await caller.post('csv-extraction', { csv_content: 'a,b,c\n1,2,3.com', columns })),
    ).toEqual([400, 'The file has 3 columns. columns.domain is counted from 0, so it can be 2 at most.']);
  });

  it('with too many rows or bytes is rejected', async () => {
    const caller = await emails.signUp();
    const rows = `${HEADER}${'Jane,Miller,acme.com\n'.repeat(100_001)}`;
    expect(await readRefusal(await caller.post('csv-extraction', { csv_content: rows }))).toEqual([
      413,
      MESSAGES.csv.tooManyRows,
    ]);
    const large = `${HEADER}Jane,Miller,acme.com,${'x'.repeat(51 * 1024 * 1024)}`;
    expect(await readRefusal(await caller.post('csv-extraction', { csv_content: large }))).toEqual([
      413,
      EMAIL_MESSAGES.tooLarge,
    ]);
    expect(await findTasks(caller)).toEqual([]);
  });

  it('keeps unusable rows, with the reason', async () => {
    const caller = await emails.signUp();
    const long = 'x'.repeat(10_000_000);
    const task = await caller.start(`${HEADER}Jane,Miller,acme.com\nJoe,Doe,\n${long},Doe,b.com`);
    expect(task.total).toBe(3);
    await settleAll(task.id, 3);
    expect((await caller.csv(task.id)).length).toBeGreaterThan(10_000_000);
  });

  it('sent twice with one Idempotency-Key starts once', async () => {
    const caller = await emails.signUp();
    const body = { csv_content: `${HEADER}Jane,Miller,acme.com` };
    const key = { ...ASYNC, 'idempotency-key': 'k' };
    const ids = await Promise.all(
      [1, 2].map(
        async () => ((await (await caller.post('csv-extraction', body, key)).json()) as { id: string }).id,
      ),
    );
    expect(new Set(ids).size).toBe(1);
    const other = await caller.post('csv-extraction', { csv_content: `${HEADER}Joe,Doe,acme.com` }, key);
    expect(other.status).toBe(409);
  });

  it('is private to its account', async () => {
    const [owner, other] = [await emails.signUp(), await emails.signUp()];
    const task = await owner.start(`${HEADER}Jane,Miller,acme.com`);
    for (const call of ['task', 'task-csv', 'task-rows'])
      expect((await other.get(call, { id: task.id })).status).toBe(404);
    for (const call of ['task-cancel', 'task-resume'])
      expect((await other.post(call, { id: task.id })).status).toBe(404);
    expect(
      (await emails.app.request('/functions/v1/csv-extraction', { method: 'POST', body: '{}' })).status,
    ).toBe(401);
  });

  it('is part of the account’s data export, as uploaded', async () => {
    const caller = await emails.signUp();
    const content = `${HEADER}Jane,Müller,acme.com`;
    await caller.start(content, { file_name: 'people.csv' });
    const data = (await (await caller.get('account-export')).json()) as { tasks: { file: object }[] };
    expect(data.tasks[0]?.file).toEqual({ name: 'people.csv', content });
  });

  it('is deleted with its account', async () => {
    const caller = await emails.signUp();
    const task = await caller.start(`${HEADER}Jane,Miller,acme.com`);
    const { db } = emails.bench.deps.database;
    await db.deleteFrom('accounts').where('id', '=', caller.id).execute();
    for (const table of ['task_files', 'task_file_parts'] as const)
      expect(await db.selectFrom(table).select('task_id').where('task_id', '=', task.id).execute()).toEqual(
        [],
      );
  });
});
