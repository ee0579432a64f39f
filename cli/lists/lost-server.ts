import { setTimeout as pause } from 'node:timers/promises';
import { OperatorError } from '#server/platform/operator-error.ts';

/** A server that can't be reached at the moment: the connection was lost, or a proxy or the server says so. */
export class LostServer extends OperatorError {
  /** as the server wants it; 0 if it doesn't say */
  readonly waitSeconds: number;

  constructor(message: string, options: { cause?: unknown; waitSeconds?: number } = {}) {
    super(message, { cause: options.cause });
    this.waitSeconds = options.waitSeconds ?? 0;
  }
}

/** What a proxy replies while its server restarts, and a server that isn't ready. */
export const LOST_STATUSES: ReadonlySet<number> = new Set([502, 503, 504]);

/** 1, 2, 4, ... seconds, then 30 each: about five minutes, long enough for an update of the server. */
const TRIES = 15;
const LONGEST_PAUSE_S = 30;

/** Repeats work that must be harmless to repeat until the server is back. Throws the last LostServer after about five minutes. */
export async function untilReached<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof LostServer) || tries === TRIES) throw error;
      const seconds = Math.min(error.waitSeconds || 2 ** (tries - 1), LONGEST_PAUSE_S);
      await pause(seconds * 1000, undefined, signal ? { signal } : {});
    }
  }
}
