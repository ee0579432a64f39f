import type { LeadDatabase } from '#contract/leads.ts';
import { LEAD_DATABASE_SHAPES } from '../databases.ts';

export const PRESETS = ['apollo', 'leadrocks', 'phantombuster', 'evaboot', 'own'] as const;
export type Preset = (typeof PRESETS)[number];

/** Headers as the exporters write them (in lower case) -> the columns of each database that they fill. */
type Headers = Record<string, Partial<Record<LeadDatabase, string>>>;

const numbered = (
  count: number,
  make: (n: number) => [string, Partial<Record<LeadDatabase, string>>],
): Headers => Object.fromEntries(Array.from({ length: count }, (_, index) => make(index + 1)));

const NAME = { leadrocks: 'Full_Name', sales_navigator: 'Full_name' };
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

const MAPPED: Record<Exclude<Preset, 'own'>, Headers> = {
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
    'company country': { sales_navigator: 'Company_Location_Country' },
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
    companylocation: { sales_navigator: 'Company_Location_Country' },
    location: LOCATION,
    defaultprofileurl: PROFILE,
    profileurl: PROFILE,
    linkedinprofileurl: PROFILE,
    regularcompanyurl: {},
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
    'company country': { sales_navigator: 'Company_Location_Country' },
    connections: { sales_navigator: 'Linkedin_Connections' },
  },
};

/** What tells an exporter's file: headers that stand in no other's. */
const SIGNS: Record<Exclude<Preset, 'own'>, readonly string[]> = {
  apollo: [
    'person linkedin url',
    'company name for emails',
    'email status',
    '# employees',
    'work direct phone',
  ],
  leadrocks: ['linked url', 'work email #1', 'direct email #1', 'team size', 'facebook profile'],
  phantombuster: ['profileurl', 'fullname', 'companyurl', 'regularcompanyurl', 'firstname'],
  evaboot: ['current job', 'linkedin url public', 'company employee range', 'company industry'],
};
const SIGNS_NEEDED = 2;
/** of the columns a database always shows */
const OWN_NEEDED = 4;

function normalised(header: string): string {
  return header.trim().replace(/\s+/g, ' ').toLowerCase();
}

/** Which exporter a header is of; null where none is told. */
export function detectPreset(header: readonly string[], database: LeadDatabase): Preset | null {
  const names = new Set(header.map(normalised));
  const scored = Object.entries(SIGNS).map(([preset, signs]) => ({
    preset: preset as Preset,
    score: signs.filter((sign) => names.has(sign)).length,
  }));
  const best = scored.reduce((one, other) => (other.score > one.score ? other : one));
  if (best.score >= SIGNS_NEEDED) return best.preset;
  const shape = LEAD_DATABASE_SHAPES[database];
  const own = shape.shown.filter((column) => names.has(column.toLowerCase())).length;
  return own >= OWN_NEEDED ? 'own' : null;
}

/** A column and the cells it is made of, by their place in the file: the first with a value counts. */
export interface ColumnSource {
  column: string;
  cells: number[];
}

/**
 * The columns that a file fills: by the names in its header, never by their place. What the preset does not know is kept under its own
 * name; a repeated name fills the same column where the first is empty.
 */
export function planColumns(
  header: readonly string[],
  preset: Preset,
  database: LeadDatabase,
): ColumnSource[] {
  const shape = LEAD_DATABASE_SHAPES[database];
  const byName = new Map([...shape.shown, ...shape.known].map((column) => [column.toLowerCase(), column]));
  const sources = new Map<string, number[]>();
  for (const [at, written] of header.entries()) {
    const name = normalised(written);
    if (!name) continue;
    const mapped = preset === 'own' ? undefined : MAPPED[preset][name]?.[database];
    const own = ownName(written, database);
    const column = mapped ?? byName.get(own.toLowerCase()) ?? own;
    if (!column) continue;
    const cells = sources.get(column) ?? [];
    cells.push(at);
    sources.set(column, cells);
  }
  return [...sources].map(([column, cells]) => ({ column, cells }));
}

/** "# Employees" -> "employees" in Apollo, "Company Type" -> "Company_Type" elsewhere. */
function ownName(header: string, database: LeadDatabase): string {
  const words = header
    .normalize('NFKD')
    .replace(/[^A-Za-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '')
    .slice(0, 100);
  if (!words) return '';
  const safe = /^(?:\d|lw_)/i.test(words) ? `x_${words}` : words;
  return database === 'apollo' ? safe.toLowerCase() : safe;
}
