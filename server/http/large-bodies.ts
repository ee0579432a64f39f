import { CallError } from '#contract/errors.ts';

/** Smaller bodies are not counted. */
export const LARGE_BYTES = 1024 * 1024;
const RETRY_AFTER_SECONDS = 5;
const MB = 1024 * 1024;

/** Limits for large bodies in one process, in received bytes. */
export interface LargeBodyLimits {
  /** of all accounts */
  bytes: number;
  /** of one account; one upload of the largest size fits */
  accountBytes: number;
  /** bodies of one account at the same time */
  perAccount: number;
}

const LIMITS: LargeBodyLimits = { bytes: 144 * MB, accountBytes: 72 * MB, perAccount: 2 };

/**
 * Shares memory fairly between large bodies, from their first byte until their call has finished. Only
 * received bytes count: a declared length reserves nothing.
 */
export interface LargeBodies {
  open(account: string): LargeBody;
}

export interface LargeBody {
  /**
   * Counts received bytes. Throws 429 above the limits of the account. When all accounts together are above
   * the total, throws 503 for an account above its equal share of it; the others continue.
   */
  grow(bytes: number): void;
  end(): void;
}

export function createLargeBodies(limits: LargeBodyLimits = LIMITS): LargeBodies {
  let total = 0;
  const accounts = new Map<string, { bodies: number; bytes: number }>();

  return {
    open(account) {
      let bytes = 0;
      let counted = 0;

      function count(): void {
        const holder = accounts.get(account) ?? { bodies: 0, bytes: 0 };
        const more = bytes - counted;
        if (
          (counted === 0 && holder.bodies >= limits.perAccount) ||
          (holder.bodies > 1 && holder.bytes + more > limits.accountBytes)
        )
          throw new CallError(
            'rate_limited',
            'Your other large files are still uploading. Nothing was started. Try again in a few seconds.',
            { retryAfterSeconds: RETRY_AFTER_SECONDS },
          );
        const sharers = accounts.size + (accounts.has(account) ? 0 : 1);
        if (total + more > limits.bytes && holder.bytes + more > limits.bytes / sharers)
          throw new CallError(
            'unavailable',
            'The server is receiving several large files. Nothing was started. Try again in a few seconds.',
            { retryAfterSeconds: RETRY_AFTER_SECONDS },
          );
        if (counted === 0) holder.bodies += 1;
        holder.bytes += more;
        total += more;
        counted = bytes;
        accounts.set(account, holder);
      }

      return {
        grow(more) {
          bytes += more;
          if (bytes >= LARGE_BYTES) count();
        },
        end() {
          const holder = accounts.get(account);
          if (counted === 0 || !holder) return;
          holder.bodies -= 1;
          holder.bytes -= counted;
          total -= counted;
          if (holder.bodies === 0) accounts.delete(account);
          counted = 0;
          bytes = 0;
        },
      };
    },
  };
}
