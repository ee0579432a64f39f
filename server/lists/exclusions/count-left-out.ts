import type { LeftOutBy } from '#contract/list-exclusions.ts';
import type { Exclusion } from './left-out.ts';

/** Counts rows by the exclusion list that leaves them out. */
export interface LeftOutCount {
  add(by: Exclusion): void;
  /** rows of all lists */
  readonly rows: number;
  /** the same by list, the most first */
  by(): LeftOutBy;
}

/** A count without any rows. */
export function createLeftOutCount(): LeftOutCount {
  const counts = new Map<string, LeftOutBy[number]>();
  let rows = 0;
  return {
    add({ id, name }) {
      rows += 1;
      const known = counts.get(id);
      if (known) known.rows += 1;
      else counts.set(id, { id, name, rows: 1 });
    },
    get rows() {
      return rows;
    },
    by: () => [...counts.values()].map((each) => ({ ...each })).sort((a, b) => b.rows - a.rows),
  };
}
