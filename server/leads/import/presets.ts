import type { PeopleDatabase } from '#contract/leads.ts';
import type { NamedColumns } from '#engines/csv/person-columns.ts';
import { LEAD_PRESETS, type LeadPresetName } from '#engines/data-presets/data-presets.ts';

export const PRESETS = ['apollo', 'leadrocks', 'phantombuster', 'evaboot', 'own'] as const;
export type Preset = (typeof PRESETS)[number];
/** Also the official lists, whose files aren't detected. */
export type ImportPreset = Preset | LeadPresetName;
export const IMPORT_PRESETS: readonly ImportPreset[] = [...PRESETS, ...LEAD_PRESETS.map(({ name }) => name)];
/** The products whose lead files we know. "own" isn't one: its columns have our names. */
export type Exporter = Exclude<Preset, 'own'>;

/** Maps an exporter's headers, in lower case, to the columns of each database. */
type Headers = Record<string, Partial<Record<PeopleDatabase, string>>>;

const numbered = (
  count: number,
  make: (n: number) => [string, Partial<Record<PeopleDatabase, string>>],
): Headers => Object.fromEntries(Array.from({ length: count }, (_, index) => make(index + 1)));

const NAME = { apollo: 'full_name', leadrocks: 'Full_Name', sales_navigator: 'Full_name' };
const FIRST = { apollo: 'first_name', leadrocks: 'First_Name', sales_navigator: 'First_Name' };
const LAST = { apollo: 'last_name', leadrocks: 'Last_Name', sales_navigator: 'Last_Name' };
const TITLE = { apollo: 'title', leadrocks: 'Job_Title', sales_navigator: 'Job_title' };
const COMPANY = { apollo: 'company', leadrocks: 'Company', sales_navigator: 'Company_Name' };
const EMAIL = { apollo: 'email', leadrocks: 'Work_Email_1', sales_navigator: 'Emails' };
const PROFILE = { apollo: 'person_linkedin_url', leadrocks: 'Linkedin_Url', sales_navigator: 'Linkedin_Url' };
const WEBSITE = { apollo: 'website', leadrocks: 'Company_Website', sales_navigator: 'Company_Website' };
const INDUSTRY = { apollo: 'industry', leadrocks: 'Industry', sales_navigator: 'Industry' };
const SIZE = { apollo: 'employees', leadrocks: 'Team_Size', sales_navigator: 'Company_Size' };
const LOCATION = { leadrocks: 'Location', sales_navigator: 'Region' };
const COUNTRY = { apollo: 'country', sales_navigator: 'Location_Country' };
const COMPANY_COUNTRY = { sales_navigator: 'Company_Location_Country' };

