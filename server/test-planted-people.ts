import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Hono } from 'hono';
import { sql } from 'kysely';
import { LEAD_DATABASES } from '#contract/leads.ts';
import { emptyCompanyRow } from '#tools/company-to-domain/definition.ts';
import { unknownEmailRow } from '#tools/email-finder/definition.ts';
import { emptyLinkedinRow } from '#tools/linkedin-enrichment/definition.ts';
import { emptyWebsiteRow } from '#tools/website-extraction/definition.ts';
import { createApp } from './app.ts';
import { send, signUp, type TestRequest } from './auth/test-requests.ts';
import type { AppEnv } from './http/context.ts';
import { allPhoneColumns, LEAD_DATABASE_SHAPES } from './leads/databases.ts';
import { loadLeads } from './leads/load-leads.ts';
import { addOptOutsAndDeleteLeads } from './leads/opted-out-leads.ts';
import { parseOptOuts } from './leads/test-leads.ts';
import { batch } from './lists/test-lists.ts';
import { grantUnlimited } from './payments/operator-grant.ts';
import { fileUrl } from './people-orders/run-file.ts';
import { ASYNC, openTaskBench, type TaskBench } from './tasks/test-tasks.ts';
import { plantCells } from './test-planted-cells.ts';
import { plantScheduleRuns } from './test-planted-schedules.ts';

/** Who opts out, and the text that none of their spellings is without. */
export const OPT_OUTS = [
  { entry: 'quietjane@firm.example', needle: 'quietjane' },
  { entry: 'https://www.linkedin.com/in/quiet-jane-9', needle: 'quiet-jane-9' },
  { entry: 'silentfirm.example', needle: 'silentfirm' },
  { entry: 'q.uietgmail@gmail.com', needle: 'uietgmail' },
  { entry: 'info@www.stillsite.example', needle: 'stillsite' },
  { entry: '+49 151 55501779', needle: '15155501779' },
] as const;
/** Someone who didn't. */
export const STAYS = 'noisy.example';
/** The answers that have contacts of results. */
export const GIVEN_OUT: ReadonlySet<string> = new Set([
  'account-export',
  'apollo-lead-export',
  'company-to-domain',
  'csv-extraction',
  'leadrocks-lead-export',
  'linkedin-enrichment',
  'local-business-export',
  'list-cell',
  'list-csv',
  'list-edit',
  'list-rows',
  'list-save-rows',
  'list-save-task',
  'list-start',
  'list-undo',
  'people-file',
  'sales-navigator-lead-export',
  'task-csv',
  'task-rows',
  'tasks',
  'website-extraction',
]);

const ADDRESSES = [
  `stays@${STAYS}`,
  'quietjane@firm.example',
  'QuietJane+news@WWW.firm.example',
  'mail@team.silentfirm.example',
  'quietgmail@googlemail.com',
  'info@stillsite.example',
];
const NOBODY = {
  title: 'CEO',
  email: null,
  phone: null,
  profile: null,
  page: 'https://directory.example/team',
};
const PROFILE = 'https://www.linkedin.com/in/Quiet-Jane-9?x';
const PHONES = ['0151/555 01779', '+49 (0)151 55501779', '0049-151-5550-1779', '+493022233344'];
/** The people of a site: each of those who opt out by one contact, and one who stays. */
const PEOPLE = [
  ...ADDRESSES.map((email, at) => ({ ...NOBODY, name: `Person ${'ABCDEF'[at]}`, email })),
  { ...NOBODY, name: 'Person G', profile: PROFILE },
  ...PHONES.map((phone, at) => ({ ...NOBODY, name: `Person ${'HIJK'[at]}`, phone })),
];
const COMPANY = { country: null, website: null };
const PERSON = { name: null, company: null, page: null };

