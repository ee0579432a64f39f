import { useMutation } from '@tanstack/react-query';
import { CallError } from '#contract/errors.ts';
import { TaskView } from '#contract/tasks.ts';
import type { WebsiteDepth } from '#contract/website-depth.ts';
import { invoke } from '#web/lib/calls.ts';
import { useGate } from '#web/lib/gate.ts';
import { websiteExtraction } from '../../definition.ts';
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
    mutationFn: async ({ request, depth, idempotencyKey }: Start) => {
      const reply = await invoke(
        websiteExtraction.calls.start,
        { ...request, depth },
        { idempotencyKey, headers: { prefer: 'respond-async' } },
      );
      const task = TaskView.safeParse(reply);
      if (!task.success) throw new CallError('internal', undefined, { cause: task.error });
      return task.data;
    },
    onSuccess: onStarted,
    onError: gate,
  });
}
