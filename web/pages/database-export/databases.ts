import { LEAD_CALLS } from '#contract/calls/lead-calls.ts';
import { LEAD_DATABASES, type LeadDatabase } from '#contract/leads.ts';
import { SENIORITIES } from '#contract/seniorities.ts';
import { formatNumber } from '../../lib/format.ts';

export const TOGGLES = ['email', 'phone', 'direct', 'mobile', 'website', 'open'] as const;
export type ToggleName = (typeof TOGGLES)[number];

interface DatabaseView {
  /** The label of the tab. */
  label: string;
  /** The name to use in sentences. */
  name: string;
  call: (typeof LEAD_CALLS)['leadrocksLeads' | 'apolloLeads' | 'salesNavigatorLeads' | 'localBusinesses'];
  fileName: string;
  /** The field of the suggestions of its industries. */
  industryField: 'Industry' | 'Category';
  /** The filters of typed words. */
  words: readonly WordListName[];
  /** Whether it has places on a map, and brands. */
  businesses: boolean;
  toggles: readonly { name: ToggleName; label: string }[];
  industries: boolean;
  seniorities: boolean;
  countries: boolean;
  connections: boolean;
  /** Column titles. Other titles are derived from the column name (spec lead tools §2). */
  titles: Record<string, string>;
}

/** Filters of typed words. */
export const WORD_LISTS = [
  'title',
  'place',
  'company',
  'domain',
  'keyword',
  'region',
  'city',
  'postcode',
] as const;
export type WordListName = (typeof WORD_LISTS)[number];

/** What databases of people share. */
const OF_PEOPLE = {
  industryField: 'Industry',
  words: ['title', 'place', 'company', 'domain', 'keyword'],
  businesses: false,
} as const;
const EMAIL = { name: 'email', label: 'Has Email' } as const;
const PHONE = { name: 'phone', label: 'Has Phone' } as const;

export const DATABASES: Record<LeadDatabase, DatabaseView> = {
  leadrocks: {
    ...OF_PEOPLE,
    label: 'LeadRocks Database',
    name: 'LeadRocks',
    call: LEAD_CALLS.leadrocksLeads,
    fileName: 'leadrocks_export',
    toggles: [EMAIL],
    industries: true,
    seniorities: false,
    countries: false,
    connections: false,
    titles: { Full_Name: 'Name', Work_Email_1: 'Email', Phone_1: 'Phone' },
  },
  apollo: {
    ...OF_PEOPLE,
    label: 'Apollo Database',
    name: 'Apollo',
    call: LEAD_CALLS.apolloLeads,
    fileName: 'apollo_export',
    toggles: [EMAIL, PHONE, { name: 'direct', label: 'Has Direct Phone' }],
    industries: true,
    seniorities: true,
    countries: false,
    connections: false,
    titles: {},
  },
  sales_navigator: {
    ...OF_PEOPLE,
    label: 'Sales Navigator',
    name: 'Sales Navigator',
    call: LEAD_CALLS.salesNavigatorLeads,
    fileName: 'salesnavigator_export',
    toggles: [EMAIL, PHONE, { name: 'mobile', label: 'Has Mobile' }],
    industries: true,
    seniorities: false,
    countries: true,
    connections: true,
    titles: {
      Full_name: 'Name',
      Job_title: 'Job Title',
      Company_Name: 'Company',
      Emails: 'Email',
      Phone_numbers: 'Phone',
      Location_Country: 'Country',
      Company_Location_Country: 'Company Country',
      Linkedin_Connections: 'LinkedIn Connections',
    },
  },
  local_businesses: {
    label: 'Local Businesses',
    name: 'Local Businesses',
    call: LEAD_CALLS.localBusinesses,
    fileName: 'local_businesses_export',
    industryField: 'Category',
    words: ['keyword', 'company', 'region', 'city', 'postcode', 'domain'],
    businesses: true,
    toggles: [
      PHONE,
      { name: 'website', label: 'Has Website' },
      EMAIL,
      { name: 'open', label: 'Open (as far as known)' },
    ],
    industries: true,
    seniorities: false,
    countries: true,
    connections: false,
    titles: { postcode: 'Postal Code', id: 'Overture ID' },
  },
};

/** The database of the `tab` query parameter. Defaults to the first one. */
export function databaseOfTab(tab: string | null): LeadDatabase {
  return LEAD_DATABASES.find((database) => database === tab) ?? 'leadrocks';
}

/** "work_direct_phone" -> "Work Direct Phone". */
export function columnTitle(database: LeadDatabase, column: string): string {
  return (
    DATABASES[database].titles[column] ??
    column
      .split('_')
      .filter(Boolean)
      .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
      .join(' ')
  );
}

/** Ranges of employee counts, as in the URL. */
export const COMPANY_SIZES: readonly string[] =
  '1-10 11-50 51-200 201-500 501-1000 1001-5000 5001-10000 10001-'.split(' ');

/** "1001-5000" -> "1,001–5,000", "10001-" -> "10,001+". */
export function companySizeLabel(value: string): string {
  const [min = '', max = ''] = value.split('-');
  return max ? `${formatNumber(Number(min))}–${formatNumber(Number(max))}` : `${formatNumber(Number(min))}+`;
}

export const SENIORITY_OPTIONS: readonly string[] = SENIORITIES;
