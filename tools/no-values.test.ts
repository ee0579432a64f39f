import { describe, expect, it } from 'vitest';
import { readCompanyText } from '#engines/csv/pasted-companies.ts';
import { readPastedProfiles } from '#engines/csv/pasted-profiles.ts';
import { readPastedWebsites } from '#engines/csv/pasted-websites.ts';
import { readPersonTable } from '#engines/csv/person-table.ts';
import { readCompanyItems } from './company-to-domain/server/read-items.ts';
import { companyStep } from './company-to-domain/step.ts';
import { emailStep } from './email-finder/step.ts';
import { readProfileItems } from './linkedin-enrichment/server/read-items.ts';
import { linkedinStep } from './linkedin-enrichment/step.ts';
import { readUrlItems } from './website-extraction/server/read-items.ts';
import { websiteStep } from './website-extraction/step.ts';

const NOTHING = [
  'N/A',
  'n/a',
  'NA',
  'n.a.',
  '-',
  '—',
  '--',
  'none',
  'NULL',
  'null',
  '#N/A',
  '#REF!',
  "'-",
  '(blank)',
];

const inputsOf = (csv: string) => readPersonTable(csv).rows.flatMap(({ inputs }) => inputs);

describe.each(NOTHING)('a cell with %s', (nothing) => {
  it('is no profile, and no hint beside one', async () => {
    const list = `Name,LinkedIn,Company\nJane Doe,linkedin.com/in/jane,Acme\nJoe Roe,${nothing},Beta\n${nothing},linkedin.com/in/ann,${nothing}`;
    const { entries, table } = readPastedProfiles(list);
    expect(entries.map(({ linkedinUrl, name, company }) => [linkedinUrl, name, company])).toEqual([
      ['linkedin.com/in/jane', 'Jane Doe', 'Acme'],
      ['linkedin.com/in/ann', null, null],
    ]);
    expect(table?.rows).toHaveLength(3);
    expect(readPastedProfiles(`linkedin.com/in/jane\n${nothing}`).entries).toHaveLength(1);
    const linkedinUrls = ['linkedin.com/in/jane', nothing];
    expect(await readProfileItems({ linkedinUrls })).toMatchObject({ positions: [[0], []] });
    expect(linkedinStep.items({ profile: nothing })).toEqual([]);
  });

  it('is no website', async () => {
    expect(readPastedWebsites(`Company,Website\nAcme,acme.com\nBeta,${nothing}`)).toMatchObject({
      taken: [{ key: 'acme.com' }],
      leftOut: [{ why: 'has no web address' }],
    });
    expect(readPastedWebsites(`acme.com\n${nothing}`).leftOut).toEqual([]);
    expect(await readUrlItems(['acme.com', nothing])).toMatchObject({
      inputs: ['acme.com'],
      positions: [[0], []],
    });
    expect(websiteStep.items({ website: nothing })).toEqual([]);
  });

  it('is no company, and no hint beside one', async () => {
    const acme = { company_name: 'Acme', country: 'Germany', website: 'acme.com' };
    const list = `Company,City,Website\nAcme,Bonn,acme.com\n${nothing},Bonn,beta.com\nGamma,${nothing},${nothing}`;
    expect(readCompanyText(list)).toEqual([
      { company_name: 'Acme', country: null, website: 'acme.com', city: 'Bonn' },
      { company_name: 'Gamma', country: null, website: null },
    ]);
    expect(readCompanyText(`Acme\n${nothing}`)).toHaveLength(1);
    expect((await readCompanyItems([acme, nothing])).inputs).toHaveLength(1);
    const same = ['Gamma', { company_name: 'Gamma', website: nothing, city: nothing }];
    expect((await readCompanyItems(same)).inputs).toHaveLength(1);
    expect(companyStep.items({ company: nothing, website: 'acme.com' })).toEqual([]);
    expect(companyStep.items({ company: 'Acme', website: nothing })).toEqual(
      companyStep.items({ company: 'Acme' }),
    );
  });

  it('is no email, domain or company of a person', () => {
    expect(
      inputsOf(`first_name,last_name,domain,email\nJane,Doe,acme.com,${nothing}\nJoe,Roe,${nothing},`),
    ).toEqual([
      { first_name: 'Jane', last_name: 'Doe', domain: 'acme.com' },
      { first_name: 'Joe', last_name: 'Roe', domain: '' },
    ]);
    expect(inputsOf(`first_name,last_name,company,website\nJane,Doe,Acme,${nothing}`)).toEqual([
      { first_name: 'Jane', last_name: 'Doe', domain: '', company: 'Acme' },
    ]);
    const person = { first_name: 'Jane', last_name: 'Doe', domain: 'acme.com' };
    expect(emailStep.items({ ...person, email: nothing })).toEqual(emailStep.items(person));
    expect(emailStep.items({ ...person, domain: nothing, company: nothing })).toEqual([]);
  });
});

it('a cell with NA is Namibia, and the name of a person', () => {
  expect(readCompanyText('Company,Country\nAcme,NA')).toEqual([
    { company_name: 'Acme', country: 'NA', website: null },
  ]);
  expect(inputsOf('first_name,last_name,domain\nNa,Null,acme.com')).toEqual([
    { first_name: 'Na', last_name: 'Null', domain: 'acme.com' },
  ]);
});
