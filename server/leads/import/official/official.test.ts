import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dataPreset, type LeadPresetName } from '#engines/data-presets/data-presets.ts';
import { currentImports } from '../../import-records.ts';
import { LEAD_COMMANDS } from '../../operator-commands.ts';
import { addOptOutsAndDeleteLeads } from '../../opted-out-leads.ts';
import { type LeadBench, openLeadBench, parseOptOuts, type Searcher } from '../../test-leads.ts';
import {
  charitiesFile,
  fmcsaFile,
  form990,
  MASTER_FILE,
  nppesFile,
  officersFile,
} from './test-official-files.ts';

let bench: LeadBench;
let person: Searcher;
const folder = mkdtempSync(join(tmpdir(), 'leadwell-official-'));
beforeAll(async () => {
  bench = await openLeadBench();
  person = await bench.person();
});
afterAll(async () => {
  await bench.close();
  rmSync(folder, { recursive: true });
});

let files = 0;
function write(content: string | Buffer, name = `official-${files}`): string {
  files += 1;
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

async function run(
  preset: LeadPresetName | null,
  file: string,
  request: object = {},
): Promise<{ report: object; notes: string[] }> {
  bench.deps.clock.advance(1000);
  const rows: object[] = [];
  const notes: string[] = [];
  const command = LEAD_COMMANDS.find(({ name }) => name === 'leads-import');
  const input = {
    file,
    database: 'apollo',
    mode: 'replace',
    preset,
    source: null,
    licence: null,
    date: null,
    dryRun: false,
    refusedFile: `${file}.refused.csv`,
    ...request,
  };
  await command?.run(bench.deps, command.input.parse(input) as never, {
    row: (row) => rows.push(row),
    note: (text) => notes.push(text),
  });
  return { report: rows[0] ?? {}, notes };
}
const leads = async (database: 'apollo' | 'leadrocks' | 'sales_navigator' = 'apollo') =>
  (await person.call(database, { action: 'search', filters: {} })).body.leads;
const named = async (name: string) =>
  (await leads()).find((lead: { first_name: string }) => lead.first_name === name);

const CARRIER = {
  STATUS_CODE: 'A',
  DOT_NUMBER: '123456',
  LEGAL_NAME: 'DOE HAULING LLC',
  DBA_NAME: 'Doe Hauling',
  PHONE: '5125550100',
  CELL_PHONE: '5125550102',
  EMAIL_ADDRESS: 'JANE@DOEHAULING.EXAMPLE',
  COMPANY_OFFICER_1: 'JANE DOE',
  COMPANY_OFFICER_2: 'JOHN ROE',
  TOTAL_DRIVERS: '7',
  PHY_CITY: 'AUSTIN',
  PHY_STATE: 'TX',
  PHY_COUNTRY: 'US',
};

describe('an official list', () => {
  it('says its license, source and persons, and stores the note', async () => {
    const { notes } = await run('fmcsa', write(fmcsaFile([CARRIER])));
    expect(notes[0]).toMatch(/^FMCSA company census\. License: .*public domain.* Has people: yes\.$/);
    expect(notes[1]).toContain('GDPR Article 6');
    const [stored] = await currentImports(bench.deps.warehouse, 'apollo');
    const { basis, license, source } = dataPreset('fmcsa');
    expect(stored).toMatchObject({ preset: 'fmcsa', note: basis, licence: license });
    expect(stored?.source).toContain(source);
  });

  it('has the source and license that the operator gives, in every row and in the catalog', async () => {
    await run('fmcsa', write(fmcsaFile([CARRIER])), { source: 'Our copy of May', licence: 'as agreed' });
    expect(await named('Jane')).toMatchObject({ source: 'Our copy of May', license: 'as agreed' });
    const [stored] = await currentImports(bench.deps.warehouse, 'apollo');
    expect(stored).toMatchObject({ source: 'Our copy of May', licence: 'as agreed' });
  });

  it('has source and license in every export, also with chosen columns', async () => {
    await run('fmcsa', write(fmcsaFile([CARRIER])));
    const reply = await person.exportFile('apollo', {
      filters: { excludeCompanies: ['nobody'] },
      columns: ['last_name'],
    });
    const [header, row = ''] = (await reply.text()).replace('\ufeff', '').split(/\r?\n/);
    expect(header).toBe('last_name,source,license');
    expect(row).toMatch(/^"(?:Doe|Roe)","FMCSA company census, https:.*public domain/);
  });

  it.each(['leadrocks', 'sales_navigator'] as const)('fills the columns of %s', async (database) => {
    await run('fmcsa', write(fmcsaFile([CARRIER])), { database });
    const of = (lead: Record<string, string>) => lead.Full_Name ?? lead.Full_name;
    const jane = (await leads(database)).find((lead: Record<string, string>) => of(lead) === 'Jane Doe');
    expect(jane).toMatchObject(
      database === 'leadrocks'
        ? { Company: 'Doe Hauling', Work_Email_1: 'jane@doehauling.example', Location: 'AUSTIN, TX, US' }
        : { Company_Name: 'Doe Hauling', Emails: 'jane@doehauling.example', Region: 'AUSTIN, TX' },
    );
    expect(jane).toMatchObject({ usdot_number: '123456' });
  });

  it('needs the source and license of other files', async () => {
    const file = write('first_name,last_name,email\nA,B,a@b.example\n');
    await expect(run(null, file)).rejects.toThrow('--source is missing. Say where the rows come from.');
    await expect(run(null, file, { source: 'own' })).rejects.toThrow('--license is missing.');
  });
});

describe('fmcsa', () => {
  it('makes a lead of each officer, and leaves out carriers that are inactive or have no one to write to', async () => {
    const { report } = await run(
      'fmcsa',
      write(
        fmcsaFile([
          CARRIER,
          { ...CARRIER, DOT_NUMBER: '2', STATUS_CODE: 'I' },
          { ...CARRIER, DOT_NUMBER: '3', COMPANY_OFFICER_1: '', COMPANY_OFFICER_2: '', EMAIL_ADDRESS: '' },
        ]),
      ),
    );
    expect(report).toMatchObject({ imported: 2, leftOut: { inactive: 1, nobody: 1 } });
    expect(await named('Jane')).toMatchObject({
      last_name: 'Doe',
      title: 'Officer',
      company: 'Doe Hauling',
      email: 'jane@doehauling.example',
      corporate_phone: '5125550100',
      mobile_phone: '5125550102',
      city: 'AUSTIN',
      usdot_number: '123456',
    });
    expect(await named('John')).toMatchObject({ email: '', mobile_phone: '', corporate_phone: '5125550100' });
  });

  it('counts records with the email of an earlier one apart from other duplicates', async () => {
    const fleet = { ...CARRIER, DOT_NUMBER: '2', DBA_NAME: 'Roe Hauling', COMPANY_OFFICER_2: '' };
    const { report } = await run('fmcsa', write(fmcsaFile([CARRIER, fleet, CARRIER])));
    // Of the third record, Jane has an email, and John is the same officer again.
    expect(report).toMatchObject({ imported: 2, duplicates: 3, sameEmail: 2 });
  });

  it('imports the older census, without officers', async () => {
    const carrier = { ...CARRIER, TELEPHONE: '5125550100', DRIVER_TOTAL: '7' };
    const { report } = await run('fmcsa', write(fmcsaFile([carrier], 'sms')));
    expect(report).toMatchObject({ imported: 1 });
    expect(await leads()).toMatchObject([{ email: 'jane@doehauling.example', employees: '7' }]);
  });
});

describe.each(['current', '2015'] as const)('nppes, release %s', (release) => {
  it('imports providers and the officials of organizations, without deactivated numbers', async () => {
    const place = {
      'Provider First Line Business Practice Location Address': '1 CLINIC WAY',
      'Provider Business Practice Location Address City Name': 'SALEM',
      'Provider Business Practice Location Address State Name': 'OR',
      'Provider Business Practice Location Address Telephone Number': '5035550100',
    };
    const { report } = await run(
      'nppes',
      write(
        gzipSync(
          nppesFile(
            [
              {
                ...place,
                NPI: '1000000001',
                'Entity Type Code': '1',
                'Provider Last Name (Legal Name)': 'MILLER',
                'Provider First Name': 'ADA',
                'Provider Credential Text': 'M.D.',
                'Healthcare Provider Taxonomy Code_1': '207Q00000X',
                'Healthcare Provider Taxonomy Code_2': '208D00000X',
                'Healthcare Provider Primary Taxonomy Switch_2': 'Y',
              },
              {
                ...place,
                NPI: '1000000002',
                'Entity Type Code': '2',
                'Provider Organization Name (Legal Business Name)': 'SALEM CLINIC LLC',
                'Authorized Official Last Name': 'ROE',
                'Authorized Official First Name': 'BEN',
                'Authorized Official Title or Position': 'CEO',
                'Authorized Official Telephone Number': '5035550101',
              },
              { NPI: '1000000003', 'NPI Deactivation Date': '01/02/2020' },
              {
                NPI: '1000000004',
                'Entity Type Code': '1',
                'Provider Last Name (Legal Name)': 'BACK',
                'Provider First Name': 'COMES',
                'NPI Deactivation Date': '01/02/2020',
                'NPI Reactivation Date': '01/03/2020',
              },
            ],
            release,
          ),
        ),
      ),
    );
    expect(report).toMatchObject({ imported: 3, leftOut: { inactive: 1, nobody: 0 } });
    expect(await named('Ada')).toMatchObject({
      last_name: 'Miller',
      title: 'M.D.',
      company: 'Individual provider (NPI 1000000001)',
      work_direct_phone: '5035550100',
      corporate_phone: '',
      industry: '208D00000X',
      city: 'SALEM',
      npi: '1000000001',
    });
    expect(await named('Ben')).toMatchObject({
      title: 'CEO',
      company: 'SALEM CLINIC LLC',
      work_direct_phone: '5035550101',
      corporate_phone: '5035550100',
    });
  });
});

describe('nppes', () => {
  const smith = {
    NPI: '1000000001',
    'Entity Type Code': '1',
    'Provider Last Name (Legal Name)': 'SMITH',
    'Provider First Name': 'JOHN',
    'Provider Credential Text': 'MD',
    'Provider Business Practice Location Address Telephone Number': '5035550100',
  };
  const other = {
    ...smith,
    NPI: '1000000002',
    'Provider Business Practice Location Address Telephone Number': '5035550102',
  };

  it('tells providers of the same name apart', async () => {
    const { report } = await run('nppes', write(nppesFile([smith, other])));
    expect(report).toMatchObject({ imported: 2, duplicates: 0, sameEmail: 0 });
    const again = await run('nppes', write(nppesFile([smith])), { mode: 'append' });
    expect(again.report).toMatchObject({ imported: 0, duplicates: 1, sameEmail: 0 });
  });

  it.each(['apollo', 'leadrocks', 'sales_navigator'] as const)(
    'loses a provider of %s who opts out with the phone, and only this one',
    async (database) => {
      const official = {
        NPI: '1000000003',
        'Entity Type Code': '2',
        'Provider Organization Name (Legal Business Name)': 'SALEM CLINIC LLC',
        'Authorized Official Last Name': 'ROE',
        'Authorized Official First Name': 'BEN',
        'Authorized Official Telephone Number': '5035550103',
        'Provider Business Practice Location Address Telephone Number': '5035550104',
      };
      await run('nppes', write(nppesFile([smith, other, official])), { database });
      await addOptOutsAndDeleteLeads(bench.deps, parseOptOuts('+1 503 555 0102', '+1 503 555 0103'));
      expect((await leads(database)).map(({ npi }: { npi: string }) => npi)).toEqual(['1000000001']);
      await bench.deps.database.db.deleteFrom('opt_outs').execute();
    },
  );
});

describe('irs990', () => {
  it.each(['2013', '2009'] as const)('imports returns as XML, schema %s', async (schema) => {
    const officers = [
      { name: 'ANNA O&apos;HARA', title: 'Executive Director' },
      { name: 'OLD HAND', title: 'Past President', former: 'X' },
    ];
    const { report } = await run(
      'irs990',
      write(
        form990({ organization: 'FOOD &amp; SHELTER', website: 'WWW.FOOD.EXAMPLE' }, officers, schema) +
          form990({ organization: 'CLOSED', last: 'X' }, officers, schema) +
          form990({ organization: 'EMPTY' }, [], schema),
      ),
    );
    expect(report).toMatchObject({ imported: 1, leftOut: { inactive: 1, nobody: 1 } });
    expect(await leads()).toMatchObject([
      {
        first_name: 'Anna',
        last_name: "O'Hara",
        title: 'Executive Director',
        company: 'FOOD & SHELTER',
        website: 'www.food.example',
        corporate_phone: '2025550100',
        city: 'Salem',
        state: 'OR',
        ein: '010203040',
      },
    ]);
  });

  it('imports tables of officers, also of 2020', async () => {
    const current = {
      ORG_EIN: '010203040',
      ORG_NAME_L1: 'FOOD AND SHELTER',
      F9_07_COMP_DTK_NAME_PERS: 'CARLA DIAZ',
      F9_07_COMP_DTK_TITLE: 'TREASURER',
    };
    const { report } = await run(
      'irs990',
      write(officersFile([current, { ...current, F9_07_COMP_DTK_POS_FORMER_X: 'X' }])),
    );
    expect(report).toMatchObject({ imported: 1, leftOut: { inactive: 1 } });
    expect(await leads()).toMatchObject([{ first_name: 'Carla', title: 'TREASURER', ein: '010203040' }]);
    const older = {
      ein: '010203040',
      BsnssNm_BsnssNmLn1Txt: 'FOOD AND SHELTER',
      PrsnNm: 'Dan Eng',
      TtlTxt: 'CFO',
    };
    await run('irs990', write(officersFile([older], '2020')));
    expect(await leads()).toMatchObject([{ first_name: 'Dan', company: 'FOOD AND SHELTER', title: 'CFO' }]);
  });

  it('refuses the business master file, which has no people', async () => {
    await expect(run('irs990', write(MASTER_FILE))).rejects.toThrow(
      'It looks like the extract of the business master file, which has organizations without people',
    );
  });
});

describe.each(['json', 'txt'] as const)('uk-charities as %s', (form) => {
  const charity = {
    organisation_number: 7,
    registered_charity_number: 200001,
    linked_charity_number: 0,
    charity_name: 'The "Good" Trust {UK}',
    charity_registration_status: 'Registered',
    charity_contact_address1: '1 Mill Lane',
    charity_contact_address2: 'York',
    charity_contact_postcode: 'YO1 1AA',
    charity_contact_phone: '01904 555 010',
    charity_contact_email: 'Hello@Good.example',
    charity_contact_web: 'www.good.example',
  };
  const trustee = {
    organisation_number: 7,
    registered_charity_number: 200001,
    linked_charity_number: 0,
    trustee_id: 1,
    trustee_name: 'Ms Edith Vale',
    trustee_is_chair: true,
    individual_or_organisation: 'P',
  };
  const charities = charitiesFile(
    'charity',
    [
      charity,
      { ...charity, registered_charity_number: 200002, charity_registration_status: 'Removed' },
      { ...charity, organisation_number: 9, linked_charity_number: 1 },
    ],
    form,
  );

  it('imports charities with their contact, without removed and linked ones', async () => {
    const { report } = await run('uk-charities', write(charities));
    expect(report).toMatchObject({ imported: 1, leftOut: { inactive: 2, nobody: 0 } });
    expect(await leads()).toMatchObject([
      {
        company: 'The "Good" Trust {UK}',
        email: 'hello@good.example',
        corporate_phone: '01904 555 010',
        website: 'www.good.example',
        city: 'York',
        charity_number: '200001',
      },
    ]);
  });

  it('imports trustees with the charities of the file beside them', async () => {
    const trustees = charitiesFile(
      'charity_trustee',
      [
        trustee,
        { ...trustee, trustee_id: 2, trustee_name: 'Tom Ash', trustee_is_chair: false },
        { ...trustee, trustee_id: 3, trustee_name: 'A Bank Ltd', individual_or_organisation: 'O' },
        { ...trustee, registered_charity_number: 200002 },
      ],
      form,
    );
    const file = write(trustees, `publicextract.charity_trustee.${form}`);
    rmSync(join(folder, `publicextract.charity.${form}`), { force: true });
    await expect(run('uk-charities', file)).rejects.toThrow(
      `Put publicextract.charity.${form} of the same day beside it`,
    );
    write(charities, `publicextract.charity.${form}`);
    const { report } = await run('uk-charities', file);
    expect(report).toMatchObject({ imported: 2, leftOut: { inactive: 1, nobody: 1 } });
    expect(await named('Edith')).toMatchObject({
      last_name: 'Vale',
      title: 'Chair of trustees',
      company: 'The "Good" Trust {UK}',
      website: 'www.good.example',
      email: '',
      corporate_phone: '',
    });
    expect(await named('Tom')).toMatchObject({ title: 'Trustee' });
  });
});

describe('a file of something else', () => {
  it.each<[LeadPresetName, string, string]>([
    ['nppes', fmcsaFile([CARRIER]), 'It looks like a file for "leadwell leads import --preset fmcsa"'],
    ['fmcsa', nppesFile([]), 'It looks like a file for "leadwell leads import --preset nppes"'],
    [
      'fmcsa',
      'name,website,city,country_code\n',
      'It looks like a file for "leadwell companies import --preset bigpicture"',
    ],
    ['uk-charities', '[{"a":1}]', 'Expected columns: organisation_number'],
    ['uk-charities', '[{"a":', "can't be read as JSON: it ends within an object"],
    ['nppes', form990({ organization: 'X' }, []), "isn't a file for --preset nppes"],
    ['irs990', '<html><body></Return>', "isn't a file for --preset irs990"],
    ['irs990', '<html><body>', "isn't a file for --preset irs990"],
  ])('%s is refused', async (preset, content, message) => {
    await run('fmcsa', write(fmcsaFile([CARRIER])));
    await expect(run(preset, write(content))).rejects.toThrow(message);
    expect(await leads()).toHaveLength(2);
  });

  it('names the presets for an unknown one', async () => {
    await expect(run('acme' as never, write('a\n'))).rejects.toThrow(
      '--preset must be one of apollo, leadrocks, phantombuster, evaboot, own, nppes, irs990, fmcsa, uk-charities.',
    );
  });
});
