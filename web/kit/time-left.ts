/** The number of finished items of a running task at a time (ms since the epoch, by the browser's clock). */
export interface ProgressSample {
  at: number;
  processed: number;
}

const WINDOW_MS = 60_000;
const MIN_SPAN_MS = 3_000;
/**
 * Of what is left, this share must be done before an estimate, but no more than MAX_NEEDED items. Also at least
 * MIN_NEEDED, or as many as are left: one item that takes a minute says nothing about 40 that run beside it.
 */
const NEEDED_SHARE = 0.02;
const MAX_NEEDED = 20;
const MIN_NEEDED = 5;

/** Adds a sample and drops those older than a minute, or all of them if a lower count shows a new run. */
export function addSample(samples: readonly ProgressSample[], next: ProgressSample): ProgressSample[] {
  const last = samples.at(-1);
  if (last && next.processed < last.processed) return [next];
  return [...samples.filter((sample) => next.at - sample.at <= WINDOW_MS), next];
}

/**
 * Estimates the remaining seconds; null if the samples span too little time or progress. The time before the first
 * item isn't counted: a run starts slowly.
 */
export function secondsLeft(samples: readonly ProgressSample[], remaining: number): number | null {
  const first = samples.find(({ processed }) => processed > 0);
  const last = samples.at(-1);
  if (!first || !last) return null;
  const span = last.at - first.at;
  const done = last.processed - first.processed;
  const least = Math.max(1, Math.min(MIN_NEEDED, remaining));
  const needed = Math.min(MAX_NEEDED, Math.max(least, remaining * NEEDED_SHARE));
  if (span < MIN_SPAN_MS || done < needed) return null;
  return (remaining * span) / done / 1000;
}
