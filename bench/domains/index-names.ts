import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { companyPage, STATEMENTS } from './company-pages.ts';
import { createRandom } from './company-world.ts';

export interface KnownName {
  name: string;
  domain: string;
  /** as a list writes it */
  written: string;
}

/** Names of the index as people may write them, with the domain of the index (index-sample.tsv). */
export function indexNames(count: number, seed: number): KnownName[] {
  const random = createRandom(seed);
  const [, ...lines] = readFileSync(join(import.meta.dirname, 'index-sample.tsv'), 'utf8')
    .trim()
    .split('\n');
  const known: KnownName[] = [];
  const domains = new Set<string>();
  for (const line of lines) {
    const [name = '', domain = ''] = line.split('\t');
    if (domains.has(domain)) continue;
    domains.add(domain);
    const way = random();
    known.push({ name, domain, written: way < 0.2 ? name.toUpperCase() : way < 0.3 ? `The ${name}` : name });
  }
  return known.slice(0, count);
}

/** Their homepages. */
export function* indexHosts(known: readonly KnownName[]): Generator<[string, string]> {
  const random = createRandom(11);
  for (const [at, { name, domain }] of known.entries()) {
    // The index names branches by their country; their pages don't.
    const core = name.replace(/ \([^)]*\)/g, '').trim();
    const page = { core, legal: core, domain, country: 'US', tradeWords: 'shops offers brands news', random };
    yield [domain, companyPage(page, STATEMENTS[at % STATEMENTS.length]!)];
  }
}
