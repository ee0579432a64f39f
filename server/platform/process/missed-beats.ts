/** The shared memory: beats of the main thread, and checks without a beat until the process ends. */
export const BEATS = 0;
export const LIMIT = 1;

/** Counts checks in a row that saw no new beat. */
export function createMissedBeats(cells: Int32Array): {
  /** Returns the number of missed beats when it reaches the limit, else null. */
  check(): number | null;
} {
  let seen = Atomics.load(cells, BEATS);
  let missed = 0;
  return {
    check() {
      const beats = Atomics.load(cells, BEATS);
      missed = beats === seen ? missed + 1 : 0;
      seen = beats;
      return missed >= Atomics.load(cells, LIMIT) ? missed : null;
    },
  };
}
