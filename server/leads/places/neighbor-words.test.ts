import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { noFilters } from '#contract/lead-filters.ts';
import { countQuery } from '#engines/lead-query/lead-query.ts';
import { ensureTables, leadTable } from '../lead-tables.ts';
import { seeded } from '../test-lead-file.ts';
import { type LeadBench, openLeadBench } from '../test-leads.ts';

const DATABASE = 'local_businesses';
const TABLE = leadTable(DATABASE);
const COLUMNS = ['name', 'brand', 'category', 'categories', 'postcode', 'city', 'region', 'country'] as const;
type Place = Record<(typeof COLUMNS)[number], string>;

const { pick, some } = seeded(20_261_127);
const PLACES: Place[] = Array.from({ length: 1200 }, (_, index) => {
  const kind = pick([
    'auto_repair',
    'repair_shop',
    'café',
    'auto',
    'category_1',
    'category_12',
    'category_2',
  ]);
  return {
    name: `${some(['Auto', 'Repair', 'Café', 'Größe', 'Nova-1', 'Инженер'], 3).join(' ')} ${index % 2 ? index : ''}`,
    brand: pick(['', '', 'Auto Nova', 'Shop 12']),
    category: kind,
    categories: `${pick(['services', 'repair', 'level_1'])}; ${kind}; ${pick(['auto', 'category_10', 'shop'])}`,
    postcode: pick(['10115', '1010', 'SW1A 1AA', '']),
    city: pick(['New York', 'York', 'City 1', 'City 12', 'São Paulo']),
    region: pick(['NY', '1', 'City']),
    country: 'X1',
  };
});
// More pairs start with "many 1" than are looked up.
for (let index = 0; index < 700; index += 1)
  PLACES.push({ ...(PLACES[0] as Place), name: `Many 1x${index}`, city: `Many 1x${index}` });

const KEYWORDS = [
  ...[
    'category 1',
    'category 1*',
    'category 12',
    'CATEGORY 2*',
    'category*',
    'auto r*',
    'auto re*',
    'auto repair',
    'repair auto',
  ],
  ...[
    'auto repair shop',
    'auto repair s*',
    'nova 1',
    'nova 1*',
    'größ* auto',
    'GRÖSSE a*',
    'Инженер а*',
    'инженер nova',
    'cafe café',
  ],
  ...[
    'many 1*',
    'many 1x*',
    'many 1x5*',
    'many 1x55',
    'many 1x auto',
    'shop 12',
    '*uto repair',
    '*epair s*',
    'services auto',
    '1 s*',
  ],
  ...['# auto', 'auto #', 'auto # a*', '1 category 1*', '12 services category', 'nothing 1*', 'auto nothing'],
];
const CITIES = [
  ...[
    'new york',
    'york',
    'new y*',
    'city 1',
    'city 1*',
    'city 12',
    'sao p*',
    '10115 city',
    'city ny x1',
    'york 1 x*',
    'SW1A 1*',
  ],
  ...['many 1*', 'many 1x5*', 'many 1x55 ny', 'paulo city', '1 x1'],
];

const words = (text: string) =>
  text
    .normalize('NFD')
    .toLowerCase()
    .replace(/\p{Mn}/gu, '')
    .replaceAll('ß', 'ss')
    .split(/[^\p{L}\p{N}+#]+/u)
    .filter(Boolean)
    .join(' ');
const has = (text: string, keyword: string) =>
  ` ${text} `.includes(
    `${keyword.startsWith('*') ? '' : ' '}${words(keyword)}${keyword.endsWith('*') ? '' : ' '}`,
  );
const keywordText = (place: Place) =>
  [place.name, place.brand, place.category, place.categories, ''].map(words).join(' # ').replace(/ +/g, ' ');
const placeText = (place: Place) =>
  words([place.postcode, place.city, place.region, place.country].join(' '));

let bench: LeadBench;
beforeAll(async () => {
  bench = await openLeadBench();
  const { warehouse } = bench.deps;
  await ensureTables(warehouse, DATABASE);
  const lines = PLACES.map((place, index) =>
    [...COLUMNS.map((column) => place[column]), index, index].join('\t'),
  );
  await warehouse.insertLines(TABLE, [...COLUMNS, 'id', 'lw_id'], Buffer.from(`${lines.join('\n')}\n`));
});
afterAll(() => bench.close());

const ofWords = (filter: 'keywords' | 'places', include: string[], exclude: string[] = []) => ({
  ...noFilters(),
  [filter]: { include, exclude },
});

/** Each `every`-th phrase finds what a simple program finds in the same places, also beside another, and when it is excluded. */
async function finds({ every }: { every: number }): Promise<void> {
  const { leadSearch } = bench.deps;
  leadSearch.invalidate(DATABASE);
  for (const [filter, phrases, textOf] of [
    ['keywords', KEYWORDS, keywordText],
    ['places', CITIES, placeText],
  ] as const) {
    const texts = PLACES.map(textOf);
    for (const [index, phrase] of phrases.entries()) {
      if (index % every !== 0) continue;
      const other = phrases[(index + 7) % phrases.length] as string;
      const counts = {
        alone: texts.filter((text) => has(text, phrase)).length,
        withOther: texts.filter((text) => has(text, phrase) || has(text, other)).length,
        excluded: texts.filter((text) => has(text, other) && !has(text, phrase)).length,
      };
      expect({
        phrase,
        alone: await leadSearch.count(DATABASE, ofWords(filter, [phrase])),
        withOther: await leadSearch.count(DATABASE, ofWords(filter, [phrase, other])),
        excluded: await leadSearch.count(DATABASE, ofWords(filter, [other], [phrase])),
      }).toEqual({ phrase, ...counts });
    }
  }
}

/** Which columns of texts a count reads. */
async function textsRead(filter: 'keywords' | 'places', phrase: string): Promise<string[]> {
  const { leadSearch, warehouse } = bench.deps;
  leadSearch.invalidate(DATABASE);
  const { table } = await leadSearch.state(DATABASE);
  const { sql, params } = countQuery(table, ofWords(filter, [phrase]));
  const statement = { sql: `EXPLAIN PLAN actions = 1 ${sql}`, params };
  const lines = await warehouse.rows(statement, z.object({ explain: z.string() }));
  const read = lines.flatMap(({ explain }) => /\blw_find_(?:keyword|place)\b/.exec(explain)?.[0] ?? []);
  return [...new Set(read)].sort();
}

it('finds words that are neighbors', () => finds({ every: 1 }));

it.each([
  ['places', 'new york'],
  ['places', 'city 1*'],
  ['keywords', 'category 1*'],
  ['keywords', 'auto repair'],
] as const)('reads no texts for %s such as %s', async (filter, phrase) => {
  expect(await textsRead(filter, phrase)).toEqual([]);
});

it('reads the texts of an older table, which has no pairs', async () => {
  const { warehouse } = bench.deps;
  const changes = ['keyword', 'place'].flatMap((column) => [
    `DROP INDEX lw_find_${column}_pairs_index`,
    `DROP COLUMN lw_find_${column}_pairs`,
  ]);
  await warehouse.run({ sql: `ALTER TABLE ${TABLE} ${changes.join(', ')} SETTINGS mutations_sync = 2` });
  await ensureTables(warehouse, DATABASE);
  await finds({ every: 8 });
  expect(await textsRead('places', 'new york')).toEqual(['lw_find_place']);
});
