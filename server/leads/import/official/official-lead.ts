import type { PeopleDatabase } from '#contract/leads.ts';

/** A person or organization of an official list. What isn't given is empty. */
export interface OfficialLead {
  first?: string;
  last?: string;
  title?: string;
  company?: string;
  email?: string;
  /** of the company */
  phone?: string;
  /** of the person */
  direct?: string;
  mobile?: string;
  website?: string;
  industry?: string;
  employees?: string;
  address?: string;
  city?: string;
  state?: string;
  postcode?: string;
  country?: string;
  /** the number of the record in its list */
  number?: string;
}

/** What a record of a list is: leads, one that is left out because it ended, or one without anyone to write to. */
export type OfficialReading = { leads: OfficialLead[] } | 'inactive' | 'nobody';

type Column = readonly [name: string, value: (lead: OfficialLead) => string | undefined];

const joined = (parts: readonly (string | undefined)[], separator: string) =>
  parts.filter((part) => part !== undefined && part !== '').join(separator);
const fullName = ({ first, last }: OfficialLead) => joined([first, last], ' ');
const place = ({ city, state }: OfficialLead) => joined([city, state], ', ');

/** The columns of each database that official lists fill. */
const COLUMNS: Readonly<Record<PeopleDatabase, readonly Column[]>> = {
  apollo: [
    ['first_name', ({ first }) => first],
    ['last_name', ({ last }) => last],
    ['title', ({ title }) => title],
    ['company', ({ company }) => company],
    ['email', ({ email }) => email],
    ['work_direct_phone', ({ direct }) => direct],
    ['corporate_phone', ({ phone }) => phone],
    ['mobile_phone', ({ mobile }) => mobile],
    ['website', ({ website }) => website],
    ['industry', ({ industry }) => industry],
    ['employees', ({ employees }) => employees],
    ['city', ({ city }) => city],
    ['state', ({ state }) => state],
    ['country', ({ country }) => country],
  ],
  leadrocks: [
    ['Full_Name', fullName],
    ['Job_Title', ({ title }) => title],
    ['Company', ({ company }) => company],
    ['Work_Email_1', ({ email }) => email],
    ['Phone_1', ({ direct, phone }) => direct || phone],
    ['Phone_2', ({ mobile }) => mobile],
    ['Phone_3', ({ direct, phone }) => (direct ? phone : '')],
    ['Company_Website', ({ website }) => website],
    ['Industry', ({ industry }) => industry],
    ['Team_Size', ({ employees }) => employees],
    ['Location', (lead) => joined([place(lead), lead.country], ', ')],
  ],
  sales_navigator: [
    ['Full_name', fullName],
    ['Job_title', ({ title }) => title],
    ['Company_Name', ({ company }) => company],
    ['Emails', ({ email }) => email],
    ['Phone_numbers', ({ direct, phone }) => joined([direct, phone], '; ')],
    ['Mobile', ({ mobile }) => mobile],
    ['Company_Website', ({ website }) => website],
    ['Industry', ({ industry }) => industry],
    ['Company_Size', ({ employees }) => employees],
    ['Region', place],
    ['Location_Country', ({ country }) => country],
  ],
};

/** Columns that the databases don't have: they come with the import. */
const ADDED: readonly Column[] = [
  ['street', ({ address }) => address],
  ['postal_code', ({ postcode }) => postcode],
];

/** How the leads of a list become rows of a database. Every row says its source and license. */
export function officialRows(
  database: PeopleDatabase,
  { numberColumn, source, license }: { numberColumn: string; source: string; license: string },
): { header: string[]; row(lead: OfficialLead): string[] } {
  const columns: readonly Column[] = [
    ...COLUMNS[database],
    ...ADDED,
    [numberColumn, ({ number }) => number],
    ['source', () => source],
    ['license', () => license],
  ];
  return {
    header: columns.map(([name]) => name),
    row: (lead) => columns.map(([, value]) => value(lead) ?? ''),
  };
}
