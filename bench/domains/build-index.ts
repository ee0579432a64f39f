import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { brotliCompressSync, constants } from 'node:zlib';
import { readCompanyName, registrable } from '../../engines/company-domain/company-name.ts';
import { isPlatform } from '../../engines/company-domain/page-kind.ts';
import { countryCode } from '../../engines/country-names/country-names.ts';
import { type IndexedName, writeCompanyIndex } from '../../tools/company-to-domain/engine/company-index.ts';
import { installPeers } from '../peers.ts';

/**
 * Builds tools/company-to-domain/data/companies.br from public facts: `node bench/domains/build-index.ts
 * --companies FOLDER`. The folder has ror.tsv, datenanfragen.tsv, dotgov.tsv and logos.tsv (see data/README.md).
 */
const { values } = parseArgs({ options: { companies: { type: 'string' }, out: { type: 'string' } } });
if (!values.companies) throw new Error('Pass the folder of the TSV files: --companies FOLDER');
const folder = values.companies;

const NSI = 'name-suggestion-index';
const CREDITS =
  'Research Organization Registry (CC0 1.0); datenanfragen.de company database (CC0 1.0); CISA list of .gov domains (public domain); ' +
  'gilbarbara/logos (CC0 1.0); name-suggestion-index (BSD-3-Clause) with facts of Wikidata (CC0 1.0)';
/** More domains than this say that the name means nothing. */
const MAX_DOMAINS = 3;
const MIN_KEY_CHARS = 2;

/** Names as written, for the benchmark. */
const writtenNames = new Map<string, string>();
type Domains = Map<string, string | null>;
const main = new Map<string, Domains>();
const other = new Map<string, Domains>();

function add(to: Map<string, Domains>, name: string, website: string, country: string | null): void {
  const domain = wholeSite(website);
  if (domain === null) return;
  const reading = readCompanyName(name);
  if (reading.kind !== 'name') return;
  if (to === main) writtenNames.set(reading.name.key, name);
  for (const key of new Set([reading.name.key, to === main ? reading.name.legalKey : reading.name.key])) {
    if (key.length < MIN_KEY_CHARS || key.length > 80) continue;
    const domains = to.get(key) ?? new Map<string, string | null>();
    domains.set(domain, domains.has(domain) && domains.get(domain) !== country ? null : country);
    to.set(key, domains);
  }
}

/** The registrable domain of a website that is all of it; null for a part of a larger site, such as that of a department. */
function wholeSite(website: string): string | null {
  const domain = registrable(website.trim());
  if (domain === null || isPlatform(domain) || domain.length > 60) return null;
  const url = new URL(/^https?:/i.test(website) ? website : `http://${website}`);
  const host = url.hostname.replace(/^www\d?\./, '');
  return host === domain ? domain : null;
}

function* rows(file: string): Generator<Record<string, string>> {
  const [header = '', ...lines] = readFileSync(join(folder, file), 'utf8').split('\n');
  const names = header.split('\t');
  for (const line of lines) {
    if (line === '') continue;
    const cells = line.split('\t');
    yield Object.fromEntries(names.map((name, index) => [name, cells[index] ?? '']));
  }
}

for (const row of rows('ror.tsv')) {
  add(main, row.name ?? '', row.website ?? '', row.country || null);
  for (const name of (row.other_names ?? '').split(' | ').filter(Boolean))
    add(other, name, row.website ?? '', row.country || null);
}
for (const row of rows('datenanfragen.tsv')) {
  const countries = (row.countries ?? '').split('|');
  add(
    main,
    row.name ?? '',
    row.website ?? '',
    countries.length === 1 ? countryCode(countries[0] ?? '') : null,
  );
}
for (const row of rows('dotgov.tsv')) add(main, row.organization ?? '', row.domain ?? '', 'US');
for (const row of rows('logos.tsv')) add(main, row.name ?? '', row.website ?? '', null);

interface Wikidata {
  wikidata: Record<string, { label?: string; officialWebsites?: string[] }>;
}
interface Nsi {
  nsi: Record<
    string,
    { items?: { displayName: string; locationSet?: { include?: unknown[] }; tags: Record<string, string> }[] }
  >;
}
installPeers(NSI);
const nsiFile = (path: string) =>
  JSON.parse(
    readFileSync(join(import.meta.dirname, '../node_modules', NSI, 'dist', path), 'utf8'),
  ) as unknown;
const { wikidata } = nsiFile('wikidata/wikidata.min.json') as Wikidata;
const { nsi } = nsiFile('json/nsi.min.json') as Nsi;
for (const { items = [] } of Object.values(nsi)) {
  for (const { displayName, locationSet, tags } of items) {
    for (const kind of ['brand', 'operator', 'network']) {
      const [website] = wikidata[tags[`${kind}:wikidata`] ?? '']?.officialWebsites ?? [];
      if (!website) continue;
      const [place, ...more] = (locationSet?.include ?? []).map(String);
      const country = more.length === 0 ? countryCode(place ?? '') : null;
      for (const name of new Set([displayName, tags[kind], tags[`${kind}:en`], tags.official_name]))
        if (name) add(name === displayName ? main : other, name, website, country);
    }
  }
}

const names: IndexedName[] = [];
for (const key of new Set([...main.keys(), ...other.keys()])) {
  // A name that an organization also has is weaker than the name of another.
  const domains = main.get(key) ?? other.get(key) ?? new Map<string, string | null>();
  if (domains.size > MAX_DOMAINS || (key.length < 4 && domains.size > 1)) continue;
  names.push({ key, entries: [...domains].map(([domain, country]) => ({ domain, country })) });
}
const SAMPLE_EVERY = 150;
const sample = names
  .filter(({ key, entries }) => entries.length === 1 && writtenNames.has(key))
  .filter((_, index) => index % SAMPLE_EVERY === 0)
  .map(({ key, entries }) => `${writtenNames.get(key)}\t${entries[0]?.domain}`);
writeFileSync(join(import.meta.dirname, 'index-sample.tsv'), `name\tdomain\n${sample.join('\n')}\n`);

const text = writeCompanyIndex(names, CREDITS);
const packed = brotliCompressSync(text, {
  params: {
    [constants.BROTLI_PARAM_QUALITY]: 11,
    [constants.BROTLI_PARAM_LGWIN]: 24,
    [constants.BROTLI_PARAM_SIZE_HINT]: text.length,
  },
});
const out = values.out ?? join(import.meta.dirname, '../../tools/company-to-domain/data/companies.br');
writeFileSync(out, packed);
console.log(
  JSON.stringify({
    names: names.length,
    domains: new Set(names.flatMap(({ entries }) => entries.map(({ domain }) => domain))).size,
    textBytes: text.length,
    packedBytes: packed.length,
  }),
);
