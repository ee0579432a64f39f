import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { COUNTRIES } from '#contract/countries.ts';
import { countryKeys } from '#engines/country-names/country-names.ts';
import { foldedSql, foldText, nameKey, nameKeySql } from '#engines/country-names/folded-text.ts';
import { countSql } from './search-columns.ts';
import { type LeadBench, openLeadBench } from './test-leads.ts';

let bench: LeadBench;
beforeAll(async () => {
  bench = await openLeadBench();
});
afterAll(() => bench.close());

async function computed<T>(sql: string, texts: readonly string[], shape: z.ZodType<T>): Promise<T[]> {
  const rows = await bench.deps.warehouse.rows(
    { sql: `SELECT ${sql} AS value FROM (SELECT arrayJoin({texts:Array(String)}) AS t)`, params: { texts } },
    z.object({ value: shape }),
  );
  return rows.map(({ value }) => value);
}

it('folds a text in the engine as in JavaScript', async () => {
  const texts = [
    'São Paulo',
    'ŁÓDŹ',
    'Straße',
    'İstanbul',
    'Tromsø',
    'ΑΣ ας',
    'ＣＴＯ',
    'ガイド',
    '가나',
    'Œuvre Æsir Þór',
    'd’Or',
    'नमस्ते',
  ];
  const letters = Array.from({ length: 0x530 }, (_, index) => String.fromCodePoint(index + 1)).filter(
    (char) => /\p{L}/u.test(char),
  );
  const all = [...texts, ...letters];
  const folded = await computed(foldedSql('t'), all, z.string());
  expect(all.map((text, index) => [text, folded[index]])).toEqual(all.map((text) => [text, foldText(text)]));
  expect(texts.slice(0, 5).map(foldText)).toEqual(['sao paulo', 'lodz', 'strasse', 'istanbul', 'tromso']);
});

it('has the same keys of countries in the engine and in JavaScript', async () => {
  const names = COUNTRIES.flatMap((country) => [country, ...countryKeys(country)]);
  expect(await computed(nameKeySql('t'), names, z.string())).toEqual(names.map(nameKey));
});

it.each([
  ['500+', 500],
  ['2.5K', 2500],
  ['2,5k', 2500],
  ['1K-5K', 1000],
  ['1-5K', 1000],
  ['501-1K', 501],
  ['10K+', 10_000],
  ['10k+ employees', 10_000],
  ['5 thousand', 5000],
  ['1.5M', 1_500_000],
  ['2 million', 2_000_000],
  ['50 members', 50],
  ['5kg', 5],
  ['1,001-5,000', 1001],
  ['1.001 - 5.000', 1001],
  ["10'000", 10_000],
  ['10 000', 10_000],
  ['12\u00a0500', 12_500],
  ['1,234,567', 1_234_567],
  ['120.0', 120],
  ['about 30 people', 30],
  ['99999999999', 2_000_000_000],
  ['0', 0],
  ['none', -1],
  ['', -1],
])('reads the number in %j', async (text, number) => {
  expect(await computed(countSql('t'), [text], z.number())).toEqual([number]);
});
