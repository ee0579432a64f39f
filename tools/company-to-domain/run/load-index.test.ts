import { readFileSync, statSync } from 'node:fs';
import { brotliDecompressSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { readCompanyName } from '#engines/company-domain/company-name.ts';
import { loadCompanyIndex } from './load-index.ts';

const FILE = new URL('../data/companies.br', import.meta.url);
const SAMPLE = new URL('../../../bench/domains/index-sample.tsv', import.meta.url);

it('is small on disk and in memory', () => {
  expect(statSync(FILE).size).toBeLessThan(3_000_000);
  // The text is all that stays in memory.
  expect(brotliDecompressSync(readFileSync(FILE)).length).toBeLessThan(20_000_000);
});

it('names its sources and licenses', () => {
  const { credits, names } = loadCompanyIndex();
  for (const source of [
    'Research Organization Registry (CC0 1.0)',
    'name-suggestion-index (BSD-3-Clause)',
    'Wikidata (CC0 1.0)',
  ])
    expect(credits).toContain(source);
  expect(names).toBeGreaterThan(100_000);
});

it('was built with the same keys: build it again after a change of the normalization', () => {
  const index = loadCompanyIndex();
  const [, ...lines] = readFileSync(SAMPLE, 'utf8').trim().split('\n');
  const missing = lines.filter((line) => {
    const [name = '', domain] = line.split('\t');
    const reading = readCompanyName(name);
    return reading.kind !== 'name' || !index.find(reading.name.key).some((entry) => entry.domain === domain);
  });
  expect(missing).toEqual([]);
});
