import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { readCompanyName } from '../../engines/company-domain/company-name.ts';
import { planShards } from '../../server/tasks/shards/plan-shards.ts';
import { candidateDomains } from '../../tools/company-to-domain/engine/candidates.ts';
import { shardKey } from '../../tools/company-to-domain/engine/item-keys.ts';
import { loadCompanyIndex } from '../../tools/company-to-domain/run/load-index.ts';
import { createNoPorts } from '../../tools/company-to-domain/run/ports.ts';
import { createRun } from '../../tools/company-to-domain/run.ts';
import { reportFigure } from '../figures.ts';
import { companyPage, STATEMENTS } from './company-pages.ts';
import { createRandom, makeCompanyWorld, type WorldCompany } from './company-world.ts';
import { startCompanyWeb } from './serve-companies.ts';

/**
 * `npm run bench:domains`: names that aren't in the index against a web of companies on loopback, name + ".com" in
 * the same run, and names of the index. Tuned on the first half of the names; the second half is the check.
 */
const { values } = parseArgs({
  options: {
    names: { type: 'string', default: '1000' },
    seed: { type: 'string', default: '7' },
    wrong: { type: 'boolean', default: false },
    missed: { type: 'boolean', default: false },
  },
});
const count = Number(values.names);
setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;
const inUse = () => {
  collect();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return (heapUsed + arrayBuffers) / 1e6;
};
const beforeIndex = inUse();
const opened = performance.now();
const index = loadCompanyIndex();
const indexMs = Math.round(performance.now() - opened);
const indexMB = Math.round((inUse() - beforeIndex) * 10) / 10;
const isKnown = (name: string) => {
  const reading = readCompanyName(name);
  return reading.kind !== 'name' || index.find(reading.name.key).length > 0;
};
const world = makeCompanyWorld(count, Number(values.seed), isKnown);
const known = indexNames(300, Number(values.seed));
for (const [host, html] of indexHosts(known)) if (!world.hosts.has(host)) world.hosts.set(host, { html });
const web = await startCompanyWeb(world);
const tool = createRun(
  {
    concurrency: 128,
    dnsServers: [web.dnsServer],
    allowPrivateNetwork: true,
    contact: null,
    webPort: web.port,
    provider: null,
    withLogos: true,
  },
  createNoPorts(),
);

/** Shards worked at once. */
const SHARDS_AT_ONCE = 4;

/** Works the names in the shards of a task, where names of the same first word are together. */
async function answers(names: readonly string[], inspected: boolean): Promise<Map<number, string | null>> {
  const found = new Map<number, string | null>();
  const shardNumbers = await planShards(names, shardKey);
  const items = names.map((input, position) => ({ position, input }));
  const shards = [...Map.groupBy(items, ({ position }) => shardNumbers[position]).values()];
  const quarter = Math.ceil(shards.length / 4 / SHARDS_AT_ONCE) * SHARDS_AT_ONCE;
  for (let index = 0; index < shards.length; index += SHARDS_AT_ONCE) {
    if (index > 0 && index % quarter === 0) measureHeap();
    await Promise.all(
      shards.slice(index, index + SHARDS_AT_ONCE).map(async (shard) => {
        for await (const { position, row } of tool.run(shard, new AbortController().signal)) {
          found.set(position, row.domain);
          if (inspected) inspect(position, row);
        }
      }),
    );
  }
  return found;
}

function inspect(position: number, row: { domain: string | null; confidence: number }): void {
  const company = world.companies[position];
  if (!company || Math.floor(position / 10) % 2 === 1) return;
  const wrong = row.domain !== null && row.domain !== company.domain;
  const missed = row.domain === null && company.reachable && company.statement !== 'never';
  if ((wrong && values.wrong) || (missed && values.missed))
    console.error(
      `${wrong ? 'WRONG' : 'MISSED'} ${company.name} [${company.statement}] ${company.domain} -> ${row.domain} ${row.confidence} ${(row as { explanation?: string }).explanation} ${JSON.stringify((row as { runners_up?: unknown }).runners_up).slice(0, 200)}`,
    );
}

const names = world.companies.map(({ name }) => name);
/** Memory in use after a full collection, in MB, at each quarter of the names. */
const heap: number[] = [];
function measureHeap(): void {
  collect();
  heap.push(Math.round(process.memoryUsage().heapUsed / 1e6));
}
measureHeap();
const started = performance.now();
const found = await answers(names, values.wrong || values.missed);
const seconds = (performance.now() - started) / 1000;
measureHeap();
const byHost = [...web.requests.entries()].filter(([host]) => host !== 'hugedomains.com');
const mostPerHost = Math.max(...byHost.map(([, paths]) => paths.length));

const halves = [0, 1].map((half) =>
  world.companies
    .map((company, index) => ({ company, index }))
    .filter(({ index }) => Math.floor(index / 10) % 2 === half),
);
const percent = (part: number, whole: number) => `${((100 * part) / Math.max(1, whole)).toFixed(1)}%`;

