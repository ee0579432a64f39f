/** Files of a public source that we can read: what they are called, and columns that each of them has. */
export interface PresetFile {
  /** "Company census file, since 2023" */
  about: string;
  /** the columns that the import needs, as in the file */
  columns: readonly string[];
}

/** A public source of companies or people whose files an import knows. */
export interface DataPreset {
  name: string;
  /** the command that takes it */
  command: 'companies import' | 'leads import';
  title: string;
  license: string;
  /** where the operator gets the files */
  source: string;
  /** whether it has data about people */
  persons: boolean;
  /** what it is good for, and what it lacks */
  about: string;
  /** what the operator should know before using it: the lawful basis, and duties of the license */
  basis: string;
  files: readonly PresetFile[];
}

const US_PUBLIC = 'Work of the United States government, in the public domain there (17 U.S.C. 105)';
const MARKETING =
  'That a register is public is no lawful basis by itself. Write down yours (GDPR Article 6, such as legitimate interest after a balance of interests), tell people in the EU and UK within a month where their data is from (Article 14), keep to the rules for calls and emails (CAN-SPAM, TCPA, PECR), and to the laws on data brokers of California, Texas, Oregon and Vermont.';

/** Sources of companies, for finding the domains of names. */
export const COMPANY_PRESETS = [
  {
    name: 'bigpicture',
    command: 'companies import',
    title: 'BigPicture free company dataset',
    license: 'ODC-By 1.0',
    source: 'https://docs.bigpicture.io/docs/free-datasets/companies/',
    persons: false,
    about: 'Names, websites, cities and countries of 17 million companies.',
    basis:
      'Companies only. ODC-By asks you to name the source where you show its data: each result found with it does.',
    files: [
      { about: 'CSV since 2023', columns: ['name', 'website', 'city', 'country_code'] },
      { about: 'CSV with domain and country', columns: ['name', 'domain', 'city', 'country'] },
    ],
  },
  {
    name: 'overture',
    command: 'companies import',
    title: 'Overture Maps Places',
    license: 'CDLA-Permissive-2.0, Apache-2.0 and CC0-1.0',
    source: 'https://docs.overturemaps.org/guides/places/',
    persons: false,
    about: 'Names, websites, cities and countries of businesses, from the Parquet files of Places.',
    basis: 'Businesses only. A small business can have the name of its owner.',
    files: [
      {
        about: 'Parquet files of Places, since 2024',
        columns: ['id', 'names', 'addresses', 'websites', 'sources'],
      },
    ],
  },
  {
    name: 'companies-house',
    command: 'companies import',
    title: 'Companies House free company data',
    license: 'Public register, free for any use (United Kingdom)',
    source: 'https://download.companieshouse.gov.uk/en_output.html',
    persons: false,
    about:
      'Legal names, former names and towns of companies in the United Kingdom. It has no websites: it adds former names and the town to what a website is compared with, and leads from one name of a company to another.',
    basis: 'Companies only. A company can have the name of a person.',
    files: [
      {
        about: 'BasicCompanyDataAsOneFile',
        columns: [
          'CompanyName',
          'CompanyNumber',
          'RegAddress.PostTown',
          'CompanyStatus',
          'PreviousName_1.CompanyName',
        ],
      },
    ],
  },
  {
    name: 'gleif',
    command: 'companies import',
    title: 'GLEIF golden copy, level 1',
    license: 'CC0 1.0',
    source: 'https://www.gleif.org/en/lei-data/gleif-golden-copy',
    persons: false,
    about:
      'Legal names, other names and cities of 2.9 million companies in all countries. It has no websites: it adds other names and the city to what a website is compared with, and leads from one name of a company to another.',
    basis: 'Companies only: sole proprietors, who are people, are left out.',
    files: [
      {
        about: 'LEI-CDF 2.1 and 3.1 as CSV',
        columns: ['LEI', 'Entity.LegalName', 'Entity.LegalAddress.City', 'Entity.LegalAddress.Country'],
      },
    ],
  },
] as const satisfies readonly DataPreset[];

