import { CALLS } from '#contract/calls.ts';
import { LEAD_DATABASES, type LeadDatabase } from '#contract/leads.ts';
import { SENIORITIES } from '#contract/seniorities.ts';
import { formatNumber } from '../../lib/format.ts';

export const TOGGLES = ['email', 'phone', 'direct', 'mobile'] as const;
export type ToggleName = (typeof TOGGLES)[number];

interface DatabaseView {
  /** The label of the tab. */
  label: string;
  /** The name to use in sentences. */
  name: string;
  call: (typeof CALLS)['leadrocksLeads' | 'apolloLeads' | 'salesNavigatorLeads'];
  fileName: string;
  toggles: readonly { name: ToggleName; label: string }[];
  industries: boolean;
  seniorities: boolean;
  countries: boolean;
  connections: boolean;
  /** Column titles. Other titles are derived from the column name (spec lead tools §2). */
  titles: Record<string, string>;
}

const EMAIL = { name: 'email', label: 'Has Email' } as const;
const PHONE = { name: 'phone', label: 'Has Phone' } as const;

export const DATABASES: Record<LeadDatabase, DatabaseView> = {
  leadrocks: {
    label: 'LeadRocks Database',
    name: 'LeadRocks',
    call: CALLS.leadrocksLeads,
    fileName: 'leadrocks_export',
    toggles: [EMAIL],
    industries: true,
    seniorities: false,
    countries: false,
    connections: false,
    titles: { Full_Name: 'Name', Work_Email_1: 'Email', Phone_1: 'Phone' },
  },
  apollo: {
    label: 'Apollo Database',
    name: 'Apollo',
    call: CALLS.apolloLeads,
    fileName: 'apollo_export',
    toggles: [EMAIL, PHONE, { name: 'direct', label: 'Has Direct Phone' }],
    industries: true,
    seniorities: true,
    countries: false,
    connections: false,
    titles: {},
  },
  sales_navigator: {
    label: 'Sales Navigator',
    name: 'Sales Navigator',
    call: CALLS.salesNavigatorLeads,
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

const SENIORITY_LABELS: Record<string, string> = { c_suite: 'C-suite', vp: 'VP' };

/** "c_suite" -> "C-suite". */
export function seniorityLabel(value: string): string {
  return SENIORITY_LABELS[value] ?? value.charAt(0).toUpperCase() + value.slice(1);
}
export const SENIORITY_OPTIONS: readonly string[] = SENIORITIES;