/** Whether the true domain is one of those that are looked up. */
function isCandidate(index: number): boolean {
  const reading = readCompanyName(names[index] ?? '');
  if (reading.kind !== 'name') return false;
  const candidates = candidateDomains(reading.name, { country: null, website: null });
  return candidates.some(({ domain }) => domain === world.companies[index]?.domain);
}

function score(
  label: string,
  rows: { company: WorldCompany; index: number }[],
  answer: (index: number) => string | null,
) {
  const said = rows.filter(({ index }) => answer(index) !== null);
  const right = said.filter(({ company, index }) => answer(index) === company.domain);
  const reachable = rows.filter(({ company }) => company.reachable);
  const reached = reachable.filter(({ company, index }) => answer(index) === company.domain);
  const among = rows.filter(({ index }) => isCandidate(index));
  const foundAmong = among.filter(({ company, index }) => answer(index) === company.domain);
  const stating = reachable.filter(({ company }) => company.statement !== 'never');
  const reachedStating = stating.filter(({ company, index }) => answer(index) === company.domain);
  return {
    what: label,
    names: rows.length,
    found: said.length,
    'wrong, of all names': percent(said.length - right.length, rows.length),
    'wrong, of answers': percent(said.length - right.length, said.length),
    'right, of domains among the candidates': percent(foundAmong.length, among.length),
    'right, of domains of ten families': percent(reached.length, reachable.length),
    'right, of those whose pages state the name': percent(reachedStating.length, stating.length),
  };
}

const dotCom = (index: number) => {
  const reading = readCompanyName(names[index] ?? '');
  if (reading.kind !== 'name') return null;
  const label = reading.name.short
    .toLowerCase()
    .replace(/ä/g, 'ae')
    .replace(/[^a-z0-9]/g, '');
  return world.hosts.has(`${label}.com`) ? `${label}.com` : null;
};
const ours = (index: number) => found.get(index) ?? null;
const table = [
  score('Leadwell, first half (tuned)', halves[0]!, ours),
  score('Leadwell, second half', halves[1]!, ours),
  score('name + ".com", first half', halves[0]!, dotCom),
  score('name + ".com", second half', halves[1]!, dotCom),
];
for (const row of table) console.log(JSON.stringify(row));
const wrongAnswers = [...found].filter(
  ([index, domain]) => domain !== null && domain !== world.companies[index]?.domain,
);
const rightAnswers = [...found].filter(
  ([index, domain]) => domain !== null && domain === world.companies[index]?.domain,
);
const rightDotCom = world.companies.filter((company, index) => dotCom(index) === company.domain);
reportFigure('domains: wrong answers', wrongAnswers.length, 'lower');
reportFigure('domains: right answers / name + .com', rightAnswers.length / rightDotCom.length, 'higher');

const heapOfNames = [...heap];
const indexFound = await answers(
  known.map(({ written }) => written),
  false,
);
const indexSaid = known.filter((_, index) => indexFound.get(index) != null);
if (values.missed)
  for (const [index, expected] of known.entries())
    if (indexFound.get(index) !== expected.domain)
      console.error(`INDEX ${expected.written} ${expected.domain} -> ${indexFound.get(index)}`);
const indexRight = known.filter(({ domain }, index) => indexFound.get(index) === domain);
console.log(
  JSON.stringify({
    what: 'names of the index',
    names: known.length,
    right: percent(indexRight.length, known.length),
    wrong: percent(indexSaid.length - indexRight.length, known.length),
  }),
);
console.log(
  JSON.stringify({
    names: count,
    seconds: Math.round(seconds * 10) / 10,
    namesPerSecond: Math.round(count / seconds),
    mostRequestsPerHost: mostPerHost,
    heapMB: heapOfNames,
    peakMB: Math.round(process.resourceUsage().maxRSS / 1000),
    indexMs,
    indexMB,
  }),
);
if (mostPerHost > 3) console.log(JSON.stringify(byHost.filter(([, paths]) => paths.length > 3).slice(0, 5)));
await tool.close();
await web.close();

interface KnownName {
  name: string;
  domain: string;
  /** as a list writes it */
  written: string;
}

/** Names of the index as people may write them, with the domain of the index (index-sample.tsv). */
function indexNames(count: number, seed: number): KnownName[] {
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
function* indexHosts(known: readonly KnownName[]): Generator<[string, string]> {
  const random = createRandom(11);
  for (const [index, { name, domain }] of known.entries()) {
    // The index names branches by their country; their pages don't.
    const core = name.replace(/ \([^)]*\)/g, '').trim();
    const page = { core, legal: core, domain, country: 'US', tradeWords: 'shops offers brands news', random };
    yield [domain, companyPage(page, STATEMENTS[index % STATEMENTS.length]!)];
  }
}
