/** The number of finished items of a running task at a time (ms since the epoch, by the browser's clock). */
export interface ProgressSample {
  at: number;
  processed: number;
}

const WINDOW_MS = 60_000;
const MIN_SPAN_MS = 3_000;
/** Of what is left, this share must be done before an estimate, but no more than MAX_NEEDED items. */
const NEEDED_SHARE = 0.02;
const MAX_NEEDED = 20;

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
  if (span < MIN_SPAN_MS || done < Math.max(1, Math.min(MAX_NEEDED, remaining * NEEDED_SHARE))) return null;
  return (remaining * span) / done / 1000;
}
