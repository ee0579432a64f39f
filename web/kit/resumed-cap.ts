import type { TaskView } from '#contract/tasks.ts';

/** Enough for a few cells of most tools. */
const LEAST_CREDITS = 10;

/**
 * The limit, in credits, with which a stopped task goes on: null for none, undefined for the one that it has. The run of a list gets a
 * higher one, because a cell can cost several credits. One that was to be free stopped at 0.
 */
export function resumedCap({
  stop_reason,
  cap,
  options,
}: Pick<TaskView, 'stop_reason' | 'cap' | 'options'>): number | null | undefined {
  if (stop_reason !== 'cap') return undefined;
  return options.list && cap != null ? Math.max(cap * 2, LEAST_CREDITS) : null;
}
