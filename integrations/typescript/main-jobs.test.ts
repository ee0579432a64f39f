import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dotted, person } from '../../e2e/fixtures/mail-world/firms.ts';
import { startTestServer, type TestServer } from '../test-server.ts';
import { Leadwell, LeadwellError, type ListRow, type TaskRow } from './client.ts';

let server: TestServer;
let leadwell: Leadwell;
beforeAll(async () => {
  server = await startTestServer();
  leadwell = new Leadwell(server);
});
afterAll(() => server.close());

/** A list with these rows, all with the same columns. */
async function newList(name: string, rows: Record<string, string>[], keyColumn: string | null = null) {
  const columns = Object.keys(rows[0] ?? {}).map((column) => ({ name: column }));
  const { id } = await leadwell.call('list-create', { name, columns, keyColumn });
  await leadwell.call('list-add-rows', { id, rows });
  return id;
}

async function allOf<T>(rows: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const row of rows) all.push(row);
  return all;
}

const valuesOf = async (id: string) =>
  (await allOf<ListRow>(leadwell.listRows({ id, order: 'added' }))).map(({ values }) => values);

/** Runs the steps of a list in the rows without a value. */
async function runList(id: string) {
  const quote = await leadwell.call('list-run-quote', { id });
  expect(quote.problem).toBeNull();
  const { id: task } = await leadwell.start('list-run', { id, cap: 50 });
  expect(await leadwell.wait(task)).toMatchObject({ status: 'completed' });
}

const emailStep = (inputs: Record<string, string>, accepts: string[] = []) => ({
  kind: 'tool' as const,
  name: 'Emails',
  tries: [{ tool: 'csv-extraction', inputs, accepts }],
  outputs: [
    { field: 'email', name: 'Work email' },
    { field: 'status', name: 'Verdict' },
  ],
});

const address = (index: number) => `${dotted(person(index))}@dotted.com`;

