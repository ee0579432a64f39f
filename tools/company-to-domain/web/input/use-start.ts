import { useMutation } from '@tanstack/react-query';
import { toast } from 'sonner';
import { CallError } from '#contract/errors.ts';
import { COMPANY_NOTICE_ABOVE } from '#contract/limits.ts';
import { MESSAGES } from '#contract/messages.ts';
import { TaskView } from '#contract/tasks.ts';
import type { CompanyEntry } from '#engines/csv/company-list.ts';
import { invoke } from '#web/lib/calls.ts';
import { useGate } from '#web/lib/gate.ts';
import { companyToDomain } from '../../definition.ts';
import { requestOf } from './company-draft.ts';

interface Start {
  entries: readonly CompanyEntry[];
  idempotencyKey: string;
}

/** Starts a task. */
export function useStart(onStarted: (task: TaskView) => void) {
  const gate = useGate();
  return useMutation({
    mutationFn: async ({ entries, idempotencyKey }: Start) => {
      const reply = await invoke(
        companyToDomain.calls.start,
        { company_names: requestOf(entries) },
        { idempotencyKey, headers: { prefer: 'respond-async' } },
      );
      const task = TaskView.safeParse(reply);
      if (!task.success) throw new CallError('internal', undefined, { cause: task.error });
      return task.data;
    },
    onSuccess: (task) => {
      if (task.total > COMPANY_NOTICE_ABOVE) toast.info(MESSAGES.companies.batches(task.total));
      onStarted(task);
    },
    onError: gate,
  });
}
