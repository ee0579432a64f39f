import { describe, expect, it } from 'vitest';
import type { OrderView } from '#contract/payments.ts';
import type { PeopleRunView } from '#contract/people-orders.ts';
import {
  hasEnded,
  hasFailed,
  isInProgress,
  orderState,
  ordersToStart,
  paymentText,
  recordsLabel,
  refundLabel,
  searchLabel,
  stateLabel,
} from './order-labels.ts';
import { pollAfterMs } from './use-orders.ts';

const ORDER: OrderView = {
  id: '00000000-0000-4000-8000-000000000001',
  product: 'apollo_scraper',
  mode: 'payment',
  status: 'paid',
  failureReason: null,
  quantity: 2000,
  amountCents: 600,
  trialDays: 0,
  createdAt: '2026-03-04T09:05:00.000Z',
  checkoutUrl: null,
  clearing: false,
  search: { apolloUrl: 'https://app.apollo.io/#/people?personTitles[]=ceo', recordCount: 2000 },
  run: null,
  refundProblem: null,
  refundDue: false,
};
const OPEN: OrderView = { ...ORDER, status: 'open' };
const RUN: PeopleRunView = {
  status: 'running',
  recordsFound: 1234,
  downloadUrl: null,
  refundedCents: 0,
  error: null,
  startedAt: '2026-03-04T09:06:00.000Z',
  endedAt: null,
};
const FILE = 'http://127.0.0.1:3000/functions/v1/people-file?order=1&token=2';
const withRun = (run: Partial<PeopleRunView>, order: Partial<OrderView> = {}): OrderView => ({
  ...ORDER,
  ...order,
  run: { ...RUN, ...run },
});

describe('the state of an order', () => {
  it.each([
    [{ ...OPEN, checkoutUrl: 'https://checkout.stripe.com/1' }, 'unpaid', 'Waiting for payment'],
    [OPEN, 'unpayable', 'No checkout'],
    // Its checkout is being created.
    [{ ...OPEN, createdAt: new Date().toISOString() }, 'unpaid', 'Waiting for payment'],
    [{ ...OPEN, clearing: true }, 'clearing', 'Payment processing'],
    [ORDER, 'paid', 'Paid, not started'],
    [{ ...ORDER, status: 'failed' as const }, 'declined', 'Payment failed'],
    [{ ...ORDER, status: 'expired' as const }, 'expired', 'Expired'],
    [{ ...ORDER, status: 'duplicate' as const }, 'refunded', 'Refunded'],
    [withRun({ status: 'waiting' }), 'waiting', 'Queued'],
    [withRun({}), 'running', 'Running: 1,234 of 2,000'],
    [withRun({ status: 'refunding' }), 'refunding', 'Refunding'],
    [withRun({ status: 'done' }), 'done', 'Done'],
    [withRun({ status: 'failed' }), 'failed', 'Failed'],
    [withRun({ status: 'failed' }, { status: 'refunded' }), 'refunded', 'Refunded'],
    [{ ...ORDER, status: 'refunded' as const }, 'refunded', 'Refunded'],
    [{ ...ORDER, status: 'refunded' as const, refundDue: true }, 'refund-due', 'Refund due'],
    [{ ...ORDER, status: 'refunded' as const, refundProblem: 'x' }, 'refund-failed', 'Refund failed'],
  ])('depends on its payment, then on its run (%#)', (order, state, label) => {
    expect(orderState(order)).toBe(state);
    expect(stateLabel(order)).toBe(label);
  });

  it.each([
    ['unpaid', false],
    ['unpayable', true],
    ['clearing', false],
    ['paid', false],
    ['expired', true],
    ['running', false],
    ['refunding', false],
    ['done', true],
    ['refund-due', true],
    ['refund-failed', true],
  ] as const)('%s says whether it can be ordered again', (state, again) => {
    expect(hasEnded(state)).toBe(again);
  });

  it('includes the delivered records once there is a file', () => {
    expect(recordsLabel(withRun({}))).toBe('2,000 records');
    expect(recordsLabel(withRun({ status: 'done', downloadUrl: FILE }))).toBe('1,234 of 2,000 records');
  });
});

