import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ApolloFilters } from '#contract/lead-filter-inputs.ts';
import { leadCondition } from '#engines/lead-query/lead-condition.ts';
import { isOptedOut } from '../opt-outs/opt-outs.ts';
import { TEST_SAMPLE_LEADS } from '../test-deps.ts';
import { loadLeads } from './load-leads.ts';
import { addOptOutsAndDeleteLeads } from './opted-out-leads.ts';
import { type LeadBench, openLeadBench, parseOptOuts, type Searcher } from './test-leads.ts';

let bench: LeadBench;
let person: Searcher;
beforeAll(async () => {
  bench = await openLeadBench();
  person = await bench.person();
});
afterAll(() => bench.close());

/** The titles on the first page of a search. */
async function titles(filters: object): Promise<string[]> {
  const { status, body } = await person.call('apollo', { action: 'search', filters });
  expect(status).toBe(200);
  return body.leads.map((lead: { title: string }) => lead.title);
}
const count = async (filters: object, database: 'apollo' | 'leadrocks' | 'sales_navigator' = 'apollo') => {
  const { status, body } = await person.call(database, { action: 'count', filters });
  expect(status).toBe(200);
  expect(body.total).toBe(body.count);
  return body.count as number;
};

describe('the lead databases', () => {
  it('have labeled sample leads with example domains at first use', async () => {
    for (const database of ['leadrocks', 'apollo', 'sales_navigator'] as const) {
      const { body } = await person.call(database, { action: 'total' });
      expect(body).toMatchObject({ total: TEST_SAMPLE_LEADS, sample: true });
      expect(body.source).toMatch(/sample/i);
    }
    const filters = { includeJobTitles: ['chief'] };
    const file = await person.file('apollo', filters);
    expect((await file.text()).split('\r\n').length).toBeGreaterThan(2);
    const { body: json } = await person.call('apollo', { action: 'export', filters });
    expect(json.leads.length).toBeGreaterThan(0);
    // Sample leads are free.
    expect(await person.account()).toMatchObject({ creditsUsed: 0, monthlyExports: 0 });
    const { body } = await person.call('sales_navigator', { action: 'search', filters: {} });
    expect(body.leads).toHaveLength(25);
    for (const lead of body.leads) {
      expect(lead.Full_name).toMatch(/\(sample\)$/);
      expect(lead.Emails).toMatch(/^$|@sample-company-\d+\.example\.com$/);
      expect(lead.Phone_numbers).toMatch(/^$|^\+120255501\d\d$/);
    }
    expect(Object.keys(body.leads[0]).slice(0, 13).join()).toBe(
      'Full_name,Job_title,Company_Name,Industry,Company_Size,Emails,Phone_numbers,Mobile,Region,Location_Country,Company_Location_Country,Linkedin_Connections,Skills',
    );
  });

  it('find title keywords in any case, and leave out excluded keywords', async () => {
    const found = await titles({ includeJobTitles: ['hEAD of', 'vp'], excludeJobTitles: ['Sales'] });
    expect(found).toHaveLength(25);
    for (const title of found) {
      expect(title).toMatch(/head of|vp/i);
      expect(title).not.toMatch(/sales/i);
    }
    const all = await count({});
    const sales = await count({ includeJobTitles: ['sales'] });
    expect(await count({ excludeJobTitles: ['SALES'] })).toBe(all - sales);
  });

  it('filter by the whole industry, seniority and country, and by available contact data', async () => {
    const all = await count({});
    const founders = await count({ includeSeniorities: ['founder'] });
    expect(founders).toBeGreaterThan(TEST_SAMPLE_LEADS / 30);
    expect(await count({ excludeSeniorities: ['founder'] })).toBe(all - founders);
    expect(await count({ includeIndustries: ['Retail'], excludeIndustries: ['Retail'] })).toBe(0);
    expect(await count({ includeIndustries: ['retail'] })).toBe(
      await count({ includeIndustries: ['Retail'] }),
    );
    expect(await count({ includeIndustries: ['Retai'] })).toBe(0);
    const mailed = await count({ hasEmail: true });
    expect(mailed / all).toBeCloseTo(0.7, 1);
    expect(await count({ hasDirectPhone: true })).toBeLessThan(await count({ hasPhone: true }));
    const navigator = (filters: object) => count(filters, 'sales_navigator');
    const german = await navigator({ locationCountry: ['Germany'] });
    const { body } = await person.call('sales_navigator', {
      action: 'search',
      filters: {
        locationCountry: ['Germany'],
        linkedinConnections: { min: '100', max: '200' },
        jobTitle: { include: [], exclude: [], input: 'half a w' },
        hasMobile: true,
      },
    });
    for (const lead of body.leads) {
      expect(lead.Location_Country).toBe('Germany');
      expect(Number(lead.Linkedin_Connections)).toBeGreaterThanOrEqual(100);
      expect(Number(lead.Linkedin_Connections)).toBeLessThanOrEqual(200);
      expect(lead.Mobile).not.toBe('');
    }
    const low = await navigator({ locationCountry: ['Germany'], linkedinConnections: { max: '249' } });
    const high = await navigator({
      locationCountry: ['Germany'],
      linkedinConnections: { min: '250', max: '' },
    });
    expect(low + high).toBe(german);
    expect(await navigator({ skills: { include: ['Python'] } })).toBeGreaterThan(TEST_SAMPLE_LEADS / 30);
    expect(await navigator({ companySize: { include: ['11-50'] } })).toBeGreaterThan(TEST_SAMPLE_LEADS / 30);
  });

  it('return the same counts with and without projections', async () => {
    const { state } = bench.deps.leadSearch;
    const { table } = await state('apollo');
    for (const keywords of [[], ['sales'], ['sales', 'owner']]) {
      for (let set = 0; set < 8; set += 1) {
        const wire = {
          includeJobTitles: keywords,
          hasEmail: (set & 1) > 0,
          hasPhone: (set & 2) > 0,
          hasDirectPhone: (set & 4) > 0,
        };
        const { sql, params } = leadCondition(ApolloFilters.parse(wire));
        const [row] = await bench.deps.warehouse.rows(
          {
            sql: `SELECT count() AS count FROM ${table.name} WHERE ${sql}`,
            params,
            settings: { optimize_use_projections: 0 },
          },
          z.object({ count: z.coerce.number() }),
        );
        expect(await count(wire)).toBe(row?.count);
        expect(row?.count).toBeGreaterThan(0);
      }
    }
  });

  it('return five pages without overlap, and no more', async () => {
    const filters = { includeIndustries: ['Retail'] };
    const seen = new Set<string>();
    for (let page = 0; page < 5; page += 1) {
      const { body } = await person.call('leadrocks', {
        action: 'search',
        filters,
        limit: 25,
        offset: page * 25,
      });
      for (const lead of body.leads) seen.add(lead.Linkedin_Url);
    }
    expect(seen.size).toBe(125);
    for (const beyond of [{ offset: 125 }, { limit: 26 }, { offset: -1 }, { limit: 0 }]) {
      const { status } = await person.call('leadrocks', { action: 'search', filters, ...beyond });
      expect(status).toBe(400);
    }
  });

  it('suggest industries and skills', async () => {
    const industry = await person.call('leadrocks', {
      action: 'suggestions',
      field: 'Industry',
      searchTerm: null,
    });
    expect(industry.body.suggestions).toHaveLength(12);
    expect(industry.body.suggestions).toContain('Hospital & Health Care');
    const skills = await person.call('sales_navigator', {
      action: 'suggestions',
      field: 'Skills',
      searchTerm: 'pYt',
    });
    expect(skills.body.suggestions).toEqual(['Python']);
    expect((await person.call('leadrocks', { action: 'suggestions', field: 'Skills' })).status).toBe(400);
  });
});

