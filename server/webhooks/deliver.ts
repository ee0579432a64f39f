import { WEBHOOK_FAILING_DAYS } from '#contract/webhooks.ts';
import type { GuardedResponse, GuardedSender } from '#net/http/guarded-request.ts';
import { HostError } from '#net/http/host-error.ts';
import type { Deps } from '../deps.ts';
import { type Tx, transaction } from '../platform/database/db.ts';
import { counter } from '../platform/metrics/metrics.ts';
import type { ActiveDelivery, DeliveryQueue } from './delivery-queue.ts';
import { findOpenDelivery, insertTry, type OpenDelivery, wasTriedSince } from './delivery-store.ts';
import { openEndpointKeys } from './endpoint-keys.ts';
import { eventBody } from './events.ts';
import { resultOf, type TryResult } from './retry-schedule.ts';
import { signatures } from './signatures.ts';
import { findStartKeys } from './start-webhook-store.ts';
import { type EndpointRow, endOpenDeliveries, findEndpoint, updateEndpoint } from './store.ts';

const deliveries = counter('webhook_tries_total', 'Tries to deliver an event to a webhook, by result.', [
  'result',
]);

const FAILING_MS = WEBHOOK_FAILING_DAYS * 86_400_000;
/** The tries of an event are at most a day apart. */
const QUIET_MS = 2 * 86_400_000;
/** Of a response, in the log. */
const RESPONSE_CHARS = 1000;

/** An endpoint that was just disabled, for the mail to its owner. */
export interface DisabledEndpoint {
  accountId: string;
  name: string;
  why: 'gone' | 'failing';
}

export interface DeliverParts {
  deps: Pick<Deps, 'clock' | 'database' | 'secrets' | 'publicUrl' | 'config'>;
  queue: DeliveryQueue;
  sender: GuardedSender;
  /** Tells the owner, in the transaction that disables the endpoint. */
  onDisabled(tx: Tx, endpoint: DisabledEndpoint): Promise<void>;
  random(): number;
}

interface Attempt {
  response: GuardedResponse | null;
  problem: string | null;
  at: Date;
  ms: number;
}

/**
 * Makes one try of a delivery, and stores what came of it in one transaction with the end of its job. A process that is
 * killed before that transaction sends the event again, with the same ID.
 */
export async function deliver(
  parts: DeliverParts,
  active: ActiveDelivery,
  signal: AbortSignal,
): Promise<void> {
  const delivery = await findOpenDelivery(parts.deps.database.db, active.job.id);
  // Delivered by another process, deleted, or its endpoint is disabled.
  if (!delivery) return parts.queue.remove(active);
  const attempt = await send(parts, delivery, signal);
  signal.throwIfAborted();
  await settle(parts, active, delivery, attempt);
}

async function send(
  { deps, sender }: DeliverParts,
  delivery: OpenDelivery,
  signal: AbortSignal,
): Promise<Attempt> {
  const at = new Date(deps.clock.now());
  const keys = await signingKeys(deps, delivery, at);
  const started = performance.now();
  const ended = (response: GuardedResponse | null, problem: string | null): Attempt => ({
    response,
    problem,
    at,
    ms: Math.round(performance.now() - started),
  });
  if (!keys) return ended(null, 'The signing keys of this webhook were lost. Rotate its secret.');
  const id = delivery.event_id;
  const timestamp = Math.floor(at.getTime() / 1000);
  const body = eventBody(delivery, deps.publicUrl);
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'Leadwell-Webhooks/1',
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signatures(keys, { id, timestamp, body }),
  };
  try {
    return ended(await sender.send({ method: 'POST', url: delivery.url, headers, body }, signal), null);
  } catch (error) {
    return ended(null, problemOf(error));
  }
}

/** The keys of the endpoint, or those of the account for single starts. */
async function signingKeys(deps: DeliverParts['deps'], delivery: OpenDelivery, at: Date) {
  const { account_id: accountId, endpoint_id: endpointId, task_id: taskId } = delivery;
  if (taskId === null) return openEndpointKeys(deps, { ...delivery, id: endpointId }, at);
  const shared = await findStartKeys(deps.database.db, accountId);
  return shared ? openEndpointKeys(deps, { ...shared, id: accountId }, at) : null;
}

