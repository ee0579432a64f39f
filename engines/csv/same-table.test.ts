import { describe, expect, it } from 'vitest';
import { readCompanyFile, readCompanyText } from './pasted-companies.ts';
import { readPastedProfiles } from './pasted-profiles.ts';
import { readPastedWebsites } from './pasted-websites.ts';
import { readPersonTable } from './person-table.ts';
import { readCsvRecord } from './read-csv.ts';
import { csvHeader, textLine } from './write-csv.ts';

const people = (text: string) => readPersonTable(text).rows.flatMap(({ inputs }) => inputs);
const websites = (text: string) => readPastedWebsites(text).taken.map(({ key }) => key);
const profiles = (text: string) =>
  readPastedProfiles(text).entries.map(({ linkedinUrl, name, company }) => [linkedinUrl, name, company]);
const companies = (text: string) => (readCompanyFile(text) ?? []).map(({ company_name }) => company_name);

describe('every list is read by the same rules', () => {
  it('semicolons within cells of a table with commas separate nothing', () => {
    const text =
      'Name,Company,Website,LinkedIn,Tags\nJane Doe,Acme,acme.com,linkedin.com/in/jane,a;b\nJoe Roe,Nord,nord.de,linkedin.com/in/joe,c;d\n';
    expect(profiles(text)).toEqual([
      ['linkedin.com/in/jane', 'Jane Doe', 'Acme'],
      ['linkedin.com/in/joe', 'Joe Roe', 'Nord'],
    ]);
    expect(readPastedWebsites(text).table?.rows[0]).toEqual([
      'Jane Doe',
      'Acme',
      'acme.com',
      'linkedin.com/in/jane',
      'a;b',
    ]);
    expect(people(text)).toHaveLength(2);
    expect(companies(text)).toEqual(['Acme', 'Nord']);
  });

  it('a tab always separates cells, also beside commas', () => {
    const text = 'Miller, Jane, Dr.\tacme.com\nRoe, Joe, Dr.\tnord.de\n';
    expect(people(text)).toEqual([
      { first_name: 'Miller, Jane, Dr.', last_name: '', domain: 'acme.com' },
      { first_name: 'Roe, Joe, Dr.', last_name: '', domain: 'nord.de' },
    ]);
    expect(websites(text)).toEqual(['acme.com', 'nord.de']);
    expect(companies('Name, legal\tCompany\nx, y, z\tAcme, Inc.\n')).toEqual(['Acme, Inc.']);
  });

  it('a first row with an address has no names of columns', () => {
    expect(people('Jane,Miller,"acme.com; acme.de"\nJoe,Roe,nord.de\nAnn,Poe,oak.com\n')).toHaveLength(4);
    expect(readCompanyText('Brand\tbrand.com\nAcme\tacme.com\n')).toHaveLength(2);
    expect(profiles('Jane,https://lnkd.in/abc\nJoe,linkedin.com/in/joe\n')).toHaveLength(2);
    expect(readPastedWebsites('Acme;;joe@gmail.com\nNord;nord.de;\n').table?.header).toBeNull();
  });

  it('names of columns may have dots', () => {
    expect(people('First.Name;Last.Name;Job.Title;Website\nJane;Miller;x;acme.com\n')).toEqual([
      { first_name: 'Jane', last_name: 'Miller', domain: 'acme.com' },
    ]);
    expect(companies('Tel.Nr;Firma\n123;Acme\n')).toEqual(['Acme']);
    expect(readPastedWebsites('Tel.Nr;Web\n123;acme.com\n').leftOut).toEqual([]);
    expect(profiles('Kd.Nr;LinkedIn\n1;linkedin.com/in/jane\n')).toHaveLength(1);
    expect(people('Acme.Com,Jane,Miller\n')).toHaveLength(1);
  });

  it('the clearest name of a column wins, wherever it is', () => {
    expect(people('Address,E-Mail\nMain Street 1,jane@acme.com\n')).toEqual([{ address: 'jane@acme.com' }]);
    expect(people('First name,Last name,Address,Domain\nJane,Miller,Main Street 1,acme.com\n')).toEqual([
      { first_name: 'Jane', last_name: 'Miller', domain: 'acme.com' },
    ]);
    expect(people('Address\njane@acme.com\n')).toEqual([{ address: 'jane@acme.com' }]);
    expect(people('Name,Site,Website\nJane Miller,Berlin,acme.com\n')).toMatchObject([
      { domain: 'acme.com' },
    ]);
    expect(profiles('Account,Company,LinkedIn\n17,Acme,linkedin.com/in/jane\n')).toEqual([
      ['linkedin.com/in/jane', null, 'Acme'],
    ]);
  });

  it('a named column of links wins over one with more of them', () => {
    const manager = 'https://www.linkedin.com/in/boss';
    expect(
      profiles(`Reports to,LinkedIn\n${manager},linkedin.com/in/jane\n${manager},\n`).map(([url]) => url),
    ).toEqual(['linkedin.com/in/jane']);
    expect(websites('Link,Website\nx.com,acme.com\ny.com,\n')).toEqual(['acme.com']);
  });

  it('profiles of companies are not their websites, also without names of columns', () => {
    const page = 'https://www.linkedin.com/company/acme';
    expect(websites(`Acme\t${page}\tacme.com\nNord\t${page}\tnord.de\n`)).toEqual(['acme.com', 'nord.de']);
  });

  it('a name in two columns is whole, in every language', () => {
    expect(profiles('Vorname;Name;LinkedIn\nJane;Miller;linkedin.com/in/jane\n')).toEqual([
      ['linkedin.com/in/jane', 'Jane Miller', null],
    ]);
    expect(profiles('Voornaam;Achternaam;LinkedIn\nJane;Miller;linkedin.com/in/jane\n')).toEqual([
      ['linkedin.com/in/jane', 'Jane Miller', null],
    ]);
    expect(profiles('First Name,Full Name,LinkedIn\nJane,Jane Miller,linkedin.com/in/jane\n')).toEqual([
      ['linkedin.com/in/jane', 'Jane Miller', null],
    ]);
  });

  it('a chosen column makes no table of a list, and its delimiter line makes one of a single column', () => {
    const list = 'linkedin.com/in/jane;linkedin.com/in/joe';
    expect(readPastedProfiles(list, { column: 0 }).entries).toHaveLength(2);
    expect(profiles('sep=;\r\nLinkedIn\r\nlinkedin.com/in/jane\r\n')).toEqual([
      ['linkedin.com/in/jane', null, null],
    ]);
    expect(websites('sep=;\r\nWeb\r\nacme.com\r\n')).toEqual(['acme.com']);
  });

  it('commas in texts of a single column separate nothing', () => {
    expect(companies('Company\nAcme, Inc.\nGlobex, Ltd.\n')).toEqual(['Acme, Inc.', 'Globex, Ltd.']);
    expect(people('Email\njane@acme.com, joe@acme.com\nbo@nord.de\n')).toEqual([
      { address: 'jane@acme.com' },
      { address: 'joe@acme.com' },
      { address: 'bo@nord.de' },
    ]);
    expect(websites('Website\nacme.com, acme.de\nnord.de\n')).toEqual(['acme.com', 'acme.de', 'nord.de']);
  });

  it('names of columns may have the name of a site', () => {
    expect(companies('Company,Salesforce.com ID\nAcme,0018\n')).toEqual(['Acme']);
    expect(companies('Company,2022,2023\nAcme,1,2\n')).toEqual(['Acme']);
  });

  it('a file that we wrote for spreadsheets has the texts that it was written from', () => {
    const columns = ['Company', 'Website', 'LinkedIn', 'First name', 'Last name', 'Phone', 'Note'];
    const row = ['@acme', 'acme.com', 'linkedin.com/in/jane', 'Jane', '-Doe', '+49 (89) 123', '- call back'];
    const text = `\ufeff${csvHeader(columns)}${textLine(row)}`;
    expect(companies(text)).toEqual(['@acme']);
    expect(profiles(text)).toEqual([['linkedin.com/in/jane', 'Jane -Doe', '@acme']]);
    expect(people(text)).toEqual([{ first_name: 'Jane', last_name: '-Doe', domain: 'acme.com' }]);
    expect(readPastedWebsites(text).table?.rows).toEqual([row]);
    expect(readPastedProfiles(text).table?.rows.map(({ record }) => readCsvRecord(record))).toEqual([row]);
  });

  it('own cells stay as they are written', () => {
    expect(readPastedProfiles('Nr,LinkedIn\n 1 ,linkedin.com/in/jane \n').table?.rows).toEqual([
      { url: 'linkedin.com/in/jane', record: ' 1 ,linkedin.com/in/jane ' },
    ]);
  });
});
