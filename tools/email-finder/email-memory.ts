import type { EmailReason, EmailStatus } from '#contract/emails.ts';
import type { PatternCounts } from '#engines/email-candidates/patterns.ts';

/** What is known of an address from an earlier question. */
export interface KnownAddress {
  status: EmailStatus;
  reason: EmailReason;
  /** the mail host that told; null where it was a verifier outside */
  mailHost: string | null;
}

/** What is known of a domain. */
export interface KnownDomain {
  /** deliverable addresses by pattern, from questions and from loaded leads; catch-all accepts are never among them */
  patterns: PatternCounts;
  /** whether it takes mail for every mailbox; null: not known, or too long ago */
  catchAll: boolean | null;
}

/** News to remember. `pattern` is there for addresses of persons, and is to be counted once for each address. */
export type MemoryUpdate =
  | ({ kind: 'address'; address: string; domain: string; pattern: string | null } & KnownAddress)
  | { kind: 'domain'; domain: string; catchAll: boolean };

/**
 * What the finder remembers between runs: a port, filled by the server's database or by createEmailMemory. What is older
 * than its time (keepMs) is not given. Addresses are canonical and in lower case. A promise that rejects ends the run.
 */
export interface EmailMemory {
  domain(domain: string): Promise<KnownDomain>;
  addresses(addresses: readonly string[]): Promise<ReadonlyMap<string, KnownAddress>>;
  remember(news: readonly MemoryUpdate[]): Promise<void>;
}

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** How long an answer holds. People leave firms slowly; what nobody told may be told in a few minutes. */
export const KEEP_MS: Record<EmailStatus, number> = {
  deliverable: 30 * DAY_MS,
  risky: 7 * DAY_MS,
  undeliverable: 7 * DAY_MS,
  unknown: 5 * MINUTE_MS,
};
export const KEEP_CATCH_ALL_MS = 7 * DAY_MS;

export interface MemoryOptions {
  now?: () => number;
  /** addresses and domains kept at once, each */
  size?: number;
}

const SIZE = 20_000;

/** A memory that lasts as long as the process: for the command line, and where no database is. */
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
    async remember(news) {
      for (const one of news) {
        if (one.kind === 'domain') {
          Object.assign(domainEntry(one.domain), {
            catchAll: one.catchAll,
            until: now() + KEEP_CATCH_ALL_MS,
          });
          continue;
        }
        const { status, reason, mailHost } = one;
        keep(known, one.address, { status, reason, mailHost, until: now() + KEEP_MS[status] }, size);
        if (one.pattern !== null && status === 'deliverable')
          keep(domainEntry(one.domain).patterns, one.address, one.pattern, PATTERNS_PER_DOMAIN);
      }
    },
  };
}

/** More known addresses than this say nothing new about a domain. */
const PATTERNS_PER_DOMAIN = 50;

/** Sets an entry as the newest; the oldest goes when there are too many. */
function keep<T>(map: Map<string, T>, key: string, value: T, most: number): void {
  map.delete(key);
  map.set(key, value);
  if (map.size > most) map.delete(map.keys().next().value ?? '');
}
