import { describe, expect, it } from 'vitest';
import {
  distinctEntries,
  entryLine,
  readCompanyFile,
  readCompanyTable,
  readCompanyText,
  readEntries,
  unnamedTable,
} from './pasted-companies.ts';

const entry = (company_name: string, country: string | null = null, website: string | null = null) => ({
  company_name,
  country,
  website,
});

describe('a file', () => {
  it('is a table if its first row names a company column', () => {
    const table =
      '\ufeffNr,Company Name,Country,Domain\r\n1,"Acme, Inc.",US,acme.com\r\n2,Nord AG,,\r\n3,,DE,x.de\r\n';
    expect(readCompanyFile(table)).toEqual([entry('Acme, Inc.', 'US', 'acme.com'), entry('Nord AG')]);
    for (const header of ['company', 'Organisation', 'Firma', 'société', 'account_name', 'Employer'])
      expect(readCompanyFile(`id;${header}\n1;Acme\n`)).toEqual([entry('Acme')]);
  });

  it.each([
    ['Name,Email,Company\nJane Roe,j@x.com,Acme\n', entry('Acme')],
    ['Organization Name,HQ Country,Primary Domain\nAcme,US,acme.com\n', entry('Acme', 'US', 'acme.com')],
    ['Company ID;Account Name;Billing Country\n7;Acme;DE\n', entry('Acme', 'DE')],
    ['Unternehmensname;Staat\nAcme;DE\n', entry('Acme', 'DE')],
    ['Company / Account,Company Domain Name\nAcme,acme.com\n', entry('Acme', null, 'acme.com')],
    ['\nsep=;\r\n"Company\nname";Country/Region\r\nAcme;DE\r\n', entry('Acme', 'DE')],
    ['First name,Last name,Current company\nJane,Roe,Acme\n', entry('Acme')],
    ['Name;Ragione sociale\nJane;Acme\n', entry('Acme')],
  ])('has its companies in the column whose name says so: %j', (text, expected) => {
    expect(readCompanyFile(text)).toEqual([expected]);
  });

  it.each([
    ['Company,Employees\nAcme,12\nNord AG,30\nTotal,42\n', ['Acme', 'Nord AG']],
    ['Firma;Umsatz\nAcme;1.200,50\nNord AG;99,50\nSumme:;1.300,00\n', ['Acme', 'Nord AG']],
    ['会社名,都市\nアクメ,東京\nベータ,大阪\n合計,2\n', ['アクメ', 'ベータ']],
    ['Company\nAcme, Inc.\nNord AG\nTotal: 2\n', ['Acme, Inc.', 'Nord AG']],
    ['Firma;Ort\nAcme;Kiel\nNord AG;Köln\nAnzahl: 2;\n', ['Acme', 'Nord AG']],
    ['Company\nAcme\nUnit: 7\nTotal: 5\n', ['Acme', 'Unit: 7', 'Total: 5']],
    // The oil company.
    ['Company,Employees\nShell,90000\nTotal,100000\n', ['Shell', 'Total']],
    ['Company,Country\nShell,UK\nTotal,France\n', ['Shell', 'Total']],
  ])('has no company in a sum below its rows: %j', (text, companies) => {
    expect(readCompanyFile(text)?.map(({ company_name }) => company_name)).toEqual(companies);
  });

  it('has the delimiter that its first line tells Excel, even if another one is more frequent', () => {
    const table = 'sep=;\r\n"Company";Street, City, State, Country\r\nAcme, Inc.;1 Main St, Austin\r\n';
    expect(readCompanyFile(table)).toEqual([entry('Acme, Inc.')]);
    expect(readCompanyText(table)).toEqual([entry('Acme, Inc.')]);
    expect(readCompanyTable(table)?.columns).toEqual(['Company', 'Street, City, State, Country']);
    expect(readCompanyText('sep=;\r\nAcme\r\n')).toEqual([entry('Acme')]);
  });

  it('is a list of lines otherwise, in which commas belong to names', () => {
    expect(readCompanyFile('Acme, Inc.\r\n\r\n  Nord AG \nBooking.com\n')).toEqual([
      entry('Acme, Inc.'),
      entry('Nord AG'),
      entry('Booking.com'),
    ]);
  });

  it('is not understood if it is a table without such a column', () => {
    expect(readCompanyFile('a,b,c\n1,2,3\n4,5,6\n')).toBeNull();
    expect(readCompanyFile('"x","y"\n"1","2"\n')).toBeNull();
    expect(readCompanyFile('Acme,US\nNord AG,DE\nOak,UK\n')).toBeNull();
    expect(readCompanyFile('Acme;Berlin\nNord;Kiel\n')).toBeNull();
    expect(readCompanyFile('Acme, Inc.\nNord, AG\n')).toHaveLength(2);
  });
});

