import { generatedName } from '../../e2e/fixtures/generated-sites.ts';
import { byAddress, measure, readInput } from './measure.ts';

/** The parts of crawlee we use. Only the benchmark installs it, so type checks must not depend on it. */
interface Crawlee {
  Configuration: new (options: object) => object;
  CheerioCrawler: new (
    options: object,
    configuration: object,
  ) => {
    run(requests: { url: string; uniqueKey: string; headers: Record<string, string> }[]): Promise<unknown>;
  };
}
interface CrawleeUtils {
  social: { parseHandlesFromHtml(html: string): { emails: string[] } };
}

// Several copies of its logger are loaded, and the environment variable reaches all of them.
process.env.CRAWLEE_LOG_LEVEL = 'ERROR';
const packages = ['@crawlee/cheerio', '@crawlee/utils'];
const [{ CheerioCrawler, Configuration }, { social }] = (await Promise.all(
  packages.map((name) => import(name)),
)) as [Crawlee, CrawleeUtils];

/**
 * crawlee's CheerioCrawler with its own social parser. Uses IP addresses, because it has no DNS server
 * option. Without robots.txt (its default) and retries, with in-memory storage and a fixed concurrency.
 */
const { port, sites, concurrency } = readInput();

await measure(async () => {
  let pages = 0;
  const emails = new Set<string>();
  const requests = Array.from({ length: sites }, (_, index) => {
    const { origin, host, paths } = byAddress(index, port);
    return paths.map((path) => ({
      url: origin + path,
      uniqueKey: generatedName(index) + path,
      headers: { host },
    }));
  }).flat();
  const crawler = new CheerioCrawler(
    {
      minConcurrency: concurrency,
      maxConcurrency: concurrency,
      maxRequestRetries: 0,
      useSessionPool: false,
      requestHandler: async ({ body }: { body: string | Buffer }) => {
        for (const email of social.parseHandlesFromHtml(body.toString()).emails) emails.add(email);
        pages += 1;
      },
    },
    new Configuration({ persistStorage: false, purgeOnStart: false, systemInfoIntervalMillis: 60_000 }),
  );
  await crawler.run(requests);
  return { pages, emails: emails.size };
});
process.exit(0);
