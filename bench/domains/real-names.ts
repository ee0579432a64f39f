import { parseArgs } from 'node:util';
import { readCompanyName } from '../../engines/company-domain/company-name.ts';
import { writeCompanyInput } from '../../tools/company-to-domain/definition.ts';
import { candidateDomains } from '../../tools/company-to-domain/engine/candidates.ts';
import { openCompanyIndex, writeCompanyIndex } from '../../tools/company-to-domain/engine/company-index.ts';
import { createOrderLearner, type LearnedOrder } from '../../tools/company-to-domain/engine/learn-order.ts';
import { createNoPorts } from '../../tools/company-to-domain/run/ports.ts';
import { createRunOn } from '../../tools/company-to-domain/run.ts';
import { type Half, type RealPair, realPairs } from './real-pairs.ts';
import { makeRealWorld } from './real-world.ts';
import { startCompanyWeb } from './serve-companies.ts';

/**
 * `node bench/domains/real-names.ts --companies FOLDER --half a`: real names and their domains, by CC0 lists. How many of the domains are among
 * the candidates, and how many are found on a made-up web of homepages. Tuned on half a; half b is the check. `--learn HALF` also learns the
 * order from a half: if it is the same, from every second pair, and measures the others.
 */
const { values } = parseArgs({
  options: {
    companies: { type: 'string' },
    half: { type: 'string', default: 'a' },
    names: { type: 'string', default: '2000' },
    seed: { type: 'string', default: '7' },
    learn: { type: 'string' },
    wrong: { type: 'boolean', default: false },
  },
});
if (values.companies === undefined) throw new Error('Pass --companies FOLDER, with ror.tsv and others.');
const allPairs = realPairs(values.companies, values.half as Half);
/** What the pairs of another half, or every second one of this half, would teach. */
const learner = createOrderLearner();
const lessons = values.learn === undefined ? [] : realPairs(values.companies, values.learn as Half);
const isSame = values.learn === values.half;
for (const [at, pair] of lessons.entries()) if (!isSame || at % 2 === 0) learner.add(pair);
const order = learner.learned();
const pairs = allPairs.filter((_, at) => !isSame || at % 2 === 1);
const percent = (part: number, whole: number) => Math.round((1000 * part) / Math.max(1, whole)) / 10;

function candidatesOf(
  { name, country }: RealPair,
  withCountry: boolean,
  learned: LearnedOrder | null,
): string[] {
  const reading = readCompanyName(name);
  if (reading.kind !== 'name') return [];
  const context = { country: withCountry ? country : null, website: null };
  return candidateDomains(reading.name, context, learned).map(({ domain }) => domain);
}

for (const set of ['ror', 'datenanfragen', 'logos'] as const)
  for (const withCountry of [true, false]) {
    const members = pairs.filter((pair) => pair.set === set && (!withCountry || pair.country !== null));
    if (members.length === 0) continue;
    const among = (learned: LearnedOrder | null) => {
      const places = members.map((pair) => candidatesOf(pair, withCountry, learned).indexOf(pair.domain));
      const within = (most: number) =>
        percent(places.filter((place) => place >= 0 && place < most).length, members.length);
      return { first: within(1), in3: within(3), in8: within(8), in40: within(40) };
    };
    const learned = order && { learned: among(order) };
    console.log(JSON.stringify({ set, withCountry, pairs: members.length, ...among(null), ...learned }));
  }

const world = makeRealWorld(pairs, Number(values.names), Number(values.seed));
const web = await startCompanyWeb(world);
const tool = createRunOn(
  openCompanyIndex(writeCompanyIndex([], 'none')),
  {
    concurrency: 128,
    dnsServers: [web.dnsServer],
    allowPrivateNetwork: true,
    contact: null,
    webPort: web.port,
    provider: null,
    withLogos: false,
  },
  { ...createNoPorts(), order: { learned: async () => order } },
);
const started = performance.now();
const found: (string | null)[] = [];
const items = world.companies.map(({ name, listed }, position) => ({
  position,
  input: writeCompanyInput({ company_name: name, country: listed, website: null }),
}));
for await (const { position, row } of tool.run(items, new AbortController().signal)) {
  found[position] = row.domain;
  const company = world.companies[position];
  if (values.wrong && row.domain !== null && row.domain !== company?.domain)
    console.error(JSON.stringify({ ...company, found: row.domain, score: row.confidence }));
}
const seconds = (performance.now() - started) / 1000;
const groups = ['ror', 'datenanfragen', 'logos', 'all'] as const;
for (const set of groups) {
  const rows = world.companies
    .map((company, index) => ({ ...company, answer: found[index] ?? null }))
    .filter((row) => set === 'all' || row.set === set);
  const right = rows.filter(({ domain, answer }) => domain === answer).length;
  const said = rows.filter(({ answer }) => answer !== null).length;
  console.log(
    JSON.stringify({
      set,
      names: rows.length,
      right: percent(right, rows.length),
      wrong: percent(said - right, rows.length),
    }),
  );
}
const pages = [...web.requests.values()].flat().filter((path) => path === '/').length;
console.log(
  JSON.stringify({
    hosts: world.hosts.size,
    seconds: Math.round(seconds * 10) / 10,
    pagesPerName: Math.round((10 * pages) / items.length) / 10,
  }),
);
await tool.close();
await web.close();
