import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { noFilters } from '#contract/lead-filters.ts';
import { ensureTables, leadTable } from './lead-tables.ts';
import { loadLeads } from './load-leads.ts';
import { type LeadBench, openLeadBench, openWithoutSamples } from './test-leads.ts';

const TABLE = leadTable('sales_navigator');
const LEADS = [
  [
    'Ann Lee',
    'Développeur',
    'Acme',
    'Santé',
    '2.5K',
    'São Paulo',
    'Deutschland',
    'Python; Gestão',
    '+1 202 555 0100',
  ],
  ['Bob Ray', 'Clerk', 'Acme', 'Retail', '11-50', 'Lyon', 'France', '', ''],
];
const COLUMNS = [
  'Full_name',
  'Job_title',
  'Company_Name',
  'Industry',
  'Company_Size',
  'Region',
  'Location_Country',
  'Skills',
  'Phone',
];

let bench: LeadBench;
beforeAll(async () => {
  bench = await openLeadBench();
  await makeOlderTable();
});
afterAll(() => bench.close());

/** The table of a version that compared texts as they were written, with two leads. */
async function makeOlderTable(): Promise<void> {
  const { warehouse } = bench.deps;
  await openWithoutSamples(bench, 'sales_navigator');
  await warehouse.run({ sql: `DROP TABLE ${TABLE} SYNC` });
  const text = [
    ...COLUMNS,
    'Emails',
    'Phone_numbers',
    'Mobile',
    'Company_Location_Country',
    'Linkedin_Connections',
    'Linkedin_Url',
    'Company_Website',
  ];
  await warehouse.run({
    sql: `CREATE TABLE ${TABLE} (${text.map((column) => `${column} String`).join(', ')}, lw_id UInt64, lw_formulas UInt8 DEFAULT 1,
  lw_key UInt64 MATERIALIZED sipHash64(multiIf(Linkedin_Url != '', lowerUTF8(Linkedin_Url), Emails != '', lowerUTF8(Emails),
    length(concat(Full_name, '|', Company_Name)) > 1, lowerUTF8(concat(Full_name, '|', Company_Name)), toString(lw_id))),
  lw_title String MATERIALIZED lowerUTF8(Job_title),
  lw_industry LowCardinality(String) MATERIALIZED Industry,
  lw_country LowCardinality(String) MATERIALIZED Location_Country,
  lw_skills Array(LowCardinality(String)) MATERIALIZED arrayFilter(s -> s != '', arrayMap(s -> trimBoth(s), splitByRegexp('[,;|]', Skills))),
  lw_employees Int32 MATERIALIZED toInt32OrDefault(extract(Company_Size, '[0-9]+'), toInt32(-1)),
  lw_has_phone Bool MATERIALIZED Phone_numbers != '',
  INDEX lw_title_grams lw_title TYPE ngrambf_v1(3, 4096, 2, 7) GRANULARITY 1,
  PROJECTION lw_titles (SELECT lw_title, count(), countIf(lw_has_phone) GROUP BY lw_title)
) ENGINE = MergeTree PARTITION BY lw_formulas ORDER BY (lw_industry, lw_country, lw_id)
SETTINGS index_granularity = 4096, lightweight_mutation_projection_mode = 'rebuild'`,
  });
  const lines = LEADS.map((lead, index) => `${[...lead, index, 0].join('\t')}\n`).join('');
  await warehouse.insertLines(TABLE, [...COLUMNS, 'lw_id', 'lw_formulas'], Buffer.from(lines));
}

async function names(filters: object): Promise<string[]> {
  const { leadSearch } = bench.deps;
  leadSearch.invalidate('sales_navigator');
  const all = { ...noFilters(), ...filters };
  const { leads } = await leadSearch.page('sales_navigator', all, { limit: 25, offset: 0 });
  expect(await leadSearch.count('sales_navigator', all)).toBe(leads.length);
  return leads.map(({ Full_name: name }) => String(name)).sort();
}

const include = (...values: string[]) => ({ include: values, exclude: [] });
const SEARCHES: [string, object][] = [
  ['titles', { titles: include('developpeur') }],
  ['countries', { countries: include('Germany') }],
  ['places', { places: include('sao paulo') }],
  ['industries', { industries: include('sante') }],
  ['skills', { skills: ['python'] }],
  ['keywords', { keywords: include('gestao') }],
  ['employees', { employees: [{ min: 2000, max: 3000 }] }],
  ['phones', { hasPhone: true }],
  ['titles with phones', { titles: include('développeur'), hasPhone: true }],
];

async function storedColumns(): Promise<number> {
  const [row] = await bench.deps.warehouse.rows(
    {
      sql: `SELECT uniqExact(column) AS n FROM system.parts_columns WHERE active AND database = 'leads' AND table = 'sales_navigator' AND startsWith(column, 'lw_find_')`,
    },
    z.object({ n: z.coerce.number() }),
  );
  return row?.n ?? 0;
}

describe('a table of an earlier version', () => {
  it.each(SEARCHES)(
    'is searched for %s before it is changed, as a table that can never be',
    async (_name, filters) => {
      expect(await names(filters)).toEqual(['Ann Lee']);
    },
  );

  it('gets the new columns when the server starts, and stores them in the background', async () => {
    const { warehouse } = bench.deps;
    await ensureTables(warehouse, 'sales_navigator');
    for (const [, filters] of SEARCHES) expect(await names(filters)).toEqual(['Ann Lee']);
    await expect.poll(storedColumns).toBe(19);
    for (const [, filters] of SEARCHES) expect(await names(filters)).toEqual(['Ann Lee']);
    expect(await names({})).toEqual(['Ann Lee', 'Bob Ray']);
    const started = await ranMutations();
    await ensureTables(warehouse, 'sales_navigator');
    expect(await ranMutations()).toBe(started);
  });

  it('takes appended people with other titles and other phones, and knows its own people', async () => {
    await loadLeads(bench.deps.warehouse, {
      database: 'sales_navigator',
      mode: 'append',
      columns: ['Full_name', 'Job_title', 'Company_Name', 'Phone_2'],
      rows: [
        ['Ann Lee', 'Développeur', 'Acme', ''],
        ['Ann Lee', 'Advisor', 'Acme', '+1 202 555 0101'],
        ['Bob Ray', 'Clerk', 'Acme', ''],
      ],
    });
    expect(await names({})).toEqual(['Ann Lee', 'Ann Lee', 'Bob Ray']);
    expect(await names({ hasPhone: true })).toEqual(['Ann Lee', 'Ann Lee']);
  });
});

async function ranMutations(): Promise<number> {
  const sql =
    "SELECT count() AS n FROM system.mutations WHERE database = 'leads' AND table = 'sales_navigator'";
  const [row] = await bench.deps.warehouse.rows({ sql }, z.object({ n: z.coerce.number() }));
  return row?.n ?? 0;
}
