/** What a soak reads at one moment. `hours`: since its start. */
export interface Sample {
  hours: number;
  values: Readonly<Record<string, number>>;
}

/** How much a value may grow. */
export interface GrowthLimit {
  /** by the line through its samples */
  perHour: number;
  /** a smaller growth over the whole run is noise */
  noise: number;
  unit: string;
}

/** How a value went. `last`: of the fitted line at the end. */
export interface Slope {
  name: string;
  unit: string;
  mean: number;
  last: number;
  perHour: number;
  limit: number;
  isOver: boolean;
}

/** The start isn't fitted, because caches fill and code is compiled: this share of the run, or these hours if that is more. */
const WARM_UP = 0.2;
const WARM_UP_HOURS = 5 / 60;
/** Half of a short run is fitted anyway. */
const MOST_WARM_UP = 0.5;

/** Fits a line through the samples of each value that has a limit, without those of the warm-up. */
export function fitSlopes(
  samples: readonly Sample[],
  limits: Readonly<Record<string, GrowthLimit>>,
): Slope[] {
  const hours = samples.at(-1)?.hours ?? 0;
  const from = Math.min(hours * MOST_WARM_UP, Math.max(hours * WARM_UP, WARM_UP_HOURS));
  const fitted = samples.filter((sample) => sample.hours >= from);
  return Object.entries(limits).map(([name, { perHour: limit, noise, unit }]) => {
    const points = fitted.flatMap(({ hours, values }) => {
      const value = values[name];
      return value === undefined || Number.isNaN(value) ? [] : [{ x: hours, y: value }];
    });
    const { slope, mean, last, span } = fitLine(points);
    const isOver = points.length < 3 || (slope > limit && slope * span > noise);
    return { name, unit, mean, last, perHour: slope, limit, isOver };
  });
}

/** The line through points by least squares. `span`: from the first x to the last. */
function fitLine(points: readonly { x: number; y: number }[]) {
  const count = points.length;
  const meanX = points.reduce((sum, { x }) => sum + x, 0) / count;
  const mean = points.reduce((sum, { y }) => sum + y, 0) / count;
  const spread = points.reduce((sum, { x }) => sum + (x - meanX) ** 2, 0);
  const slope =
    spread === 0 ? 0 : points.reduce((sum, { x, y }) => sum + (x - meanX) * (y - mean), 0) / spread;
  const [first, end] = [points[0]?.x ?? 0, points.at(-1)?.x ?? 0];
  return { slope, mean, last: mean + slope * (end - meanX), span: end - first };
}
