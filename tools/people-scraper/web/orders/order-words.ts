import type { OrderView } from '#contract/payments.ts';
import { type PeopleRunView, recordsPriceCents } from '#contract/people-scraper.ts';
import { formatNumber, formatUsd, plural } from '#web/lib/format.ts';

/** How an order stands to whoever made it: its payment first, then its run. */
export type OrderState =
  | 'unpaid'
  | 'paid'
  | 'waiting'
  | 'running'
  | 'refunding'
  | 'done'
  | 'failed'
  | 'declined'
  | 'expired'
  | 'refunded';

export function stateOf({ status, run }: Pick<OrderView, 'status' | 'run'>): OrderState {
  // Money that went back takes the file with it.
  if (run && status !== 'refunded') return run.status;
  switch (status) {
    case 'open':
      return 'unpaid';
    case 'failed':
      return 'declined';
    case 'duplicate':
      return 'refunded';
    default:
      return status;
  }
}

/** Whether it changes by itself on the server. */
export function isMoving(state: OrderState): boolean {
  return state === 'waiting' || state === 'running' || state === 'refunding';
}

/** Whether its file is there, or it is known that there will be none. */
export function hasRun(state: OrderState): boolean {
  return state === 'refunding' || state === 'done' || state === 'failed';
}

/** The state in words, as a list shows it. */
export function stateWords(order: OrderView): string {
  switch (stateOf(order)) {
    case 'unpaid':
      return 'Waiting for payment';
    case 'paid':
      return 'Paid, not started';
    case 'waiting':
      return 'Waiting for its turn';
    case 'running':
      return `Running: ${formatNumber(order.run?.recordsFound ?? 0)} of ${formatNumber(order.quantity)}`;
    case 'refunding':
      return 'Paying back';
    case 'done':
      return 'Done';
    case 'failed':
      return 'Failed';
    case 'declined':
      return 'Payment failed';
    case 'expired':
      return 'Expired';
    case 'refunded':
      return 'Refunded';
  }
}

/** "2,000 records"; once there is a file, "1,234 of 2,000 records". */
export function recordsWords({ run, quantity }: Pick<OrderView, 'run' | 'quantity'>): string {
  const ordered = plural(quantity, 'record');
  return run?.downloadUrl ? `${formatNumber(run.recordsFound)} of ${ordered}` : ordered;
}

/** What was paid back of an order, in words; null for nothing. */
export function paidBackWords({ run }: Pick<OrderView, 'run'>): string | null {
  return run && run.refundedCents > 0 ? `${formatUsd(run.refundedCents)} paid back` : null;
}

/** Whether a run ended without what it was for. Its money may still be on the way back. */
export function hasFailed(run: Pick<PeopleRunView, 'status' | 'downloadUrl' | 'error'>): boolean {
  return run.status === 'failed' || (run.status === 'refunding' && !run.downloadUrl && run.error !== null);
}

/** What became of the money of a run that is over. */
export function moneyWords({ run, amountCents }: Pick<OrderView, 'run' | 'amountCents'>): string {
  if (!run) return '';
  const { refundedCents } = run;
  const paid = formatUsd(amountCents);
  if (refundedCents >= amountCents) return `All of your ${paid} was paid back.`;
  if (refundedCents > 0)
    return `${formatUsd(refundedCents)} of your ${paid} was paid back for what was not found.`;
  const due = hasFailed(run) ? amountCents : amountCents - recordsPriceCents(run.recordsFound);
  if (due <= 0) return `You paid ${paid}; every record you ordered is there.`;
  return run.status === 'refunding'
    ? `${formatUsd(due)} of your ${paid} is being paid back.`
    : `You paid ${paid}.`;
}

/**
 * What has to be started so that `order` runs: itself, after older paid orders of the same search and count, since the server takes the
 * oldest first. In that order.
 */
export function ordersToStart(orders: readonly OrderView[], order: OrderView): OrderView[] {
  const before = orders.filter(
    (other) =>
      other.id !== order.id &&
      stateOf(other) === 'paid' &&
      other.search?.apolloUrl === order.search?.apolloUrl &&
      other.search?.recordCount === order.search?.recordCount &&
      other.createdAt < order.createdAt,
  );
  return [...before.sort((one, other) => (one.createdAt < other.createdAt ? -1 : 1)), order];
}

/** How the list is shown, not what is searched for. */
const HOW_SHOWN = /^(?:page|sort|recommendationConfigId|uniqueUrlId|tour|finder|includeSimilarTitles)/;

/**
 * The address of a people search as a line that tells it from others: "Person titles: ceo, cto · Person locations: Germany". An
 * address without filters stays as it is.
 */
export function searchWords(address: string): string {
  const filters = new Map<string, string[]>();
  for (const [rawName, value] of new URLSearchParams(address.slice(address.indexOf('?') + 1))) {
    const name = rawName.replace(/\[[^\]]*\]$/, '');
    if (!value || HOW_SHOWN.test(name)) continue;
    filters.set(name, [...(filters.get(name) ?? []), value]);
  }
  if (!address.includes('?') || filters.size === 0) return address;
  return Array.from(filters, ([name, values]) => `${spaced(name)}: ${values.join(', ')}`).join(' · ');
}

/** "personTitles" -> "Person titles"; "qKeywords" -> "Keywords". */
function spaced(name: string): string {
  const words = name.replace(/^q(?=[A-Z])/, '').replace(/(?<=[a-z])(?=[A-Z])/g, ' ');
  return words.charAt(0).toUpperCase() + words.slice(1).toLowerCase();
}
