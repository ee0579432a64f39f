import type { CollectSite } from '#contract/collect-sites.ts';
import type { LeadDatabase } from '#contract/leads.ts';
import type { ListSource } from '#contract/lists.ts';
import { findSite } from '#extension/sites.ts';
import { LEAD_DATABASE_SHAPES } from '#server/leads/databases.ts';
import { APOLLO_COLUMNS } from '#server/people-orders/apollo-source.ts';
import { COMPANY_CSV_COLUMNS, emptyCompanyRow } from './company-to-domain/definition.ts';
import { COMPANY_FILE } from './company-to-domain/server/file.ts';
import { EMAIL_CSV_COLUMNS, unknownEmailRow } from './email-finder/definition.ts';
import {
  emptyLinkedinRow,
  LINKEDIN_CSV_COLUMNS,
  LINKEDIN_EXTRA_COLUMNS,
} from './linkedin-enrichment/definition.ts';
import { emptyWebsiteRow, WEBSITE_CSV_COLUMNS } from './website-extraction/definition.ts';

/** The good values in a file, by the tool that takes them. A missing one: the file has no items for the tool. */
export interface Items {
  emails?: string[];
  people?: string[];
  websites?: string[];
  profiles?: string[];
  companies?: string[];
}
export type Kind = keyof Items;

export interface File extends Items {
  what: string;
  source: ListSource;
  columns: readonly string[];
  rows: readonly Readonly<Record<string, unknown>>[];
}

const site = (name: CollectSite): ListSource => ({ kind: 'extension', site: name });
const task = (type: string): ListSource => ({ kind: 'task', type });
const collected = (name: CollectSite, rows: File['rows'], items: Items): File => ({
  what: `the ${name} extension`,
  source: site(name),
  columns: findSite(name).columns,
  rows,
  ...items,
});

const JANE = 'https://www.linkedin.com/in/jane-doe';
const JOE = 'https://www.linkedin.com/in/joe-roe';

/** An export of a lead database, and the same leads saved to a list. */
const leads = (database: LeadDatabase, rows: File['rows'], items: Items): File => ({
  what: `an export of ${LEAD_DATABASE_SHAPES[database].title}`,
  source: { kind: 'leads', database },
  columns: [...LEAD_DATABASE_SHAPES[database].shown, ...LEAD_DATABASE_SHAPES[database].known],
  rows,
  ...items,
});
const APOLLO_ROWS: File['rows'] = [
  {
    first_name: 'Jane',
    last_name: 'Doe',
    title: 'CEO',
    company: 'Acme, Inc.',
    email: 'jane@a.com',
    secondary_email: 'doe@a.com',
    person_linkedin_url: JANE,
    website: 'https://a.com/',
    country: 'Germany',
  },
  { first_name: 'Joe', last_name: 'Roe', company: 'Nord AG', person_linkedin_url: JOE, website: 'b.de' },
];
const APOLLO_ITEMS: Items = {
  emails: ['jane@a.com', 'doe@a.com'],
  people: ['Joe Roe at b.de'],
  websites: ['a.com', 'b.de'],
  profiles: ['in/jane-doe', 'in/joe-roe'],
  companies: ['Acme, Inc.', 'Nord AG'],
};
/** A file of a people search, with the columns of Apollo's own records. */
const PEOPLE_FILE: File = {
  what: 'a people search',
  source: task('people-search'),
  columns: APOLLO_COLUMNS,
  rows: APOLLO_ROWS,
  ...APOLLO_ITEMS,
  emails: ['jane@a.com'],
};

