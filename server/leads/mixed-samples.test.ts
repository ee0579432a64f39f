import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { noFilters } from '#contract/lead-filters.ts';
import { PEOPLE_DATABASES, type PeopleDatabase } from '#contract/leads.ts';
import { TEST_SAMPLE_LEADS } from '../test-deps.ts';
import { LEAD_DATABASE_SHAPES } from './databases.ts';
import { importLeads } from './import/import-leads.ts';
import { currentImports, recordImport } from './import-records.ts';
import { createLeadSearch } from './lead-search.ts';
import { ensureTables } from './lead-tables.ts';
import { loadLeads } from './load-leads.ts';
import { sampleLeads } from './sample-leads.ts';
import { type LeadBench, openLeadBench } from './test-leads.ts';

let bench: LeadBench;
beforeAll(async () => {
  bench = await openLeadBench();
});
afterAll(() => bench.close());

/** Adds people to the database, by their first names. */
async function append(names: readonly string[], { dryRun = false } = {}) {
  bench.deps.clock.advance(1000);
  const file = join(bench.deps.config.DATA_DIR, `${names.join('-')}.csv`);
  const rows = names.map((name) => `${name},Doe,tester,${name.toLowerCase()}@added.example`);
  writeFileSync(file, ['first_name,last_name,title,email', ...rows].join('\n'));
  const notes: string[] = [];
  const report = await importLeads(
    bench.deps,
    {
      file,
      database: 'apollo',
      mode: 'append',
      preset: 'own',
      source: 'own list',
      licence: 'owned',
      date: null,
      dryRun,
      refusedFile: `${file}.refused.csv`,
    },
    { note: (text) => notes.push(text) },
  );
  return { report, notes };
}

/** Loads rows as an import of earlier versions, or as sample leads. */
async function load(
  database: PeopleDatabase,
  mode: 'sample' | 'append',
  leads: readonly Record<string, string>[],
): Promise<void> {
  const { warehouse, clock } = bench.deps;
  clock.advance(1000);
  await ensureTables(warehouse, database);
  const columns = Object.keys(leads[0] ?? {});
  const { rows } = await loadLeads(warehouse, {
    database,
    mode: mode === 'append' ? mode : 'replace',
    columns,
    rows: leads.map((lead) => columns.map((column) => lead[column] ?? '')),
  });
  await recordImport(warehouse, {
    id: randomUUID(),
    database,
    mode,
    at: new Date(clock.now()).toISOString(),
    source: mode,
    licence: '',
    dataDate: '',
    preset: 'own',
    rows,
    duplicates: 0,
    refused: 0,
    columns,
  });
}
const SAMPLES = 50;
const ALL = { excludeJobTitles: ['nothing like this'] };

describe('leads that are added to sample leads', () => {
  it('replace them, and cost credits', async () => {
    const person = await bench.person({ credits: 100 });
    const total = async () => (await person.call('apollo', { action: 'total' })).body;
    await load('apollo', 'sample', [...sampleLeads('apollo', SAMPLES)]);
    expect(await total()).toMatchObject({ total: SAMPLES, sample: true });

    await append(['Ann'], { dryRun: true });
    expect(await total()).toMatchObject({ total: SAMPLES, sample: true });
    const { report, notes } = await append(['Ann', 'Ben']);
    expect(report).toMatchObject({ imported: 2, duplicates: 0 });
    expect(notes).toContain(
      'The database has only made-up sample leads. These leads replace them instead of being added.',
    );
    expect(await total()).toMatchObject({ total: 2, sample: false, source: 'own list' });
    expect(await currentImports(bench.deps.warehouse, 'apollo')).toMatchObject([
      { mode: 'replace', rows: 2 },
    ]);
    await (await person.file('apollo', ALL)).text();
    expect(await person.account()).toMatchObject({ credits: 98 });

    const { notes: later } = await append(['Cat']);
    expect(later.join(' ')).not.toContain('sample');
    expect(await total()).toMatchObject({ total: 3, sample: false });
  });

  it.each(PEOPLE_DATABASES)(
    'were mixed with them by earlier versions: the sample leads of %s go',
    async (database) => {
      const { warehouse, clock } = bench.deps;
      const [lead = {}, ...samples] = sampleLeads(database, SAMPLES);
      await load(database, 'sample', samples);
      const { profile } = LEAD_DATABASE_SHAPES[database];
      await load(database, 'append', [{ ...lead, [profile]: 'https://www.linkedin.com/in/real' }]);
      const search = createLeadSearch({ warehouse, clock, samples: TEST_SAMPLE_LEADS });
      expect(await search.total(database)).toMatchObject({ total: 1, sample: false });
      const { leads } = await search.page(database, noFilters(), { limit: 10, offset: 0 });
      expect(leads).toMatchObject([{ [profile]: 'https://www.linkedin.com/in/real' }]);
    },
  );
});
