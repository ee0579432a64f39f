import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Agent, type AgentOwner, newAgentOwner } from '../../e2e/fixtures/agent.ts';
import { type FakeWeb, startFakeWeb } from '../../e2e/fixtures/fake-web.ts';
import { generatedContacts, generatedName } from '../../e2e/fixtures/generated-sites.ts';
import { type LeadwellServer, startLeadwell } from '../../e2e/fixtures/leadwell-server.ts';
import { dotted, FIRMS, person } from '../../e2e/fixtures/mail-world/firms.ts';
import { type MailWorld, startMailWorld } from '../../e2e/fixtures/mail-world/mail-world.ts';
import { DRILL } from '../../e2e/fixtures/wait.ts';

/** The five main jobs by an agent with the official client library, at a real server in a fake web with mail servers. */

let mail: MailWorld;
let web: FakeWeb;
let server: LeadwellServer;
let owner: AgentOwner;
let agent: Agent;
beforeAll(async () => {
  mail = await startMailWorld(FIRMS.filter(({ name }) => name === 'dotted.com'));
  web = await startFakeWeb({ generated: { count: 5 }, answerName: (name) => mail.records.get(name) });
  server = await startLeadwell({
    dnsServer: web.dnsServer,
    env: { LOG_LEVEL: 'error', WEB_PORT: String(web.port), SMTP_PORT: String(mail.port) },
  });
  owner = await newAgentOwner(() => server, 'jobs@example.com');
  agent = await owner.agent(1000);
});
afterAll(async () => {
  await agent.close();
  await server.stop();
  await web.close();
  await mail.close();
});

const site = (n: number) => web.siteUrl(generatedName(n));
const name = (n: number) => `${person(n).first}, ${person(n).last}, dotted.com`;
const email = (n: number) => `${dotted(person(n))}@dotted.com`;

/** Asks for the cost, starts with that limit, waits, and reads the rows. */
async function work(kind: string, items: readonly string[], fields: readonly string[]) {
  const quote = await agent.tool('quote', { kind, items });
  expect(quote).toMatchObject({ started: false, cost_at_most: items.length });
  const { task } = await agent.tool('start', {
    kind,
    items,
    max_credits: quote.cost_at_most,
    request_id: `${kind} ${items.length}`,
  });
  expect(await agent.ended(task)).toMatchObject({ status: 'completed', processed: items.length });
  const { rows } = await agent.tool('rows', { task, fields });
  return (rows as { row: Record<string, unknown> }[]).map(({ row }) => row);
}

it('turns a CRM export into an enriched import', DRILL, async () => {
  const { id } = await owner.call('list-create', {
    name: 'CRM export',
    columns: [{ name: 'Company' }, { name: 'Website', role: 'website' }],
  });
  const companies = [0, 1, 2].map((n) => ({ Company: `Firm ${n}`, Website: site(n) }));
  await owner.call('list-add-rows', { id, rows: companies });
  await owner.call('list-step-save', {
    id,
    step: {
      kind: 'tool',
      name: 'Read websites',
      tries: [{ tool: 'website-extraction', options: { depth: 'quick' }, inputs: { website: 'Website' } }],
      outputs: [{ field: 'linkedin_url', name: 'Company page' }],
    },
  });
  const found = (await agent.tool('lists', { search: 'crm' })).lists as { id: string; rows: number }[];
  expect(found).toMatchObject([{ id, rows: 3 }]);
  const quote = await agent.tool('list_run', { list: id });
  expect(quote).toMatchObject({ started: false, cells: 3, cost_at_most: 3 });
  const { task } = await agent.tool('list_run', { list: id, max_credits: 3, request_id: 'crm' });
  expect(await agent.ended(task)).toMatchObject({ status: 'completed', credits_spent: 3 });
  const { rows, total } = await agent.tool('list_rows', { list: id, columns: ['Company', 'Company page'] });
  expect(total).toBe(3);
  expect(rows).toMatchObject(
    [2, 1, 0].map((n) => ({ Company: `Firm ${n}`, 'Company page': expect.stringContaining(`firm-${n}`) })),
  );
});

