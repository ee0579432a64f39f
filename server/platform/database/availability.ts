/**
 * Why calls can't be answered: the database doesn't answer, a newer version of the program has changed it, or it is used
 * with another AUTH_SECRET now.
 */
export type Unavailable = 'silent' | 'newer' | 'replaced';

const REASONS: Record<Unavailable, string> = {
  silent: "The database doesn't answer.",
  newer: 'A newer version of Leadwell has changed the database.',
  replaced: 'The database is used with another AUTH_SECRET.',
};

/** Whether this process can use its database. */
export interface Availability {
  /** null: it can */
  problem(): Unavailable | null;
  set(problem: Unavailable, exists: boolean): void;
  /** Rejects with the reason once there is one. `end` forgets the caller. */
  untilProblem(): { promise: Promise<never>; end(): void };
}

/** Everything is fine at first. */
export function createAvailability(): Availability {
  const problems = new Set<Unavailable>();
  const waiting = new Set<(problem: Unavailable) => void>();
  const problem = () => [...problems][0] ?? null;
  return {
    problem,
    set(which, exists) {
      if (!exists) {
        problems.delete(which);
        return;
      }
      problems.add(which);
      for (const tell of [...waiting]) tell(which);
      waiting.clear();
    },
    untilProblem() {
      const { promise, reject } = Promise.withResolvers<never>();
      promise.catch(() => {});
      const tell = (which: Unavailable) => reject(new DatabaseUnavailable(which));
      const now = problem();
      if (now) tell(now);
      else waiting.add(tell);
      return { promise, end: () => void waiting.delete(tell) };
    },
  };
}

/** The database can't be used now. */
export class DatabaseUnavailable extends Error {
  override readonly name = 'DatabaseUnavailable';
  readonly problem: Unavailable;

  constructor(problem: Unavailable) {
    super(REASONS[problem]);
    this.problem = problem;
  }
}
