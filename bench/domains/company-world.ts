import {
  ENDS,
  LINKS,
  MIDDLES,
  REGIONS,
  type Region,
  STARTS,
  TRADE_KINDS,
  TRADE_WORDS,
} from './company-data.ts';
import {
  companyPage,
  NEVER_STATED,
  otherPage,
  STATEMENTS,
  type Statement,
  type TakenBy,
} from './company-pages.ts';

/** A generated company, its true domain, and how its homepage states its name. */
export interface WorldCompany {
  /** as lists write it */
  name: string;
  domain: string;
  statement: Statement | typeof NEVER_STATED;
  /** whether one of ten families of generated names has the domain */
  reachable: boolean;
  /** ISO code */
  country: string;
  trade: string;
}

/** Companies and every host of their web. */
export interface CompanyWorld {
  companies: WorldCompany[];
  /** the homepage of a host; `redirect` leads elsewhere */
  hosts: Map<string, { html: string } | { redirect: string }>;
}

/** Deterministic numbers from 0 to 1 (mulberry32). */
export function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Makes `count` companies and their web. `isKnown` leaves out names that the index has. */
export function makeCompanyWorld(
  count: number,
  seed: number,
  isKnown: (name: string) => boolean,
): CompanyWorld {
  const random = createRandom(seed);
  const pick = <One>(list: readonly One[]): One => list[Math.floor(random() * list.length)]!;
  const companies: WorldCompany[] = [];
  const hosts: CompanyWorld['hosts'] = new Map();
  const names = new Set<string>();
  const word = () => {
    const made = pick(STARTS) + (random() < 0.6 ? pick(MIDDLES) : '') + pick(ENDS);
    return made[0]!.toUpperCase() + made.slice(1);
  };

  while (companies.length < count) {
    const region = regionAt(random());
    const first = word();
    const trade = region ? pick(region.trades) : '';
    const shape = random();
    const words = !region
      ? random() < 0.75
        ? [first]
        : [first, word()]
      : shape < 0.5
        ? [first, trade]
        : shape < 0.68
          ? [first, word(), trade]
          : shape < 0.82
            ? [first, pick(LINKS), word()]
            : shape < 0.92
              ? [first, word()]
              : [first];
    const core = words.join(' ');
    if (names.has(core) || isKnown(core)) continue;
    names.add(core);
    const form = region ? pick(region.forms) : '';
    const name = written(core, form, random());
    const ways = domainWays(core, region);
    const reachable = random() < 0.7;
    const domain = reachable ? pickWeighted(ways, random()) : pick(unreachableWays(core, region));
    if (hosts.has(domain)) continue;
    const statement =
      companies.length % 10 === 9 ? NEVER_STATED : STATEMENTS[companies.length % STATEMENTS.length]!;
    const country = region?.country ?? 'US';
    const kind = tradeKind(trade) ?? 'other';
    const legal = form === '' ? core : `${core} ${form}`;
    const page = {
      core,
      legal,
      domain,
      country,
      tradeWords: TRADE_WORDS[kind] ?? `${trade} advice service help`.toLowerCase(),
      random,
    };
    if (random() < 0.12 && domain.endsWith('.com'))
      hosts
        .set(domain, { redirect: `www.${domain}` })
        .set(`www.${domain}`, { html: companyPage(page, statement) });
    else hosts.set(domain, { html: companyPage(page, statement) });
    companies.push({
      name,
      domain,
      statement,
      reachable: ways.some(([way]) => way === domain),
      country,
      trade: kind,
    });
  }
  takeOthers(companies, hosts, random, pick);
  return { companies, hosts };
}

/** Takes other domains that a company's name suggests: parked, other companies and namesakes. */
function takeOthers(
  companies: readonly WorldCompany[],
  hosts: CompanyWorld['hosts'],
  random: () => number,
  pick: <One>(list: readonly One[]) => One,
): void {
  for (const company of companies) {
    const core = withoutLegalForm(company.name);
    const region = REGIONS.find(({ country }) => country === company.country && !isStartUp(company.name));
    for (const [domain] of domainWays(core, region)) {
      if (hosts.has(domain)) continue;
      const chance = domain.endsWith('.com') ? 0.5 : 0.2;
      if (random() > chance) continue;
      const by = takenBy(random(), domain, core);
      const others = Object.keys(TRADE_WORDS).filter((trade) => trade !== company.trade);
      const trade = pick(others);
      const other = { core, domain, tradeWords: TRADE_WORDS[trade] ?? '', random };
      const made = otherPage(other, by);
      hosts.set(domain, made);
    }
  }
}

