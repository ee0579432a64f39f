import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readCompanyName } from '../../engines/company-domain/company-name.ts';
import { siteDomain } from '../../engines/company-domain/own-domain.ts';
import { addressFlags } from '../../engines/email-address/address-flags.ts';
import { candidateDomains } from '../../tools/company-to-domain/engine/candidates.ts';
import { companyPage, NEVER_STATED, otherPage, STATEMENTS } from './company-pages.ts';
import { type CompanyWorld, createRandom, makeCompanyWorld } from './company-world.ts';

/** A company whose domain no rule makes from its name, and what data sets say about it. */
export interface HiddenCompany {
  /** as the list writes it, with what its other columns say */
  name: string;
  country: string | null;
  city: string | null;
  domain: string;
  /** whether the data set has it, and how */
  entry: 'none' | 'same-name' | 'other-name' | 'stale';
  /** whether a namesake elsewhere is in the data set */
  hasNamesake: boolean;
}

export interface PresetWorld extends Pick<CompanyWorld, 'hosts'> {
  companies: HiddenCompany[];
  /** rows of BigPicture's file */
  bigpicture: Record<string, string>[];
  /** rows of GLEIF's file */
  gleif: Record<string, string>[];
}

interface Known {
  name: string;
  domain: string;
  country: string;
}

const CITIES =
  'Lindenau|Brightwater|Vallecroix|Nordhavn|Santa Rosalia|Kirchfeld|Oakridge|Montverde|Skogstad|Zielona'.split(
    '|',
  );
const COUNTRIES = ['US', 'GB', 'DE', 'FR', 'ES', 'IT', 'NL', 'SE', 'AU', 'CA', 'IN', 'BR'];
/** Shares of the names: in the data set, with a namesake there, of entries that are out of date. */
const COVERED = 0.6;
const NAMESAKES = 0.2;
const STALE = 0.04;
const OTHER_NAME = 0.15;

/** Made-up companies whose domain is none of those that rules make. */
export function generatedCompanies(count: number, seed: number): Known[] {
  return makeCompanyWorld(count * 3, seed, () => false)
    .companies.filter(({ reachable }) => !reachable)
    .slice(0, count);
}

/** Real names and websites from a folder with ror.tsv, datenanfragen.tsv and logos.tsv (all CC0). */
export function realCompanies(folder: string, count: number, seed: number): Known[] {
  const rows = (file: string) =>
    readFileSync(join(folder, file), 'utf8')
      .split('\n')
      .slice(1)
      .map((line) => line.split('\t'));
  const all = [
    ...rows('ror.tsv')
      .filter(([, , , , types = '']) => types.includes('company'))
      .map(([name = '', , website = '', country = '']) => ({ name, website, country })),
    ...rows('datenanfragen.tsv').map(([name = '', website = '', countries = '']) => ({
      name,
      website,
      country: /^[a-z]{2}$/.test(countries) ? countries.toUpperCase() : '',
    })),
    ...rows('logos.tsv').map(([name = '', website = '']) => ({ name, website, country: 'US' })),
  ];
  const random = createRandom(seed);
  const domains = new Set<string>();
  const names = new Set<string>();
  return all
    .map((company) => ({ company, order: random() }))
    .sort((a, b) => a.order - b.order)
    .flatMap(({ company: { name, website, country } }) => {
      const reading = readCompanyName(name);
      const domain = siteDomain(website);
      if (reading.kind !== 'name' || domain === null || addressFlags(null, domain).free || country === '')
        return [];
      if (domains.has(domain) || names.has(reading.name.key) || isGuessed(name, domain, country)) return [];
      domains.add(domain);
      names.add(reading.name.key);
      return [{ name, domain, country }];
    })
    .slice(0, count);
}

/** Whether the domain is one of those that are looked at without a data set. */
function isGuessed(name: string, domain: string, country: string): boolean {
  const reading = readCompanyName(name);
  if (reading.kind !== 'name') return true;
  return [country, null].some((code) =>
    candidateDomains(reading.name, { country: code, website: null }).some(
      (candidate) => candidate.domain === domain,
    ),
  );
}

