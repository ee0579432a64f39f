import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { TASK_CALLS } from '#contract/calls/task-calls.ts';
import type { TaskView } from '#contract/tasks.ts';
import { failureMessage, invoke } from '../lib/calls.ts';
import { useGate } from '../lib/gate.ts';
import { toast } from '../lib/toast.ts';
import { showChanged, TASKS_KEY, taskKey } from './use-task.ts';

/** Gives a task another name. */
export function useRenameTask() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (change: { id: string; name: string }) => invoke(TASK_CALLS.taskRename, change),
    onSuccess: async (task) => {
      await showChanged(client, task);
      await client.invalidateQueries({ queryKey: TASKS_KEY });
    },
    onError: (error) => toast.error(failureMessage(error)),
  });
}

/**
 * Starts a new task with the failed or the selected rows of a stopped one. For failed rows, the idempotency key includes
 * the run's end, so a second click, also in another tab, starts nothing more. Selected rows can be run again at any time.
 */
export function useRetryFailed(onStarted: (task: TaskView) => void) {
  const client = useQueryClient();
  const gate = useGate();
  // A retry after a lost response reuses its key.
  const last = useRef<{ content: string; key: string } | null>(null);
  return useMutation({
    mutationFn: ({ id, finished_at, selected }: RetriedRows) => {
      if (!selected) return invoke(TASK_CALLS.taskRetry, { id }, { idempotencyKey: `${id} ${finished_at}` });
      const content = `${id} ${selected}`;
      if (last.current?.content !== content) last.current = { content, key: crypto.randomUUID() };
      return invoke(TASK_CALLS.taskRetry, { id, selected }, { idempotencyKey: last.current.key });
    },
    onSuccess: (task) => {
      last.current = null;
      client.setQueryData(taskKey(task.id), task);
      void client.invalidateQueries({ queryKey: TASKS_KEY });
      onStarted(task);
    },
    onError: (error) => {
      gate(error);
      // In place of the gate's own message, which is the same.
      toast.error(failureMessage(error), { id: 'gate' });
    },
  });
}

/** `selected`: as `writeSelectedRows` makes it. Default: the failed rows */
type RetriedRows = Pick<TaskView, 'id' | 'finished_at'> & { selected?: string };