/** Each tool: a request that names none of the people, and the rows of its items. */
const TASKS: Readonly<Record<string, { body: object; rows: (index: number) => object[] }>> = {
  'website-extraction': {
    body: { urls: ['directory.example', 'old.example', STAYS], people: true },
    rows: () => [
      {
        ...emptyWebsiteRow('https://directory.example/'),
        emails: ADDRESSES,
        email_pages: ADDRESSES.map((_, index) => `https://directory.example/${index}`),
        company_email: ADDRESSES[1],
        description: 'Write to quietjane@firm.example, or don’t.',
        phones: ['+4915155501779', '+493022233344'],
        phones_country_unknown: [PHONES[0] ?? ''],
        fax: ['+4915155501779'],
        linkedin_url: PROFILE,
        linkedin_username: 'Quiet-Jane-9',
        people: PEOPLE,
        evidence: ADDRESSES.map((value) => ({
          field: 'emails',
          value,
          written: value,
          source: 'text',
          page: '',
        })),
      },
      {
        ...emptyWebsiteRow('https://old.example/'),
        domain: 'silentfirm.example',
        final_url: 'https://www.silentfirm.example/',
        phones: ['+4930123456'],
      },
      { ...emptyWebsiteRow(`https://${STAYS}/`), emails: [`info@${STAYS}`] },
    ],
  },
  'csv-extraction': {
    body: { csv_content: `first_name,last_name,domain\nAnn,One,firm.example\nBen,Two,${STAYS}\n` },
    rows: () =>
      [
        { first_name: 'Ann', last_name: 'One', domain: 'firm.example', email: ADDRESSES[1] ?? '' },
        { first_name: 'Ben', last_name: 'Two', domain: STAYS, email: `ben@${STAYS}` },
      ].map(({ email, ...person }) => ({
        ...unknownEmailRow(person, 'accepted', ''),
        status: 'deliverable',
        verified_email: email,
        runners_up: [email],
        evidence: [{ text: email }],
      })),
  },
  'linkedin-enrichment': {
    body: { linkedinUrls: ['ann-1', 'ben-2', 'cal-3'].map((name) => `https://linkedin.com/in/${name}`) },
    rows: () =>
      [
        { name: 'ann-1', email: ADDRESSES[3], phone: null },
        { name: 'ben-2', email: `ben@${STAYS}`, phone: '+493022233344' },
        { name: 'cal-3', email: null, phone: PHONES[1] },
      ].map(({ name, email, phone }) => ({
        ...emptyLinkedinRow({ ...PERSON, linkedinUrl: `https://linkedin.com/in/${name}` }, '', ''),
        email,
        phone,
        name,
        completeness: 60,
        sources: [{ field: 'email', step: 'leads', detail: email ?? phone, at: '2026-01-01' }],
      })),
  },
  'company-to-domain': {
    body: { company_names: ['Ann Ltd', 'Ben Ltd'] },
    rows: () =>
      ['silentfirm.example', STAYS].map((domain, index) => ({
        ...emptyCompanyRow(
          { ...COMPANY, company_name: index ? 'Ben Ltd' : 'Ann Ltd' },
          '',
          `Found ${domain}`,
        ),
        domain,
        logo: `https://${domain}/logo.png`,
        evidence: [{ source: 'title', text: domain, supports: true, page: `https://${domain}/` }],
      })),
  },
};

/** A server with one account whose data names all of the people, everywhere. */
export interface Planted {
  app: Hono<AppEnv>;
  deps: TaskBench['deps'];
  get(call: string, query?: Record<string, string>): Promise<string>;
  table(name: string): Promise<string>;
  /** The synchronous answer of a tool's call. */
  result(type: string): Promise<string>;
  eachTask(call: string, query?: Record<string, string>): Promise<string>;
  eachList(call: string): Promise<string>;
  /** Saves each task to a new list, and reads it. */
  savedAgain(): Promise<string>;
  /** Saves the rows of each list to a new one, and reads it. */
  savedLists(): Promise<string>;
  /** Changes a value in each row of each list, and puts it back. The answer to the change. */
  editedLists(): Promise<string>;
  /** The same; the answer to putting it back. */
  undoneEdits(): Promise<string>;
  /** What schedules found: each row of each list and task as new, changed or gone, by one of the two calls. */
  scheduled(call: 'schedule-changes' | 'schedule-csv'): Promise<string>;
  /** What happened in the cells of a list. */
  cells(): Promise<string>;
  /** Starts a task with each list, and reads its items. */
  startedFromLists(): Promise<string>;
  leads(): Promise<string>;
  logos(): Promise<string>;
  peopleFile(): Promise<string>;
  importRequest(): TestRequest;
  optOut(): Promise<void>;
  /** Runs each tool again, with the same results. */
  runAgain(): Promise<{ text: string; charged: Record<string, number> }>;
  /** The stored results and lists. */
  stored(): Promise<string>;
  brokenRules(): Promise<string[]>;
  close(): Promise<void>;
}

