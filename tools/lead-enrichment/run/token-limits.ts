/** Counts the tokens of runs for all processes. */
export interface TokenPort {
  /** Reserves tokens; false if `limit` doesn't allow them. */
  takeTokens(taskId: string, wanted: { name: string; tokens: number; limit: number }): Promise<boolean>;
  /** Gives back reserved ones; fewer than 0 adds some. */
  returnTokens(taskId: string, unused: { name: string; tokens: number }): Promise<void>;
}

/** Whose limit it is: `name` says which one of the task. */
export interface TokenLimit {
  taskId: string;
  name: string;
  tokens: number;
}

/** Keeps requests within the limits of runs, also those that are sent at the same time. */
export interface TokenLimits {
  /**
   * Sends a request that uses at most so many tokens. They are reserved first; `send` says how many it used. A request that
   * doesn't fit waits for open ones of this process, which may use less. Returns null, unsent, if it doesn't fit then. Throws
   * what `send` throws, and if the signal aborts; then what was reserved counts as used.
   */
  within<Answer>(
    limit: TokenLimit,
    most: number,
    send: () => Promise<{ answer: Answer; tokens: number }>,
    signal: AbortSignal,
  ): Promise<Answer | null>;
}

/** Requests of one limit with reserved tokens, since a service gets about so many at once. The others' tokens stay for other processes. */
const MOST_OPEN = 4;

/** The requests of one limit. */
interface OpenRequests {
  count: number;
  /** those that wait to reserve, one after the other */
  turns: Promise<unknown>;
  /** resolves when the next open request ends */
  ended: PromiseWithResolvers<void>;
  users: number;
}

export function createTokenLimits(port: TokenPort): TokenLimits {
  const all = new Map<string, OpenRequests>();

  /** Reserves tokens as soon as they fit, or says that they don't. */
  async function reserve(
    open: OpenRequests,
    { taskId, name, tokens: limit }: TokenLimit,
    tokens: number,
    signal: AbortSignal,
  ): Promise<boolean> {
    for (;;) {
      signal.throwIfAborted();
      const { count, ended } = open;
      if (count >= MOST_OPEN) {
        await ended.promise;
        continue;
      }
      if (await port.takeTokens(taskId, { name, tokens, limit })) {
        open.count += 1;
        return true;
      }
      // One may have ended meanwhile.
      if (count === 0) return false;
      await ended.promise;
    }
  }

  return {
    async within(limit, most, send, signal) {
      const key = `${limit.taskId} ${limit.name}`;
      const open = all.get(key) ?? {
        count: 0,
        turns: Promise.resolve(),
        ended: Promise.withResolvers<void>(),
        users: 0,
      };
      all.set(key, open);
      open.users += 1;
      try {
        const turn = open.turns.then(() => reserve(open, limit, most, signal));
        open.turns = turn.catch(() => {});
        if (!(await turn)) return null;
        try {
          const { answer, tokens } = await send();
          if (tokens !== most)
            await port.returnTokens(limit.taskId, { name: limit.name, tokens: most - tokens });
          return answer;
        } finally {
          open.count -= 1;
          open.ended.resolve();
          open.ended = Promise.withResolvers<void>();
        }
      } finally {
        open.users -= 1;
        if (open.users === 0) all.delete(key);
      }
    },
  };
}
