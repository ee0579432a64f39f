import type { PeopleDatabase } from '#contract/leads.ts';

/** A person of the test file: what the cells say, and what they mean. */
export interface TestPerson {
  name: string;
  title: string;
  company: string;
  website: string;
  email: string;
  phone: string;
  mobile: string;
  direct: string;
  industry: string;
  size: string;
  /** what `size` means; null if nothing */
  employees: number | null;
  city: string;
  /** as it is spelled */
  country: string;
  /** the English name; '' if unknown */
  countryName: string;
  seniority: string;
  seniorityName: string;
  skills: string[];
  connections: string;
  connectionCount: number | null;
}

/** Spellings of countries, after the English name that the filter shows. */
export const COUNTRY_SPELLINGS: Readonly<Record<string, readonly string[]>> = {
  Germany: ['Germany', 'GERMANY', 'germany', 'Deutschland', 'Allemagne', 'Niemcy', 'DE'],
  'United States': [
    'United States',
    'USA',
    'U.S.',
    'u.s.a.',
    'United States of America',
    'Estados Unidos',
    'US',
  ],
  'United Kingdom': ['United Kingdom', 'UK', 'Great Britain', 'Großbritannien', 'Royaume-Uni'],
  'Ivory Coast': ['Ivory Coast', "Côte d'Ivoire", 'Cote d’Ivoire', 'Elfenbeinküste', 'Costa de Marfil'],
  Brazil: ['Brazil', 'Brasil', 'BRASIL', 'Brésil', 'BRA'],
  Netherlands: ['Netherlands', 'The Netherlands', 'Holland', 'Niederlande', 'Pays-Bas'],
  'Czech Republic': ['Czech Republic', 'Czechia', 'Česko', 'Tschechien'],
  Japan: ['Japan', '日本', 'Japón', 'JAPAN'],
  Niger: ['Niger', 'NE'],
  Nigeria: ['Nigeria', 'NIGERIA'],
};
const SIZES: readonly [string, number | null][] = [
  ['2.5K', 2500],
  ['1K-5K', 1000],
  ['10K+', 10_000],
  ['10k+ employees', 10_000],
  ['2,5K', 2500],
  ['1-5K', 1000],
  ['501-1K', 501],
  ['1.2M', 1_200_000],
  ['1,001-5,000', 1001],
  ['1.001–5.000', 1001],
  ['10 000', 10_000],
  ['11-50', 11],
  ['51 - 200', 51],
  ['500+', 500],
  ['7', 7],
  ['50 members', 50],
  ['self-employed', null],
  ['N/A', null],
  ['', null],
];
const SENIORITIES: readonly [string, string][] = [
  ['C suite', 'c_suite'],
  ['C-Level', 'c_suite'],
  ['Vp', 'vp'],
  ['Vice President', 'vp'],
  ['MANAGER', 'manager'],
  ['Entry level', 'entry'],
  ['', ''],
];
const CONNECTIONS: readonly [string, number | null][] = [
  ['500+', 500],
  ['1,234', 1234],
  ['2.5K', 2500],
  ['87', 87],
  ['', null],
];
const TITLES = [
  'Head of Sales',
  'HEAD OF SALES',
  'Développeur Web',
  'developpeur web',
  'Straßenbau-Ingenieur',
  'STRASSENBAU INGENIEUR',
  'Directora Técnica',
  'Salesforce Admin',
  'Señor Account Manager',
  'Kierownik działu',
  '',
];
const INDUSTRIES = [
  'Retail',
  'retail',
  'RETAIL ',
  'Santé',
  'sante',
  'SANTÉ',
  'Oil & Gas',
  'oil & gas',
  'Logistics',
  '',
];
const SKILLS = ['Python', 'python', 'PYTHON', 'Gestão', 'gestao', 'C++', 'C', 'Négociation'];
const CITIES = [
  'São Paulo',
  'Sao Paulo',
  'SÃO PAULO',
  'München',
  'munchen',
  'Zürich',
  'Łódź',
  'lodz',
  'Tromsø',
  'New York',
  '',
];
const COMPANIES = ['Café Noir', 'CAFE NOIR GmbH', 'Acme', 'Acmetric', 'Ünal Ltd', 'unal ltd'];
const PHONES = ['+1 202 555 0100', "'+49 30 123", 'N/A', '-', '', ''];