async function settle(
  { deps, queue, onDisabled, random }: DeliverParts,
  active: ActiveDelivery,
  delivery: OpenDelivery,
  { response, problem, at, ms }: Attempt,
): Promise<void> {
  const now = deps.clock.now();
  const retryAfter = response?.headers['retry-after'];
  const answer = response && {
    status: response.status,
    retryAfter: typeof retryAfter === 'string' ? retryAfter : null,
  };
  const result = resultOf(answer, { tries: delivery.tries + 1, now, random: random() });
  await transaction(deps.database.db, async (tx) => {
    // Its row first, in the order of every transaction.
    const endpoint = await findEndpoint(tx, delivery.account_id, delivery.endpoint_id, { lock: true });
    const isOpen = endpoint && (await findOpenDelivery(tx, delivery.id));
    if (endpoint && isOpen) {
      const made = { at, ms, status: answer?.status ?? null, problem, response: loggedText(response) };
      const isMoved = endpoint.url !== delivery.url;
      await insertTry(
        tx,
        delivery.id,
        made,
        isMoved ? { state: 'waiting', nextAt: new Date(now), isCounted: false } : nextState(result, now),
      );
      // What the address before answered says nothing about the one now.
      if (isMoved) return queue.remove(active, tx);
      if (result.kind === 'delivered') {
        if (endpoint.failing_since) await updateEndpoint(tx, endpoint.id, { failing_since: null });
      } else {
        const since = await failingSince(tx, endpoint, at);
        const why = result.kind === 'gone' ? 'gone' : now - since.getTime() >= FAILING_MS ? 'failing' : null;
        await updateEndpoint(tx, endpoint.id, {
          failing_since: since,
          ...(why ? { disabled_at: at, disabled_reason: why } : {}),
        });
        if (why) {
          await endOpenDeliveries(tx, endpoint.id, at);
          await onDisabled(tx, { accountId: endpoint.account_id, name: endpoint.name, why });
        }
      }
    }
    await queue.remove(active, tx);
  });
  deliveries.inc({ result: result.kind });
}

/**
 * Since when an endpoint fails, with a try that just failed. Failures long before it, with no try in between, don't count: nothing
 * says that the endpoint was down meanwhile.
 */
async function failingSince(
  tx: Tx,
  { id, failing_since: known }: Pick<EndpointRow, 'id' | 'failing_since'>,
  at: Date,
): Promise<Date> {
  if (!known || at.getTime() - known.getTime() < FAILING_MS) return known ?? at;
  return (await wasTriedSince(tx, id, new Date(at.getTime() - QUIET_MS), at)) ? known : at;
}

function nextState(result: TryResult, now: number): Parameters<typeof insertTry>[3] {
  if (result.kind === 'delivered') return { state: 'delivered' };
  if (result.kind === 'again') return { state: 'waiting', nextAt: new Date(now + result.waitMs) };
  return { state: 'failed' };
}

/** The beginning of a response. A database stores no NUL. */
function loggedText(response: GuardedResponse | null): string {
  return (response?.text ?? '').slice(0, RESPONSE_CHARS).replaceAll('\0', '').toWellFormed();
}

/** Why there was no response, for the log that the owner reads. */
function problemOf(error: unknown): string {
  if (error instanceof HostError) {
    if (error.why === 'not-found') return 'The host of the address does not exist.';
    if (error.why === 'undecided') return 'The host of the address could not be looked up.';
    return 'The address is not on the public internet.';
  }
  if (error instanceof Error && (error.name === 'TimeoutError' || /timeout/i.test(error.name)))
    return 'There was no response within 20 seconds.';
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (/TIMEOUT/.test(code)) return 'There was no response within 20 seconds.';
  if (code === 'ECONNREFUSED') return 'The connection was refused.';
  if (/CERT|SSL|TLS|SELF_SIGNED/.test(code)) return `The certificate is not valid (${code}).`;
  return `The connection failed${/^\w+$/.test(code) ? ` (${code})` : ''}.`;
}
