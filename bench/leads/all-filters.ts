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
};
const REPEATS = 5;
const LIMIT_MS = 150;

/** Measures page and count together with each filter alone. The users take turns, since their searches are limited. */
export async function measureAllFilters(
  tokens: readonly string[],
  callAs: (token: string, body: object) => Promise<unknown>,
  check: (expectation: string, passed: boolean) => void,
): Promise<void> {
  console.log('\npage and count with one filter');
  for (const [at, [name, filters]] of Object.entries(FILTERS).entries()) {
    const call = (body: object) => callAs(tokens[at % tokens.length] ?? '', body);
    const times: number[] = [];
    for (let repeat = 0; repeat <= REPEATS; repeat += 1) {
      const startedAt = performance.now();
      await Promise.all([
        call({ action: 'count', filters }),
        call({ action: 'search', filters, limit: 25, offset: 0 }),
      ]);
      // The first one isn't measured.
      if (repeat > 0) times.push(performance.now() - startedAt);
    }
    const ms = times.sort((one, other) => one - other)[Math.floor(REPEATS / 2)] ?? Number.NaN;
    console.log(`  ${name.padEnd(24)} ${ms.toFixed(0)} ms`);
    check(`${name}: page and count in under ${LIMIT_MS} ms`, ms < LIMIT_MS);
  }
}
