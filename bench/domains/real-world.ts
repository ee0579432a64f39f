import { type CompanyName, readCompanyName } from '../../engines/company-domain/company-name.ts';
import { companyPage, NEVER_STATED, otherPage, STATEMENTS, type TakenBy } from './company-pages.ts';
import { type CompanyWorld, createRandom } from './company-world.ts';
import type { RealPair } from './real-pairs.ts';

/** Real names and domains with made-up homepages, and what others have at the domains that the names suggest. */
export interface RealWorld extends Pick<CompanyWorld, 'hosts'> {
  companies: (RealPair & { isStated: boolean; listed: string | null })[];
  /** domains whose name servers are those of a seller of domains */
  parked: Set<string>;
}

/** Shares of the domains with these endings that others have. */
const TAKEN: Readonly<Record<string, number>> = {
  com: 0.6,
  net: 0.35,
  org: 0.3,
  io: 0.25,
  co: 0.25,
  eu: 0.2,
};
const TAKEN_ELSEWHERE = 0.15;
/** Domains with another word, such as get-, are rarely taken. */
const TAKEN_WITH_AFFIX = 0.1;
const ENDINGS = 'com net org io co ai app dev eu info de co.uk fr tech biz us'.split(' ');
const BEFORE = 'get try use hello with ask join go team my the'.split(' ');
const AFTER = 'hq app group labs inc corp tech online software company -group -online'.split(' ');
const PARKED_NAME_SERVERS = 0.6;
const LISTED_COUNTRY = 0.5;

export function makeRealWorld(pairs: readonly RealPair[], count: number, seed: number): RealWorld {
  const random = createRandom(seed);
  const world: RealWorld = { companies: [], hosts: new Map(), parked: new Set() };
  const chosen = pairs
    .map((pair) => ({ pair, order: random() }))
    .sort((a, b) => a.order - b.order)
    .slice(0, count);
  for (const [index, { pair }] of chosen.entries()) {
    const name = nameOf(pair);
    if (world.hosts.has(pair.domain)) continue;
    const statement = index % 10 === 9 ? NEVER_STATED : STATEMENTS[index % STATEMENTS.length]!;
    const core = name.short;
    const page = { core, legal: pair.name.replace(/\s*\([^)]*\)/g, ''), domain: pair.domain, random };
    const tradeWords = 'advice service tools news';
    const country = pair.country ?? 'US';
    world.hosts.set(pair.domain, { html: companyPage({ ...page, country, tradeWords }, statement) });
    const isStated = statement !== NEVER_STATED;
    const listed = random() < LISTED_COUNTRY ? pair.country : null;
    world.companies.push({ ...pair, isStated, listed });
  }
  for (const company of world.companies) takeOthers(world, company, random);
  return world;
}

function nameOf({ name }: RealPair): CompanyName {
  const reading = readCompanyName(name);
  if (reading.kind !== 'name') throw new Error(`${name} is no name.`);
  return reading.name;
}

function takeOthers(world: RealWorld, company: RealPair, random: () => number): void {
  const name = nameOf(company);
  const words = name.words
    .map((word) =>
      word
        .normalize('NFD')
        .replace(/[^a-z0-9]/gi, '')
        .toLowerCase(),
    )
    .filter((word) => word !== '' && word !== 'and');
  if (words.length === 0) return;
  const full = words.join('');
  const home = company.country?.toLowerCase();
  const endings = home === undefined ? ENDINGS : [...ENDINGS, home];
  const take = (label: string, ending: string, share: number) => {
    const domain = `${label}.${ending}`;
    if (world.hosts.has(domain) || random() > share) return;
    const by = takenBy(random(), words, label);
    const page = { core: name.short, domain, tradeWords: 'bakery bread restaurant coffee', random };
    world.hosts.set(domain, otherPage(page, by));
    const isSold = by === 'for-sale' || by === 'parked' || by === 'market';
    if (isSold && random() < PARKED_NAME_SERVERS) world.parked.add(domain);
  };
  const initials = words.map((word) => word[0]).join('');
  const labels = [
    full,
    words.join('-'),
    words[0]!,
    words.slice(0, 2).join(''),
    words.slice(0, 2).join('-'),
    words.at(-1)!,
    ...(words.length > 2 ? [initials] : []),
  ];
  for (const label of new Set(labels))
    for (const ending of endings) take(label, ending, TAKEN[ending] ?? TAKEN_ELSEWHERE);
  for (const base of new Set([full, words[0]!])) {
    for (const before of BEFORE) take(`${before}${base}`, 'com', TAKEN_WITH_AFFIX);
    for (const after of AFTER) take(`${base}${after}`, 'com', TAKEN_WITH_AFFIX);
  }
}

/** More namesakes than in the made-up world: one in six. */
function takenBy(chance: number, words: readonly string[], label: string): TakenBy {
  if (chance < 0.3) return 'for-sale';
  if (chance < 0.42) return 'parked';
  if (chance < 0.5) return 'default-server';
  if (chance < 0.56) return 'login';
  if (chance < 0.62) return 'market';
  if (chance < 0.83) return 'other-company';
  if (words.length === 1) return chance < 0.93 ? 'same-name' : 'foreign-namesake';
  if (!label.replaceAll('-', '').includes(words.join(''))) return 'first-word-namesake';
  return chance < 0.92 ? 'trade-namesake' : 'foreign-namesake';
}
