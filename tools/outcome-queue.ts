/** Outcomes between those who work and the one who takes them; bounded, so that nobody works far ahead. */
export interface OutcomeQueue<T> {
  push(outcome: T): void;
  /** Resolves when there is room for more work. */
  room(): Promise<void>;
  /** No more will come; what is there can still be taken. */
  end(): void;
  /** The next outcome; undefined at the end. */
  next(): Promise<T | undefined>;
}

export function createOutcomeQueue<T>(capacity: number): OutcomeQueue<T> {
  let outcomes: T[] = [];
  let taken = 0;
  let ended = false;
  let wakeTaker: (() => void) | null = null;
  let waiting: (() => void)[] = [];

  function letWorkersOn(): void {
    const all = waiting;
    waiting = [];
    for (const resume of all) resume();
  }

  return {
    push(outcome) {
      outcomes.push(outcome);
      wakeTaker?.();
    },
    async room() {
      while (!ended && outcomes.length - taken >= capacity)
        await new Promise<void>((resume) => waiting.push(resume));
    },
    end() {
      ended = true;
      wakeTaker?.();
      letWorkersOn();
    },
    async next() {
      while (taken === outcomes.length) {
        outcomes = [];
        taken = 0;
        if (ended) return undefined;
        await new Promise<void>((wake) => {
          wakeTaker = wake;
        });
      }
      const outcome = outcomes[taken];
      taken += 1;
      if (outcomes.length - taken < capacity) letWorkersOn();
      return outcome;
    },
  };
}
