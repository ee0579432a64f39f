import { useMutation } from '@tanstack/react-query';
import { COMPANY_NOTICE_ABOVE } from '#contract/limits.ts';
import { MESSAGES } from '#contract/messages.ts';
import type { TaskView } from '#contract/tasks.ts';
import { startTask } from '#web/kit/start-task.ts';
import { useGate } from '#web/lib/gate.ts';
import { toast } from '#web/lib/toast.ts';
import { companyToDomain } from '../definition.ts';
import type { CompanyRequest } from './draft.ts';

interface Start {
  request: CompanyRequest;
  idempotencyKey: string;
}

/** Starts a task. */
export function useStart(onStarted: (task: TaskView) => void) {
  const gate = useGate();
  return useMutation({
    mutationFn: ({ request, idempotencyKey }: Start) =>
      startTask(companyToDomain.calls.start, request, idempotencyKey),
    onSuccess: (task) => {
      if (task.total > COMPANY_NOTICE_ABOVE) toast.info(MESSAGES.companies.batches(task.total));
      onStarted(task);
    },
    onError: gate,
  });
}
