import { describe, expect, it } from 'vitest';
import type { PeopleDatabase } from '#contract/leads.ts';
import { detectPreset, planColumns } from './columns.ts';

describe('detectPreset', () => {
  it.each<[string, PeopleDatabase, string, string | null]>([
    [
      'an Apollo file with some of its columns',
      'apollo',
      'First Name,Last Name,Title,Company Name,Email,Seniority,Country,Person Linkedin Url,Website',
      'apollo',
    ],
    ['a short Apollo file', 'apollo', 'First Name,Last Name,Title,Company', 'apollo'],
    ['the same for another database', 'sales_navigator', 'First Name,Last Name,Title,Company Name', 'apollo'],
    ['an Apollo file by its unmapped columns', 'apollo', 'Contact Owner,Stage,Lists,x', 'apollo'],
    ['our own columns', 'apollo', 'first_name,last_name,title,company,email,country', 'own'],
    ['our own columns, in capitals', 'leadrocks', 'FULL_NAME,JOB_TITLE,COMPANY,WORK_EMAIL_1', 'own'],
    ['columns that match both', 'apollo', 'title,company,email,country', 'apollo'],
    [
      'a tie between exporters, won by a native one',
      'sales_navigator',
      'First Name,Last Name,Email',
      'evaboot',
    ],
    ['the same tie for another database', 'apollo', 'First Name,Last Name,Email', 'apollo'],
    ['a PhantomBuster file', 'apollo', 'profileUrl,fullName,companyUrl', 'phantombuster'],
    ['a repeated header, counted once', 'apollo', 'Email,email,EMAIL,note', null],
    ['two headers that are in many files', 'apollo', 'Title,Company,note', null],
    ['headers of the email finder', 'leadrocks', 'Vorname,Nachname,Webseite,Notiz', 'own'],
    ['a street address', 'apollo', 'Address,Vorname,Nachname', null],
    ['unknown headers', 'apollo', 'a,b,constructor', null],
  ])('%s', (_, database, header, preset) => {
    expect(detectPreset(header.split(','), database)).toBe(preset);
  });
});

describe('planColumns', () => {
  it('knows the headers that the email finder reads', () => {
    const columns = (header: string, database: PeopleDatabase) =>
      planColumns(header.split(','), 'own', database).map(({ column }) => column);
    expect(columns('Vorname,Nachname,Webseite,E-Mail,Notiz', 'apollo')).toEqual([
      'first_name',
      'last_name',
      'website',
      'email',
      'notiz',
    ]);
    // Next to a first name, "Name" is the last name. Alone, it is the full name.
    expect(columns('Vorname,Name,Domain', 'leadrocks')).toEqual([
      'First_Name',
      'Last_Name',
      'Company_Website',
    ]);
    expect(columns('Ansprechpartner,company domain', 'sales_navigator')).toEqual([
      'Full_name',
      'Company_Website',
    ]);
  });

  it('takes a country from a location if the country column is empty', () => {
    const header = ['fullName', 'location', 'Location_Country', 'companyLocation'];
    expect(planColumns(header, 'phantombuster', 'sales_navigator')).toEqual([
      { column: 'Full_name', cells: [0], places: [] },
      { column: 'Region', cells: [1], places: [] },
      { column: 'Location_Country', cells: [2], places: [1] },
      { column: 'companyLocation', cells: [3], places: [] },
      { column: 'Company_Location_Country', cells: [], places: [3] },
    ]);
    // A database without a country column.
    expect(planColumns(['fullName', 'location'], 'phantombuster', 'leadrocks')).toEqual([
      { column: 'Full_Name', cells: [0], places: [] },
      { column: 'Location', cells: [1], places: [] },
    ]);
  });
});
