import { z } from 'zod';
import type { Clock } from '../platform/clock.ts';
import { type Database, transaction } from '../platform/database/db.ts';
import { type ActiveJob, type JobQueue, openJobQueue } from '../platform/queue/job-queue.ts';
import { QUEUE_DEFAULTS, type Queue } from '../platform/queue/queue.ts';
import { addressesOf, anyDue, claimDue } from './delivery-store.ts';

/** `lane`: the account and the site of the endpoint. What is slow there holds up only this lane. */
const DeliveryJob = z.object({ id: z.uuid(), accountId: z.uuid(), lane: z.string() });
export type DeliveryJob = z.infer<typeof DeliveryJob>;
export type ActiveDelivery = ActiveJob<DeliveryJob>;
export type DeliveryQueue = JobQueue<DeliveryJob>;

const PER_STEP = 200;
/** Each start call can bring another one. */
const ADDRESSES_MAX = 1000;
/** A delivery whose job was lost is queued again after this time. */
const LOST_MS = 15 * 60_000;

export function openDeliveryQueue(queue: Queue): Promise<DeliveryQueue> {
  return openJobQueue(queue, {
    name: 'webhook-delivery',
    job: DeliveryJob,
    options: { ...QUEUE_DEFAULTS, policy: 'exclusive' },
    group: ({ lane }) => lane,
    key: ({ id }) => id,
  });
}

/** Moves the deliveries that are due to the queue, each once, except those of the accounts in `without`. */
export async function queueDueDeliveries(
  { database: { db }, clock }: { database: Database; clock: Clock },
  queue: Pick<DeliveryQueue, 'add'>,
  without: readonly string[],
): Promise<void> {
  if (!(await anyDue(db, new Date(clock.now())))) return;
  for (;;) {
    const moved = await transaction(db, async (tx) => {
      const now = clock.now();
      const due = await claimDue(tx, {
        now: new Date(now),
        again: new Date(now + LOST_MS),
        limit: PER_STEP,
        without,
      });
      const jobs = due.map(({ id, accountId, url }) => ({
        job: { id, accountId, lane: laneOf(accountId, url) },
      }));
      if (jobs.length > 0) await queue.add(jobs, tx);
      return jobs.length;
    });
    if (moved < PER_STEP) return;
  }
}

/** The lanes of an account, by the addresses of its endpoints now, at most `ADDRESSES_MAX`. */
export async function lanesOf({ db }: Pick<Database, 'db'>, accountId: string): Promise<string[]> {
  const urls = await addressesOf(db, accountId, ADDRESSES_MAX);
  return [...new Set(urls.map((url) => laneOf(accountId, url)))];
}

function laneOf(accountId: string, url: string): string {
  return `${accountId} ${URL.canParse(url) ? new URL(url).host : ''}`;
}
