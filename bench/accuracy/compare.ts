import { reportFigure } from '../figures.ts';

/** Counts of values that were found correctly, found incorrectly, or missed. */
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
  expected: readonly string[],
  found: readonly string[],
): { wrong: string[]; missed: string[] } {
  const expectedSet = new Set(expected);
  const foundSet = new Set(found);
  const wrong = [...foundSet].filter((value) => !expectedSet.has(value));
  const missed = [...expectedSet].filter((value) => !foundSet.has(value));
  counts.right += foundSet.size - wrong.length;
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

/** Reports the wrong and the missed values to `npm run bench`. */
export function reportErrors(what: string, { wrong, missed }: Counts): void {
  reportFigure(`accuracy: ${what}, wrong`, wrong, 'lower');
  reportFigure(`accuracy: ${what}, missed`, missed, 'lower');
}