describe('a program does the main jobs with the client', () => {
  it('enriches an export of a CRM, and gets a file that the CRM imports', async () => {
    const contacts = [0, 1].map((index) => {
      const { first, last } = person(index);
      return {
        Id: `crm-${index}`,
        'First name': first,
        'Last name': last,
        Company: 'Zwillingwerk',
        Website: 'dotted.com',
      };
    });
    const id = await newList('CRM', contacts, 'Id');
    const inputs = { first_name: 'First name', last_name: 'Last name', domain: 'Website' };
    await leadwell.call('list-step-save', { id, step: emailStep(inputs) });
    await runList(id);
    expect(await valuesOf(id)).toMatchObject(
      [0, 1].map((index) => ({ Id: `crm-${index}`, 'Work email': address(index), Verdict: 'deliverable' })),
    );
    const file = await (await leadwell.file('list-csv', { id, preset: 'hubspot', mark: 'HubSpot' })).text();
    expect(file).toContain('Email');
    for (const index of [0, 1]) expect(file).toContain(address(index));
  });

  it('finds the verified emails of people by their names', async () => {
    const lines = [2, 3].map((index) => `${person(index).first},${person(index).last},dotted.com`);
    const csv_content = ['first_name,last_name,domain', ...lines].join('\n');
    const seen: string[] = [];
    const { id } = await leadwell.start('csv-extraction', { csv_content }, { idempotencyKey: 'people-1' });
    const again = await leadwell.start('csv-extraction', { csv_content }, { idempotencyKey: 'people-1' });
    expect(again.id).toBe(id);
    const task = await leadwell.wait(id, { onProgress: ({ status }) => seen.push(status) });
    expect([task.status, seen.at(-1)]).toEqual(['completed', 'completed']);
    const rows = await allOf<TaskRow>(leadwell.rows(id, { pageSize: 1 }));
    expect(rows.map(({ row }) => row.verified_email)).toEqual([address(2), address(3)]);
    expect(new Set(rows.map(({ key }) => key)).size).toBe(2);
  });

  it('searches leads without the people of a list', async () => {
    const search = { action: 'search' as const, filters: { hasEmail: true }, limit: 5 };
    const all = (await leadwell.call('apollo-lead-export', search)) as { leads: Record<string, string>[] };
    const column = Object.keys(all.leads[0] ?? {}).find((name) => /^email$/i.test(name)) ?? '';
    const known = all.leads.slice(0, 2).map((lead) => String(lead[column]));
    const id = await newList(
      'Customers',
      known.map((Email) => ({ Email })),
    );
    await leadwell.call('list-set-exclusion', { id, excludes: 'people' });
    const others = (await leadwell.call('apollo-lead-export', {
      ...search,
      filters: { hasEmail: true, leaveOut: [id] },
    })) as { leads: Record<string, string>[] };
    const found = others.leads.map((lead) => String(lead[column]));
    expect(found).toHaveLength(5);
    for (const email of known) expect(found).not.toContain(email);
  });

  it('gets the contacts of websites, and then only those of new ones', async () => {
    const [first, second, third] = server.sites(3).map((Website) => ({ Website }));
    const id = await newList('Websites', [first!, second!], 'Website');
    await leadwell.call('list-step-save', {
      id,
      step: {
        kind: 'tool',
        name: 'Contacts',
        tries: [{ tool: 'website-extraction', inputs: { website: 'Website' } }],
        outputs: [{ field: 'company_email', name: 'Email' }],
      },
    });
    await runList(id);
    const file = async () =>
      (
        await (
          await leadwell.file('list-csv', { id, mark: 'Mailing', since: 'Mailing', format: 'jsonl' })
        ).text()
      )
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line) as Record<string, string>);
    expect((await file()).map(({ Email }) => Email)).toEqual([
      expect.stringContaining('@'),
      expect.stringContaining('@'),
    ]);
    const added = await leadwell.call('list-add-rows', { id, rows: [second!, third!] });
    expect(added).toMatchObject({ added: 1, updated: 1 });
    expect(await leadwell.call('list-run-quote', { id })).toMatchObject({ cells: 1 });
    await runList(id);
    expect(await file()).toEqual([{ ...third, Email: expect.stringContaining('@') }]);
  });

  it('cleans an old list: repeats are merged, and dead addresses are found', async () => {
    const emails = [address(4), 'gone@dotted.com', address(4).toUpperCase()];
    const id = await newList(
      'Old',
      emails.map((Email) => ({ Email })),
    );
    const merged = await leadwell.call('list-merge-duplicates', { id, columns: ['Email'], merge: true });
    expect(merged.duplicates).toBe(1);
    // Any verdict is an answer, also that an address is dead.
    const verify = emailStep({ email: 'Email' }, ['deliverable', 'risky', 'undeliverable']);
    const step = { ...verify, outputs: [{ field: 'status', name: 'Verdict' }] };
    await leadwell.call('list-step-save', { id, step });
    await runList(id);
    const where = [{ fields: ['Verdict'], is: 'equal' as const, value: 'undeliverable' }];
    const dead = await allOf<ListRow>(leadwell.listRows({ id, where: JSON.stringify(where) }));
    expect(dead.map(({ values }) => values.Email)).toEqual(['gone@dotted.com']);
  });

  it('reads all its tasks in pages, and gets typed errors', async () => {
    const ids = (await allOf(leadwell.tasks({ limit: 2 }))).map(({ id }) => id);
    expect(ids.length).toBeGreaterThan(3);
    expect(new Set(ids).size).toBe(ids.length);
    const missing = leadwell.call('task', { id: crypto.randomUUID() });
    await expect(missing).rejects.toBeInstanceOf(LeadwellError);
    await expect(missing).rejects.toMatchObject({
      code: 'not_found',
      status: 404,
      requestId: expect.any(String),
    });
    const wrong = new Leadwell({ ...server, key: 'lwk_wrong' }).call('balance', {});
    await expect(wrong).rejects.toMatchObject({ code: 'not_authenticated', status: 401 });
  });
});
