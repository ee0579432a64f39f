import {
  type EmailMemory,
  type EmailNews,
  KEEP_CATCH_ALL_MS,
  KEEP_MS,
} from '#tools/email-finder/email-memory.ts';
import type { Deps } from '../deps.ts';
import { transaction } from '../platform/db.ts';
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

type MemoryDeps = Pick<Deps, 'database' | 'clock'>;

/**
 * The email finder's memory in the database. News that come while others are being written go together in the next
 * transaction; `remember` resolves when its own are committed.
 */
export function createStoredMemory({ database, clock }: MemoryDeps): EmailMemory {
  const { db } = database;
  let coming: EmailNews[] = [];
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

  return {
    async domain(domain) {
      const [catchAll, patterns] = await Promise.all([
        catchAllOf(db, domain, new Date(clock.now())),
        patternCounts(db, domain),
      ]);
      return { catchAll, patterns };
    },
    async addresses(addresses) {
      if (addresses.length === 0) return new Map();
      const rows = await knownAddresses(db, addresses, new Date(clock.now()));
      return new Map(
        rows.map(({ address, status, reason, mail_host }) => [
          address,
          { status, reason, mailHost: mail_host },
        ]),
      );
    },
    remember(news) {
      coming.push(...news);
      nextWrite ??= lastWrite.then(write);
      const written = nextWrite;
      lastWrite = written.catch(() => {});
      return written;
    },
  };
}
