import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PeopleDatabase } from '#contract/leads.ts';
import { linkedinKey } from '#engines/list-items/linkedin.ts';
import { importLeads } from '#server/leads/import/import-leads.ts';
import { loadLeads } from '#server/leads/load-leads.ts';
import { type LeadBench, openLeadBench } from '#server/leads/test-leads.ts';
import { createWarehouse } from '#server/platform/warehouse/warehouse.ts';
import type { LeadAnswer } from '../../run/ports.ts';
import { createLeadProfiles } from './lead-profiles.ts';

let bench: LeadBench;
const folder = mkdtempSync(join(tmpdir(), 'leadwell-lead-profiles-'));
beforeAll(async () => {
  bench = await openLeadBench();
});
afterAll(async () => {
  await bench.close();
  rmSync(folder, { recursive: true });
});

async function load(
  database: PeopleDatabase,
  content: string,
  mode: 'replace' | 'append' = 'replace',
): Promise<void> {
  bench.deps.clock.advance(1000);
  const file = join(folder, 'leads.csv');
  writeFileSync(file, content);
  await importLeads(
    bench.deps,
    {
      file,
      database,
      mode,
      preset: null,
      source: 'own',
      licence: 'owned',
      date: '2026-03-01',
      dryRun: false,
      refusedFile: `${file}.refused.csv`,
    },
    { note: () => {}, progress: () => {} },
  );
}

const ID = 'ACwAAAB1cd2EFgh3ijKLmn4opQRst5uvWXyz678';
const HEADER =
  'First Name,Last Name,Title,Company Name,Email,Work Direct Phone,Person Linkedin Url,Website,City,Country';
const lead = (first: string, last: string, profile: string, company = 'Acme GmbH', email = '') =>
  `${first},${last},CEO,"${company}",${email},'+49 30 1,${profile},https://www.acme.de/,Berlin,Germany`;

function namesIn(answer: LeadAnswer): (string | null)[][] {
  if (answer.failed) throw new Error(answer.reason);
  return answer.found.map((people) => people.map(({ facts }) => facts.name).sort());
}

describe('leads by profile', () => {
  it('are not looked for if none were ever imported, and the engine stays off', async () => {
    expect(await createLeadProfiles(bench.deps).byProfile(['in/jane'])).toEqual({
      failed: false,
      found: [[]],
    });
    expect(bench.deps.warehouse.enginePid()).toBeNull();
  });

  it('are found however the URL is written, right after the import', async () => {
    await load(
      'apollo',
      [
        HEADER,
        lead('Jane', 'Doe', 'http://www.linkedin.com/in/Jane-Doe', 'Acme GmbH', 'Jane@acme.de'),
        lead('José', 'García', 'https://www.linkedin.com/in/jos%C3%A9-garc%C3%ADa/'),
        lead('Old', 'Link', 'https://uk.linkedin.com/pub/old-link/a7/576/b5?trk=x'),
        lead('Sales', 'Lead', `"https://www.linkedin.com/sales/lead/${ID},NAME_SEARCH,x1"`),
        lead('Case', 'Differs', `https://www.linkedin.com/in/${ID.toLowerCase()}`),
        lead('Double', 'Encoded', 'https://www.linkedin.com/in/j%25C3%25BCrgen'),
        lead('Nobody', 'Here', 'https://www.linkedin.com/company/acme'),
        lead('Without', 'Profile', ''),
      ].join('\n'),
    );
    const leads = createLeadProfiles(bench.deps);
    const keys = [
      'linkedin.com/in/jane-doe',
      'linkedin.com/in/josé-garcía',
      'linkedin.com/in/old-link-0b5576a7',
      `linkedin.com/in/${ID}`,
      'linkedin.com/in/jürgen',
      'linkedin.com/in/unknown',
    ].map((url) => linkedinKey(url) ?? '');
    const expected = [['Jane Doe'], ['José García'], ['Old Link'], ['Sales Lead'], ['Double Encoded'], []];
    const answer = await leads.byProfile(keys);
    expect(namesIn(answer)).toEqual(expected);
    expect(!answer.failed && answer.found[0]?.[0]).toEqual({
      source: 'Apollo database',
      at: '2026-03-01',
      facts: {
        name: 'Jane Doe',
        title: 'CEO',
        company: 'Acme GmbH',
        email: 'Jane@acme.de',
        phone: '+49 30 1',
        location: 'Berlin, Germany',
        website: 'https://www.acme.de/',
        profiles: ['in/jane-doe'],
      },
    });
  });

  it('are found in every database, and in leads that were added', async () => {
    await load(
      'leadrocks',
      'Linked Url,Full Name,Job Title,Company,Work Email #1,Phone #1\nlinkedin.com/in/jane-doe,Jane Doe,Boss,Acme,n/a,+1 2\n',
    );
    await load(
      'sales_navigator',
      'Full Name,Current Job,Company Name,LinkedIn URL Public,Email\nJane Doe,Chief,Acme,linkedin.com/in/jane-doe,j@acme.de\n',
    );
    const leads = createLeadProfiles(bench.deps);
    expect(namesIn(await leads.byProfile(['in/jane-doe', 'in/new-one']))).toEqual([
      ['Jane Doe', 'Jane Doe', 'Jane Doe'],
      [],
    ]);
    await load('apollo', [HEADER, lead('New', 'One', 'linkedin.com/in/new-one')].join('\n'), 'append');
    const answer = await leads.byProfile(['in/jane-doe', 'in/new-one']);
    expect(namesIn(answer)).toEqual([['Jane Doe', 'Jane Doe', 'Jane Doe'], ['New One']]);
    expect(namesIn(await leads.byProfile(['in/new-one', 'in/jane-doe']))).toEqual([
      ['New One'],
      ['Jane Doe', 'Jane Doe', 'Jane Doe'],
    ]);
  });
});