/** Random numbers from a seed, so that a failure can be repeated (mulberry32). */
export function seeded(seed: number) {
  let state = seed;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const pick = <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)] as T;
  return {
    next,
    pick,
    some: <T>(list: readonly T[], most: number): T[] =>
      Array.from({ length: 1 + Math.floor(next() * most) }, () => pick(list)),
  };
}
export type Seeded = ReturnType<typeof seeded>;

/** People with every kind of spelling. Their names are unique. */
export function testPeople(random: Seeded, count: number): TestPerson[] {
  const spellings = Object.entries(COUNTRY_SPELLINGS).flatMap(([name, list]) =>
    list.map((text) => [text, name] as const),
  );
  return Array.from({ length: count }, (_, index) => {
    const [country, countryName] =
      random.next() < 0.1 ? [random.pick(['', 'n/a', 'Atlantis']), ''] : random.pick(spellings);
    const [size, employees] = random.pick(SIZES);
    const [seniority, seniorityName] = random.pick(SENIORITIES);
    const [connections, connectionCount] = random.pick(CONNECTIONS);
    const company = random.pick(COMPANIES);
    return {
      name: `Ada ${[...String(index)].map((digit) => 'bcdfghjklm'[Number(digit)]).join('a')}o`,
      title: random.pick(TITLES),
      company,
      website: random.pick(['', 'https://www.acme.com/about', 'ACME.com', 'cafe-noir.example']),
      email: random.pick(['', 'N/A', `p${index}@mail.example`, `p${index}@Acme.com`]),
      phone: random.pick(PHONES),
      mobile: random.pick(PHONES),
      direct: random.pick(PHONES),
      industry: random.pick(INDUSTRIES),
      size,
      employees,
      city: random.pick(CITIES),
      country,
      countryName,
      seniority,
      seniorityName,
      skills: random.next() < 0.2 ? [] : random.some(SKILLS, 3),
      connections,
      connectionCount,
    };
  });
}

/** The file of a database: odd headers of many products, and what is in their cells. */
export const FILE_COLUMNS: Record<PeopleDatabase, Record<string, (person: TestPerson) => string>> = {
  leadrocks: {
    Name: ({ name }) => name,
    ' Role ': ({ title }) => title,
    Organisation: ({ company }) => company,
    'Company  Website': ({ website }) => website,
    SECTOR: ({ industry }) => industry,
    Headcount: ({ size }) => size,
    'Work E-mail': ({ email }) => email,
    Telephone: ({ phone }) => phone,
    Handy: ({ mobile }) => mobile,
    Ort: ({ city, country }) => [city, country].filter(Boolean).join(', '),
    Keywords: ({ skills }) => skills.join('; '),
  },
  apollo: {
    'Full-Name': ({ name }) => name,
    Position: ({ title }) => title,
    Employer: ({ company }) => company,
    Homepage: ({ website }) => website,
    Branche: ({ industry }) => industry,
    'No. of Employees': ({ size }) => size,
    'E-Mail Address': ({ email }) => email,
    Phone: ({ phone }) => phone,
    'Cell Phone': ({ mobile }) => mobile,
    'Direct Dial': ({ direct }) => direct,
    Stadt: ({ city }) => city,
    'Country/Region': ({ country }) => country,
    'Seniority Level': ({ seniority }) => seniority,
    Skills: ({ skills }) => skills.join(', '),
  },
  sales_navigator: {
    'full name': ({ name }) => name,
    'Current Job Title': ({ title }) => title,
    'Current Company': ({ company }) => company,
    Web: ({ website }) => website,
    Industry: ({ industry }) => industry,
    'COMPANY SIZE': ({ size }) => size,
    Mail: ({ email }) => email,
    Phone: ({ phone }) => phone,
    'Mobile Number': ({ mobile }) => mobile,
    City: ({ city }) => city,
    Pays: ({ country }) => country,
    'LinkedIn Connections': ({ connections }) => connections,
    Skills: ({ skills }) => skills.join('; '),
  },
};
