import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { writePlaceFile } from '#server/leads/places/test-place-files.ts';
import { type LeadBench, openLeadBench } from '#server/leads/test-leads.ts';
import { COMPANY_COMMANDS } from '../operator-commands.ts';
import { importCompanyPreset } from './import-preset.ts';
import { createPresetCompanies } from './preset-companies.ts';
import { addCompanyNames, currentLoads, finishLoad } from './preset-store.ts';
import { bigpictureFile, companiesHouseFile, gleifFile } from './test-company-files.ts';

let bench: LeadBench;
const folder = mkdtempSync(join(tmpdir(), 'leadwell-company-presets-'));
beforeAll(async () => {
  bench = await openLeadBench();
});
afterEach(() => run('companies-drop', { preset: null }));
afterAll(async () => {
  await bench.close();
  rmSync(folder, { recursive: true });
});

async function run(name: string, input: object): Promise<{ rows: object[]; notes: string[] }> {
  const rows: object[] = [];
  const notes: string[] = [];
  const command = COMPANY_COMMANDS.find((candidate) => candidate.name === name);
  await command?.run(bench.deps, command.input.parse(input) as never, {
    row: (row) => rows.push(row),
    note: (text) => notes.push(text),
  });
  return { rows, notes };
}

let files = 0;
function write(content: string): string {
  files += 1;
  const path = join(folder, `file-${files}.csv`);
  writeFileSync(path, content);
  return path;
}
const load = (preset: string, ...contents: string[]) =>
  run('companies-import-preset', { preset, files: contents.map(write) });
const find = async (key: string) => (await createPresetCompanies(bench.deps).of([key])).get(key) ?? [];

