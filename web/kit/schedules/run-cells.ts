import type { RunCells } from '#contract/list-runs.ts';

/** Which cells a run of a list works, to choose from. */
export const RUN_CELLS: readonly { cells: RunCells; label: string }[] = [
  { cells: 'empty', label: 'Empty ones' },
  { cells: 'failed', label: 'Failed ones, again' },
  { cells: 'stale', label: 'Those whose inputs changed' },
  { cells: 'all', label: 'All, including finished ones' },
];
