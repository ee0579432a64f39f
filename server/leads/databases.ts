import type { LeadDatabase } from '#contract/leads.ts';

/** Describes a lead database: its columns and how they are searched. */
export interface LeadDatabaseShape {
  /** the display name */
  title: string;
  /** the name of its API function, also the reason of its charges in the ledger */
  call: string;
  /** export file name, without date and extension (spec lead tools §9) */
  fileName: string;
  /** columns that are always shown, in order (spec lead tools §3); columns from imports follow */
  shown: readonly string[];
  /** columns that every table has, shown only after an import that has them */
  known: readonly string[];
  /** the columns that filters are about */
  sources: {
    industry: string;
    title?: string;
    employees?: string;
    country?: string;
    seniority?: string;
    companySize?: string;
    skills?: string;
    connections?: string;
  };
  /** columns with phones: those that "has a phone" is about, and those of the two special filters */
  phones: { any: readonly string[]; direct: readonly string[]; mobile: readonly string[] };
  /** columns that identify a lead: emails, profile and websites */
  emails: readonly string[];
  profile: string;
  websites: readonly string[];
  /** the columns with the name of a person; none for businesses */
  name: readonly string[];
  company: string;
  /** the column with an id that stays the same in later imports, if there is one */
  id?: string;
  /** columns that every export has, whichever it asks for */
  always?: readonly string[];
  /** what only businesses have: columns with all their categories, where they are, their brand and whether they are open */
  business?: {
    categories: string;
    region: string;
    city: string;
    postcode: string;
    longitude: string;
    latitude: string;
    brand: string;
    status: string;
  };
  /** columns with the place of a lead, from the city to the country */
  place: readonly string[];
  /** columns that keywords are searched in, besides imported ones (`keywordColumns`) */
  keyword: readonly string[];
}

const WORK_EMAILS = [1, 2, 3, 4].map((n) => `Work_Email_${n}`);
const DIRECT_EMAILS = [1, 2, 3].map((n) => `Direct_Email_${n}`);
const PHONES = [1, 2, 3, 4, 5].map((n) => `Phone_${n}`);