describe('a workbook with addresses behind its names', () => {
  const acme = entry('Acme', null, 'https://acme.com');

  it.each([
    [
      'Acme,https://acme.com\n"Nord, Inc.",https://nord.de/\n',
      [acme, entry('Nord, Inc.', null, 'https://nord.de/')],
    ],
    ['Acme,https://acme.com\nNord,\nOak,\n', [acme, entry('Nord'), entry('Oak')]],
    ['Nord,\nOak,\nAcme,https://acme.com\n', [entry('Nord'), entry('Oak'), acme]],
    ['Nord\nOak\nAcme,https://acme.com\n', [entry('Nord'), entry('Oak'), acme]],
    ['https://acme.com;Acme\nnord.de;Nord\n', [acme, entry('Nord', null, 'nord.de')]],
    // Pages at LinkedIn or in a CRM say nothing about the company's site.
    ['Acme,https://crm.example.com/1\nNord,https://crm.example.com/2\n', [entry('Acme'), entry('Nord')]],
    ['Acme,https://www.linkedin.com/company/acme\n', [entry('Acme')]],
  ])('needs no header: %j', (text, expected) => {
    expect(readCompanyFile(text)).toEqual(expected);
    expect(readCompanyText(text)).toEqual(expected);
    expect(readCompanyTable(text)?.columns).toEqual(['column_1', 'column_2']);
    expect(unnamedTable(text)).toBeNull();
  });

  it.each([
    ['Company,Company link\nAcme,https://acme.com\n', acme],
    ['Name;Umsatz;Name link\nAcme;7;https://acme.com\n', acme],
    [
      'Customer,Website,Customer link\nAcme,acme.com,https://crm.example.com/1\n',
      entry('Acme', null, 'acme.com'),
    ],
    ['Company,Note,Note link\nAcme,x,https://acme.com\n', entry('Acme')],
  ])('has them as websites: %j', (text, expected) => {
    expect(readCompanyFile(text)).toEqual([expected]);
  });

  it('has no websites in links to one site', () => {
    const text = 'Company,Company link\nAcme,https://crm.example.com/1\nNord,https://crm.example.com/2\n';
    expect(readCompanyFile(text)).toEqual([entry('Acme'), entry('Nord')]);
  });

  it('has them beside a chosen column, too', () => {
    const named = 'Label,Label link,Seats\nAcme,https://acme.com,5\nNord,https://nord.de,7\n';
    expect(readCompanyText(named, 0)).toEqual([acme, entry('Nord', null, 'https://nord.de')]);
    const plain = 'Acme;Berlin;https://acme.com\nNord;Kiel;https://nord.de\n';
    expect(readCompanyText(plain, 0)).toEqual([acme, entry('Nord', null, 'https://nord.de')]);
    const unnamed = 'Label,Label link\nAcme,https://acme.com\nNord,https://nord.de\n';
    expect(readCompanyText(unnamed, 0)).toEqual([acme, entry('Nord', null, 'https://nord.de')]);
  });

  it('is no list of names with commas', () => {
    expect(readCompanyFile('Acme, Inc.\nBooking.com, Inc.\nNord, S.p.A.\n')).toHaveLength(3);
    expect(readCompanyTable('Acme, Inc.\nBooking.com, Inc.\n')).toBeNull();
    expect(readCompanyTable('Acme\nBooking.com\n')).toBeNull();
  });
});

