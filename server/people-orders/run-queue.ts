import { z } from 'zod';
import { type ActiveJob, type JobQueue, openJobQueue } from '../platform/queue/job-queue.ts';
import { QUEUE_DEFAULTS, type Queue } from '../platform/queue/queue.ts';

const RunJob = z.object({ orderId: z.uuid() });
type RunJob = z.infer<typeof RunJob>;
export type HeldRun = ActiveJob<RunJob>;
export type RunQueue = JobQueue<RunJob>;

/** Heartbeats detect dead workers. 50,000 records of a slow source take hours. */
const EXPIRE_SECONDS = 86_399;

/** The queue of paid runs. */
export function openRunQueue({ queue }: { queue: Queue }): Promise<RunQueue> {
  return openJobQueue(queue, {
    name: 'people-runs',
    job: RunJob,
    storesMuch: true,
    options: { ...QUEUE_DEFAULTS, expireInSeconds: EXPIRE_SECONDS },
  });
}
