import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PEOPLE_DATABASES, type PeopleDatabase } from '#contract/leads.ts';
import { csvLine } from '#engines/csv/write-csv.ts';
import { importLeads } from './import/import-leads.ts';
import {
  COUNTRY_SPELLINGS,
  FILE_COLUMNS,
  type Seeded,
  seeded,
  type TestPerson,
  testPeople,
} from './test-lead-file.ts';
import { type LeadBench, openLeadBench, type Searcher } from './test-leads.ts';

const PEOPLE = 1500;
/** 200 combinations, in tests that are short on a busy machine, too. */
const PARTS = 8;
const COMBINATIONS_PER_PART = 25;
const SEED = 20_261_123;

type Test = (person: TestPerson) => boolean;
/** A filter of the API, and a straightforward test of a row for the same. */
interface Condition {
  filters: Record<string, unknown>;
  test: Test;
}

const LETTERS: Record<string, string> = { ß: 'ss', ø: 'o', ł: 'l' };
const plain = (text: string) =>
  [...text.normalize('NFD').toLowerCase()]
    .filter((char) => !/\p{Mn}/u.test(char))
    .map((char) => LETTERS[char] ?? char)
    .join('')
    .trim();
const hasWord = (text: string, word: string) => {
  const words = ` ${plain(text)
    .split(/[^\p{L}\p{N}+#]+/u)
    .join(' ')} `;
  const star = word.endsWith('*');
  return words.includes(star ? ` ${plain(word.slice(0, -1))}` : ` ${plain(word)} `);
};
const isReal = (text: string) => !['', 'n/a', '-'].includes(text.toLowerCase());
const either =
  (values: string[], test: (value: string, person: TestPerson) => boolean): Test =>
  (person) =>
    values.some((value) => test(value, person));
const not =
  (test: Test): Test =>
  (person) =>
    !test(person);
/** A location of one cell has its country's name, since a code there can also be a state or a word. */
const inPlace =
  (database: PeopleDatabase) =>
  (place: string, { city, country, countryName }: TestPerson) =>
    hasWord(`${city} ${country}`, place) ||
    (plain(countryName) === plain(place) &&
      (database !== 'leadrocks' || !/^[A-Z]{2,3}$/.test(country) || country === 'UK'));
const hasPhone = ({ phone, mobile, direct }: TestPerson, database: PeopleDatabase) =>
  isReal(phone) ||
  (database !== 'sales_navigator' && isReal(mobile)) ||
  (database === 'apollo' && isReal(direct));

/** One random value of each filter that a database has. */
function conditions(database: PeopleDatabase, random: Seeded): Condition[] {
  const { some, pick } = random;
  const titles = some(
    ['sales', 'DEVELOPPEUR', 'développeur web', 'strassenbau', 'TECNICA', 'direct*', 'dzialu'],
    2,
  );
  const noTitles = some(['señor', 'ingenieur', 'admin'], 1);
  const industries = some(['RETAIL', 'Santé', 'sante', 'OIL & GAS', 'Nothing'], 2);
  const companies = some(['cafe noir', 'CAFÉ', 'acme', 'acme*', 'Unal'], 2);
  const places = some(
    ['sao paulo', 'São Paulo', 'munchen', 'ZURICH', 'Lodz', 'tromso', 'Germany', 'brazil'],
    2,
  );
  const keywords = some(['gestao', 'Python', 'retail', 'SANTE', 'negociation', 'unal'], 2);
  const countries = some(Object.keys(COUNTRY_SPELLINGS), 2);
  const spelled = countries.map((country) => pick(COUNTRY_SPELLINGS[country] ?? []));
  const skills = some(['python', 'GESTÃO', 'c++', 'negociation'], 2);
  const min = pick([1, 51, 501, 1001, 2500, 10_000]);
  const max = min + pick([10, 1000, 100_000]);
  const titleTest = either(titles, (word, { title }) => hasWord(title, word));
  const noTitleTest = not(either(noTitles, (word, { title }) => hasWord(title, word)));
  const industryTest = either(industries, (value, { industry }) => plain(industry) === plain(value));
  const hasSkill = either(skills, (value, person) =>
    person.skills.some((skill) => plain(skill) === plain(value)),
  );
  const everywhere: Condition[] = [
    {
      filters: { includeCompanies: companies },
      test: either(companies, (word, { company }) => hasWord(company, word)),
    },
    { filters: { includePlaces: places }, test: either(places, inPlace(database)) },
    { filters: { excludePlaces: places }, test: not(either(places, inPlace(database))) },
    {
      filters: { includeKeywords: keywords },
      test: either(keywords, (word, { title, company, industry, skills: own }) =>
        [title, company, industry, ...own].some((text) => hasWord(text, word)),
      ),
    },
    {
      filters: { includeDomains: ['acme.com'] },
      test: ({ website, email }) => /acme\.com/i.test(website) || /@acme\.com/i.test(email),
    },
    {
      filters: { employees: [{ min, max }] },
      test: ({ employees }) => employees !== null && employees >= min && employees <= max,
    },
    { filters: { hasEmail: true }, test: ({ email }) => isReal(email) },
  ];
  if (database === 'sales_navigator') {
    return [
      ...everywhere,
      {
        filters: { jobTitle: { include: titles, exclude: noTitles } },
        test: (one) => titleTest(one) && noTitleTest(one),
      },
      { filters: { industry: { include: industries, exclude: [] } }, test: industryTest },
      { filters: { industry: { include: [], exclude: industries } }, test: not(industryTest) },
      { filters: { locationCountry: countries }, test: ({ countryName }) => countries.includes(countryName) },
      { filters: { locationCountry: spelled }, test: ({ countryName }) => countries.includes(countryName) },
      {
        filters: { companySize: { include: ['10K+', '51 - 200'] } },
        test: ({ size }) => ['10K+', '51 - 200'].includes(size),
      },
      { filters: { skills: { include: skills } }, test: hasSkill },
      { filters: { hasPhone: true }, test: (one) => hasPhone(one, database) },
      { filters: { hasMobile: true }, test: ({ mobile }) => isReal(mobile) },
      {
        filters: { linkedinConnections: { min: 500, max: 2500 } },
        test: ({ connectionCount: count }) => count !== null && count >= 500 && count <= 2500,
      },
    ];
  }
  const common: Condition[] = [
    ...everywhere,
    { filters: { includeJobTitles: titles }, test: titleTest },
    { filters: { excludeJobTitles: noTitles }, test: noTitleTest },
    { filters: { includeIndustries: industries }, test: industryTest },
    { filters: { excludeIndustries: industries }, test: not(industryTest) },
  ];
  if (database === 'leadrocks') return common;
  const seniorities = some(['c_suite', 'VP', 'Vice President', 'manager', 'C-Level', 'entry'], 2);
  const meant: Record<string, string> = { VP: 'vp', 'Vice President': 'vp', 'C-Level': 'c_suite' };
  return [
    ...common,
    {
      filters: { includeSeniorities: seniorities },
      test: either(seniorities, (value, { seniorityName }) => seniorityName === (meant[value] ?? value)),
    },
    { filters: { hasPhone: true }, test: (one) => hasPhone(one, database) },
    { filters: { hasDirectPhone: true }, test: ({ direct }) => isReal(direct) },
  ];
}

