import type { EmailReason, EmailStatus } from '#contract/emails.ts';
import { VERDICT_FRESH_DAYS } from '../definition.ts';
import type { PatternCounts } from '../engine/patterns.ts';

/** The result of an earlier check of an address. */
export interface KnownAddress {
  status: EmailStatus;
  reason: EmailReason;
  /** the mail host that answered; null for an outside verifier */
  mailHost: string | null;
}

/** What earlier lookups found out about a domain. */
export interface KnownDomain {
  /**
   * number of deliverable addresses per pattern, from lookups and loaded leads; excludes catch-all domains
   */
  patterns: PatternCounts;
  /** whether it accepts mail for every mailbox; null: not known, or expired */
  catchAll: boolean | null;
  /** how many of its addresses were reported as sent to, and how many bounced; without enough reports, it is missing */
  reports?: { sent: number; bounced: number };
}

/** A fact to save. `pattern` is set for addresses of people; each address counts once. */
export type MemoryUpdate =
  | ({ kind: 'address'; address: string; domain: string; pattern: string | null } & KnownAddress)
  | { kind: 'domain'; domain: string; catchAll: boolean };

/**
 * What the finder remembers between runs. A port: the server stores it in its database, createEmailMemory in
 * the process. Returns no entries older than KEEP_MS and KEEP_CATCH_ALL_MS. Addresses are canonical and in
 * lower case. A rejected promise ends the run.
 */
export interface EmailMemory {
  domain(domain: string): Promise<KnownDomain>;
  addresses(addresses: readonly string[]): Promise<ReadonlyMap<string, KnownAddress>>;
  remember(updates: readonly MemoryUpdate[]): Promise<void>;
}

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/**
 * How long a result stays valid. An unknown result may change within minutes.
 */
export const KEEP_MS: Record<EmailStatus, number> = {
  deliverable: VERDICT_FRESH_DAYS.deliverable * DAY_MS,
  risky: VERDICT_FRESH_DAYS.risky * DAY_MS,
  undeliverable: VERDICT_FRESH_DAYS.undeliverable * DAY_MS,
  not_found: VERDICT_FRESH_DAYS.not_found * DAY_MS,
  unknown: 5 * MINUTE_MS,
};
export const KEEP_CATCH_ALL_MS = 7 * DAY_MS;

export interface MemoryOptions {
  now?: () => number;
  /** maximum number of addresses, and of domains */
  size?: number;
}

const SIZE = 20_000;

/** An in-process memory, for the command line and for tests. */
export function createEmailMemory({ now = Date.now, size = SIZE }: MemoryOptions = {}): EmailMemory {
  const known = new Map<string, KnownAddress & { until: number }>();
  const domains = new Map<
    string,
    { catchAll: boolean | null; until: number; patterns: Map<string, string> }
  >();

  function domainEntry(domain: string) {
    const entry = domains.get(domain) ?? { catchAll: null, until: 0, patterns: new Map<string, string>() };
    keep(domains, domain, entry, size);
    return entry;
  }

  return {
    async domain(domain) {
      const entry = domains.get(domain);
      if (!entry) return { patterns: {}, catchAll: null };
      const patterns: Record<string, number> = {};
      for (const pattern of entry.patterns.values()) patterns[pattern] = (patterns[pattern] ?? 0) + 1;
      return { patterns, catchAll: entry.until > now() ? entry.catchAll : null };
    },
    async addresses(addresses) {
      const found = new Map<string, KnownAddress>();
      for (const address of addresses) {
        const entry = known.get(address);
        if (entry && entry.until > now())
          found.set(address, { status: entry.status, reason: entry.reason, mailHost: entry.mailHost });
      }
      return found;
    },
    async remember(updates) {
      for (const update of updates) {
        if (update.kind === 'domain') {
          Object.assign(domainEntry(update.domain), {
            catchAll: update.catchAll,
            until: now() + KEEP_CATCH_ALL_MS,
          });
          continue;
        }
        const { address, domain, pattern, status, reason, mailHost } = update;
        keep(known, address, { status, reason, mailHost, until: now() + KEEP_MS[status] }, size);
        if (pattern !== null && status === 'deliverable')
          keep(domainEntry(domain).patterns, address, pattern, PATTERNS_PER_DOMAIN);
      }
    },
  };
}

/** More addresses than this add nothing to a domain's pattern counts. */
const PATTERNS_PER_DOMAIN = 50;

/** Sets an entry as the newest one, and drops the oldest if the map is full. */
function keep<T>(map: Map<string, T>, key: string, value: T, most: number): void {
  map.delete(key);
  map.set(key, value);
  if (map.size > most) map.delete(map.keys().next().value ?? '');
}
