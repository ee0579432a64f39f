import type { ListCosts } from '#contract/list-runs.ts';
import { plural } from '#contract/plural.ts';
import { formatNumber } from '../../lib/format.ts';

type StepCosts = ListCosts['steps'][number];

const TENTHS = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 });

/** Credits for one of several: "1.4 credits". */
function creditsEach(credits: number, count: number): string {
  const each = credits / count;
  if (credits > 0 && each < 0.05) return 'less than 0.1 credits';
  const text = TENTHS.format(each);
  return `${text} ${text === '1' ? 'credit' : 'credits'}`;
}

/**
 * How much of what a step looked for it found, and its price, for a header: "72% found · 1.4 credits each"; null if it never ran.
 * `isIncluded`: the plan includes it.
 */
export function stepNote({ filled, notFound, credits }: StepCosts, isIncluded: boolean): string | null {
  const asked = filled + notFound;
  if (asked === 0) return null;
  const found = `${Math.round((filled / asked) * 100)}% found`;
  if (credits === 0) return `${found} · free`;
  if (isIncluded) return `${found} · included`;
  return filled === 0
    ? `${found} · ${formatNumber(credits)} cr.`
    : `${found} · ${creditsEach(credits, filled)} each`;
}

/** All that is known of a step, in lines. `isIncluded`: the plan includes what it costs. */
export function stepDetails(
  { filled, notFound, failed, skipped, credits }: StepCosts,
  isIncluded: boolean,
): string[] {
  const counts = [
    [filled, 'found'],
    [notFound, 'not found'],
    [failed, 'failed'],
    [skipped, 'skipped'],
  ] as const;
  const cells = counts
    .filter(([count]) => count > 0)
    .map(([count, word]) => `${formatNumber(count)} ${word}`);
  if (cells.length === 0) return ['Not run yet'];
  if (isIncluded && credits > 0) return [cells.join(', '), 'included in your plan'];
  const spent = credits === 0 ? 'free' : `${formatNumber(credits)} ${credits === 1 ? 'credit' : 'credits'}`;
  return [
    cells.join(', '),
    filled > 0 && credits > 0 ? `${spent}, ${creditsEach(credits, filled)} for each found` : spent,
  ];
}

/** What a list spent, and what a complete row costs: "Spent 1,204 credits · a complete row costs 4.1 credits". */
export function listCostText(costs: ListCosts, isIncluded: boolean): string {
  const { spent, completeRows, steps } = costs;
  const credits = steps.reduce((sum, step) => sum + step.credits, 0);
  const total = `${formatNumber(spent)} ${spent === 1 ? 'credit' : 'credits'}`;
  const whole = isIncluded ? `Work for ${total}, included in your plan` : `Spent ${total}`;
  if (completeRows === 0) return `${whole} · no row is complete yet`;
  if (isIncluded) return `${whole} · ${plural(completeRows, 'complete row')}`;
  return `${whole} · a complete row costs ${creditsEach(credits, completeRows)}`;
}

/** Whether any step of a list ever ran. */
export function hasCosts({ spent, steps }: ListCosts): boolean {
  return spent > 0 || steps.some(({ filled, notFound, failed }) => filled + notFound + failed > 0);
}