function takenBy(chance: number, domain: string, core: string): TakenBy {
  if (chance < 0.34) return 'for-sale';
  if (chance < 0.46) return 'parked';
  if (chance < 0.54) return 'default-server';
  if (chance < 0.6) return 'login';
  if (chance < 0.66) return 'market';
  if (chance < 0.82) return 'other-company';
  // A namesake of a single made-up word can't be told apart without its trade.
  const full = core
    .toLowerCase()
    .replace(/ä/g, 'ae')
    .replace(/[^a-z ]/g, ' ')
    .split(' ')
    .filter((word) => word && word !== 'und' && word !== 'and')
    .join('');
  const isFirstWord = core.includes(' ') && !domain.replaceAll('-', '').includes(full);
  if (isFirstWord) return 'first-word-namesake';
  if (!core.includes(' ')) return chance < 0.85 ? 'same-name' : 'other-company';
  return chance < 0.92 ? 'trade-namesake' : 'foreign-namesake';
}

function regionAt(chance: number): Region | undefined {
  let sum = 0;
  for (const region of REGIONS) {
    sum += region.share;
    if (chance < sum) return region;
  }
  return undefined;
}

function written(core: string, form: string, chance: number): string {
  const name =
    form === '' ? core : `${core}${/^(?:Inc|LLC|Ltd)/.test(form) && chance < 0.4 ? ',' : ''} ${form}`;
  if (chance > 0.95) return name.toUpperCase();
  if (chance > 0.9) return core;
  return name;
}

function withoutLegalForm(name: string): string {
  const form = REGIONS.flatMap(({ forms }) => forms).find((legalForm) =>
    name.toLowerCase().endsWith(` ${legalForm.toLowerCase()}`),
  );
  return (form ? name.slice(0, -form.length) : name).replace(/[\s,]+$/, '');
}

function isStartUp(name: string): boolean {
  return withoutLegalForm(name) === name;
}

function pickWeighted(ways: readonly [string, number][], chance: number): string {
  const total = ways.reduce((sum, [, weight]) => sum + weight, 0);
  let left = chance * total;
  for (const [domain, weight] of ways) {
    left -= weight;
    if (left < 0) return domain;
  }
  return ways[0]![0];
}

function tradeKind(trade: string): string | null {
  return TRADE_KINDS.find(([pattern]) => pattern.test(trade))?.[1] ?? null;
}

/** Ten families of generated domains with their weights (the ceiling of domains.md). */
function domainWays(core: string, region: Region | undefined): [string, number][] {
  const words = core
    .toLowerCase()
    .replace(/ä/g, 'ae')
    .replace(/\+/g, '&')
    .split(/\s+/)
    .filter((word) => !['&', 'und', 'and'].includes(word));
  const full = words.join('');
  const hyphens = words.join('-');
  const first = words[0] ?? '';
  const [ending = 'com'] = region?.endings ?? [];
  const initials = words.map((word) => word[0]).join('');
  const ways: [string, number][] = region
    ? [
        [`${full}.${ending}`, 30],
        [`${full}.com`, 26],
        [`${hyphens}.${ending}`, words.length > 1 ? 14 : 0],
        [`${hyphens}.com`, words.length > 1 ? 4 : 0],
        [`${first}.${ending}`, words.length > 1 ? 10 : 0],
        [`${first}.com`, words.length > 1 ? 8 : 0],
        [`${initials}.${ending}`, words.length > 2 ? 3 : 0],
        [`${initials}.com`, words.length > 2 ? 2 : 0],
        [`${full}.net`, 1],
        [`${full}.eu`, region.country === 'US' || region.country === 'AU' ? 0 : 1],
      ]
    : [
        [`${full}.com`, 52],
        [`${full}.io`, 14],
        [`${full}.ai`, 10],
        [`get${full}.com`, 7],
        [`${full}hq.com`, 5],
        [`${full}.co`, 5],
        [`${full}.app`, 3],
        [`${hyphens}.com`, words.length > 1 ? 2 : 0],
        [`${full}.org`, 1],
        [`${full}.net`, 1],
      ];
  const seen = new Set<string>();
  return ways.filter(([domain, weight]) => weight > 0 && !seen.has(domain) && seen.add(domain));
}

/** Domains that no family of generated names has. */
function unreachableWays(core: string, region: Region | undefined): string[] {
  const base = core.toLowerCase().replace(/[^a-z]/g, '');
  const ending = region?.endings[0] ?? 'com';
  return [
    `${base.slice(0, 4)}-group.${ending}`,
    `the${base}company.${ending}`,
    `${base.slice(0, 3)}${base.length}x.${ending}`,
    `${base.slice(-5)}shop.${ending}`,
  ];
}