/** Official lists with people, for the lead databases. */
export const LEAD_PRESETS = [
  {
    name: 'nppes',
    command: 'leads import',
    title: 'NPPES NPI registry',
    license: `${US_PUBLIC}; disclosed under the Freedom of Information Act`,
    source: 'https://download.cms.gov/nppes/NPI_Files.html',
    persons: true,
    about:
      'Health care providers of the United States, and the officials of their organizations, with phones.',
    basis: `People: health care providers by name, with the phone of their practice. ${MARKETING}`,
    files: [
      {
        about: 'npidata_pfile, monthly or weekly, version 1 or 2',
        columns: [
          'NPI',
          'Entity Type Code',
          'Provider Organization Name (Legal Business Name)',
          'Provider Last Name (Legal Name)',
          'Provider First Name',
          'NPI Deactivation Date',
        ],
      },
    ],
  },
  {
    name: 'irs990',
    command: 'leads import',
    title: 'IRS form 990, officers and directors',
    license: US_PUBLIC,
    source: 'https://www.irs.gov/charities-non-profits/form-990-series-downloads',
    persons: true,
    about:
      'Officers, directors and trustees of tax-exempt organizations of the United States, from the returns as XML or from tables made of them. The extract of the business master file (eo1.csv and others) has organizations only, so it is refused.',
    basis: `People: officers, directors and trustees by name and title. Many are volunteers. ${MARKETING}`,
    files: [
      {
        about: 'returns as XML, in one file or several returns after each other',
        columns: ['Return', 'ReturnHeader', 'ReturnData'],
      },
      {
        about: 'table F9-P07-T01-COMPENSATION of the National Center for Charitable Statistics',
        columns: ['ORG_NAME_L1', 'F9_07_COMP_DTK_NAME_PERS', 'F9_07_COMP_DTK_TITLE'],
      },
      {
        about: 'employees.csv of 2020',
        columns: ['ein', 'BsnssNm_BsnssNmLn1Txt', 'PrsnNm', 'TtlTxt'],
      },
    ],
  },
  {
    name: 'fmcsa',
    command: 'leads import',
    title: 'FMCSA company census',
    license: US_PUBLIC,
    source: 'https://data.transportation.gov/Trucking-and-Motorcoaches/Company-Census-File/az4n-8mr2',
    persons: true,
    about: 'Motor carriers of the United States, with their officers, phones and emails.',
    basis: `People: officers by name, and many carriers are one person. ${MARKETING}`,
    files: [
      {
        about: 'Company Census File, since 2023',
        columns: ['DOT_NUMBER', 'LEGAL_NAME', 'PHY_CITY', 'PHONE', 'EMAIL_ADDRESS', 'COMPANY_OFFICER_1'],
      },
      {
        about: 'Motor Carrier Census of the SMS downloads, without officers',
        columns: ['DOT_NUMBER', 'LEGAL_NAME', 'PHY_CITY', 'TELEPHONE', 'EMAIL_ADDRESS'],
      },
    ],
  },
  {
    name: 'uk-charities',
    command: 'leads import',
    title: 'Register of charities, England and Wales',
    license: 'Open Government Licence v3.0',
    source: 'https://register-of-charities.charitycommission.gov.uk/register/full-register-download',
    persons: true,
    about:
      'Registered charities with email, phone and website (publicextract.charity), and their trustees by name (publicextract.charity_trustee, with the other file beside it). JSON or tab-separated text.',
    basis: `People: trustees by name. Most are volunteers, and the license doesn't cover personal data. ${MARKETING}`,
    files: [
      {
        about: 'publicextract.charity, since 2021',
        columns: [
          'organisation_number',
          'registered_charity_number',
          'charity_name',
          'charity_registration_status',
          'charity_contact_email',
        ],
      },
      {
        about: 'publicextract.charity_trustee, since 2021',
        columns: ['registered_charity_number', 'trustee_id', 'trustee_name', 'individual_or_organisation'],
      },
    ],
  },
] as const satisfies readonly DataPreset[];

export type CompanyPresetName = (typeof COMPANY_PRESETS)[number]['name'];
export type LeadPresetName = (typeof LEAD_PRESETS)[number]['name'];

const ALL: readonly DataPreset[] = [...COMPANY_PRESETS, ...LEAD_PRESETS];

/** Whether this is a preset of official lists with people. */
export function isLeadPreset(name: string | null): name is LeadPresetName {
  return LEAD_PRESETS.some((preset) => preset.name === name);
}

/** The preset of this name. Throws if there is none. */
export function dataPreset(name: CompanyPresetName | LeadPresetName): DataPreset {
  const preset = ALL.find((candidate) => candidate.name === name);
  if (!preset) throw new Error(`There is no preset ${name}.`);
  return preset;
}

/** The presets of a command as rows for an operator. */
export function listPresets(command: DataPreset['command']): object[] {
  return ALL.filter((preset) => preset.command === command).map(
    ({ name, title, license, source, persons, about, basis, files }) => ({
      preset: name,
      title,
      license,
      source,
      persons: persons ? 'yes' : 'no',
      about,
      basis,
      files: files.map((file) => ({ file: file.about, columns: file.columns })),
    }),
  );
}

/** A header as it is compared: Companies House has spaces before names, and others change capitals. */
export function presetColumn(header: string): string {
  return header
    .replace(/^\ufeff/, '')
    .trim()
    .toLowerCase();
}

/** The file of a preset that has these columns; null if it has none. */
export function presetFile(preset: DataPreset, header: readonly string[]): PresetFile | null {
  const names = new Set(header.map(presetColumn));
  return (
    preset.files.find(({ columns }) => columns.every((column) => names.has(presetColumn(column)))) ?? null
  );
}

/** Why a file isn't one of a preset: what it lacks, and which preset it looks like. */
export function wrongPresetFile(preset: DataPreset, header: readonly string[], path: string): string {
  const names = new Set(header.map(presetColumn));
  const expected = preset.files.map(({ about, columns }) => `${columns.join(', ')} (${about})`).join('; or ');
  const other = ALL.find((candidate) => candidate !== preset && presetFile(candidate, header) !== null);
  const isMasterFile = ['ein', 'ico', 'ntee_cd'].every((name) => names.has(name));
  const hint = isMasterFile
    ? ' It looks like the extract of the business master file, which has organizations without people, phones or websites.'
    : other
      ? ` It looks like a file for "leadwell ${other.command} --preset ${other.name}".`
      : '';
  return `${path} isn't a file for --preset ${preset.name}.${hint} Expected columns: ${expected}. It has: ${header.join(', ').slice(0, 300)}`;
}