let bench: LeadBench;
let person: Searcher;
const people = testPeople(seeded(SEED), PEOPLE);

beforeAll(async () => {
  bench = await openLeadBench();
  person = await bench.person();
  for (const database of PEOPLE_DATABASES) {
    const columns = Object.entries(FILE_COLUMNS[database]);
    const file = join(bench.deps.config.DATA_DIR, `${database}.csv`);
    writeFileSync(
      file,
      [
        csvLine(columns.map(([header]) => header)),
        ...people.map((person) => csvLine(columns.map(([, cell]) => cell(person)))),
      ].join(''),
    );
    const report = await importLeads(
      bench.deps,
      {
        file,
        database,
        mode: 'replace',
        preset: null,
        source: 'test',
        licence: 'own',
        date: null,
        dryRun: false,
        refusedFile: `${file}.refused.csv`,
      },
      { note: () => {} },
    );
    expect(report).toMatchObject({ preset: 'own', imported: PEOPLE, duplicates: 0, refused: 0 });
  }
});
afterAll(() => bench.close());

describe(`counts with seed ${SEED} are those of a simple program over the same file`, () => {
  it.each(PEOPLE_DATABASES)('for each filter of %s alone', async (database) => {
    for (const condition of conditions(database, seeded(SEED))) await compare(database, [condition]);
  });

  it.each(Array.from({ length: PARTS }, (_, part) => part + 1))(
    `for ${COMBINATIONS_PER_PART} random combinations, part %i of ${PARTS}`,
    async (part) => {
      const random = seeded(SEED + part);
      let found = 0;
      for (let index = 0; index < COMBINATIONS_PER_PART; index += 1) {
        const database = PEOPLE_DATABASES[index % PEOPLE_DATABASES.length] as PeopleDatabase;
        const all = conditions(database, random);
        if ((await compare(database, random.some(all, 4))) > 0) found += 1;
      }
      expect(found).toBeGreaterThan(COMBINATIONS_PER_PART / 4);
    },
  );
});

/** Compares a search with the rows of the file, and returns the number of leads. */
async function compare(database: PeopleDatabase, chosen: Condition[]): Promise<number> {
  // A filter can be chosen twice with other values: the last one counts, as in the request.
  const filters: Record<string, unknown> = {};
  const tests = new Map<string, Test>();
  for (const condition of chosen) {
    for (const name of Object.keys(condition.filters)) tests.set(name, condition.test);
    Object.assign(filters, condition.filters);
  }
  const expected = people.filter((person) => [...tests.values()].every((test) => test(person))).length;
  const { status, body } = await person.call(database, { action: 'count', filters });
  expect({ filters: JSON.stringify(filters), database, status, count: body.count }).toEqual({
    filters: JSON.stringify(filters),
    database,
    status: 200,
    count: expected,
  });
  return expected;
}
