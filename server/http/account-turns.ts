import { CallError } from '#contract/errors.ts';

/** Runs the searches of each account one after another, so that no account occupies the whole engine. */
export interface AccountTurns {
  /**
   * Runs `work` when the account's earlier work has ended. Throws `rate_limited` if too many searches of the
   * account wait already, and the reason of `signal` if it aborts before `work` starts.
   */
  run<T>(accountId: string, signal: AbortSignal | undefined, work: () => Promise<T>): Promise<T>;
}

/** Creates the turns of one process. `maxWaiting` counts the waiting searches of one account. */
export function createAccountTurns(maxWaiting: number): AccountTurns {
  /** Accounts with running work, and what starts the work that waits for it. */
  const waiting = new Map<string, (() => void)[]>();

  async function enter(accountId: string, signal: AbortSignal | undefined): Promise<void> {
    signal?.throwIfAborted();
    const line = waiting.get(accountId);
    if (!line) {
      waiting.set(accountId, []);
      return;
    }
    if (line.length >= maxWaiting) {
      throw new CallError('rate_limited', 'Too many searches are waiting. Try again when they are done.', {
        retryAfterSeconds: 1,
      });
    }
    await new Promise<void>((resolve, reject) => {
      const start = () => {
        signal?.removeEventListener('abort', leaveLine);
        resolve();
      };
      const leaveLine = () => {
        line.splice(line.indexOf(start), 1);
        reject(signal?.reason);
      };
      line.push(start);
      signal?.addEventListener('abort', leaveLine, { once: true });
    });
  }

  return {
    async run(accountId, signal, work) {
      await enter(accountId, signal);
      try {
        return await work();
      } finally {
        const next = waiting.get(accountId)?.shift();
        if (next) next();
        else waiting.delete(accountId);
      }
    },
  };
}
