import { generatedAddress, generatedName, generatedPaths } from '../../e2e/fixtures/generated-sites.ts';

/** What one contender is told, as JSON in its first argument. */
export interface Course {
  dnsServer: string;
  port: number;
  sites: number;
  concurrency: number;
}

/** What one contender measured of itself, as JSON on stdout. */
export interface Measured {
  pages: number;
  /** emails found, so that nobody is fast by doing nothing; null where none are looked for */
  emails: number | null;
  ms: number;
  cpuMs: number;
  peakMb: number;
}

export function readCourse(): Course {
  return JSON.parse(process.argv[2] ?? '') as Course;
}

/** Times `work` (start of the process not counted) and prints the result. */
export async function measure(work: () => Promise<{ pages: number; emails: number | null }>): Promise<void> {
  const cpu = process.cpuUsage();
  const start = performance.now();
  const { pages, emails } = await work();
  const ms = performance.now() - start;
  const { user, system } = process.cpuUsage(cpu);
  const peakMb = process.resourceUsage().maxRSS / 1000;
  const measured: Measured = { pages, emails, ms, cpuMs: (user + system) / 1000, peakMb };
  process.stdout.write(`${JSON.stringify(measured)}\n`);
}

/** Runs `work` over the indexes 0 to count - 1, so many at once. */
export async function inParallel(count: number, atOnce: number, work: (index: number) => Promise<void>) {
  let next = 0;
  const line = async () => {
    while (next < count) {
      const index = next;
      next += 1;
      await work(index);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, line));
}

/** A site by address, for those that cannot be given a DNS server: its Host header and the pages to read. */
export function byAddress(index: number, port: number): { origin: string; host: string; paths: string[] } {
  return {
    origin: `http://${generatedAddress(index)}:${port}`,
    host: `${generatedName(index)}:${port}`,
    paths: generatedPaths(index),
  };
}
