import { useMutation } from '@tanstack/react-query';
import { CallError } from '#contract/errors.ts';
import { TaskView } from '#contract/tasks.ts';
import { invoke } from '#web/lib/calls.ts';
import { useGate } from '#web/lib/gate.ts';
import { linkedinEnrichment } from '../../definition.ts';
import type { ProfileRequest } from './profile-draft.ts';

interface Start {
  request: ProfileRequest & { pages?: string[] };
  idempotencyKey: string;
}

/** Starts a task. */
export function useStart(onStarted: (task: TaskView) => void) {
  const gate = useGate();
  return useMutation({
    mutationFn: async ({ request, idempotencyKey }: Start) => {
      const reply = await invoke(linkedinEnrichment.calls.start, request, {
        idempotencyKey,
        headers: { prefer: 'respond-async' },
      });
      const task = TaskView.safeParse(reply);
      if (!task.success) throw new CallError('internal', undefined, { cause: task.error });
      return task.data;
    },
    onSuccess: onStarted,
    onError: gate,
  });
}
