import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadLeads } from './load-leads.ts';
import { type LeadBench, openLeadBench, openWithoutSamples, type Searcher } from './test-leads.ts';

const LEADS = 300;
const FORMULA_EVERY = 7;
const FILTERS = { includeJobTitles: ['clerk'] };
const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf];

let bench: LeadBench;
beforeAll(async () => {
  bench = await openLeadBench();
  await openWithoutSamples(bench, 'leadrocks');
  await loadLeads(bench.deps.warehouse, {
    database: 'leadrocks',
    mode: 'replace',
    columns: ['Full_Name', 'Job_Title', 'Company', 'Industry', 'Work_Email_1'],
    rows: Array.from({ length: LEADS }, (_, index) => [
      `Lead ${index}`,
      'Clerk',
      index % FORMULA_EVERY === 0 ? '=1+1' : 'Acme',
      `Industry ${index % 5}`,
      index % 3 === 0 ? '' : `lead${index}@acme.example`,
    ]),
  });
  bench.deps.leadSearch.invalidate('leadrocks');
});
afterAll(() => bench.close());

async function names(person: Searcher, options: object): Promise<string[]> {
  const response = await person.exportFile('leadrocks', {
    filters: FILTERS,
    columns: ['Full_Name'],
    ...options,
  });
  expect(response.status).toBe(200);
  const [, ...lines] = (await response.text()).trimEnd().split('\r\n');
  expect(response.headers.get('x-total-count')).toBe(String(lines.length));
  return lines.map((line) => line.replaceAll('"', ''));
}

/** The names and ids of all pages, in order. */
async function pages(person: Searcher, filters: object = FILTERS) {
  const leads: { name: string; id: string }[] = [];
  for (let offset = 0; offset < 125; offset += 25) {
    const { body } = await person.call('leadrocks', { action: 'search', filters, offset });
    for (const [index, lead] of body.leads.entries())
      leads.push({ name: lead.Full_Name, id: body.ids[index] });
  }
  return leads;
}

describe('an export', () => {
  it('has the leads in the order of the pages, also those with formulas', async () => {
    const person = await bench.person();
    const shown = (await pages(person)).map(({ name }) => name);
    expect((await names(person, {})).slice(0, 125)).toEqual(shown);
    const { body } = await person.call('leadrocks', { action: 'export', filters: FILTERS });
    expect(body.leads.slice(0, 125).map((lead: { Full_Name: string }) => lead.Full_Name)).toEqual(shown);
    const guarded = await person.exportFile('leadrocks', { filters: FILTERS });
    expect((await guarded.text()).match(/"'=1\+1"/g)).toHaveLength(Math.ceil(LEADS / FORMULA_EVERY));
  });

  it('starts with a byte order mark unless a client asks for none', async () => {
    const person = await bench.person();
    const start = async (options: object) => {
      const response = await person.exportFile('leadrocks', { filters: FILTERS, first: 1, ...options });
      return [...new Uint8Array(await response.arrayBuffer()).subarray(0, 3)];
    };
    expect(await start({})).toEqual(BYTE_ORDER_MARK);
    expect(Buffer.from(await start({ bom: false })).toString()).toBe('Ful');
  });

  it('has and costs only the first leads, the selected ones, or those with an email', async () => {
    const person = await bench.person({ credits: 1000 });
    const shown = await pages(person);
    const first = await names(person, { first: 30 });
    expect(first).toEqual(shown.slice(0, 30).map(({ name }) => name));
    expect(await person.account()).toMatchObject({ credits: 970 });
    const selected = [shown[40], shown[3], shown[99]];
    const leads = [...selected.map((lead) => lead?.id ?? ''), '1', '99999999999999999999'];
    expect((await names(person, { leads })).sort()).toEqual(selected.map((lead) => lead?.name).sort());
    // One of them was among the first.
    expect(await person.account()).toMatchObject({ credits: 968 });
    const withEmail = await names(person, { withEmail: true });
    expect(withEmail).toHaveLength(200);
    const json = await person.call('leadrocks', {
      action: 'export',
      filters: FILTERS,
      leads,
      first: 2,
      columns: ['Company', 'Full_Name'],
    });
    expect(json.body.leads.map((lead: object) => Object.keys(lead))).toEqual([
      ['Company', 'Full_Name'],
      ['Company', 'Full_Name'],
    ]);
    const paid = new Set([...first, ...selected.map((lead) => lead?.name), ...withEmail]);
    expect(await person.account()).toMatchObject({ credits: 1000 - paid.size });
  });

  it('goes as far as the credits, exactly, also with a parallel export', async () => {
    const person = await bench.person({ credits: 120 });
    const short = await person.exportFile('leadrocks', { filters: FILTERS });
    expect(short.status).toBe(402);
    await short.text();
    const both = await Promise.all([
      names(person, { affordable: true }),
      person.call('leadrocks', { action: 'export', filters: FILTERS, first: 20 }),
    ]);
    const received = both[0].length + (both[1].body.leads?.length ?? 0);
    // If the small export ended before the other one began, its 20 leads were free there.
    expect([120, 140]).toContain(received);
    expect(await person.account()).toMatchObject({ credits: 0 });
    const rich = await bench.person({ credits: 1000 });
    expect(await names(rich, { affordable: true })).toHaveLength(LEADS);
    const poor = await bench.person({ credits: 5 });
    const { body } = await poor.call('leadrocks', { action: 'export', filters: FILTERS, affordable: true });
    expect(body.leads).toHaveLength(5);
  });

  it('at 0 credits is refused by the access gate, like other tools', async () => {
    const person = await bench.person({ credits: 0 });
    for (const affordable of [false, true]) {
      const { status, body } = await person.call('leadrocks', {
        action: 'export',
        filters: FILTERS,
        affordable,
      });
      expect(status).toBe(402);
      expect(body.error).toMatchObject({
        message: 'You have no credits left. Please subscribe for $49/month to continue using the service.',
        details: { checkout: 'trial' },
      });
    }
  });

  it('rejects unknown columns and ids without a charge', async () => {
    const person = await bench.person({ credits: 1000 });
    for (const options of [
      { columns: ['Full_Name', 'lw_key'] },
      { columns: ['Full_Name`'] },
      { columns: [] },
      { leads: ['1 OR 1'] },
      { leads: [] },
      { leads: Array.from({ length: 1001 }, String) },
      { first: 0 },
    ]) {
      const response = await person.exportFile('leadrocks', { filters: FILTERS, ...options });
      expect(response.status, JSON.stringify(options)).toBe(400);
      await response.text();
    }
    expect(await person.account()).toMatchObject({ credits: 1000 });
  });
});