it('turns names into verified emails', DRILL, async () => {
  const rows = await work('people', [name(0), name(1)], ['verified_email', 'status']);
  expect(rows).toEqual([0, 1].map((n) => ({ verified_email: email(n), status: 'deliverable' })));
  const { first, last } = person(2);
  const one = { first_name: first, last_name: last, domain: 'dotted.com' };
  expect(await agent.tool('find_email', one)).toMatchObject({ started: false, cost_at_most: 1 });
  const answer = await agent.tool('find_email', { ...one, max_credits: 1, request_id: 'one' });
  expect(answer).toMatchObject({ credits_spent: 1, results: [{ verified_email: email(2) }] });
});

it('searches leads without the people of a list', DRILL, async () => {
  const search = { database: 'leadrocks', filters: { includeJobTitles: ['chief legal'], hasEmail: true } };
  const { count: before } = await agent.tool('lead_count', search);
  const { leads } = await agent.tool('lead_search', { ...search, limit: 5 });
  const column = Object.keys((leads as Record<string, string>[])[0] ?? {}).find((key) => /email/i.test(key));
  const known = (leads as Record<string, string>[]).map((lead) => lead[column ?? ''] ?? '');
  expect(await agent.tool('opt_out', { contacts: known })).toMatchObject({ added: 5, known: 0 });
  expect(await agent.tool('opt_out', { contacts: known })).toMatchObject({ added: 0, known: 5 });
  const { lists } = await agent.tool('lists', { search: 'do not contact' });
  const leaveOut = (lists as { id: string }[]).map(({ id }) => id);
  const without = { ...search, filters: { ...search.filters, leaveOut } };
  const after = await agent.tool('lead_count', without);
  expect([after.count, after.left_out]).toEqual([Number(before) - 5, 5]);
  const saved = await agent.tool('lead_export', {
    ...without,
    list: 'Lawyers',
    first: 3,
    max_credits: 3,
    request_id: 'leads',
  });
  expect(saved).toMatchObject({ started: true, leads: 3 });
  await expect
    .poll(
      async () => ((await agent.tool('lists', { search: 'lawyers' })).lists as { rows: number }[])[0]?.rows,
      {
        timeout: 60_000,
      },
    )
    .toBe(3);
  const none = { ...search, filters: { includeJobTitles: ['no such title'] }, list: 'None' };
  for (const max_credits of [undefined, 0, 5])
    expect(await agent.tool('lead_export', { ...none, max_credits })).toMatchObject({
      started: false,
      leads: 0,
      cost_at_most: 0,
      summary: 'No leads match. Nothing was saved.',
    });
  const free = { ...without, list: 'Lawyers', first: 3, max_credits: 0 };
  expect(await agent.tool('lead_export', free)).toMatchObject({
    started: false,
    leads: 3,
    cost_at_most: 0,
    summary: expect.stringContaining('max_credits has to be 3'),
  });
});

it('turns websites into contacts', DRILL, async () => {
  const rows = await work('websites', [site(3), site(4)], ['emails', 'phones']);
  expect(JSON.stringify(rows)).toContain(generatedContacts(3).email);
  expect(JSON.stringify(rows)).toContain(generatedContacts(4).email);
  // It was paid for before, so it costs nothing.
  const again = await agent.tool('extract_website', { url: site(3), max_credits: 1, request_id: 'again' });
  expect(again).toMatchObject({ credits_spent: 0, free_repeats: 1 });
});

it('cleans an old list', DRILL, async () => {
  const rows = await work(
    'emails',
    [email(5), 'no.one@dotted.com', 'not an address'],
    ['verified_email', 'status'],
  );
  expect(rows.map(({ status }) => status)).toEqual(['deliverable', 'undeliverable', expect.anything()]);
  const { credits_left } = await agent.tool('credits');
  expect(credits_left).toBeLessThan(1000);
});
