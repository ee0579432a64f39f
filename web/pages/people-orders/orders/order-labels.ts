import type { OrderView } from '#contract/payments.ts';
import { type PeopleRunView, recordsPriceCents } from '#contract/people-orders.ts';
import { searchFieldLabel } from '#contract/people-search-fields.ts';
import { plural } from '#contract/plural.ts';
import { formatNumber, formatUsd } from '../../../lib/format.ts';

/** The state of an order: its payment first, then its run. */
export type OrderState =
  | 'unpaid'
  | 'unpayable'
  | 'clearing'
  | 'paid'
  | 'waiting'
  | 'running'
  | 'refunding'
  | 'done'
  | 'failed'
  | 'declined'
  | 'expired'
  | 'refunded'
  | 'refund-due'
  | 'refund-failed';

/** An order has no checkout yet while it is being created. That takes longer if the provider is slow. */
const CHECKOUT_MS = 120_000;

export function orderState(
  order: Pick<
    OrderView,
    'status' | 'run' | 'checkoutUrl' | 'clearing' | 'createdAt' | 'refundProblem' | 'refundDue'
  >,
): OrderState {
  const { status, run, checkoutUrl, clearing, createdAt, refundProblem, refundDue } = order;
  // A refunded order has no file anymore.
  if (run && status !== 'refunded') return run.status;
  switch (status) {
    case 'open':
      if (clearing) return 'clearing';
      return checkoutUrl === null && Date.now() - Date.parse(createdAt) >= CHECKOUT_MS
        ? 'unpayable'
        : 'unpaid';
    case 'failed':
      return 'declined';
    case 'duplicate':
      return 'refunded';
    case 'refunded':
      if (refundDue) return 'refund-due';
      return refundProblem === null ? 'refunded' : 'refund-failed';
    default:
      return status;
  }
}

/** Whether the server is still working on the order. */
export function isInProgress(state: OrderState): boolean {
  return state === 'waiting' || state === 'running' || state === 'refunding';
}

/** Whether nothing more happens with the order, so that it can be ordered again. */
export function hasEnded(state: OrderState): boolean {
  return state !== 'unpaid' && state !== 'clearing' && state !== 'paid' && !isInProgress(state);
}

/** Whether the run is over, with or without a file. */
export function hasRun(state: OrderState): boolean {
  return state === 'refunding' || state === 'done' || state === 'failed';
}

/** The labels of states. */
export const STATE_LABELS: Readonly<Record<OrderState, string>> = {
  unpaid: 'Waiting for payment',
  unpayable: 'No checkout',
  clearing: 'Payment processing',
  paid: 'Paid, not started',
  waiting: 'Queued',
  running: 'Running',
  refunding: 'Refunding',
  done: 'Done',
  failed: 'Failed',
  declined: 'Payment failed',
  expired: 'Expired',
  refunded: 'Refunded',
  'refund-due': 'Refund due',
  'refund-failed': 'Refund failed',
};

/** "Running: 100 of 1,000", "Done". */
export function stateLabel(order: OrderView): string {
  const state = orderState(order);
  const label = STATE_LABELS[state];
  if (state !== 'running') return label;
  return `${label}: ${formatNumber(order.run?.recordsFound ?? 0)} of ${formatNumber(order.quantity)}`;
}

/** "2,000 records", or "1,234 of 2,000 records" once there is a file. */
export function recordsLabel({ run, quantity }: Pick<OrderView, 'run' | 'quantity'>): string {
  const ordered = plural(quantity, 'record');
  return run?.downloadUrl ? `${formatNumber(run.recordsFound)} of ${ordered}` : ordered;
}

/** "$2.30 refunded"; null without a refund. */
export function refundLabel({ run }: Pick<OrderView, 'run'>): string | null {
  return run && run.refundedCents > 0 ? `${formatUsd(run.refundedCents)} refunded` : null;
}

/** Whether a run ended without a file because of an error. Its refund may still be pending. */
export function hasFailed(run: Pick<PeopleRunView, 'status' | 'downloadUrl' | 'error'>): boolean {
  return run.status === 'failed' || (run.status === 'refunding' && !run.downloadUrl && run.error !== null);
}

/** What the user paid for a finished run, and any refund. */
export function paymentText({ run, amountCents }: Pick<OrderView, 'run' | 'amountCents'>): string {
  if (!run) return '';
  const { refundedCents } = run;
  const paid = formatUsd(amountCents);
  if (refundedCents >= amountCents) return `We refunded your ${paid} in full.`;
  if (refundedCents > 0)
    return `We refunded ${formatUsd(refundedCents)} of your ${paid} for missing records.`;
  const due = hasFailed(run) ? amountCents : amountCents - recordsPriceCents(run.recordsFound);
  if (due <= 0) return `You paid ${paid} and got every record you ordered.`;
  return run.status === 'refunding'
    ? `We're refunding ${formatUsd(due)} of your ${paid}.`
    : `You paid ${paid}.`;
}

/**
 * The orders to start so that `order` runs: the server runs the oldest paid order of the same search and
 * count first, so older ones come before it.
 */
export function ordersToStart(orders: readonly OrderView[], order: OrderView): OrderView[] {
  const older = orders.filter(
    (other) =>
      other.id !== order.id &&
      orderState(other) === 'paid' &&
      other.search?.apolloUrl === order.search?.apolloUrl &&
      other.search?.recordCount === order.search?.recordCount &&
      other.createdAt < order.createdAt,
  );
  return [...older.sort((a, b) => (a.createdAt < b.createdAt ? -1 : 1)), order];
}

/** URL parameters that only affect how Apollo displays the list. */
const DISPLAY_PARAMETERS =
  /^(?:page|sort|recommendationConfigId|uniqueUrlId|tour|finder|includeSimilarTitles)/;

/**
 * The filters of a search URL: "Job titles: ceo, cto · Location: Germany". A URL without filters
 * is returned unchanged.
 */
export function searchLabel(url: string): string {
  const filters = new Map<string, string[]>();
  for (const [rawName, value] of new URLSearchParams(url.slice(url.indexOf('?') + 1))) {
    const name = rawName.replace(/\[\d*\]$/, '');
    if (!value || DISPLAY_PARAMETERS.test(name)) continue;
    filters.set(name, [...(filters.get(name) ?? []), value]);
  }
  if (!url.includes('?') || filters.size === 0) return url;
  return Array.from(filters, ([name, values]) => `${searchFieldLabel(name)}: ${values.join(', ')}`).join(
    ' · ',
  );
}