describe('a preset with websites', () => {
  it('starts no engine for a lookup if nothing was ever imported', async () => {
    const fresh = await openLeadBench();
    expect(await createPresetCompanies(fresh.deps).of(['acme'])).toEqual(new Map());
    expect(fresh.deps.warehouse.enginePid()).toBeNull();
    await fresh.close();
  });

  it('finds the first import soon, and asks no more often than that whether there is one', async () => {
    let later = 0;
    const now = performance.now.bind(performance);
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => now() + later);
    const rows = vi.spyOn(bench.deps.warehouse, 'rows');
    try {
      const companies = createPresetCompanies(bench.deps);
      expect(await companies.of(['acme'])).toEqual(new Map());
      const asked = rows.mock.calls.length;
      expect(await companies.of(['acme'])).toEqual(new Map());
      expect(rows.mock.calls.length).toBe(asked);
      await load('bigpicture', bigpictureFile([{ name: 'Acme', website: 'acme.com', country_code: 'US' }]));
      later = 5001;
      expect((await companies.of(['acme'])).get('acme')).toMatchObject([{ domain: 'acme.com' }]);
    } finally {
      clock.mockRestore();
      rows.mockRestore();
    }
  });

  it('looks up nothing for a while after a failure of the engine', async () => {
    await load('bigpicture', bigpictureFile([{ name: 'Acme', website: 'acme.com', country_code: 'US' }]));
    let asked = 0;
    const rows = () => {
      asked += 1;
      return Promise.reject(new Error('down'));
    };
    const companies = createPresetCompanies({
      ...bench.deps,
      warehouse: { ...bench.deps.warehouse, rows },
    });
    expect(await companies.of(['acme'])).toEqual(new Map());
    expect(await companies.of(['acme'])).toEqual(new Map());
    expect(asked).toBe(1);
  });

  const ROWS = [
    { name: 'Acme Tools GmbH', website: 'http://www.acme-werkzeuge.de/', city: 'Köln', country_code: 'DE' },
    { name: 'ACME TOOLS', website: 'acmetools.com', city: 'Austin', country_code: 'us' },
    { name: 'On A Platform', website: 'facebook.com/platform', city: 'Rome', country_code: 'IT' },
    { name: 'By Mail', website: 'gmail.com', city: 'Rome', country_code: 'IT' },
    { name: '', website: 'nameless.com', city: 'Rome', country_code: 'IT' },
    { name: 'Without Website Ltd', website: '', city: '', country_code: 'GB' },
  ];

  it('imports BigPicture and replaces the file before it', async () => {
    const { rows, notes } = await load('bigpicture', bigpictureFile(ROWS));
    expect(rows).toMatchObject([
      {
        preset: 'bigpicture',
        license: 'ODC-By 1.0',
        persons: 'no',
        read: 6,
        companies: 2,
        names: 2,
        withWebsite: 2,
        leftOut: 0,
        refused: 4,
      },
    ]);
    expect(notes[0]).toContain('License: ODC-By 1.0');
    expect(await find('acmetools')).toMatchObject([
      { preset: 'bigpicture', domain: 'acme-werkzeuge.de', country: 'DE', cities: ['koln'] },
      { preset: 'bigpicture', domain: 'acmetools.com', country: 'US', cities: ['austin'] },
    ]);
    expect((await run('companies-stats', {})).rows).toMatchObject([
      { presets: [{ preset: 'bigpicture', license: 'ODC-By 1.0', persons: false, companies: 2 }] },
    ]);

    await load('bigpicture', bigpictureFile(ROWS.slice(1)));
    expect(await find('acmetools')).toMatchObject([{ domain: 'acmetools.com' }]);
    expect((await run('companies-drop', { preset: 'bigpicture' })).rows).toEqual([
      { dropped: 0, presets: 1 },
    ]);
    expect(await find('acmetools')).toEqual([]);
  });

  it('is found at once by a lookup that found the companies of the file before it', async () => {
    const companies = createPresetCompanies(bench.deps);
    const domains = async () =>
      ((await companies.of(['acmetools'])).get('acmetools') ?? []).map(({ domain }) => domain);
    await load('bigpicture', bigpictureFile(ROWS.slice(0, 1)));
    expect(await domains()).toEqual(['acme-werkzeuge.de']);
    bench.deps.clock.advance(1000);
    await load('bigpicture', bigpictureFile(ROWS.slice(1)));
    expect(await domains()).toEqual(['acmetools.com']);
  });

  it('is used although what was imported before can’t be deleted, and that goes with the next import', async () => {
    const { warehouse } = bench.deps;
    await load('bigpicture', bigpictureFile(ROWS));
    const failing = {
      ...warehouse,
      run: (statement: Parameters<typeof warehouse.run>[0], ...rest: []) =>
        /^DELETE FROM leads\.company_names WHERE preset/.test(statement.sql)
          ? Promise.reject(new Error('The disk is full.'))
          : warehouse.run(statement, ...rest),
    };
    const notes: string[] = [];
    const report = await importCompanyPreset(
      { ...bench.deps, warehouse: failing },
      { preset: 'bigpicture', files: [write(bigpictureFile(ROWS.slice(1)))] },
      { note: (text) => notes.push(text) },
    );
    expect(report).toMatchObject({ companies: 1 });
    expect(notes.at(-1)).toMatch(/could not be deleted: The disk is full\. The next import deletes them\.$/);
    expect(await find('acmetools')).toMatchObject([{ domain: 'acmetools.com' }]);

    const stored = async () => {
      const sql = 'SELECT uniqExact(load) AS n FROM leads.company_names';
      return (await warehouse.rows({ sql }, z.object({ n: z.coerce.number() })))[0]?.n;
    };
    expect(await stored()).toBe(2);
    await load('bigpicture', bigpictureFile(ROWS));
    expect(await stored()).toBe(1);
    expect(await find('acmetools')).toHaveLength(2);
  });

  it('keeps its companies if the reply that it is used now is lost', async () => {
    const { warehouse } = bench.deps;
    await load('bigpicture', bigpictureFile(ROWS));
    bench.deps.clock.advance(1000);
    const failing = {
      ...warehouse,
      insertLines: async (...given: Parameters<typeof warehouse.insertLines>) => {
        await warehouse.insertLines(...given);
        if (given[0] === 'leads.company_loads') throw new Error('The connection was closed.');
      },
    };
    const request = { preset: 'bigpicture', files: [write(bigpictureFile(ROWS.slice(1)))] } as const;
    await expect(
      importCompanyPreset({ ...bench.deps, warehouse: failing }, request, { note: () => {} }),
    ).rejects.toThrow('The connection was closed.');
    expect(await find('acmetools')).toMatchObject([{ domain: 'acmetools.com' }]);
  });

  it('fails if another server’s import of the same preset ended meanwhile, whose companies stay', async () => {
    const { warehouse } = bench.deps;
    await load('bigpicture', bigpictureFile(ROWS));
    const late = { preset: 'bigpicture', load: 'late' } as const;
    const row = {
      key: 'late',
      kind: 'name',
      names: ['Late'],
      domain: 'late.com',
      country: '',
      city: '',
    } as const;
    await addCompanyNames(warehouse, late, [row]);
    await load('bigpicture', bigpictureFile(ROWS));
    const record = {
      ...late,
      at: new Date().toISOString(),
      files: [],
      source: '',
      license: '',
      persons: false,
      basis: '',
      companies: 1,
      names: 1,
    };
    await expect(finishLoad(warehouse, record)).rejects.toThrow('Another import of bigpicture');
    expect((await currentLoads(warehouse)).map(({ load: id }) => id)).not.toContain('late');
  });

  it('imports files with a domain and the name of the country', async () => {
    const row = { name: 'Acme Tools', domain: 'acmetools.com', city: 'Austin', country: 'United States' };
    await load('bigpicture', bigpictureFile([row], 'earlier'));
    expect(await find('acmetools')).toMatchObject([{ domain: 'acmetools.com', country: 'US' }]);
  });

  it.each(['current', '2025', '2024'] as const)('imports Overture, release %s', async (release) => {
    const file = join(folder, `places-${release}.parquet`);
    await writePlaceFile(
      bench.deps.warehouse,
      file,
      [
        {
          id: '1',
          name: "Weiß'sche Dächer",
          websites: ['https://weiss-dach.de/'],
          address: { locality: 'Ulm' },
        },
        {
          id: '2',
          name: "Weiß'sche Dächer",
          websites: ['https://weiss-dach.de/bonn'],
          address: { locality: 'Bonn' },
        },
        { id: '3', name: 'Doubtful', websites: ['https://doubtful.de/'], confidence: 0.3 },
        { id: '4', name: 'No Website' },
        { id: '5', name: 'Gone', websites: ['https://gone.de/'], status: 'permanently_closed' },
      ],
      release,
    );
    const { rows } = await run('companies-import-preset', { preset: 'overture', files: [file] });
    const closed = release === '2024' ? 0 : 1;
    expect(rows).toMatchObject([{ read: 3, companies: 3 - closed, leftOut: closed }]);
    const [found, ...others] = await find('weissschedacher');
    expect(others).toEqual([]);
    expect(found).toMatchObject({ domain: 'weiss-dach.de', country: 'DE' });
    expect([...(found?.cities ?? [])].sort()).toEqual(['bonn', 'ulm']);
  });
});

