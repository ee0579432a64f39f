import type { OrderView } from '#contract/payments.ts';

/** What went back of a paid order of records. A refund that is still due, or that isn't possible, gave nothing back. */
export function refundedCents({
  status,
  amountCents,
  run,
  refundDue,
  refundProblem,
}: Pick<OrderView, 'status' | 'amountCents' | 'run' | 'refundDue' | 'refundProblem'>): number {
  if (status === 'refunded') return refundDue || refundProblem !== null ? 0 : amountCents;
  return run?.refundedCents ?? 0;
}
