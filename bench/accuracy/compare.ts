/** How many values were found rightly, wrongly, and not at all. */
export interface Counts {
  right: number;
  wrong: number;
  missed: number;
}

export function emptyCounts(): Counts {
  return { right: 0, wrong: 0, missed: 0 };
}

/** Adds the comparison of two sets to `counts` and returns their differences. */
export function compare(
  counts: Counts,
  wanted: readonly string[],
  found: readonly string[],
): { wrong: string[]; missed: string[] } {
  const want = new Set(wanted);
  const got = new Set(found);
  const wrong = [...got].filter((value) => !want.has(value));
  const missed = [...want].filter((value) => !got.has(value));
  counts.right += got.size - wrong.length;
  counts.wrong += wrong.length;
  counts.missed += missed.length;
  return { wrong, missed };
}

export function ratio(counts: Counts): { precision: number; recall: number } {
  return {
    precision: counts.right + counts.wrong === 0 ? 1 : counts.right / (counts.right + counts.wrong),
    recall: counts.right + counts.missed === 0 ? 1 : counts.right / (counts.right + counts.missed),
  };
}
