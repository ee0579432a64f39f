import { useMutation } from '@tanstack/react-query';
import type { TaskView } from '#contract/tasks.ts';
import { startTask } from '#web/kit/start-task.ts';
import { useGate } from '#web/lib/gate.ts';
import { linkedinEnrichment } from '../definition.ts';
import type { ProfileRequest } from './draft.ts';

interface Start {
  request: ProfileRequest & { pages?: string[] };
  idempotencyKey: string;
}

/** Starts a task. */
export function useStart(onStarted: (task: TaskView) => void) {
  const gate = useGate();
  return useMutation({
    mutationFn: ({ request, idempotencyKey }: Start) =>
      startTask(linkedinEnrichment.calls.start, request, idempotencyKey),
    onSuccess: onStarted,
    onError: gate,
  });
}
