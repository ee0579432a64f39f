import type { PatternCounts } from '#engines/email-candidates/patterns.ts';
import type { Deps } from '#server/deps.ts';
import { transaction } from '#server/platform/db.ts';
import {
  type EmailMemory,
  KEEP_CATCH_ALL_MS,
  KEEP_MS,
  type KnownAddress,
  type KnownDomain,
  type MemoryUpdate,
} from '../email-memory.ts';
import { gather } from './gather.ts';
import { createLeadPatterns } from './lead-patterns/lead-patterns.ts';
import {
  catchAllOf,
  digestOf,
  keepAddresses,
  keepDomains,
  keepPatterns,
  knownAddresses,
  type PatternRecord,
  patternCounts,
} from './memory-store.ts';

/** Domains asked about in one query; each may have some hundred addresses. */
const DOMAINS_AT_ONCE = 50;

type MemoryDeps = Pick<Deps, 'database' | 'clock' | 'config' | 'warehouse' | 'log'>;

/**
 * The email finder's memory in the database. News that come while others are being written go together in the
 * next transaction; `remember` resolves when its own are committed.
 */
export function createStoredMemory({ database, clock, ...leads }: MemoryDeps): EmailMemory {
  const { db } = database;
  const leadPatterns = createLeadPatterns(leads);
  let coming: MemoryUpdate[] = [];
  let lastWrite: Promise<void> = Promise.resolve();
  let nextWrite: Promise<void> | null = null;

  async function write(): Promise<void> {
    const news = coming;
    coming = [];
    nextWrite = null;
    await transaction(db, async (tx) => {
      const now = clock.now();
      const addresses = new Map<string, Parameters<typeof keepAddresses>[1][number]>();
      const domains = new Map<string, Parameters<typeof keepDomains>[1][number]>();
      const patterns: PatternRecord[] = [];
      for (const one of news) {
        const { domain } = one;
        if (one.kind === 'domain') {
          domains.set(domain, {
            domain,
            catch_all: one.catchAll,
            until: new Date(now + KEEP_CATCH_ALL_MS),
          });
          continue;
        }
        const { address, status, reason, mailHost, pattern } = one;
        const until = new Date(now + KEEP_MS[status]);
        addresses.set(address, { address, status, reason, mail_host: mailHost, until });
        if (pattern !== null && status === 'deliverable')
          patterns.push({ domain, digest: digestOf(address), pattern });
      }
      await keepAddresses(tx, [...addresses.values()]);
      await keepDomains(tx, [...domains.values()]);
      await keepPatterns(tx, patterns);
    });
  }

  const domain = gather(async (domains: readonly string[]): Promise<KnownDomain[]> => {
    const [catchAll, patterns, leads] = await Promise.all([
      catchAllOf(db, domains, new Date(clock.now())),
      patternCounts(db, domains),
      leadPatterns.of(domains),
    ]);
    return domains.map((one) => ({
      catchAll: catchAll.get(one) ?? null,
      patterns: added(patterns.get(one) ?? {}, leads.get(one) ?? {}),
    }));
  }, DOMAINS_AT_ONCE);

  const addresses = gather(
    async (asked: readonly (readonly string[])[]): Promise<ReadonlyMap<string, KnownAddress>[]> => {
      const rows = await knownAddresses(db, [...new Set(asked.flat())], new Date(clock.now()));
      const known = new Map(
        rows.map(({ address, status, reason, mail_host }): [string, KnownAddress] => [
          address,
          { status, reason, mailHost: mail_host },
        ]),
      );
      return asked.map((some) => {
        const found = new Map<string, KnownAddress>();
        for (const address of some) {
          const one = known.get(address);
          if (one) found.set(address, one);
        }
        return found;
      });
    },
    DOMAINS_AT_ONCE,
  );

  return {
    domain,
    addresses: async (asked) => (asked.length === 0 ? new Map() : addresses(asked)),
    remember(news) {
      coming.push(...news);
      nextWrite ??= lastWrite.then(write);
      const written = nextWrite;
      lastWrite = written.catch(() => {});
      return written;
    },
  };
}

function added(one: PatternCounts, other: PatternCounts): PatternCounts {
  const sum: Record<string, number> = { ...one };
  for (const [pattern, count] of Object.entries(other)) sum[pattern] = (sum[pattern] ?? 0) + count;
  return sum;
}