it('finds the leads of a replaced table before its import is recorded', async () => {
  const leads = createLeadProfiles(bench.deps);
  expect(namesIn(await leads.byProfile(['in/jane-doe']))[0]).toHaveLength(3);
  const columns = ['Full_Name', 'Company', 'Linkedin_Url'];
  const rows = Array.from({ length: 30 }, (_, n) => [`Person ${n}`, 'Acme', `linkedin.com/in/person-${n}`]);
  await loadLeads(bench.deps.warehouse, { database: 'leadrocks', mode: 'replace', columns, rows });
  // Several parts of a task look up at the same time.
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => leads.byProfile(['in/person-29', 'in/jane-doe'])),
  );
  for (const answer of answers) expect(namesIn(answer)).toEqual([['Person 29'], ['Jane Doe', 'Jane Doe']]);
});

describe('leads by name and company', () => {
  it('have the same name and company, whatever the legal form, accents and case', async () => {
    const leads = createLeadProfiles(bench.deps);
    const people = [
      { name: 'JOSE GARCIA', company: 'acme' },
      { name: 'Without Profile', company: 'Acme GmbH' },
      { name: 'Without Profile', company: 'Acme, Inc.' },
      { name: 'Jane Doe', company: 'Beta' },
    ];
    expect(namesIn(await leads.byName(people))).toEqual([['José García'], ['Without Profile'], [], []]);
  });

  it('have the same name with letters that have no accent to take off', async () => {
    const columns = ['Full_Name', 'Company', 'Linkedin_Url'];
    const names = ['Łukasz Wójcik', 'Søren Kjær', 'Đức Nguyễn', 'Ahmet Yılmaz'];
    const rows = names.map((name) => [name, 'Łódź Straße', '']);
    await loadLeads(bench.deps.warehouse, { database: 'leadrocks', mode: 'replace', columns, rows });
    const plain = ['Lukasz Wojcik', 'Soren Kjaer', 'DUC NGUYEN', 'AHMET YILMAZ'];
    const people = plain.map((name) => ({ name, company: 'Lodz Strasse' }));
    expect(namesIn(await createLeadProfiles(bench.deps).byName(people))).toEqual(names.map((name) => [name]));
  });

  it('have the same name in every script', async () => {
    const names = [
      'राम कुमार',
      'रोम कुमार',
      'はまだ けん',
      'はまた けん',
      'أحمد علي',
      'Иван Йорданов',
      '王小明',
      'กาน ดี',
    ];
    const columns = ['Full_Name', 'Company', 'Linkedin_Url'];
    const rows = names.map((name) => [name, 'バナ 株式会社', '']);
    await loadLeads(bench.deps.warehouse, { database: 'leadrocks', mode: 'replace', columns, rows });
    const leads = createLeadProfiles(bench.deps);
    const people = names.map((name) => ({ name, company: 'バナ 株式会社' }));
    expect(namesIn(await leads.byName(people))).toEqual(names.map((name) => [name]));
    expect(namesIn(await leads.byName([{ name: 'احمد علي', company: 'バナ 株式会社' }]))).toEqual([
      ['أحمد علي'],
    ]);
    expect(namesIn(await leads.byName([{ name: '王小明', company: 'ハナ 株式会社' }]))).toEqual([[]]);
  });

  it('are all compared, however many share a name', async () => {
    const columns = ['Full_Name', 'Company', 'Work_Email_1'];
    const common = Array.from({ length: 5001 }, (_, n) => ['Wang Wei', 'Huawei', `w${n}@huawei.example`]);
    const twins = [0, 1].map((n) => ['Zoe Twin', 'Acme', `z${n}@acme.example`]);
    const rows = [...common, ...twins];
    await loadLeads(bench.deps.warehouse, { database: 'leadrocks', mode: 'replace', columns, rows });
    const answer = await createLeadProfiles(bench.deps).byName([
      { name: 'Wang Wei', company: 'Huawei' },
      { name: 'Zoe Twin', company: 'Acme' },
    ]);
    expect(namesIn(answer).map(({ length }) => length > 1)).toEqual([true, true]);
    expect(namesIn(answer)[1]).toHaveLength(2);
  });
});

