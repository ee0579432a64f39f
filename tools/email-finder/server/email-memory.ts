import { addressKeys } from '#server/bounce-data/address-key.ts';
import { findBounced, findDomainReports } from '#server/bounce-data/bounced-addresses.ts';
import type { Deps } from '#server/deps.ts';
import { transaction } from '#server/platform/database/db.ts';
import type { PatternCounts } from '../engine/patterns.ts';
import {
  type EmailMemory,
  KEEP_CATCH_ALL_MS,
  KEEP_MS,
  type KnownAddress,
  type KnownDomain,
  type MemoryUpdate,
} from '../run/email-memory.ts';
import { createBatchLoader } from './batch-loader.ts';
import { createLeadPatterns } from './lead-patterns.ts';
import {
  addressDigest,
  countPatterns,
  findCatchAll,
  knownAddresses,
  type PatternRecord,
  saveAddresses,
  saveDomains,
  savePatterns,
} from './memory-store.ts';

/** Domains per query. Each may have some hundred addresses. */
const DOMAINS_AT_ONCE = 50;

const BOUNCED = {
  hard: { status: 'undeliverable', reason: 'bounced' },
  soft: { status: 'risky', reason: 'bounced-for-now' },
} as const;

/** Fewer reports of a domain could be about one campaign, and say little. */
const REPORTS_SHOWN = 5;

type MemoryDeps = Pick<Deps, 'database' | 'clock' | 'config' | 'warehouse' | 'log' | 'secrets'>;

/**
 * The email finder's memory in the database. Updates that arrive during a write share the next transaction.
 * `remember` resolves when its updates are committed.
 */
export function createStoredMemory({ database, clock, ...leads }: MemoryDeps): EmailMemory {
  const { db } = database;
  const keyOf = addressKeys(leads);
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
      const addresses = new Map<string, Parameters<typeof saveAddresses>[1][number]>();
      const domains = new Map<string, Parameters<typeof saveDomains>[1][number]>();
      const patterns: PatternRecord[] = [];
      for (const update of news) {
        const { domain } = update;
        if (update.kind === 'domain') {
          domains.set(domain, {
            domain,
            catch_all: update.catchAll,
            until: new Date(now + KEEP_CATCH_ALL_MS),
          });
          continue;
        }
        const { address, status, reason, mailHost, pattern } = update;
        const until = new Date(now + KEEP_MS[status]);
        addresses.set(address, { address, status, reason, mail_host: mailHost, until });
        if (pattern !== null && status === 'deliverable')
          patterns.push({ domain, digest: addressDigest(address), pattern });
      }
      await saveAddresses(tx, [...addresses.values()]);
      await saveDomains(tx, [...domains.values()]);
      await savePatterns(tx, patterns, new Date(now));
    });
  }

  const domain = createBatchLoader(async (domains: readonly string[]): Promise<KnownDomain[]> => {
    const [catchAll, patterns, leads, reports] = await Promise.all([
      findCatchAll(db, domains, new Date(clock.now())),
      countPatterns(db, domains),
      leadPatterns.of(domains),
      findDomainReports(db, domains),
    ]);
    const reportsOf = (domain: string) => {
      const found = reports.get(domain);
      return found && found.sent >= REPORTS_SHOWN ? { reports: found } : {};
    };
    return domains.map((domain) => ({
      ...reportsOf(domain),
      catchAll: catchAll.get(domain) ?? null,
      patterns: addCounts(patterns.get(domain) ?? {}, leads.get(domain) ?? {}),
    }));
  }, DOMAINS_AT_ONCE);

  const addresses = createBatchLoader(
    async (requested: readonly (readonly string[])[]): Promise<ReadonlyMap<string, KnownAddress>[]> => {
      const now = new Date(clock.now());
      const wanted = [...new Set(requested.flat())];
      const keys = new Map(wanted.map((address) => [keyOf(address), address]));
      const [rows, bounced] = await Promise.all([
        knownAddresses(db, wanted, now),
        findBounced(db, [...keys.keys()], now),
      ]);
      const known = new Map(
        rows.map(({ address, status, reason, mail_host }): [string, KnownAddress] => [
          address,
          { status, reason, mailHost: mail_host },
        ]),
      );
      for (const [key, kind] of bounced) {
        const address = keys.get(key);
        if (address !== undefined) known.set(address, { ...BOUNCED[kind], mailHost: null });
      }
      return requested.map((some) => {
        const found = new Map<string, KnownAddress>();
        for (const address of some) {
          const verdict = known.get(address);
          if (verdict) found.set(address, verdict);
        }
        return found;
      });
    },
    DOMAINS_AT_ONCE,
  );

  return {
    domain,
    addresses: async (requested) => (requested.length === 0 ? new Map() : addresses(requested)),
    remember(news) {
      coming.push(...news);
      nextWrite ??= lastWrite.then(write);
      const written = nextWrite;
      lastWrite = written.catch(() => {});
      return written;
    },
  };
}

function addCounts(counts: PatternCounts, added: PatternCounts): PatternCounts {
  const sum: Record<string, number> = { ...counts };
  for (const [pattern, count] of Object.entries(added)) sum[pattern] = (sum[pattern] ?? 0) + count;
  return sum;
}
