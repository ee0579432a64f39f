import { csvLine } from '#engines/csv/write-csv.ts';

/** A row by its columns; what isn't given is empty. */
type Row = Readonly<Record<string, string>>;

function csv(columns: readonly string[], rows: readonly Row[]): string {
  return [columns, ...rows.map((row) => columns.map((column) => row[column.trim()] ?? ''))]
    .map((cells) => csvLine(cells))
    .join('');
}

/** The columns of BigPicture's free data set since 2023, and with a domain and the country's name. */
const BIGPICTURE = {
  current: 'handle|name|website|industry|size|type|founded|city|state|country_code'.split('|'),
  earlier: 'name|domain|industry|size|founded|city|state|country|linkedin_url'.split('|'),
};

export function bigpictureFile(rows: readonly Row[], release: 'current' | 'earlier' = 'current'): string {
  return csv(BIGPICTURE[release], rows);
}

const PREVIOUS = Array.from({ length: 10 }, (_, index) => [
  `PreviousName_${index + 1}.CONDATE`,
  ` PreviousName_${index + 1}.CompanyName`,
]).flat();
/** The columns of Companies House, some with a space before them, as in its files; confirmation statements since 2016. */
const COMPANIES_HOUSE = [
  'CompanyName',
  ' CompanyNumber',
  'RegAddress.CareOf',
  'RegAddress.POBox',
  'RegAddress.AddressLine1',
  ' RegAddress.AddressLine2',
  'RegAddress.PostTown',
  'RegAddress.County',
  'RegAddress.Country',
  'RegAddress.PostCode',
  'CompanyCategory',
  'CompanyStatus',
  'CountryOfOrigin',
  'DissolutionDate',
  'IncorporationDate',
  'Accounts.AccountRefDay',
  'Accounts.AccountRefMonth',
  'Accounts.NextDueDate',
  'Accounts.LastMadeUpDate',
  'Accounts.AccountCategory',
  'Returns.NextDueDate',
  'Returns.LastMadeUpDate',
  'Mortgages.NumMortCharges',
  'Mortgages.NumMortOutstanding',
  'Mortgages.NumMortPartSatisfied',
  'Mortgages.NumMortSatisfied',
  'SICCode.SicText_1',
  'SICCode.SicText_2',
  'SICCode.SicText_3',
  'SICCode.SicText_4',
  'LimitedPartnerships.NumGenPartners',
  'LimitedPartnerships.NumLimPartners',
  'URI',
  ...PREVIOUS,
];

export function companiesHouseFile(rows: readonly Row[], release: 'current' | '2015' = 'current'): string {
  const added = release === 'current' ? ['ConfStmtNextDueDate', ' ConfStmtLastMadeUpDate'] : [];
  return csv([...COMPANIES_HOUSE, ...added], rows);
}

const OTHER = Array.from({ length: 5 }, (_, index) =>
  ['', '.xmllang', '.type'].map((end) => `Entity.OtherEntityNames.OtherEntityName.${index + 1}${end}`),
).flat();
const TRANSLITERATED = Array.from({ length: 5 }, (_, index) =>
  ['', '.xmllang', '.type'].map(
    (end) => `Entity.TransliteratedOtherEntityNames.TransliteratedOtherEntityName.${index + 1}${end}`,
  ),
).flat();
const ADDRESS = ['FirstAddressLine', 'City', 'Region', 'Country', 'PostalCode'];

/** The columns of GLEIF's golden copy that matter, and those that LEI-CDF 3.1 added in 2022. */
export function gleifFile(rows: readonly Row[], release: '3.1' | '2.1' = '3.1'): string {
  const added =
    release === '3.1'
      ? ['Entity.EntitySubCategory', 'Entity.EntityCreationDate', 'ConformityFlag']
      : ['Entity.AssociatedEntity.type'];
  const columns = [
    'LEI',
    'Entity.LegalName',
    'Entity.LegalName.xmllang',
    ...OTHER,
    ...TRANSLITERATED,
    ...ADDRESS.map((part) => `Entity.LegalAddress.${part}`),
    ...ADDRESS.map((part) => `Entity.HeadquartersAddress.${part}`),
    'Entity.EntityCategory',
    'Entity.LegalForm.EntityLegalFormCode',
    'Entity.EntityStatus',
    'Registration.RegistrationStatus',
    ...added,
  ];
  return csv(columns, rows);
}