describe('lead databases that fail', () => {
  it('are not waited for if their keys cannot be made', async () => {
    await load('leadrocks', 'Linked Url,Full Name,Job Title,Company\nlinkedin.com/in/x,X Y,Boss,Acme\n');
    const run: typeof bench.deps.warehouse.run = async (statement) => {
      if (statement.sql.startsWith('INSERT')) throw new Error('The disk is full.');
      return bench.deps.warehouse.run(statement);
    };
    const full = createLeadProfiles({ ...bench.deps, warehouse: { ...bench.deps.warehouse, run } });
    expect(await full.byProfile(['in/x'])).toMatchObject({
      failed: true,
      reason: expect.stringContaining('being prepared'),
    });
  });

  it('say so', async () => {
    const rows = async () => {
      throw new Error('The engine is away.');
    };
    const away = createLeadProfiles({ ...bench.deps, warehouse: { ...bench.deps.warehouse, rows } });
    expect(await away.byProfile(['in/jane-doe'])).toMatchObject({ failed: true });
    const elsewhere = createLeadProfiles({
      ...bench.deps,
      config: { ...bench.deps.config, OPERATOR_EMAIL: 'ops@leads.example' },
      warehouse: { ...bench.deps.warehouse, accessible: false },
    });
    expect(await elsewhere.byProfile(['in/jane-doe'])).toMatchObject({
      failed: true,
      reason: expect.stringContaining('Ask the operator (ops@leads.example) to set CLICKHOUSE_URL'),
    });
  });
});

it('finds no one without an engine, also after a search that left its empty folder', async () => {
  const left = mkdtempSync(join(tmpdir(), 'leadwell-no-engine-'));
  const { log } = bench.deps;
  const pool = `data:text/javascript,throw new Error("Cannot find package 'chdb'")`;
  const warehouse = createWarehouse({ url: undefined, engine: { folder: left, log, pool }, log });
  const profiles = createLeadProfiles({ ...bench.deps, warehouse });
  expect(await profiles.byProfile(['in/jane-doe'])).toEqual({ failed: false, found: [[]] });
  await warehouse.close();
  rmSync(left, { recursive: true });
});

it.each<[PeopleDatabase, string]>([
  ['sales_navigator', 'Phone'],
  ['apollo', 'Telephone'],
  ['leadrocks', 'Handy'],
  ['apollo', 'Assistant Phone'],
])('finds the phone in %s under the header %s', async (database, header) => {
  await load(
    database,
    `Full Name,Linkedin Url,Job Title,Company,${header}\nPia Ray,linkedin.com/in/pia-ray,CEO,Acme,+49 30 7\n`,
  );
  const answer = await createLeadProfiles(bench.deps).byProfile(['in/pia-ray']);
  expect(!answer.failed && answer.found[0]?.map(({ facts }) => facts.phone)).toContain('+49 30 7');
});
