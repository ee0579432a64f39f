import { z } from 'zod';
import { type JobQueue, openJobQueue } from '../platform/queue/job-queue.ts';
import { QUEUE_DEFAULTS, type Queue } from '../platform/queue/queue.ts';

const LeadSaveJob = z.object({ id: z.uuid(), accountId: z.uuid() });
export type LeadSaveJob = z.infer<typeof LeadSaveJob>;
export type LeadSaveQueue = JobQueue<LeadSaveJob>;

/** Opens the queue of leads to save. */
export function openLeadSaveQueue(queue: Queue): Promise<LeadSaveQueue> {
  return openJobQueue(queue, {
    name: 'lead-saves',
    job: LeadSaveJob,
    group: ({ accountId }) => accountId,
    key: ({ id }) => id,
    storesMuch: true,
    options: {
      ...QUEUE_DEFAULTS,
      policy: 'exclusive',
      retryDelay: 1,
      retryBackoff: true,
      retryDelayMax: 60,
      expireInSeconds: 6 * 3600,
    },
  });
}