describe('a preset without websites', () => {
  it.each(['current', '2015'] as const)('imports Companies House, release %s', async (release) => {
    const { rows, notes } = await load(
      'companies-house',
      companiesHouseFile(
        [
          {
            CompanyName: 'VULCAN REALISATIONS LIMITED',
            CompanyNumber: '00000001',
            'RegAddress.PostTown': 'LIVERPOOL',
            CompanyStatus: 'Active',
            'PreviousName_1.CONDATE': '22/07/2005',
            'PreviousName_1.CompanyName': 'VULCAN FOUNDRY LIMITED',
          },
          { CompanyName: 'GONE LIMITED', 'RegAddress.PostTown': 'LEEDS', CompanyStatus: 'Liquidation' },
          {
            CompanyName: 'LAST CHANCE LTD',
            'RegAddress.PostTown': 'LEEDS',
            CompanyStatus: 'Active - Proposal to Strike off',
          },
        ],
        release,
      ),
    );
    expect(notes.join(' ')).toContain('It has no websites');
    expect(rows).toMatchObject([{ read: 3, companies: 2, names: 3, withWebsite: 0, leftOut: 1 }]);
    expect(await find('vulcanfoundry')).toEqual([
      {
        preset: 'companies-house',
        names: ['VULCAN REALISATIONS LIMITED', 'VULCAN FOUNDRY LIMITED'],
        isOtherName: true,
        domain: null,
        country: 'GB',
        cities: ['liverpool'],
        through: null,
      },
    ]);
  });

  it.each(['3.1', '2.1'] as const)(
    'imports GLEIF, LEI-CDF %s, without funds, people and dead records',
    async (release) => {
      const at = { 'Entity.LegalAddress.Country': 'SE', 'Entity.LegalAddress.City': 'Malmö' };
      const live = { 'Entity.EntityStatus': 'ACTIVE', 'Registration.RegistrationStatus': 'LAPSED' };
      const { rows } = await load(
        'gleif',
        gleifFile(
          [
            {
              ...at,
              ...live,
              'Entity.LegalName': 'Nordljus Holding AB',
              'Entity.OtherEntityNames.OtherEntityName.1': 'Ljusbolaget',
              'Entity.EntityCategory': 'GENERAL',
            },
            { ...at, ...live, 'Entity.LegalName': 'A Fund', 'Entity.EntityCategory': 'FUND' },
            { ...at, ...live, 'Entity.LegalName': 'Jane Doe', 'Entity.EntityCategory': 'SOLE_PROPRIETOR' },
            { ...at, ...live, 'Entity.LegalName': 'Closed AB', 'Entity.EntityStatus': 'INACTIVE' },
            {
              ...at,
              ...live,
              'Entity.LegalName': 'Twice AB',
              'Registration.RegistrationStatus': 'DUPLICATE',
            },
          ],
          release,
        ),
      );
      expect(rows).toMatchObject([{ read: 5, companies: 1, names: 2, leftOut: 4 }]);
      expect(await find('ljusbolaget')).toMatchObject([
        { preset: 'gleif', country: 'SE', cities: ['malmo'] },
      ]);
    },
  );

  it('leads from one name of a company to the website of another', async () => {
    await load(
      'bigpicture',
      bigpictureFile([{ name: 'Ljusbolaget', website: 'lysande.se', country_code: 'SE' }]),
    );
    await load(
      'gleif',
      gleifFile([
        {
          'Entity.LegalName': 'Nordljus Holding AB',
          'Entity.OtherEntityNames.OtherEntityName.1': 'Ljusbolaget',
          'Entity.LegalAddress.Country': 'SE',
          'Entity.LegalAddress.City': 'Malmö',
          'Entity.EntityStatus': 'ACTIVE',
        },
      ]),
    );
    expect(await find('nordljusholding')).toMatchObject([
      { preset: 'gleif', domain: null, through: null },
      { preset: 'bigpicture', domain: 'lysande.se', through: { preset: 'gleif', cities: ['malmo'] } },
    ]);
  });
});