/** The columns that each exporter's headers fill. */
export const MAPPINGS: Record<Exporter, Headers> = {
  apollo: {
    'first name': FIRST,
    'last name': LAST,
    title: TITLE,
    company: COMPANY,
    'company name': COMPANY,
    email: EMAIL,
    seniority: { apollo: 'seniority' },
    industry: INDUSTRY,
    '# employees': SIZE,
    'person linkedin url': PROFILE,
    website: WEBSITE,
    city: { apollo: 'city', sales_navigator: 'Region', leadrocks: 'Location' },
    state: { apollo: 'state' },
    country: COUNTRY,
    'company country': COMPANY_COUNTRY,
    'secondary email': { apollo: 'secondary_email', leadrocks: 'Work_Email_2' },
    'tertiary email': { apollo: 'tertiary_email', leadrocks: 'Work_Email_3' },
    'work direct phone': {
      apollo: 'work_direct_phone',
      leadrocks: 'Phone_1',
      sales_navigator: 'Phone_numbers',
    },
    'home phone': { apollo: 'home_phone', leadrocks: 'Phone_3' },
    'mobile phone': { apollo: 'mobile_phone', leadrocks: 'Phone_2', sales_navigator: 'Mobile' },
    'corporate phone': { apollo: 'corporate_phone', leadrocks: 'Phone_4' },
    'other phone': { apollo: 'other_phone', leadrocks: 'Phone_5' },
  },
  leadrocks: {
    'linked url': PROFILE,
    'linkedin url': PROFILE,
    'full name': NAME,
    'first name': FIRST,
    'last name': LAST,
    'job title': TITLE,
    location: { ...LOCATION, apollo: 'city' },
    company: COMPANY,
    'company website': WEBSITE,
    industry: INDUSTRY,
    'team size': SIZE,
    ...numbered(4, (n) => [
      `work email #${n}`,
      { leadrocks: `Work_Email_${n}`, ...(n === 1 ? { apollo: 'email', sales_navigator: 'Emails' } : {}) },
    ]),
    ...numbered(3, (n) => [`direct email #${n}`, { leadrocks: `Direct_Email_${n}` }]),
    ...numbered(5, (n) => [
      `phone #${n}`,
      {
        leadrocks: `Phone_${n}`,
        ...(n === 1 ? { apollo: 'other_phone', sales_navigator: 'Phone_numbers' } : {}),
      },
    ]),
  },
  phantombuster: {
    fullname: NAME,
    firstname: FIRST,
    lastname: LAST,
    companyname: COMPANY,
    title: TITLE,
    industry: INDUSTRY,
    location: LOCATION,
    defaultprofileurl: PROFILE,
    profileurl: PROFILE,
    linkedinprofileurl: PROFILE,
    email: EMAIL,
    connectionscount: { sales_navigator: 'Linkedin_Connections' },
    skills: { sales_navigator: 'Skills' },
  },
  evaboot: {
    'full name': NAME,
    'first name': FIRST,
    'last name': LAST,
    'current job': TITLE,
    'company name': COMPANY,
    'company industry': INDUSTRY,
    'company employee range': SIZE,
    'company website url': WEBSITE,
    'company website': WEBSITE,
    'linkedin url public': PROFILE,
    'linkedin url unique': PROFILE,
    email: EMAIL,
    phone: { apollo: 'other_phone', leadrocks: 'Phone_1', sales_navigator: 'Phone_numbers' },
    location: LOCATION,
    country: COUNTRY,
    'company country': COMPANY_COUNTRY,
    connections: { sales_navigator: 'Linkedin_Connections' },
  },
};

/** The columns that the headers of lists of people fill, in files of other products. */
export const PERSON_FIELDS: Record<keyof NamedColumns, Partial<Record<PeopleDatabase, string>>> = {
  first_name: FIRST,
  last_name: LAST,
  full_name: NAME,
  domain: WEBSITE,
  email: EMAIL,
};

/**
 * Maps location headers ("Lyon, Auvergne-Rhône-Alpes, France") to the columns that the country fills if they
 * are empty.
 */
export const LOCATION_HEADERS: Record<Exporter, Headers> = {
  apollo: {},
  leadrocks: { location: COUNTRY },
  phantombuster: { location: COUNTRY, companylocation: COMPANY_COUNTRY },
  evaboot: { location: COUNTRY },
};

/** Headers without a mapping that identify the exporter. Their columns keep their names. */
export const UNMAPPED_HEADERS: Record<Exporter, readonly string[]> = {
  apollo:
    `company name for emails|email status|primary email source|primary email verification source|email confidence|
primary email catch-all status|primary email last verified at|departments|sub departments|contact owner|do not call|stage|lists|
last contacted|account owner|keywords|company linkedin url|facebook url|twitter url|address|company address|company city|
company state|company phone|technologies|annual revenue|total funding|latest funding|latest funding amount|last raised at`
      .replaceAll('\n', '')
      .split('|'),
  leadrocks: [
    'facebook profile',
    'company facebook',
    'company email',
    'company phone',
    'revenue range',
    'total funding',
    ...[1, 2, 3, 4].map((n) => `work email #${n} status`),
    ...[1, 2, 3].map((n) => `direct email #${n} status`),
  ],
  phantombuster: ['companyurl', 'regularcompanyurl', 'companylocation', 'summary'],
  evaboot: [],
};

/** The native exporters of each database. They win if two presets match the same number of headers. */
export const NATIVE_EXPORTERS: Record<PeopleDatabase, readonly Exporter[]> = {
  apollo: ['apollo'],
  leadrocks: ['leadrocks'],
  sales_navigator: ['evaboot', 'phantombuster'],
};
