import type { Figure } from './figures.ts';

/** How many times worse than recorded a figure may be. */
const WORSE = 1.25;

/** What a benchmark reported. */
export interface Reported {
  figures: readonly Figure[];
  /** the beginnings of the names of figures that can't be measured here */
  skipped: readonly string[];
}

export interface Comparison {
  /** one per figure, to print */
  lines: string[];
  failures: string[];
}

/**
 * What a benchmark reported, compared with what is recorded of it. A figure fails that is too much worse than the recorded
 * one, beyond its limit, missing without being skipped, or not recorded.
 */
export function compareFigures(recorded: readonly Figure[], reported: Reported): Comparison {
  const lines: string[] = [];
  const failures: string[] = [];
  const add = (mark: string, line: string, failure?: string) => {
    lines.push(`${mark.padEnd(8)}${line}`);
    if (failure) failures.push(failure);
  };
  for (const { name, value: before } of recorded) {
    const now = reported.figures.find((figure) => figure.name === name);
    if (now) {
      const { value } = now;
      const line = `${name}: ${value} (recorded: ${before})`;
      if (isWorse(now, before)) add('WORSE', line, `${name}: ${value} instead of ${before}`);
      else add('', line);
    } else if (isSkipped(name, reported)) add('skipped', `${name} (recorded: ${before})`);
    else add('MISSING', `${name} (recorded: ${before})`, `${name}: missing`);
  }
  for (const { name, value, better, limit } of reported.figures) {
    if (!recorded.some((figure) => figure.name === name))
      add('NEW', `${name}: ${value}`, `${name}: not recorded yet, use --record`);
    if (limit !== undefined && (better === 'higher' ? value < limit : value > limit))
      add('LIMIT', `${name}: ${value} (limit: ${limit})`, `${name}: ${value}, beyond its limit of ${limit}`);
  }
  return { lines, failures };
}

/** What to record of a benchmark: its figures, and what was recorded of those that were skipped. */
export function figuresToRecord(recorded: readonly Figure[], reported: Reported): Figure[] {
  const kept = recorded.filter(({ name }) => isSkipped(name, reported));
  return [...reported.figures, ...kept].map(({ name, value, better }) => ({ name, value, better }));
}

function isWorse({ value, better, tolerance = WORSE }: Figure, before: number): boolean {
  return better === 'higher' ? value < before / tolerance : value > before * tolerance;
}

function isSkipped(name: string, { skipped }: Reported): boolean {
  return skipped.some((prefix) => name.startsWith(prefix));
}