/** A file of each tool, with several values in the cells that can have several. */
export const FILES: readonly File[] = [
  {
    what: 'website extraction',
    source: task('website-extraction'),
    columns: WEBSITE_CSV_COLUMNS,
    rows: [
      {
        ...emptyWebsiteRow('https://a.com/'),
        domain: 'a.com',
        emails: ['info@a.com', 'sales@a.com'],
        email_pages: ['https://a.com/', 'https://a.com/contact'],
        company_email: 'info@a.com',
        phones: ['+4930123456', '+4930123457'],
        linkedin_url: JANE,
      },
      {
        ...emptyWebsiteRow('https://b.de/'),
        domain: 'b.de',
        emails: ['+x@b.de', 'mail@b.de', 'office@b.de'],
      },
      { ...emptyWebsiteRow('https://c.org/'), domain: 'c.org', error: 'Not found' },
    ],
    emails: ['info@a.com', 'sales@a.com', '+x@b.de', 'mail@b.de', 'office@b.de'],
    websites: ['a.com', 'b.de', 'c.org'],
    profiles: ['in/jane-doe'],
  },
  {
    what: 'the email finder',
    source: task('csv-extraction'),
    columns: EMAIL_CSV_COLUMNS,
    rows: [
      {
        ...unknownEmailRow({ first_name: 'Jane', last_name: 'Doe', domain: 'a.com' }, 'accepted', ''),
        verified_email: 'jane@a.com',
      },
      {
        ...unknownEmailRow({ first_name: 'Joe', last_name: 'Roe', domain: 'b.de' }, 'greylisted', ''),
        best_guess: 'joe@b.de',
        runners_up: ['j.roe@b.de', 'roe@b.de'],
      },
      unknownEmailRow({ first_name: 'Zoë', last_name: 'Poe', domain: 'c.org' }, 'no-address-exists', ''),
    ],
    emails: ['jane@a.com'],
    people: ['Joe Roe at b.de', 'Zoë Poe at c.org'],
    websites: ['a.com', 'b.de', 'c.org'],
  },
  {
    what: 'company to domain',
    source: task('company-to-domain'),
    columns: [...COMPANY_CSV_COLUMNS, ...Object.keys(COMPANY_FILE.details ?? {})],
    rows: [
      ['Acme, Inc.', 'a.com'],
      ['=Nord & Söhne AG', 'b.de'],
      ['C', null],
    ].map(([company_name = '', domain = null]) => ({
      ...emptyCompanyRow({ company_name: company_name ?? '', country: null, website: null }, '', 'Title: x'),
      domain,
    })),
    websites: ['a.com', 'b.de'],
    companies: ['Acme, Inc.', '=Nord & Söhne AG', 'C'],
  },
  ...[
    { what: 'LinkedIn enrichment', headers: { ...LINKEDIN_CSV_COLUMNS, ...LINKEDIN_EXTRA_COLUMNS } },
    {
      what: 'LinkedIn enrichment, saved to a list',
      headers: Object.fromEntries(
        [...Object.keys(LINKEDIN_CSV_COLUMNS), 'companyDomain'].map((field) => [field, field]),
      ),
    },
  ].map(
    ({ what, headers }): File => ({
      what,
      source: task('linkedin-enrichment'),
      columns: Object.values(headers),
      rows: [
        { linkedinUrl: JANE, name: 'Jane Doe', company: 'Acme, Inc.', email: 'jane@a.com', domain: 'a.com' },
        { linkedinUrl: JOE, name: 'Joe Roe', company: 'Nord AG', domain: 'b.de; b.com' },
      ].map(({ domain, ...row }) => {
        const full = { ...emptyLinkedinRow({ ...row, page: null }, '', ''), ...row, companyDomain: domain };
        const fields = Object.entries<unknown>({ ...full, sources: '' });
        const header = (field: string) => Object.entries(headers).find(([name]) => name === field)?.[1] ?? '';
        return Object.fromEntries(fields.map(([field, value]) => [header(field), value]));
      }),
      emails: ['jane@a.com'],
      people: ['Joe Roe at b.de', 'Joe Roe at b.com'],
      websites: ['a.com', 'b.de', 'b.com'],
      profiles: ['in/jane-doe', 'in/joe-roe'],
      companies: ['Acme, Inc.', 'Nord AG'],
    }),
  ),
  collected(
    'google-maps',
    [
      {
        name: 'Bäckerei Acme',
        phone: '+49 30 123456',
        website: 'https://a.com/',
        maps_url: 'https://maps.google.com/?cid=1',
      },
      { name: 'Nord AG', website: 'http://www.b.de/berlin', maps_url: 'https://maps.google.com/?cid=2' },
    ],
    { websites: ['a.com', 'b.de/berlin'], companies: ['Bäckerei Acme', 'Nord AG'] },
  ),
  collected(
    'clutch',
    [
      { name: 'Acme', website: 'https://a.com/', profile_url: 'https://clutch.co/profile/acme' },
      { name: 'Nord', profile_url: 'https://clutch.co/profile/nord' },
    ],
    { websites: ['a.com'], companies: ['Acme', 'Nord'] },
  ),
  collected(
    'crunchbase',
    [
      {
        name: 'Acme',
        website: 'https://a.com',
        email: 'info@a.com; press@a.com',
        linkedin: 'https://www.linkedin.com/company/acme',
        profile_url: 'https://www.crunchbase.com/organization/acme',
      },
      { name: 'Nord', website: 'b.de', profile_url: 'https://www.crunchbase.com/organization/nord' },
    ],
    { emails: ['info@a.com', 'press@a.com'], websites: ['a.com', 'b.de'], companies: ['Acme', 'Nord'] },
  ),
  collected(
    'linkedin',
    [
      { name: 'Jane Doe', headline: 'CEO at Acme', profile_url: JANE },
      { name: 'Joe Roe', profile_url: JOE },
    ],
    { profiles: ['in/jane-doe', 'in/joe-roe'] },
  ),
  collected(
    'linkedin-jobs',
    [
      { title: 'Engineer', company: 'Acme', job_url: 'https://www.linkedin.com/jobs/view/1' },
      { title: 'Baker', company: 'Nord', job_url: 'https://www.linkedin.com/jobs/view/2' },
    ],
    { companies: ['Acme', 'Nord'] },
  ),
  collected(
    'sales-navigator',
    [
      { name: 'Jane Doe', title: 'CEO', company: 'Acme, Inc.', profile_url: JANE },
      { name: 'Joe Roe', company: 'Nord AG', profile_url: JOE },
    ],
    {
      people: ['Jane Doe at company Acme, Inc.', 'Joe Roe at company Nord AG'],
      profiles: ['in/jane-doe', 'in/joe-roe'],
      companies: ['Acme, Inc.', 'Nord AG'],
    },
  ),
  collected(
    'twitter',
    [
      { name: 'Jane', handle: 'jane', website: 'https://a.com', profile_url: 'https://x.com/jane' },
      { name: 'Joe', handle: 'joe', website: 'b.de', profile_url: 'https://x.com/joe' },
    ],
    { websites: ['a.com', 'b.de'] },
  ),
  collected(
    'page-contacts',
    [
      { kind: 'email', value: 'info@a.com', page: 'https://a.com/' },
      { kind: 'phone', value: '+4930123456', page: 'https://a.com/' },
      { kind: 'phone', value: '+4930123457', page: 'https://a.com/x' },
    ],
    { emails: ['info@a.com'] },
  ),
  leads(
    'leadrocks',
    [
      {
        Full_Name: 'Jane Doe',
        Job_Title: 'CEO',
        Company: 'Acme, Inc.',
        Work_Email_1: 'jane@a.com',
        Linkedin_Url: JANE,
        Company_Website: 'https://a.com/',
      },
      { Full_Name: 'Joe Roe', Company: 'Nord AG', Linkedin_Url: JOE, Company_Website: 'b.de' },
      {
        Full_Name: 'Zoë Poe',
        Company: 'Calm',
        Direct_Email_1: 'zoe@home.example',
        Direct_Email_3: 'poe@home.example',
        Phone_2: '+4930123',
      },
    ],
    {
      emails: ['jane@a.com', 'zoe@home.example', 'poe@home.example'],
      people: ['Joe Roe at b.de'],
      websites: ['a.com', 'b.de'],
      profiles: ['in/jane-doe', 'in/joe-roe'],
      companies: ['Acme, Inc.', 'Nord AG', 'Calm'],
    },
  ),
  ...[leads('apollo', APOLLO_ROWS, APOLLO_ITEMS), PEOPLE_FILE],
  leads(
    'sales_navigator',
    [
      {
        Full_name: 'Jane Doe',
        Job_title: 'CEO',
        Company_Name: 'Acme, Inc.',
        Emails: 'jane@a.com; doe@a.com',
        Linkedin_Url: JANE,
        Company_Website: 'https://a.com/',
        Location_Country: 'Germany',
        Company_Location_Country: 'France',
      },
      { Full_name: 'Joe Roe', Company_Name: 'Nord AG', Linkedin_Url: JOE, Company_Website: 'b.de' },
    ],
    {
      emails: ['jane@a.com', 'doe@a.com'],
      people: ['Joe Roe at b.de'],
      websites: ['a.com', 'b.de'],
      profiles: ['in/jane-doe', 'in/joe-roe'],
      companies: ['Acme, Inc.', 'Nord AG'],
    },
  ),
];
