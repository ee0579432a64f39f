import { useMutation } from '@tanstack/react-query';
import type { TaskView } from '#contract/tasks.ts';
import type { WebsiteDepth } from '#contract/website-depth.ts';
import { startTask } from '#web/kit/start-task.ts';
import { useGate } from '#web/lib/gate.ts';
import { websiteExtraction } from '../definition.ts';
import type { UrlRequest } from './url-table.ts';

interface Start {
  request: UrlRequest;
  depth: WebsiteDepth;
  idempotencyKey: string;
}

/** Starts an extraction task. */
export function useStart(onStarted: (task: TaskView) => void) {
  const gate = useGate();
  return useMutation({
    mutationFn: ({ request, depth, idempotencyKey }: Start) =>
      startTask(websiteExtraction.calls.start, { ...request, depth }, idempotencyKey),
    onSuccess: onStarted,
    onError: gate,
  });
}
