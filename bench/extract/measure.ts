import { generatedAddress, generatedName, generatedPaths } from '../../e2e/fixtures/generated-sites.ts';

/** Input of a contender, as JSON in its first argument. */
export interface BenchInput {
  dnsServer: string;
  port: number;
  sites: number;
  concurrency: number;
}

/** Result of a contender, as JSON on stdout. */
export interface BenchResult {
  pages: number;
  /** emails found, as proof of work; null for a contender that doesn't look for them */
  emails: number | null;
  ms: number;
  cpuMs: number;
  peakMb: number;
}

export function readInput(): BenchInput {
  return JSON.parse(process.argv[2] ?? '') as BenchInput;
}

/** Measures `work` without the process startup and prints the result. */
export async function measure(work: () => Promise<{ pages: number; emails: number | null }>): Promise<void> {
  const cpu = process.cpuUsage();
  const start = performance.now();
  const { pages, emails } = await work();
  const ms = performance.now() - start;
  const { user, system } = process.cpuUsage(cpu);
  const peakMb = process.resourceUsage().maxRSS / 1000;
  const result: BenchResult = { pages, emails, ms, cpuMs: (user + system) / 1000, peakMb };
  process.stdout.write(`${JSON.stringify(result)}\n`);
}

/** Runs `work` for the indexes 0 to count - 1 with the given concurrency. */
export async function inParallel(count: number, concurrency: number, work: (index: number) => Promise<void>) {
  let next = 0;
  const worker = async () => {
    while (next < count) {
      const index = next;
      next += 1;
      await work(index);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
}

/** A site by IP address, with its Host header and paths, for contenders without a DNS server option. */
export function byAddress(index: number, port: number): { origin: string; host: string; paths: string[] } {
  return {
    origin: `http://${generatedAddress(index)}:${port}`,
    host: `${generatedName(index)}:${port}`,
    paths: generatedPaths(),
  };
}
