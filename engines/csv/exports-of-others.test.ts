import { describe, expect, it, test } from 'vitest';
import type { ColumnRole } from '#contract/list-columns.ts';
import { guessRoles } from './list-roles.ts';
import { distinctEntries, readCompanyFile, readCompanyText } from './pasted-companies.ts';
import { readPastedWebsites } from './pasted-websites.ts';
import { readPersonTable } from './person-table.ts';
import { openTable, readTable } from './read-table.ts';

const MAPS = 'https://www.google.com/maps/search/?api=1&query=';

/** Files as other programs export them, with what each tool must read. */
const EXPORTS: readonly {
  program: string;
  text: string;
  roles: Partial<Record<ColumnRole, string>>;
  companies: string[];
  websites?: string[];
  /** each item, as its values with a slash between */
  people: string[];
}[] = [
  {
    program: 'HubSpot contacts',
    text: `Record ID,First Name,Last Name,Email,Contact owner,Associated Company,Associated Company IDs,Website URL
301,Anna,Weber,anna@lindenau.de,Max Owner,Lindenau Optik GmbH,991,https://lindenau.de
302,王,小明,,Max Owner,上海光明有限公司,992,guangming.cn`,
    roles: {
      first_name: 'First Name',
      last_name: 'Last Name',
      email: 'Email',
      company: 'Associated Company',
      website: 'Website URL',
    },
    companies: ['Lindenau Optik GmbH', '上海光明有限公司'],
    websites: ['lindenau.de', 'guangming.cn'],
    people: ['anna@lindenau.de', '王/小明/guangming.cn'],
  },
  {
    program: 'Pipedrive people',
    text: `Person - Name;Person - Organization;Person - Email - Home;Person - Email - Work;Organization - Website
Jane Doe;Acme GmbH;jd@gmx.de;jane@acme.de;https://acme.de
Hans Müller;Talwerk;;;talwerk.de`,
    roles: {
      full_name: 'Person - Name',
      company: 'Person - Organization',
      email: 'Person - Email - Work',
      website: 'Organization - Website',
    },
    companies: ['Acme GmbH', 'Talwerk'],
    websites: ['acme.de', 'talwerk.de'],
    people: ['jane@acme.de', 'jd@gmx.de', 'Hans Müller//talwerk.de'],
  },
  {
    program: 'LinkedIn connections',
    text: `First Name,Last Name,URL,Email Address,Company,Position,Connected On
Jane,Doe,https://www.linkedin.com/in/jane-doe,,Acme,CEO,12 Jan 2024
Joe,Roe,https://www.linkedin.com/in/joe-roe,joe@acme.com,Acme,CTO,13 Jan 2024`,
    roles: {
      first_name: 'First Name',
      last_name: 'Last Name',
      linkedin: 'URL',
      email: 'Email Address',
      company: 'Company',
      job_title: 'Position',
    },
    // Their profiles are no websites of the company, and would make two companies of it.
    companies: ['Acme'],
    people: ['Jane/Doe/https://www.linkedin.com/in/jane-doe', 'joe@acme.com'],
  },
  {
    program: 'a scraper of Google Maps with more links than websites',
    text: `title,totalScore,reviewsCount,city,countryCode,website,phone,categoryName,url
Bäckerei Huber,4.5,120,München,DE,https://www.huber.de/,+49 89 123456,Bäckerei,${MAPS}a
Café ohne Web,4.1,12,München,DE,,+49 89 123457,Café,${MAPS}b
Laden,4.0,2,München,DE,,,Laden,${MAPS}c`,
    roles: { company: 'title', city: 'city', country: 'countryCode', website: 'website', phone: 'phone' },
    companies: ['Bäckerei Huber', 'Café ohne Web', 'Laden'],
    websites: ['huber.de'],
    people: ['', '', ''],
  },
  {
    program: 'another scraper, with a link before the website',
    text: `place_url,name,rating,reviews,category,url,site
${MAPS}a,Zur Linde,4.5,10,Restaurant,${MAPS}a,zurlinde.de
${MAPS}b,Sushi 寿司,4.0,11,Restaurant,${MAPS}b,sushi.de`,
    roles: { company: 'name', website: 'site' },
    companies: ['Zur Linde', 'Sushi 寿司'],
    websites: ['zurlinde.de', 'sushi.de'],
    // No one at these websites is called like the business.
    people: ['', ''],
  },
  {
    program: 'a German list of customers',
    text: `Kundennummer;Kunde;Ansprechpartner;E-Mail
1001;Talwerk;Jens Krüger;jens@talwerk.de`,
    roles: { company: 'Kunde', full_name: 'Ansprechpartner', email: 'E-Mail' },
    companies: ['Talwerk'],
    people: ['jens@talwerk.de'],
  },
  {
    program: 'Google contacts',
    text: `Name,E-mail 1 - Value,E-mail 2 - Value,Organization 1 - Name,Website 1 - Value
Jane Doe,jane@acme.com,jd@gmail.com,Acme,acme.com
Joe Roe,,,Nord,nord.de`,
    roles: {
      full_name: 'Name',
      email: 'E-mail 1 - Value',
      company: 'Organization 1 - Name',
      website: 'Website 1 - Value',
    },
    companies: ['Acme', 'Nord'],
    websites: ['acme.com', 'nord.de'],
    people: ['jane@acme.com', 'jd@gmail.com', 'Joe Roe//nord.de'],
  },
];

describe.each(EXPORTS)('the file of $program', ({ text, roles, companies, people }) => {
  it('has its columns in a list', () => {
    const [header, ...rows] = readTable(openTable(text)).map(({ cells }) => cells);
    const guessed = guessRoles(header ?? [], rows);
    expect(Object.fromEntries(guessed.flatMap((role, at) => (role ? [[role, header?.[at]]] : [])))).toEqual(
      roles,
    );
  });

  it('has its companies, each once, as a file and pasted', () => {
    for (const entries of [readCompanyFile(text) ?? [], readCompanyText(text)])
      expect(distinctEntries(entries).entries.map(({ company_name }) => company_name)).toEqual(companies);
  });

  it('has its people', () => {
    const inputs = readPersonTable(text).rows.flatMap((row) => row.inputs);
    expect(inputs.map((input) => Object.values(input).join('/'))).toEqual(people);
  });
});

test.each(EXPORTS.filter(({ websites }) => websites))('the file of $program has its websites', (file) => {
  expect(readPastedWebsites(file.text).taken.map(({ key }) => key)).toEqual(file.websites);
});

test('the ratings of people make no list of places', () => {
  const customers = ['Name', 'Rating', 'Category', 'Company', 'Title'];
  expect(guessRoles(customers, [])).toEqual(['full_name', null, null, 'company', 'job_title']);
  const freelancers = ['Name', 'Title', 'Rating', 'Reviews'];
  expect(guessRoles(freelancers, [])).toEqual(['full_name', 'job_title', null, null]);
});
