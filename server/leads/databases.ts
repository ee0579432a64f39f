import type { LeadDatabase } from '#contract/leads.ts';
import type { SearchedColumns } from '#engines/lead-query/lead-condition.ts';

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
  /** SQL expression for each search field; see #engines/lead-query */
  searched: Record<SearchedColumn, string>;
  /** columns that identify a lead: emails, profile and websites */
  emails: readonly string[];
  profile: string;
  websites: readonly string[];
  name: readonly string[];
  company: string;
  /** columns with the place of a lead, from the city to the country */
  place: readonly string[];
  /** columns that keywords are searched in, besides imported ones (`keywordColumns`) */
  keyword: readonly string[];
}

export type SearchedColumn =
  | 'title'
  | 'industry'
  | 'seniority'
  | 'country'
  | 'company_size'
  | 'skills'
  | 'connections'
  | 'employees'
  | 'has_email'
  | 'has_phone'
  | 'has_direct_phone'
  | 'has_mobile';

const NONE = "''";
/** Marks a field that a database doesn't have. */
export const NEVER = 'false';
const anyReal = (...columns: string[]) => columns.map(real).join(' OR ');
/** Whether a column has a value other than a placeholder such as "n/a". */
function real(column: string): string {
  return `(${column} != '' AND lowerUTF8(${column}) NOT IN ('n/a', 'na', 'null', 'none', '-'))`;
}
/** The first number in a text such as "500+" or "1,001-5,000"; -1 if there is none. */
const number = (column: string) =>
  `toInt32OrDefault(replaceAll(extract(${column}, '[0-9][0-9,]*'), ',', ''), toInt32(-1))`;
const list = (column: string) =>
  `arrayFilter(s -> s != '', arrayMap(s -> trimBoth(s), splitByRegexp('[,;|]', ${column})))`;
const NOTHING_SEARCHED: Record<SearchedColumn, string> = {
  title: NONE,
  industry: NONE,
  seniority: NONE,
  country: NONE,
  company_size: NONE,
  skills: '[]',
  connections: 'toInt32(-1)',
  employees: 'toInt32(-1)',
  has_email: NEVER,
  has_phone: NEVER,
  has_direct_phone: NEVER,
  has_mobile: NEVER,
};

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
    searched: {
      ...NOTHING_SEARCHED,
      title: 'lowerUTF8(Job_Title)',
      industry: 'Industry',
      company_size: 'Team_Size',
      employees: number('Team_Size'),
      has_email: anyReal(...WORK_EMAILS, ...DIRECT_EMAILS),
      has_phone: anyReal(...PHONES),
    },
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
    searched: {
      ...NOTHING_SEARCHED,
      title: 'lowerUTF8(title)',
      industry: 'industry',
      seniority: "replaceRegexpAll(lowerUTF8(trimBoth(seniority)), '[ -]+', '_')",
      country: 'country',
      employees: number('employees'),
      has_email: anyReal('email', 'secondary_email', 'tertiary_email'),
      has_phone: anyReal('work_direct_phone', 'home_phone', 'mobile_phone', 'corporate_phone', 'other_phone'),
      has_direct_phone: anyReal('work_direct_phone'),
      has_mobile: anyReal('mobile_phone'),
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
    searched: {
      ...NOTHING_SEARCHED,
      title: 'lowerUTF8(Job_title)',
      industry: 'Industry',
      country: 'Location_Country',
      company_size: 'Company_Size',
      skills: list('Skills'),
      connections: number('Linkedin_Connections'),
      employees: number('Company_Size'),
      has_email: anyReal('Emails'),
      has_phone: anyReal('Phone_numbers'),
      has_mobile: anyReal('Mobile'),
    },
    emails: ['Emails'],
    profile: 'Linkedin_Url',
    websites: ['Company_Website'],
    name: ['Full_name'],
    company: 'Company_Name',
    place: ['Region', 'Location_Country'],
    keyword: ['Job_title', 'Company_Name', 'Industry', 'Skills'],
  },
};

/** Imported columns that describe a person or company in words. */
const DESCRIPTION = /keyword|technolog|skill|summary|headline|department|descri|specialit/i;

/** The columns that text filters search in a table with `columns`. */
export function searchedColumns(
  { company, place, keyword, websites, emails }: LeadDatabaseShape,
  columns: readonly string[],
): SearchedColumns {
  const described = columns.filter((column) => DESCRIPTION.test(column));
  return { company: [company], place, keyword: [...new Set([...keyword, ...described])], websites, emails };
}
