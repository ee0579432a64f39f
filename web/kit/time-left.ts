/** One look at a running task: when (ms since the epoch, this browser's clock) and how many items were settled. */
export interface ProgressSample {
  at: number;
  processed: number;
}

const WINDOW_MS = 60_000;
const MIN_SPAN_MS = 3_000;

/**
 * Adds a look and drops those too old to tell today's pace. A count that fell means another run: the older looks
 * are dropped whole.
 */
export function addSample(samples: readonly ProgressSample[], next: ProgressSample): ProgressSample[] {
  const last = samples.at(-1);
  if (last && next.processed < last.processed) return [next];
  return [...samples.filter((sample) => next.at - sample.at <= WINDOW_MS), next];
}

/**
 * Seconds until the rest is done at the pace of the last minute, or null while that cannot be told: too short a look, or
 * nothing settled in it.
 */
export function secondsLeft(samples: readonly ProgressSample[], remaining: number): number | null {
  const first = samples[0];
  const last = samples.at(-1);
  if (!first || !last) return null;
  const span = last.at - first.at;
  const done = last.processed - first.processed;
  if (span < MIN_SPAN_MS || done <= 0) return null;
  return (remaining * span) / done / 1000;
}
