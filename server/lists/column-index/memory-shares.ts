/** The memory that an open list takes. */
export interface Held {
  account: string;
  bytes: number;
  /** its rows can be read for each search instead */
  isSmall: boolean;
  /** in ms */
  usedAt: number;
}

/** A list that wasn't used for so long gives way to any other. */
const UNUSED_MS = 60_000;

/**
 * Whether an open list gives way to another one: if both belong to one account, if no one used it for a minute, or if its
 * account has more than its equal share of the memory and the account of the other one has not. A small list doesn't push out
 * one that is used, because a large one takes longer to read than many small ones.
 */
export function mayReplace(
  wanted: Held,
  other: Held,
  all: readonly Held[],
  { limitBytes, now }: { limitBytes: number; now: number },
): boolean {
  if (other.account === wanted.account || now - other.usedAt >= UNUSED_MS) return true;
  if (wanted.isSmall) return false;
  const share = limitBytes / new Set(all.map(({ account }) => account)).size;
  const heldBy = (account: string) =>
    all.reduce((sum, held) => sum + (held.account === account ? held.bytes : 0), 0);
  return heldBy(other.account) > share && heldBy(wanted.account) <= share;
}
