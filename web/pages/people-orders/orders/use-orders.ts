import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { PAYMENT_CALLS } from '#contract/calls/payment-calls.ts';
import { PEOPLE_ORDER_CALLS } from '#contract/calls/people-order-calls.ts';
import { CallError } from '#contract/errors.ts';
import { PAYMENT_POLL_MS, PAYMENT_POLL_STOPS_AFTER_MS, TASK_POLL_MS } from '#contract/limits.ts';
import { OrderView } from '#contract/payments.ts';
import { invoke } from '../../../lib/calls.ts';
import { isInProgress, orderState, ordersToStart } from './order-labels.ts';

const ORDERS_KEY = ['people-orders'] as const;
const LIST_POLL_MS = 2000;

function orderKey(id: string) {
  return ['people-order', id] as const;
}

/** The user's pay-per-use orders, latest first, refetched while one of them runs. */
export function useOrders() {
  return useQuery({
    queryKey: ORDERS_KEY,
    queryFn: ({ signal }) => listOrders(signal),
    refetchInterval: ({ state }) =>
      state.data?.some((order) => isInProgress(orderState(order))) ? LIST_POLL_MS : false,
    // Download URLs expire after a day, so refresh them when the user returns to the page.
    refetchOnWindowFocus: true,
  });
}

async function listOrders(signal?: AbortSignal): Promise<OrderView[]> {
  return (await invoke(PEOPLE_ORDER_CALLS.peopleOrders, {}, { signal })).orders;
}

/**
 * One order, fetched every 2 s until it's paid, for at most 300 s (docs/deviations.md 10), then every second
 * while it runs. Polls in the background too, since the user is paying in another tab.
 */
export function useOrder(id: string) {
  const client = useQueryClient();
  const [since, setSince] = useState(() => Date.now());
  const query = useQuery({
    queryKey: orderKey(id),
    queryFn: ({ signal }) => invoke(PAYMENT_CALLS.orderStatus, { id }, { signal }),
    staleTime: 0,
    // As in the list of orders.
    refetchOnWindowFocus: true,
    refetchIntervalInBackground: true,
    refetchInterval: ({ state }) =>
      state.data
        ? pollAfterMs(state.data, Math.max(state.dataUpdatedAt, state.errorUpdatedAt) - since)
        : false,
  });
  const { data, dataUpdatedAt, errorUpdatedAt, refetch } = query;
  useEffect(() => {
    if (data) showInList(client, data);
  }, [client, data]);

  const timedOut =
    data !== undefined &&
    orderState(data) === 'unpaid' &&
    Math.max(dataUpdatedAt, errorUpdatedAt) - since >= PAYMENT_POLL_STOPS_AFTER_MS;
  const checkAgain = () => {
    setSince(Date.now());
    void refetch();
  };
  return { ...query, timedOut, checkAgain };
}

/** Milliseconds until the next fetch of an order that was polled for `watchedMs`; false to stop. */
export function pollAfterMs(order: OrderView, watchedMs: number): number | false {
  const state = orderState(order);
  if (isInProgress(state)) return TASK_POLL_MS;
  // An unpayable order becomes payable if its checkout comes late.
  if (state !== 'unpaid' && state !== 'unpayable' && state !== 'clearing' && state !== 'paid') return false;
  return watchedMs < PAYMENT_POLL_STOPS_AFTER_MS ? PAYMENT_POLL_MS : false;
}

function showInList(client: QueryClient, order: OrderView): void {
  const list = client.getQueryData<OrderView[]>(ORDERS_KEY);
  if (!list) return;
  if (list.some(({ id }) => id === order.id)) {
    client.setQueryData<OrderView[]>(
      ORDERS_KEY,
      list.map((listed) => (listed.id === order.id ? order : listed)),
    );
  } else void client.invalidateQueries({ queryKey: ORDERS_KEY });
}

/** The order of the checkout session that the browser returned from. */
export function useConfirmedCheckout(sessionId: string | null) {
  const client = useQueryClient();
  return useQuery({
    queryKey: ['confirmed-checkout', sessionId],
    queryFn: async () => {
      const order = await invoke(PAYMENT_CALLS.confirmCheckout, { sessionId: sessionId ?? '' });
      client.setQueryData(orderKey(order.id), order);
      return order;
    },
    enabled: sessionId !== null,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/**
 * Starts a paid order, unless the server has started it by itself. The idempotency key is the order's, so two tabs start it once.
 * Throws CallError.
 */
export function useStartOrder() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (order: OrderView) => {
      for (const { id, search } of ordersToStart(await listOrders(), order)) {
        if (!search) throw new CallError('not_found');
        const started = await startOrder(id, search);
        client.setQueryData(orderKey(started.id), started);
      }
    },
    onSettled: (_done, _error, { id }) => {
      void client.invalidateQueries({ queryKey: orderKey(id) });
      void client.invalidateQueries({ queryKey: ORDERS_KEY });
    },
  });
}

async function startOrder(id: string, search: NonNullable<OrderView['search']>): Promise<OrderView> {
  try {
    const reply = await invoke(PEOPLE_ORDER_CALLS.runPeopleOrder, search, {
      idempotencyKey: `run-${id}`,
      headers: { prefer: 'respond-async' },
    });
    const started = OrderView.safeParse(reply);
    if (!started.success) throw new CallError('internal', undefined, { cause: started.error });
    return started.data;
  } catch (error) {
    if (!(error instanceof CallError) || error.code !== 'access_denied') throw error;
    const now = await invoke(PAYMENT_CALLS.orderStatus, { id });
    if (now.run === null) throw error;
    return now;
  }
}