describe('a filter value', () => {
  it.each([
    "' OR 1=1 --",
    "\\' OR 1=1 --",
    '\\',
    '%',
    '_____',
    '"); DROP TABLE leads.apollo; --',
    '{titles_in:Array(String)}',
    '😀',
    "']) OR lw_find_email OR hasAny(['",
  ])('%j is treated as plain text', async (text) => {
    expect(await count({ includeJobTitles: [text] })).toBe(0);
    expect(await count({ includeIndustries: [text] })).toBe(0);
    const unknown = { action: 'count', filters: { includeSeniorities: [text] } };
    expect((await person.call('apollo', unknown)).status).toBe(400);
    const one = { include: [text] };
    expect(await count({ skills: one, companySize: one, locationCountry: [text] }, 'sales_navigator')).toBe(
      0,
    );
    expect((await person.file('apollo', { includeJobTitles: [text] })).status).toBe(400);
    expect(await count({ excludeJobTitles: [text], excludeIndustries: [text] })).toBe(TEST_SAMPLE_LEADS);
    const { body } = await person.call('leadrocks', {
      action: 'suggestions',
      field: 'Industry',
      searchTerm: text,
    });
    expect(body.suggestions).toEqual([]);
  });

  it.each([
    ['100%', 1],
    ['0% s', 0],
    ['00% s*', 0],
    ['100% s*', 1],
    ['s_l', 0],
    ['*s_l*', 1],
    ['\\', 1],
    ['\\%', 1],
    ['%\\', 0],
    ["o'b", 0],
    ["o'b*", 1],
    ['ÜNÏ', 1],
    ['"o\'brien"', 1],
    ['😀', 1],
    ['{TITLES_IN_0:string}', 1],
    ['1_0', 0],
    ['sales%lead', 1],
    ['sale%', 0],
  ])('%j matches whole words, without wildcards of SQL', async (keyword, expected) => {
    const odd = `100% Sales_Lead\\% "O'Brien" ünï 😀 {titles_in_0:String}`;
    await loadLeads(bench.deps.warehouse, {
      database: 'apollo',
      mode: 'append',
      columns: ['first_name', 'title'],
      rows: [['Odd', odd]],
    });
    expect(await count({ includeJobTitles: [keyword] })).toBe(expected);
    expect(await count({ includeJobTitles: [keyword, 'no such one'] })).toBe(expected);
    const all = await count({});
    expect(await count({ excludeJobTitles: [keyword] })).toBe(all - expected);
  });

  it('list can have hundreds of entries', async () => {
    const chips = Array.from({ length: 249 }, (_, index) => `${index}'é😀 ${index}`.slice(0, 16));
    expect(await count({ includeJobTitles: [...chips, 'founder'] })).toBe(
      await count({ includeJobTitles: ['founder'] }),
    );
    const { status, body } = await person.call('apollo', {
      action: 'count',
      filters: { includeJobTitles: ['a\0b'] },
    });
    expect(`${status} ${body.error.message}`).toMatch(/^400 .*NUL/);
  });

  it.each([
    [{ action: 'drop' }, 'action must be total, suggestions, count, search, quote or export'],
    [{ action: 'count', filters: { title: 'x' } }, /title/],
    [{ action: 'count', filters: { lw_id: 1 } }, /lw_id/],
    [
      { action: 'count', filters: { includeSeniorities: ['vp', 'chief wizard'] } },
      /"chief wizard" is no seniority that we know\. Use c_suite, director/,
    ],
    [{ action: 'suggestions', field: 'password' }, /field must be Industry/],
    [{ action: 'count', filters: { hasEmail: 'yes' } }, /hasEmail/],
    [{ action: 'suggestions', searchTerm: 'a\0b' }, /NUL/],
    [{ action: 'search', limit: '25; DROP TABLE leads.apollo' }, /limit/],
  ])('%j is rejected', async (body, message) => {
    const response = await person.call('apollo', body);
    expect(response.status).toBe(400);
    expect(response.body.error.message).toMatch(message);
  });
});