/** The web of these companies, and the files of two data sets about a part of them. */
export function makePresetWorld(known: readonly Known[], seed: number): PresetWorld {
  const random = createRandom(seed + 1);
  const pick = <One>(list: readonly One[]): One => list[Math.floor(random() * list.length)]!;
  const world: PresetWorld = { companies: [], hosts: new Map(), bigpicture: [], gleif: [] };
  for (const [index, { name, domain, country }] of known.entries()) {
    const reading = readCompanyName(name);
    if (reading.kind !== 'name') continue;
    const core = reading.name.short;
    const city = pick(CITIES);
    const statement = index % 10 === 9 ? NEVER_STATED : STATEMENTS[index % STATEMENTS.length]!;
    const chance = random();
    const entry =
      chance > COVERED
        ? 'none'
        : chance < STALE
          ? 'stale'
          : chance < STALE + OTHER_NAME
            ? 'other-name'
            : 'same-name';
    const trading = `${pick(['Brix', 'Zorn', 'Quell', 'Havel'])}${index} ${pick(['Works', 'Studio', 'Partners'])}`;
    // Half of them say only the name that customers know.
    const said = entry === 'other-name' && random() < 0.5 ? trading : null;
    const page = {
      core: said ?? core,
      legal: said ?? name,
      domain,
      country,
      tradeWords: 'advice service tools news',
      random,
    };
    const inCity = random() < 0.3 ? `<p>${city}</p></body>` : '</body>';
    world.hosts.set(domain, { html: companyPage(page, statement).replace('</body>', inCity) });
    for (const candidate of candidateDomains(reading.name, { country, website: null })) {
      if (world.hosts.has(candidate.domain) || random() > (candidate.domain.endsWith('.com') ? 0.5 : 0.2))
        continue;
      const by = pick(['for-sale', 'parked', 'default-server', 'login', 'other-company'] as const);
      world.hosts.set(candidate.domain, otherPage({ ...page, core, domain: candidate.domain }, by));
    }
    const row = { city, country_code: country.toLowerCase(), website: webAddress(domain, random()) };
    if (entry === 'same-name') world.bigpicture.push({ ...row, name: asWritten(name, core, random()) });
    if (entry === 'stale')
      world.bigpicture.push({ ...row, name, website: staleWebsite(world, core, country, index, random()) });
    if (entry === 'other-name') {
      // A register has the legal name with the one under which the data set knows it.
      world.bigpicture.push({ ...row, name: trading });
      world.gleif.push({
        LEI: `LEI${index}`,
        'Entity.LegalName': name,
        'Entity.OtherEntityNames.OtherEntityName.1': trading,
        'Entity.LegalAddress.City': city,
        'Entity.LegalAddress.Country': country,
        'Entity.EntityStatus': 'ACTIVE',
        'Registration.RegistrationStatus': 'ISSUED',
      });
    }
    const hasNamesake = random() < NAMESAKES;
    if (hasNamesake) addNamesake(world, { name, core, country, city, index, random, pick });
    const hint = random();
    world.companies.push({
      name: asWritten(name, core, random()),
      country: hint < 0.5 ? country : null,
      city: hint < 0.25 ? city : null,
      domain,
      entry,
      hasNamesake,
    });
  }
  return world;
}

/** A company of the same name elsewhere, mostly in another country, with a website that states the name. */
function addNamesake(
  world: PresetWorld,
  of: {
    name: string;
    core: string;
    country: string;
    city: string;
    index: number;
    random: () => number;
    pick: <One>(list: readonly One[]) => One;
  },
): void {
  const { core, city, index, random, pick } = of;
  const country = random() < 0.2 ? of.country : pick(COUNTRIES.filter((code) => code !== of.country));
  // No register has two companies of the same name with the same legal form.
  const name = random() < 0.5 && country !== of.country ? of.name : core;
  const domain = `namesake${index}.${pick(['com', 'net', 'org'])}`;
  const page = { core, legal: name, domain, country, tradeWords: 'advice service tools news', random };
  world.hosts.set(domain, { html: companyPage(page, pick(STATEMENTS)) });
  world.bigpicture.push({
    name,
    website: `https://${domain}`,
    city: pick(CITIES.filter((other) => other !== city)),
    country_code: country.toLowerCase(),
  });
}

/** A website that the company no longer has: gone, for sale, or of someone else. */
function staleWebsite(
  world: PresetWorld,
  core: string,
  country: string,
  index: number,
  chance: number,
): string {
  const domain = `stale${index}.com`;
  const page = { core, domain, country, tradeWords: 'advice service tools news', random: () => chance };
  if (chance > 0.33) world.hosts.set(domain, otherPage(page, chance > 0.66 ? 'for-sale' : 'other-company'));
  return domain;
}

function webAddress(domain: string, chance: number): string {
  return chance < 0.3 ? domain : chance < 0.6 ? `https://www.${domain}/` : `http://${domain}`;
}

/** A name as lists and data sets write it. */
function asWritten(name: string, core: string, chance: number): string {
  if (chance < 0.5) return name;
  if (chance < 0.65) return name.toUpperCase();
  if (chance < 0.75) return name.toLowerCase();
  if (chance < 0.9) return core;
  return name.includes('&') ? name.replace('&', 'and') : name.replace(/ and /i, ' & ');
}
