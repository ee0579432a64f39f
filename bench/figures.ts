import { appendFileSync } from 'node:fs';
import { z } from 'zod';

/**
 * A figure that `npm run bench` compares with the recorded one: a ratio to a competitor of the same run, a count of errors,
 * or a size. Times mean nothing, because machines differ.
 */
export const Figure = z.object({
  name: z.string(),
  value: z.number(),
  better: z.enum(['higher', 'lower']),
  /** the worst value that passes, whatever was recorded */
  limit: z.number().optional(),
  /** how many times worse than recorded it may be; default: WORSE of compare-figures.ts */
  tolerance: z.number().optional(),
});
export type Figure = z.infer<typeof Figure>;

/** Figures that can't be measured here, because their data isn't there, by the start of their names. */
export const SkippedFigures = z.object({ skipped: z.string() });

/**
 * Whether a benchmark fails if a reported ratio misses its goal. In `npm run bench`, the recorded ratio decides, because
 * its short versions reach less.
 */
export const GOALS_COUNT = !process.env.BENCH_FIGURES;

/** Hands a figure to `npm run bench`. A benchmark that runs by itself only prints it. */
export function reportFigure(
  name: string,
  value: number,
  better: Figure['better'],
  bounds: Pick<Figure, 'limit' | 'tolerance'> = {},
): void {
  const figure: Figure = { name, value: Number(value.toPrecision(4)), better, ...bounds };
  report(figure);
}

/** Tells `npm run bench` that the figures whose names start with `prefix` can't be measured here. */
export function reportSkipped(prefix: string): void {
  report({ skipped: prefix });
}

function report(entry: Figure | z.infer<typeof SkippedFigures>): void {
  const file = process.env.BENCH_FIGURES;
  if (file) appendFileSync(file, `${JSON.stringify(entry)}\n`);
}