describe('a person who opted out', () => {
  it('disappears from every search, and the list stores no names', async () => {
    const { deps } = bench;
    const row = (name: string, email: string, website = '', profile = '') => ({
      first_name: name,
      title: 'Zookeeper',
      email,
      website,
      person_linkedin_url: profile,
    });
    const rows = [
      row('by-email', 'gone@example.org'),
      row('by-domain', 'x@mail.gone.example'),
      row('by-website', '', 'https://www.gone.example/'),
      row('by-profile', '', '', 'https://www.linkedin.example/in/Gone'),
      row('stays', 'here@example.org', '', 'https://www.linkedin.example/in/gone-not'),
    ];
    const columns = Object.keys(rows[0] ?? {});
    const load = {
      database: 'apollo',
      mode: 'append',
      columns,
      rows: rows.map((lead) => Object.values(lead)),
    } as const;
    await loadLeads(deps.warehouse, load);
    deps.leadSearch.invalidate('apollo');
    expect(await count({ includeJobTitles: ['zookeeper'] })).toBe(5);
    const listed = parseOptOuts('gone@example.org', 'gone.example', 'linkedin.com/in/gone');
    expect(await addOptOutsAndDeleteLeads(deps, listed)).toBe(3);
    expect(await addOptOutsAndDeleteLeads(deps, listed)).toBe(0);
    // Keyword counts use a projection, which must be updated too.
    expect(await count({ includeJobTitles: ['zookeeper'] })).toBe(1);
    expect(await count({ includeJobTitles: ['zookeeper'], hasEmail: true })).toBe(1);
    const { body } = await person.call('apollo', {
      action: 'search',
      filters: { includeJobTitles: ['zookeeper'] },
    });
    expect(body.leads.map((lead: { first_name: string }) => lead.first_name)).toEqual(['stays']);
    expect(await isOptedOut(deps, { emails: ['GONE@example.org'] })).toBe(true);
    expect(await isOptedOut(deps, { domains: ['www.gone.example'] })).toBe(true);
    expect(await isOptedOut(deps, { emails: ['here@example.org'], domains: ['not-gone.example'] })).toBe(
      false,
    );
    const stored = await deps.database.db.selectFrom('opt_outs').selectAll().execute();
    expect(JSON.stringify(stored)).not.toContain('gone');
  });
});
