import { describe, expect, it } from 'vitest';
import { distinctEntries, entriesOf, lineOf, readCompanyFile } from './company-list.ts';

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
  });
});

describe('lines', () => {
  it('have a country or website after a tab, as spreadsheets copy them', () => {
    expect(
      entriesOf(['Acme\tGermany\tacme.de', 'Acme\thttps://www.acme.de/x', ' Nord ', '\tDE', '']),
    ).toEqual([
      entry('Acme', 'Germany', 'acme.de'),
      entry('Acme', null, 'https://www.acme.de/x'),
      entry('Nord'),
    ]);
  });

  it('are a table if the first one names its columns', () => {
    expect(entriesOf(['Nr\tWebsite\tCompany', '1\tacme.de\tAcme', '2\t\tNord', '3\tx.de\t'])).toEqual([
      entry('Acme', null, 'acme.de'),
      entry('Nord'),
    ]);
    expect(entriesOf(['Company', 'Acme'])).toHaveLength(2);
  });

  it('can be a written list', () => {
    expect(entriesOf(['• Acme', '- Nord\tDE', '\u200b▪ 3. Liga', '-Punkt'])).toEqual([
      entry('Acme'),
      entry('Nord', 'DE'),
      entry('3. Liga'),
      entry('-Punkt'),
    ]);
    expect(entriesOf(['1. Acme', '2) Nord', '', '(3) A. Lange'])).toEqual([
      entry('Acme'),
      entry('Nord'),
      entry('A. Lange'),
    ]);
  });

  it('are the same entry with other capitals and spaces', () => {
    const { entries, duplicates } = distinctEntries(entriesOf(['Acme AG', 'ACME\u00a0 AG', 'Acme AG\tDE']));
    expect([entries, duplicates]).toEqual([[entry('Acme AG'), entry('Acme AG', 'DE')], 1]);
  });

  it('read what was written, and count duplicates', () => {
    const entries = [entry('Acme', 'DE'), entry('Acme'), entry('Acme', null, 'acme.de'), entry('Acme')];
    expect(entriesOf(entries.map(lineOf))).toEqual(entries);
    expect(distinctEntries(entries)).toEqual({ entries: entries.slice(0, 3), duplicates: 1 });
  });
});
