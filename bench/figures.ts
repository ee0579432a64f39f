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
});
export type Figure = z.infer<typeof Figure>;

/**
 * Whether a benchmark fails if a reported ratio misses its goal. In `npm run bench`, the recorded ratio decides, because
 * its short versions reach less.
 */
export const GOALS_COUNT = !process.env.BENCH_FIGURES;

/** Hands a figure to `npm run bench`. A benchmark that runs by itself only prints it. */
export function reportFigure(name: string, value: number, better: Figure['better']): void {
  const file = process.env.BENCH_FIGURES;
  const figure: Figure = { name, value: Number(value.toPrecision(4)), better };
  if (file) appendFileSync(file, `${JSON.stringify(figure)}\n`);
}