describe('a file of something else', () => {
  it('is refused with the expected columns and the preset that it looks like, and changes nothing', async () => {
    const row = { name: 'Acme', website: 'acme.com', city: 'Austin', country_code: 'US' };
    await load('bigpicture', bigpictureFile([row]));
    await expect(load('gleif', bigpictureFile([row]))).rejects.toThrow(
      /isn't a file for --preset gleif\. It looks like a file for "leadwell companies import --preset bigpicture"\. Expected columns: LEI, Entity\.LegalName/,
    );
    await expect(
      load('bigpicture', 'DOT_NUMBER,LEGAL_NAME,PHY_CITY,PHONE,EMAIL_ADDRESS,COMPANY_OFFICER_1\n'),
    ).rejects.toThrow('It looks like a file for "leadwell leads import --preset fmcsa"');
    await expect(load('bigpicture', bigpictureFile([row]), 'a,b\n1,2\n')).rejects.toThrow(
      'Expected columns: name, website',
    );
    await expect(load('bigpicture', bigpictureFile([]))).rejects.toThrow('No row of these files can be used');
    await expect(
      run('companies-import-preset', { preset: 'overture', files: [write('a,b\n')] }),
    ).rejects.toThrow("can't be read as Parquet");
    await expect(load('acme', '')).rejects.toThrow(
      '--preset must be one of bigpicture, overture, companies-house, gleif.',
    );
    expect(await find('acme')).toHaveLength(1);
  });
});