export const LEAD_DATABASE_SHAPES: Record<LeadDatabase, LeadDatabaseShape> = {
  leadrocks: {
    title: 'LeadRocks',
    call: 'leadrocks-lead-export',
    fileName: 'leadrocks_export',
    shown: [
      'Full_Name',
      'Job_Title',
      'Company',
      'Industry',
      'Team_Size',
      'Work_Email_1',
      'Phone_1',
      'Location',
    ],
    known: ['Linkedin_Url', 'Company_Website', ...WORK_EMAILS.slice(1), ...DIRECT_EMAILS, ...PHONES.slice(1)],
    sources: { title: 'Job_Title', industry: 'Industry', companySize: 'Team_Size', employees: 'Team_Size' },
    phones: { any: PHONES, direct: [], mobile: [] },
    emails: [...WORK_EMAILS, ...DIRECT_EMAILS],
    profile: 'Linkedin_Url',
    websites: ['Company_Website'],
    name: ['Full_Name'],
    company: 'Company',
    place: ['Location'],
    keyword: ['Job_Title', 'Company', 'Industry'],
  },
  apollo: {
    title: 'Apollo',
    call: 'apollo-lead-export',
    fileName: 'apollo_export',
    shown: ['first_name', 'last_name', 'title', 'company', 'email', 'seniority', 'industry', 'country'],
    known: [
      'person_linkedin_url',
      'website',
      'employees',
      'city',
      'state',
      'secondary_email',
      'tertiary_email',
      'work_direct_phone',
      'home_phone',
      'mobile_phone',
      'corporate_phone',
      'other_phone',
    ],
    sources: {
      title: 'title',
      industry: 'industry',
      seniority: 'seniority',
      country: 'country',
      employees: 'employees',
    },
    phones: {
      any: ['work_direct_phone', 'mobile_phone', 'corporate_phone', 'other_phone', 'home_phone'],
      direct: ['work_direct_phone'],
      mobile: ['mobile_phone'],
    },
    emails: ['email', 'secondary_email', 'tertiary_email'],
    profile: 'person_linkedin_url',
    websites: ['website'],
    name: ['first_name', 'last_name'],
    company: 'company',
    place: ['city', 'state', 'country'],
    keyword: ['title', 'company', 'industry'],
  },
  sales_navigator: {
    title: 'Sales Navigator',
    call: 'sales-navigator-lead-export',
    fileName: 'salesnavigator_export',
    shown: [
      'Full_name',
      'Job_title',
      'Company_Name',
      'Industry',
      'Company_Size',
      'Emails',
      'Phone_numbers',
      'Mobile',
      'Region',
      'Location_Country',
      'Company_Location_Country',
      'Linkedin_Connections',
      'Skills',
    ],
    known: ['Linkedin_Url', 'Company_Website'],
    sources: {
      title: 'Job_title',
      industry: 'Industry',
      country: 'Location_Country',
      companySize: 'Company_Size',
      skills: 'Skills',
      connections: 'Linkedin_Connections',
      employees: 'Company_Size',
    },
    phones: { any: ['Phone_numbers'], direct: [], mobile: ['Mobile'] },
    emails: ['Emails'],
    profile: 'Linkedin_Url',
    websites: ['Company_Website'],
    name: ['Full_name'],
    company: 'Company_Name',
    place: ['Region', 'Location_Country'],
    keyword: ['Job_title', 'Company_Name', 'Industry', 'Skills'],
  },
  local_businesses: {
    title: 'Local Businesses',
    call: 'local-business-export',
    fileName: 'local_businesses_export',
    shown: [
      'name',
      'category',
      'address',
      'city',
      'postcode',
      'region',
      'country',
      'phones',
      'websites',
      'emails',
      'socials',
      'brand',
      'status',
      'categories',
      'confidence',
      'latitude',
      'longitude',
      'source',
      'license',
      'id',
    ],
    known: [],
    sources: { industry: 'category', country: 'country' },
    phones: { any: ['phones'], direct: [], mobile: [] },
    emails: ['emails'],
    profile: 'socials',
    websites: ['websites'],
    name: [],
    company: 'name',
    id: 'id',
    always: ['source', 'license'],
    business: {
      categories: 'categories',
      region: 'region',
      city: 'city',
      postcode: 'postcode',
      longitude: 'longitude',
      latitude: 'latitude',
      brand: 'brand',
      status: 'status',
    },
    place: ['postcode', 'city', 'region', 'country'],
    keyword: ['name', 'brand', 'category', 'categories'],
  },
};

/** Imported columns that describe a person or company in words. */
export const DESCRIPTION = /keyword|technolog|skill|summary|headline|department|descri|specialit/i;
/** Imported columns with a person's phone that have no place of their own. A company's phone isn't one. */
const PHONE_COLUMN =
  /^(?!.*(?:company|corp|hq|status|type|source|valid|verif|consent|country|code|count|call|has_|date|score|carrier|note))(?:.*_)?(?:tele)?(?:phones?|mobile|cell(?:phone)?|telefon|handy|direct_dial)(?:_.*)?$/i;

/** The columns of a table with a phone that "has a phone" is about: those of the database, and imported ones. */
export function phoneColumns(shape: LeadDatabaseShape, columns: readonly string[]): string[] {
  const known = new Set([...shape.shown, ...shape.known]);
  return [...shape.phones.any, ...columns.filter((name) => !known.has(name) && PHONE_COLUMN.test(name))];
}

/** The columns of a table with a phone, also those that "has a phone" isn't about. Whatever looks for a person by phone reads them all. */
export function allPhoneColumns(shape: LeadDatabaseShape, columns: readonly string[]): string[] {
  const { direct, mobile } = shape.phones;
  return [...new Set([...phoneColumns(shape, columns), ...direct, ...mobile])];
}

/** What exports are called in the credit history, by their calls. */
export const EXPORT_LABELS: ReadonlyMap<string, string> = new Map(
  Object.values(LEAD_DATABASE_SHAPES).map(({ call, title }) => [call, `${title} export`]),
);
