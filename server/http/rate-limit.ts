import { createHmac, hkdfSync } from 'node:crypto';
import ipaddr from 'ipaddr.js';
import { CallError } from '#contract/errors.ts';
import type { Clock } from '../platform/clock.ts';
import type { Db } from '../platform/database/db.ts';
import { countUse, deleteExpired, deleteUses, findUses } from './rate-limit-store.ts';

/** At most `limit` uses per key in a window that starts with the first use. */
export interface RateLimit {
  name: string;
  limit: number;
  windowMs: number;
}

/** What one use left of a limit. `resetSeconds`: until the window ends. */
export interface RateUse {
  allowed: boolean;
  remaining: number;
  resetSeconds: number;
}

/** Stores limits in the database, so that they survive restarts and apply across servers. Keys are stored as keyed hashes. */
export interface RateLimiter {
  /** Counts one use and says what is left. Never refuses. */
  use(limit: RateLimit, key: string): Promise<RateUse>;
  /** Counts one use. Above the limit, throws `rate_limited` with the seconds until the window ends. */
  take(limit: RateLimit, key: string): Promise<void>;
  /** Says what is left, but counts nothing. `allowed`: one more use would be. */
  look(limit: RateLimit, key: string): Promise<RateUse>;
  /** Throws like `take` if the limit is used up, but counts nothing. */
  check(limit: RateLimit, key: string): Promise<void>;
  /** Resets the count of a key. */
  reset(limit: RateLimit, key: string): Promise<void>;
}

const CLEAN_EVERY_MS = 60_000;
/** 132 bits */
const HASH_CHARS = 22;

export interface RateLimitParts {
  database: { db: Db };
  clock: Clock;
  secrets: { authSecret: string };
}

export function createRateLimiter(parts: RateLimitParts): RateLimiter {
  const { clock, secrets } = parts;
  const { db } = parts.database;
  const hashKey = Buffer.from(hkdfSync('sha256', secrets.authSecret, '', 'leadwell rate limits', 32));
  // Keys are email and IP addresses, also of people without an account. Nothing deletes them with an account.
  const bucket = ({ name }: RateLimit, key: string) =>
    `${name}:${createHmac('sha256', hashKey).update(key).digest('base64url').slice(0, HASH_CHARS)}`;
  let cleanedAt = clock.now();

  const secondsUntil = (at: Date) => Math.max(1, Math.ceil((at.getTime() - clock.now()) / 1000));
  const refuse = (retryAfterSeconds: number): never => {
    throw new CallError('rate_limited', undefined, { retryAfterSeconds });
  };
  const use: RateLimiter['use'] = async (limit, key) => {
    const now = clock.now();
    if (now - cleanedAt >= CLEAN_EVERY_MS) {
      cleanedAt = now;
      await deleteExpired(db, new Date(now));
    }
    const { used, resets_at } = await countUse(db, bucket(limit, key), {
      now: new Date(now),
      resetsAt: new Date(now + limit.windowMs),
      // Stops one above the limit, so that the number can't overflow.
      max: limit.limit + 1,
    });
    return {
      allowed: used <= limit.limit,
      remaining: Math.max(0, limit.limit - used),
      resetSeconds: secondsUntil(resets_at),
    };
  };
  const look: RateLimiter['look'] = async (limit, key) => {
    const uses = await findUses(db, bucket(limit, key), new Date(clock.now()));
    const remaining = Math.max(0, limit.limit - (uses?.used ?? 0));
    return { allowed: remaining > 0, remaining, resetSeconds: uses ? secondsUntil(uses.resets_at) : 0 };
  };
  return {
    use,
    look,
    take: async (limit, key) => {
      const { allowed, resetSeconds } = await use(limit, key);
      if (!allowed) refuse(resetSeconds);
    },
    check: async (limit, key) => {
      const { allowed, resetSeconds } = await look(limit, key);
      if (!allowed) refuse(resetSeconds);
    },
    reset: (limit, key) => deleteUses(db, bucket(limit, key)),
  };
}

/**
 * The part of a client's IP address to count by: the whole IPv4 address, or the /64 of an IPv6 address, which
 * one customer gets. Also accepts the formats of proxies (`1.2.3.4:567`, `[::1]:567`, IPv4 in IPv6).
 */
export function addressKey(address: string): string {
  const bare =
    /^\[(.+)\](?::\d+)?$/.exec(address)?.[1] ?? /^(\d+(?:\.\d+){3}):\d+$/.exec(address)?.[1] ?? address;
  if (!ipaddr.isValid(bare)) return 'unknown';
  const parsed = ipaddr.process(bare);
  if (parsed instanceof ipaddr.IPv4) return parsed.toString();
  return `${parsed.parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(':')}::/64`;
}
