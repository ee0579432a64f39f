import { useMutation, useQueryClient } from '@tanstack/react-query';
import { CALLS } from '#contract/calls.ts';
import type { TaskView } from '#contract/tasks.ts';
import { invoke, messageOf } from '../lib/calls.ts';
import { useGate } from '../lib/gate.ts';
import { toast } from '../lib/toast.ts';
import { TASKS_KEY, type TaskSummary, taskKey } from './use-task.ts';

/** Gives a task another name. */
export function useRenameTask() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (change: { id: string; name: string }) => invoke(CALLS.taskRename, change),
    onSuccess: async (task) => {
      client.setQueryData(taskKey(task.id), task);
      await client.invalidateQueries({ queryKey: TASKS_KEY });
    },
    onError: (error) => toast.error(messageOf(error)),
  });
}

/**
 * Starts a new task with the failed rows of a stopped one. The idempotency key includes the run's end, so a
 * second click, also in another tab, starts nothing more.
 */
export function useRetryFailed(onStarted: (task: TaskView) => void) {
  const client = useQueryClient();
  const gate = useGate();
  return useMutation({
    mutationFn: ({ id, finished_at }: Pick<TaskSummary, 'id' | 'finished_at'>) =>
      invoke(CALLS.taskRetry, { id }, { idempotencyKey: `${id} ${finished_at}` }),
    onSuccess: (task) => {
      client.setQueryData(taskKey(task.id), task);
      void client.invalidateQueries({ queryKey: TASKS_KEY });
      onStarted(task);
    },
    onError: (error) => {
      gate(error);
      // In place of the gate's own message, which is the same.
      toast.error(messageOf(error), { id: 'gate' });
    },
  });
}