describe('the payment of an order', () => {
  it.each([
    [{ status: 'refunding', downloadUrl: FILE } as const, "We're refunding $2.30 of your $6.00."],
    [
      { status: 'done', downloadUrl: FILE, refundedCents: 230 } as const,
      'We refunded $2.30 of your $6.00 for missing records.',
    ],
    [{ status: 'done', recordsFound: 0, refundedCents: 600 } as const, 'We refunded your $6.00 in full.'],
    [
      { status: 'done', recordsFound: 2000, downloadUrl: FILE } as const,
      'You paid $6.00 and got every record you ordered.',
    ],
    [{ status: 'failed', recordsFound: 700, error: 'x' } as const, 'You paid $6.00.'],
    [{ status: 'refunding', recordsFound: 700, error: 'x' } as const, "We're refunding $6.00 of your $6.00."],
    [{ status: 'done', downloadUrl: FILE, error: 'the refund was refused' } as const, 'You paid $6.00.'],
  ])('is explained (%#)', (run, text) => {
    expect(paymentText(withRun(run))).toBe(text);
  });

  it('counts as refunded only once it is', () => {
    expect(refundLabel(withRun({ status: 'refunding' }))).toBeNull();
    expect(refundLabel(withRun({ status: 'done', refundedCents: 230 }))).toBe('$2.30 refunded');
    expect(refundLabel(ORDER)).toBeNull();
  });

  it('has failed if the run has an error and no file', () => {
    expect(hasFailed({ status: 'refunding', downloadUrl: null, error: 'x' })).toBe(true);
    expect(hasFailed({ status: 'refunding', downloadUrl: FILE, error: null })).toBe(false);
    expect(hasFailed({ status: 'refunding', downloadUrl: null, error: null })).toBe(false);
    expect(hasFailed({ status: 'done', downloadUrl: FILE, error: 'the refund was refused' })).toBe(false);
  });
});

describe('ordersToStart', () => {
  const order = (n: number, over: Partial<OrderView> = {}): OrderView => ({
    ...ORDER,
    id: `00000000-0000-4000-8000-00000000000${n}`,
    createdAt: `2026-03-0${n}T09:05:00.000Z`,
    ...over,
  });

  it('starts older paid orders of the same search first', () => {
    const wanted = order(5);
    const orders = [
      order(6),
      wanted,
      order(4),
      order(3, { quantity: 1000, search: { apolloUrl: ORDER.search?.apolloUrl ?? '', recordCount: 1000 } }),
      order(2, { run: RUN }),
      order(1),
      order(1, { status: 'open', id: '00000000-0000-4000-8000-000000000009' }),
    ];
    expect(ordersToStart(orders, wanted).map(({ id }) => id.at(-1))).toEqual(['1', '4', '5']);
  });

  it('starts an order that is not in the list yet', () => {
    expect(ordersToStart([], ORDER)).toEqual([ORDER]);
  });
});

describe('polling an order', () => {
  it('checks for a payment every 2 s for 300 s, and follows a run to its end', () => {
    const unpaid: OrderView = { ...OPEN, checkoutUrl: 'https://checkout.stripe.com/1' };
    expect(pollAfterMs(unpaid, 0)).toBe(2000);
    expect(pollAfterMs(unpaid, 299_999)).toBe(2000);
    expect(pollAfterMs(unpaid, 300_000)).toBe(false);
    expect(pollAfterMs(OPEN, 0)).toBe(2000);
    expect(pollAfterMs(withRun({}), 3_600_000)).toBe(1000);
    for (const status of ['done', 'failed'] as const) expect(pollAfterMs(withRun({ status }), 0)).toBe(false);
    for (const status of ['failed', 'expired', 'refunded'] as const)
      expect(pollAfterMs({ ...ORDER, status }, 0)).toBe(false);
    expect(isInProgress(orderState(unpaid))).toBe(false);
  });
});

describe('searchLabel', () => {
  it.each([
    [
      'https://app.apollo.io/#/people?page=1&sortByField=%5Bnone%5D&personTitles[]=ceo&personTitles%5B%5D=sales%20head&personLocations[]=Germany',
      'Job titles: ceo, sales head · Location: Germany',
    ],
    ['https://app.apollo.io/#/people?qKeywords=saas&revenueRange[min]=5', 'Keywords: saas · Revenue from: 5'],
    ['https://app.apollo.io/#/people', 'https://app.apollo.io/#/people'],
    ['https://app.apollo.io/#/people?page=2', 'https://app.apollo.io/#/people?page=2'],
    ['https://app.apollo.io/#/people?personTitles[]=%E0%A4%A', 'Job titles: \uFFFD%A'],
  ])('%s', (url, label) => {
    expect(searchLabel(url)).toBe(label);
  });
});