describe('lines', () => {
  it('have a country or website after a tab, as spreadsheets copy them', () => {
    expect(
      readEntries(['Acme\tGermany\tacme.de', 'Acme\thttps://www.acme.de/x', ' Nord ', '\tDE', '']),
    ).toEqual([
      entry('Acme', 'Germany', 'acme.de'),
      entry('Acme', null, 'https://www.acme.de/x'),
      entry('Nord'),
    ]);
  });

  it('are a table if the first one names its columns', () => {
    expect(readEntries(['Nr\tWebsite\tCompany', '1\tacme.de\tAcme', '2\t\tNord', '3\tx.de\t'])).toEqual([
      entry('Acme', null, 'acme.de'),
      entry('Nord'),
    ]);
    expect(readEntries(['Company', 'Acme'])).toHaveLength(2);
  });

  it('leave out hints that are too long for one', () => {
    expect(
      readEntries([`Acme\t${'They make widgets. '.repeat(20)}`, `Nord\thttps://n.de/${'x'.repeat(3000)}`]),
    ).toEqual([entry('Acme'), entry('Nord')]);
  });

  it('pasted from a CSV file are a table', () => {
    expect(readCompanyText('Company,Country\r\n"Acme, Inc.",US\r\n')).toEqual([entry('Acme, Inc.', 'US')]);
    expect(readCompanyText('Firma;Ort\nAcme;Bonn\n')).toEqual([{ ...entry('Acme'), city: 'Bonn' }]);
    expect(readCompanyText('Company, Inc\nAcme, Ltd\n')).toHaveLength(2);
    expect(readCompanyText('Acme;Berlin\n')).toEqual([entry('Acme;Berlin')]);
    expect(readCompanyText('Company\tCountry\n• Acme\tUS\n')).toEqual([entry('Acme', 'US')]);
  });

  it('can be a written list', () => {
    expect(readEntries(['• Acme', '- Nord\tDE', '\u200b▪ 3. Liga', '-Punkt'])).toEqual([
      entry('Acme'),
      entry('Nord', 'DE'),
      entry('3. Liga'),
      entry('-Punkt'),
    ]);
    // A sign alone is a line whose fault is shown.
    expect(readEntries(['🚀 Acme', '🚀'])).toEqual([entry('Acme'), entry('🚀')]);
    expect(readEntries(['1. Acme', '2) Nord', '', '(3) A. Lange'])).toEqual([
      entry('Acme'),
      entry('Nord'),
      entry('A. Lange'),
    ]);
  });

  it('are the same entry with other capitals and spaces', () => {
    const { entries, duplicates } = distinctEntries(readEntries(['Acme AG', 'ACME\u00a0 AG', 'Acme AG\tDE']));
    expect([entries, duplicates]).toEqual([[entry('Acme AG'), entry('Acme AG', 'DE')], 1]);
  });

  it('read what was written, and count duplicates', () => {
    const entries = [entry('Acme', 'DE'), entry('Acme'), entry('Acme', null, 'acme.de'), entry('Acme')];
    expect(readEntries(entries.map(entryLine))).toEqual(entries);
    expect(distinctEntries(entries)).toEqual({ entries: entries.slice(0, 3), duplicates: 1 });
  });
});

describe('a pasted column', () => {
  it.each([
    ['Company\nAcme, Inc.\nNord AG\n', ['Acme, Inc.', 'Nord AG']],
    ['Client\r\nAcme\r\n', ['Acme']],
    ['会社名\nアクメ\n', ['アクメ']],
    // Alone, or with commas that may separate names, it may be anything.
    ['Company', ['Company']],
    ['Company\nAcme,Nord\n', ['Company', 'Acme,Nord']],
    ['Acme\nCompany\n', ['Acme', 'Company']],
  ])('has no company in its header: %j', (text, companies) => {
    expect(readCompanyText(text).map(({ company_name }) => company_name)).toEqual(companies);
  });
});

