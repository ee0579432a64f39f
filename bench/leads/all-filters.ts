import { reportFigure } from '../figures.ts';

/** A search with each filter of the Sales Navigator database alone, as a request has them. */
const FILTERS: Record<string, object> = {
  'title of three words': { jobTitle: { include: ['head of sales'] } },
  'title that nobody has': { jobTitle: { include: ['sales 5'] } },
  'start of a title': { jobTitle: { include: ['market*'] } },
  'excluded title': { jobTitle: { exclude: ['assistant'] } },
  industry: { industry: { include: ['Industry 40'] } },
  'excluded industry': { industry: { exclude: ['Industry 0'] } },
  country: { locationCountry: ['Country 20'] },
  'company size': { companySize: { include: ['51-200'] } },
  skills: { skills: { include: ['Python'] } },
  connections: { linkedinConnections: { min: '100', max: '200' } },
  'has email': { hasEmail: true },
  company: { includeCompanies: ['company 4711'] },
  place: { includePlaces: ['region 17'] },
  keyword: { includeKeywords: ['negotiation'] },
  domain: { includeDomains: ['c4711.example'] },
  employees: { employees: [{ min: 11, max: 50 }] },
  // With the exclusion list of the user.
  'without customers': { hasEmail: true, leaveOut: [] },
  'industry without customers': { industry: { include: ['Industry 40'] }, leaveOut: [] },
};
const REPEATS = 5;
const LIMIT_MS = 150;

/**
 * Measures page and count together with each filter alone. The users take turns, since their searches are limited.
 * `plainScan` is a search of a text that the engine does without our columns.
 */
export async function measureAllFilters(
  {
    tokens,
    customers,
    callAs,
    plainScan,
  }: {
    tokens: readonly string[];
    /** an exclusion list of each user */
    customers: readonly string[];
    callAs: (token: string, body: object) => Promise<unknown>;
    plainScan: () => Promise<unknown>;
  },
  check: (expectation: string, passed: boolean) => void,
): Promise<void> {
  console.log('\npage and count with one filter');
  const all: number[] = [];
  for (const [index, [name, plainFilters]] of Object.entries(FILTERS).entries()) {
    const user = index % tokens.length;
    const call = (body: object) => callAs(tokens[user] ?? '', body);
    const filters =
      'leaveOut' in plainFilters ? { ...plainFilters, leaveOut: [customers[user]] } : plainFilters;
    const ms = await medianMs(() =>
      Promise.all([
        call({ action: 'count', filters }),
        call({ action: 'search', filters, limit: 25, offset: 0 }),
      ]),
    );
    all.push(ms);
    console.log(`  ${name.padEnd(24)} ${ms.toFixed(0)} ms`);
    check(`${name}: page and count in under ${LIMIT_MS} ms`, ms < LIMIT_MS);
  }
  const plain = await medianMs(plainScan);
  console.log(`  the engine's own search  ${plain.toFixed(0)} ms`);
  const mean = all.reduce((sum, ms) => sum + ms, 0) / all.length;
  reportFigure(
    "leads: mean of all filters, page and count / the engine's own search of titles",
    mean / plain,
    'lower',
  );
  reportFigure(
    "leads: slowest filter, page and count / the engine's own search of titles",
    Math.max(...all) / plain,
    'lower',
  );
}

async function medianMs(run: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let repeat = 0; repeat <= REPEATS; repeat += 1) {
    const startedAt = performance.now();
    await run();
    // The first one isn't measured.
    if (repeat > 0) times.push(performance.now() - startedAt);
  }
  return times.sort((a, b) => a - b)[Math.floor(REPEATS / 2)] ?? Number.NaN;
}
