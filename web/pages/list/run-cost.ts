import { plural } from '#contract/plural.ts';

/** What a run costs, as words after its size. `isIncluded`: the plan includes it. */
export function runCost(credits: number, isIncluded: boolean): string {
  if (isIncluded) return 'included in your plan';
  return credits === 0 ? 'free' : `up to ${plural(credits, 'credit')}`;
}
