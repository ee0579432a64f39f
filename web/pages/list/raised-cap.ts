/** Enough for a few cells of most tools. */
const LEAST_CREDITS = 10;

/** The limit, in credits, with which a run goes on that stopped at a limit. A run that was to be free stopped at 0. */
export function raisedCap(cap: number): number {
  return Math.max(cap * 2, LEAST_CREDITS);
}