it('a text looks like a table without a company column', () => {
  const unnamed = 'Ort;Nr;Bezeichnung\nKiel;1;Acme\nKöln;2;Nord';
  expect(unnamedTable(unnamed)).toEqual({
    columns: ['Ort', 'Nr', 'Bezeichnung'],
    isNamed: true,
    likeliest: 2,
    hasTabs: false,
  });
  expect(unnamedTable('Nr;Firma;Ort\n1;Acme;Kiel\n2;Nord;Köln')).toBeNull();
  expect(unnamedTable('Acme, Inc.\nNord AG\nSmith, Jones & Co.')).toBeNull();
  expect(unnamedTable('a,b,c\n1,2,3\n4,5,6')?.likeliest).toBeNull();
  expect(unnamedTable('Kd-Nr\tMandant\tOrt\n1\tAcme\tKiel')).toMatchObject({ likeliest: 1, hasTabs: true });
  expect(unnamedTable('Acme\tKiel\nNord\tBonn')).toBeNull();
});

it.each([
  ['Account Owner;Deal;ARR\nAnn;Acme renewal;100\nBob;Beta new;200', 'Deal'],
  ['Industry,Label,Score\nSoftware,Acme,9\nRetail,Beta,8\nFood,,3', 'Label'],
  ['Status;Label;Score\nopen;Acme;9\nopen;Beta;8', 'Label'],
  ['Job title;Contact;Label;Score\nCEO;Ann Lee;Acme;9\nCTO;Bob Ray;Beta;8', 'Label'],
  // Of columns with as many names, the one with the most different ones.
  ['Sparte;Label;Score\nHandel;Acme;9\nHandel;Beta;8', 'Label'],
  ['Germany;Acme;9\nGermany;Beta;8', 'column_2'],
  ['Prospect;Note;Score\nAcme;called;9\nBeta;mailed;8', 'Prospect'],
  // Nothing else has names.
  ['Industry,Score,Seats\nSoftware,9,1\nRetail,8,2', 'Industry'],
])('knows which column most likely has the companies: %j', (text, column) => {
  const unnamed = unnamedTable(text);
  expect(unnamed?.columns[unnamed.likeliest ?? -1]).toBe(column);
});

it('takes the chosen column of a table, also of one that names another column or none', () => {
  const unnamed = 'Ort;Nr;Bezeichnung\nKiel;1;Acme\nKöln;2;Nord';
  expect(readCompanyText(unnamed, 2)).toEqual([
    { company_name: 'Acme', country: null, website: null, city: 'Kiel' },
    { company_name: 'Nord', country: null, website: null, city: 'Köln' },
  ]);
  // No sign of a header: no row gets lost.
  const plain = 'Acme;Hans;Mayer\nNord;Pia;Kern\n';
  expect(readCompanyText(plain, 0).map(({ company_name }) => company_name)).toEqual(['Acme', 'Nord']);
  const wrong = 'Account,Customer of ours,Website\n7,Acme,acme.com\n8,Nord,nord.de\n';
  expect(readCompanyText(wrong).map(({ company_name }) => company_name)).toEqual(['7', '8']);
  expect(readCompanyTable(wrong, 1)).toMatchObject({ places: { name: 1, website: 2 } });
  expect(readCompanyText(wrong, 1)[0]).toEqual({ company_name: 'Acme', country: null, website: 'acme.com' });
  const sites = 'Acme;Berlin\nBooking.com;Amsterdam\nExample.com;Kiel\n';
  expect(readCompanyText(sites, 0)).toHaveLength(3);
  // A choice that no longer fits the text.
  expect(readCompanyText('Acme\nNord', 3).map(({ company_name }) => company_name)).toEqual(['Acme', 'Nord']);
});
