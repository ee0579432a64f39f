import { WEBHOOK_LOG_DAYS } from '#contract/webhooks.ts';
import { createHostResolver } from '#net/dns.ts';
import { createGuardedSender } from '#net/http/guarded-request.ts';
import type { Deps } from '../deps.ts';
import type { Tx } from '../platform/database/db.ts';
import { every } from '../platform/every.ts';
import { createFailureLog } from '../platform/failure-log.ts';
import { firstErrorLine } from '../platform/operator-error.ts';
import { pollIntervalMs } from '../platform/queue/queue.ts';
import { type DeliverParts, type DisabledEndpoint, deliver } from './deliver.ts';
import {
  type ActiveDelivery,
  type DeliveryQueue,
  lanesOf,
  openDeliveryQueue,
  queueDueDeliveries,
} from './delivery-queue.ts';
import { anyDue, deleteEventsBefore, planDelivery } from './delivery-store.ts';
import { deleteStartEndpointsBefore } from './start-webhook-store.ts';

const POLL_MS = 500;
/** An event is due at once, but the transaction that writes it tells no queue. */
const LOOK_MS = 250;
/** Well below the queue's heartbeat. */
const TOUCH_MS = 3000;
const RETENTION_MS = 60 * 60_000;
/** Tries of one process at once: all, of an account, and to one site of an account. */
const SLOTS = 200;
const SLOTS_PER_ACCOUNT = 20;
const SLOTS_PER_LANE = 2;
/** When a delivery beyond the slots of its account is due again. */
const ACCOUNT_FULL_MS = 1000;
/** After so many of them, the worker starts anew. */
const PUT_BACKS = 20;
/** A whole try, from the lookup of the host to the end of the response. */
const TRY_MS = 20_000;
/** Of a response. The rest isn't read. */
const RESPONSE_BYTES = 4000;

export interface WebhookWorkerOptions {
  onDisabled(tx: Tx, endpoint: DisabledEndpoint): Promise<void>;
  /** Only tests set it. */
  tryMs?: number;
}

/**
 * Sends events until stopped: at most two at once to one site of an account, so that a slow one doesn't hold up others. While an
 * account has all its slots, its other deliveries stay where they are, so that many slow sites hold up no other account.
 */
export async function startWebhookWorker(
  deps: Deps,
  { onDisabled, tryMs = TRY_MS }: WebhookWorkerOptions,
): Promise<{ stop(): Promise<void> }> {
  const queue = await openDeliveryQueue(deps.queue);
  if (deps.config.embedded) await queue.requeueAll();
  const policy = { allowPrivateNetwork: deps.config.ALLOW_PRIVATE_NETWORK };
  const resolver = createHostResolver({ dnsServers: deps.config.DNS_SERVERS ?? null, policy });
  const sender = createGuardedSender({
    resolver,
    policy,
    limitMs: tryMs,
    maxBytes: RESPONSE_BYTES,
    cutLongBodies: true,
    connections: SLOTS_PER_LANE * 8,
    origins: SLOTS,
  });
  const parts: DeliverParts = { deps, queue, sender, onDisabled, random: Math.random };
  const stopper = new AbortController();
  const active = new Map<ActiveDelivery, Promise<void>>();
  const failures = createFailureLog(deps.clock.now);
  let wake = () => {};

  async function take(): Promise<void> {
    try {
      const full = fullAccounts(active.keys());
      await queueDueDeliveries(deps, queue, full);
      const leftOut = new Set<string>();
      const leaveOut = async (accountId: string) => {
        for (const lane of await lanesOf(deps.database, accountId)) leftOut.add(lane);
      };
      for (const accountId of full) await leaveOut(accountId);
      let putBacks = 0;
      while (active.size < SLOTS && putBacks < PUT_BACKS && !stopper.signal.aborted) {
        const [held] = await queue.take(1, [...fullLanes(active.keys()), ...leftOut]);
        if (!held) return;
        const { accountId, lane } = held.job;
        if (fullAccounts(active.keys()).includes(accountId)) {
          // Its address has changed since it was queued, or is one of very many.
          putBacks += 1;
          leftOut.add(lane);
          await putBack(deps, queue, held);
          continue;
        }
        active.set(
          held,
          run(held).finally(() => {
            active.delete(held);
            // The queue said so before the slot was free.
            wake();
          }),
        );
        if (fullAccounts(active.keys()).includes(accountId)) await leaveOut(accountId);
      }
    } catch (error) {
      deps.log.error({ err: error }, 'could not take webhook deliveries');
    }
  }

  async function run(held: ActiveDelivery): Promise<void> {
    try {
      await deliver(parts, held, stopper.signal);
    } catch (error) {
      if (!stopper.signal.aborted) {
        const reason = firstErrorLine(error);
        failures.write(
          deps.log,
          'error',
          `webhook ${reason}`,
          { reason },
          'could not store a webhook delivery',
        );
      }
      await queue.requeue([held]).catch((err: unknown) => {
        // The queue delivers it again when its heartbeats end.
        deps.log.error({ err }, 'could not return a webhook delivery to the queue');
      });
    }
  }

  const stopTaking = every(pollIntervalMs(deps, POLL_MS), take, (wakeTaker) => {
    wake = wakeTaker;
    return queue.onChange(wakeTaker);
  });
  const stopLooking = every(LOOK_MS, async () => {
    try {
      if (await anyDue(deps.database.db, new Date(deps.clock.now()))) wake();
    } catch (error) {
      deps.log.error({ err: error }, 'could not look for webhook deliveries');
    }
  });
  const stopTouching = every(TOUCH_MS, () =>
    queue.touch([...active.keys()]).catch((error: unknown) => {
      deps.log.error({ err: error }, 'could not report that webhooks are being sent');
    }),
  );
  const stopRetention = every(RETENTION_MS, async () => {
    try {
      const before = new Date(deps.clock.now() - WEBHOOK_LOG_DAYS * 86_400_000);
      await deleteEventsBefore(deps.database.db, before);
      await deleteStartEndpointsBefore(deps.database.db, before);
    } catch (error) {
      deps.log.error({ err: error }, 'could not delete old webhook events');
    }
  });
  return {
    stop: async () => {
      stopper.abort();
      await stopLooking();
      await stopTaking();
      await Promise.allSettled(active.values());
      await stopTouching();
      await stopRetention();
      await sender.close();
      resolver.close();
    },
  };
}

/** Lanes that have all their slots. */
function fullLanes(active: Iterable<ActiveDelivery>): string[] {
  const held = new Map<string, number>();
  for (const { job } of active) held.set(job.lane, (held.get(job.lane) ?? 0) + 1);
  return [...held].flatMap(([lane, slots]) => (slots >= SLOTS_PER_LANE ? [lane] : []));
}

/** Accounts that have all their slots. */
function fullAccounts(active: Iterable<ActiveDelivery>): string[] {
  const held = new Map<string, number>();
  for (const { job } of active) held.set(job.accountId, (held.get(job.accountId) ?? 0) + 1);
  return [...held].flatMap(([accountId, slots]) => (slots >= SLOTS_PER_ACCOUNT ? [accountId] : []));
}

/** Makes room for the deliveries of other accounts. */
async function putBack(deps: Deps, queue: DeliveryQueue, held: ActiveDelivery): Promise<void> {
  await planDelivery(deps.database.db, held.job.id, new Date(deps.clock.now() + ACCOUNT_FULL_MS));
  await queue.remove(held);
}
