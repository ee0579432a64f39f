/** Turns that owners share by time. */
export interface TimedTurns {
  /**
   * Waits for a turn of the owner, and returns the function that ends it, with the ms that it used: all since it began,
   * unless they are given. `first`: before those of the owner that aren't.
   */
  take(owner: string, first?: boolean): Promise<(ms?: number) => void>;
}

/** However long its turns took, an owner is behind the others by this much at most. */
const MOST_BEHIND_MS = 500;
/** So many that come first pass the others of their owner. */
const MOST_PASSED = 3;

/** What an owner has used and wants. */
interface Share {
  /** ms of all its turns; never less than those of whom had the last turn when it came, so waiting saves up nothing */
  used: number;
  held: number;
  first: (() => void)[];
  later: (() => void)[];
  /** how many that came first have passed the others */
  passed: number;
}

/**
 * Turns of which `slots` can be held at the same time. The next one goes to the waiting owner that holds the fewest and
 * has used the least time since it came, so long turns of one owner take nothing from the many short ones of another.
 * `now`: in ms.
 */
export function createTimedTurns(slots: number, now: () => number): TimedTurns {
  const shares = new Map<string, Share>();
  /** what the owner of the last turn had used */
  let level = 0;
  let free = slots;

  function begin(share: Share): void {
    free -= 1;
    share.held += 1;
    level = Math.max(level, share.used);
  }

  function end(share: Share, ms: number): void {
    free += 1;
    share.held -= 1;
    share.used = Math.min(share.used + ms, level + MOST_BEHIND_MS);
    const next = nextShare();
    if (!next) return;
    begin(next);
    nextOf(next)?.();
  }

  /** The one that has the next turn, if any waits. Forgets those that wait for nothing and aren't behind. */
  function nextShare(): Share | null {
    let next: Share | null = null;
    for (const [owner, share] of shares) {
      if (isWaiting(share)) {
        if (!next || share.held < next.held || (share.held === next.held && share.used < next.used))
          next = share;
      } else if (share.held === 0 && share.used <= level) shares.delete(owner);
    }
    if (!next && free === slots) shares.clear();
    return next;
  }

  return {
    async take(owner, first = false) {
      const share = shares.get(owner) ?? { used: level, held: 0, first: [], later: [], passed: 0 };
      shares.set(owner, share);
      if (share.held === 0 && !isWaiting(share)) share.used = Math.max(share.used, level);
      if (free > 0) begin(share);
      else await new Promise<void>((resolve) => (first ? share.first : share.later).push(resolve));
      const started = now();
      let hasEnded = false;
      return (ms = now() - started) => {
        if (hasEnded) return;
        hasEnded = true;
        end(share, ms);
      };
    },
  };
}

function nextOf(share: Share): (() => void) | undefined {
  const { first, later, passed } = share;
  const isLater = first.length === 0 || (later.length > 0 && passed >= MOST_PASSED);
  share.passed = isLater ? 0 : passed + 1;
  return (isLater ? later : first).shift();
}

function isWaiting({ first, later }: Share): boolean {
  return first.length > 0 || later.length > 0;
}