export async function openPlanted(): Promise<Planted> {
  const folder = mkdtempSync(join(tmpdir(), 'leadwell-planted-'));
  const bench = await openTaskBench({ DATA_DIR: folder });
  const { deps } = bench;
  const { db } = deps.database;
  const app = createApp(deps);
  const { access_token: token, user } = await signUp(app, 'planter@example.com');
  await grantUnlimited(deps, user.id);
  const post = async (call: string, body: unknown, headers: Record<string, string> = {}) =>
    (await send(app, `/functions/v1/${call}`, { token, body, headers })).text();
  const get = async (call: string, query: Record<string, string> = {}) =>
    (await send(app, `/functions/v1/${call}?${new URLSearchParams(query)}`, { token })).text();
  const ids = async (from: 'tasks' | 'lists') =>
    (
      await db.selectFrom(from).select('id').where('account_id', '=', user.id).orderBy('created_at').execute()
    ).map(({ id }) => id);
  const started = new Map<string, string>();
  let saved = 0;

  async function run(type: string, key: string): Promise<string> {
    const { body, rows } = TASKS[type] ?? { body: {}, rows: () => [] };
    const task = JSON.parse(await post(type, body, { ...ASYNC, 'Idempotency-Key': key }));
    const items = rows(0).map((row, position) => ({
      position,
      row: JSON.stringify(row),
      found: true,
      failed: false,
      billable: true,
      outcome: 'status' in row ? String(row.status) : undefined,
    }));
    await bench.settle(await bench.task(task.id), items);
    return task.id;
  }

  const code = JSON.parse(await get('activation-code')).code;
  const activated = await post('extension-activate', { code, site: 'page-contacts', deviceName: 'Test' });
  const device: string = JSON.parse(activated).token;
  const importRequest = (): TestRequest => ({
    token: device,
    body: batch(
      [...ADDRESSES, PROFILE, ...PHONES].map((value, index) => ({
        key: `k${index}`,
        aliases: [`k${index}`],
        values: { kind: 'x', value },
      })),
      { site: 'page-contacts', list: 'Collected' },
    ),
  });
  const save = async (name: string) => {
    for (const [type, taskId] of started)
      await post('list-save-task', { taskId, name: `${name} ${type}`, rows: 'all' });
    const taskId = started.get('website-extraction');
    await post('list-save-task', { taskId, name: `${name} people`, per: 'person' });
  };

  const listsNamed = async (pattern: string) => {
    const lists = await db.selectFrom('lists').select('id').where('name', 'like', pattern).execute();
    return (await Promise.all(lists.map(({ id }) => get('list-rows', { id })))).join('\n');
  };

  /** Changes a value in each row of each list, and puts it back. */
  async function edit(): Promise<{ edited: string; undone: string }> {
    const answers = { edited: '', undone: '' };
    for (const id of await ids('lists')) {
      const { list, rows } = JSON.parse(await get('list-rows', { id }));
      if (rows.length === 0) continue;
      const changes = rows.map((row: { id: number }) => ({
        row: row.id,
        column: list.columns.at(-1),
        value: 'checked',
      }));
      const edited = await post('list-edit', { id, changes });
      answers.edited += edited;
      answers.undone += await post('list-undo', { id, edit: JSON.parse(edited).edit });
    }
    return answers;
  }
  const planted = () =>
    Object.entries(TASKS).flatMap(([type, { rows }]) => rows(0).map((row) => ({ type, row })));

  for (const type of Object.keys(TASKS)) started.set(type, await run(type, 'first'));
  await send(app, '/functions/v1/extension-import', importRequest());
  await save('Saved');
  const cellList = await plantCells(bench, user.id, planted());
  const orderId = await plantPeopleFile(bench, user.id);
  await plantLeads(bench);

  return {
    app,
    deps,
    get,
    table: async (name) => (await send(app, `/rest/v1/${name}?select=*`, { token })).text(),
    result: (type) => post(type, TASKS[type]?.body, { 'Idempotency-Key': 'first' }),
    eachTask: async (call, query = {}) =>
      (await Promise.all((await ids('tasks')).map((id) => get(call, { id, ...query })))).join('\n'),
    eachList: async (call) =>
      (await Promise.all((await ids('lists')).map((id) => get(call, { id })))).join('\n'),
    async savedAgain() {
      saved += 1;
      await save(`Again ${saved}`);
      return listsNamed(`Again ${saved} %`);
    },
    async savedLists() {
      saved += 1;
      for (const id of await ids('lists')) await post('list-save-rows', { id, name: `Again ${saved} ${id}` });
      return listsNamed(`Again ${saved} %`);
    },
    editedLists: async () => (await edit()).edited,
    undoneEdits: async () => (await edit()).undone,
    async scheduled(call) {
      const runs = await plantScheduleRuns(bench, user.id);
      return (await Promise.all(runs.map((run) => get(call, { run })))).join('\n');
    },
    async cells() {
      const { rows } = JSON.parse(await get('list-rows', { id: cellList }));
      const answers = rows.map(({ id }: { id: number }) =>
        get('list-cell', { id: cellList, row: String(id), step: 's1' }),
      );
      return (await Promise.all(answers)).join('\n');
    },
    async startedFromLists() {
      let text = '';
      for (const id of await ids('lists')) {
        for (const { type, columns } of [
          { type: 'website-extraction', columns: { website: 'domain' } },
          { type: 'csv-extraction', columns: { email: 'verified_email' } },
          { type: 'csv-extraction', columns: { email: 'value' } },
        ]) {
          const answer = await post('list-start', { id, type, columns });
          if (!answer.includes('"total"')) continue;
          const task = JSON.parse(answer);
          const items = db.selectFrom('task_items').select('input').where('task_id', '=', task.id);
          text += `${answer}${JSON.stringify(await items.execute())}`;
          // The walk reads only the tasks that were planted.
          await post('task-cancel', { id: task.id });
          await db.deleteFrom('tasks').where('id', '=', task.id).execute();
        }
      }
      return text;
    },
    async leads() {
      let text = '';
      for (const database of LEAD_DATABASES) {
        const { call } = LEAD_DATABASE_SHAPES[database];
        text += await post(call, { action: 'search', filters: {} });
        text += await post(call, { action: 'export', filters: {} }, { accept: 'text/csv' });
      }
      return text;
    },
    logos: () => post('company-logos', { domains: ['silentfirm.example', STAYS] }),
    async peopleFile() {
      const url = new URL(fileUrl(deps, deps.publicUrl, orderId));
      return (await send(app, `${url.pathname}${url.search}`)).text();
    },
    importRequest,
    async optOut() {
      await addOptOutsAndDeleteLeads(deps, parseOptOuts(...OPT_OUTS.map(({ entry }) => entry)));
    },
    async runAgain() {
      const charged: Record<string, number> = {};
      let text = '';
      await db.deleteFrom('charged_items').where('account_id', '=', user.id).execute();
      for (const type of Object.keys(TASKS)) {
        const task = await bench.task(await run(type, 'second'));
        charged[type] = task.credits_used + task.credits_included;
        const rows = db.selectFrom('task_items').select('row').where('task_id', '=', task.id);
        text += JSON.stringify(await rows.execute());
      }
      return { text, charged };
    },
    async stored() {
      const { rows } = await sql<{ text: string }>`
        select row::text as text from task_items union all select cells::text from list_rows
        union all select tries::text from list_cells union all select before::text from list_history order by 1
      `.execute(db);
      return rows.map(({ text }) => text).join('\n');
    },
    brokenRules: () => bench.broken(user.id),
    async close() {
      await deps.warehouse.close();
      await bench.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function plantLeads({ deps }: TaskBench): Promise<void> {
  for (const database of LEAD_DATABASES) {
    const shape = LEAD_DATABASE_SHAPES[database];
    const { emails, profile, websites, id } = shape;
    const contacts = [emails.slice(0, 1), [profile], websites.slice(0, 1), allPhoneColumns(shape, [])].flat();
    const columns = id === undefined ? contacts : [...contacts, id];
    const only = (at: number, text: string) => contacts.map((_, index) => (index === at ? text : ''));
    const rows = [
      ...ADDRESSES.map((email) => only(0, email)),
      only(1, PROFILE),
      only(2, 'https://silentfirm.example/'),
      ...contacts.slice(3).flatMap((_, index) => PHONES.map((phone) => only(3 + index, phone))),
    ];
    // Loads the samples, which these replace.
    await deps.leadSearch.state(database);
    const own = rows.map((row, index) => (id === undefined ? row : [...row, `place ${index}`]));
    await loadLeads(deps.warehouse, { database, mode: 'replace', columns, rows: own });
    deps.leadSearch.invalidate(database);
  }
}

/** A bought file with the people. Returns its order. */
async function plantPeopleFile({ deps }: TaskBench, accountId: string): Promise<string> {
  const { db } = deps.database;
  const columns = ['first_name', 'email', 'person_linkedin_url', 'website', 'mobile_phone'];
  const { id } = await db
    .insertInto('orders')
    .values({
      account_id: accountId,
      product: 'apollo_scraper',
      mode: 'payment',
      quantity: 1000,
      amount_cents: 500,
      source: 'test',
      status: 'paid',
      params: JSON.stringify({ url: 'https://app.apollo.io/#/people', records: 1000 }),
      success_url: 'http://127.0.0.1:3000/a',
      cancel_url: 'http://127.0.0.1:3000/a',
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const rows = [
    ...ADDRESSES.map((email) => `Ann,${email},,,`),
    `Ann,,${PROFILE},,`,
    'Ann,,,silentfirm.example,',
    ...PHONES.map((phone) => `Ann,,,,${phone}`),
  ];
  await db
    .insertInto('people_runs')
    .values({
      order_id: id,
      account_id: accountId,
      source: 'database',
      status: 'done',
      columns: JSON.stringify(columns),
      chunks: 1,
      records: rows.length,
      created_at: new Date(deps.clock.now()),
    })
    .execute();
  const csv = Buffer.from(`${rows.join('\r\n')}\r\n`);
  await db
    .insertInto('people_run_chunks')
    .values({ order_id: id, seq: 0, records: rows.length, keys: [], csv })
    .execute();
  return id;
}
