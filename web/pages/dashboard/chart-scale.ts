/** The scale of a bar chart: `ticks` from 0 to `top` in equal steps. */
export interface ChartScale {
  top: number;
  ticks: readonly number[];
}

const MAX_STEPS = 4;
/** A bar that isn't empty is at least this share of the height, so that it can be seen. */
const MIN_SHARE = 0.015;

/** A scale for whole numbers up to `max`, with at most 4 steps of 1, 2 or 5 times a power of ten. */
export function chartScale(max: number): ChartScale {
  const whole = Math.max(1, Math.ceil(max));
  let power = 1;
  for (;;) {
    for (const factor of [1, 2, 5]) {
      const step = factor * power;
      const steps = Math.ceil(whole / step);
      if (steps <= MAX_STEPS)
        return { top: steps * step, ticks: Array.from({ length: steps + 1 }, (_, index) => index * step) };
    }
    power *= 10;
  }
}

/** The height of a bar as a share of the chart, 0 to 1. Values below 0 have no bar. */
export function barShare(value: number, top: number): number {
  return value <= 0 ? 0 : Math.min(1, Math.max(MIN_SHARE, value / top));
}

/** Which of `count` bars get a label: the last one, and every 7th before it. */
export function labeledBars(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index).filter((index) => (count - 1 - index) % 7 === 0);
}

/**
 * A share as a percentage: "67%". Only nothing is "0%", and only everything is "100%": other values round to "<1%"
 * and ">99%". `total` is above 0.
 */
export function formatShare(part: number, total: number): string {
  const percent = Math.round((100 * part) / total);
  if (percent === 0 && part > 0) return '<1%';
  if (percent === 100 && part < total) return '>99%';
  return `${percent}%`;
}
