import { createHmac, hkdfSync } from 'node:crypto';
import type { Context } from 'hono';
import ipaddr from 'ipaddr.js';
import { sql } from 'kysely';
import { CallError } from '#contract/errors.ts';
import type { Clock } from '../platform/clock.ts';
import type { Db } from '../platform/database/db.ts';
import type { AppEnv } from './context.ts';

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
/** 132 bits of a hash. */
const HASH_CHARS = 22;

export interface RateLimitParts {
  database: { db: Db };
  clock: Clock;
  secrets: { dataKey: string };
}

export function createRateLimiter(parts: RateLimitParts): RateLimiter {
  const { clock, secrets } = parts;
  const { db } = parts.database;
  const hashKey = Buffer.from(hkdfSync('sha256', secrets.dataKey, '', 'leadwell rate limits', 32));
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
      await db.deleteFrom('rate_limits').where('resets_at', '<=', new Date(now)).execute();
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
    const uses = await db
      .selectFrom('rate_limits')
      .select(['used', 'resets_at'])
      .where('bucket', '=', bucket(limit, key))
      .where('resets_at', '>', new Date(clock.now()))
      .executeTakeFirst();
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
    reset: async (limit, key) => {
      await db.deleteFrom('rate_limits').where('bucket', '=', bucket(limit, key)).execute();
    },
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

/** Counts one use, up to `max`, in one statement. Starts a new window when the last one has ended. */
async function countUse(
  db: Db,
  bucket: string,
  use: { now: Date; resetsAt: Date; max: number },
): Promise<{ used: number; resets_at: Date }> {
  return db
    .insertInto('rate_limits')
    .values({ bucket, used: 1, resets_at: use.resetsAt })
    .onConflict((conflict) =>
      conflict.column('bucket').doUpdateSet({
        used: sql<number>`case when rate_limits.resets_at <= ${use.now} then 1
          else least(rate_limits.used + 1, ${use.max}::int) end`,
        resets_at: sql<Date>`case when rate_limits.resets_at <= ${use.now} then excluded.resets_at
          else rate_limits.resets_at end`,
      }),
    )
    .returning(['used', 'resets_at'])
    .executeTakeFirstOrThrow();
}

export const RATE_LIMIT_HEADERS = [
  'RateLimit',
  'RateLimit-Policy',
  'RateLimit-Limit',
  'RateLimit-Remaining',
  'RateLimit-Reset',
] as const;

/**
 * Tells the client how many requests are left: with `RateLimit` and `RateLimit-Policy` of the current draft
 * (draft-ietf-httpapi-ratelimit-headers-10), and with the three fields of draft 06, which most clients read.
 * Times are in seconds from now.
 */
export function setRateLimitHeaders(context: Context<AppEnv>, limit: RateLimit, use: RateUse): void {
  const { name, limit: quota, windowMs } = limit;
  context.header('RateLimit-Policy', `"${name}";q=${quota};w=${windowMs / 1000}`);
  context.header('RateLimit', `"${name}";r=${use.remaining};t=${use.resetSeconds}`);
  context.header('RateLimit-Limit', String(quota));
  context.header('RateLimit-Remaining', String(use.remaining));
  context.header('RateLimit-Reset', String(use.resetSeconds));
}
