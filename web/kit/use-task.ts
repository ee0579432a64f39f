import {
  keepPreviousData,
  type QueryClient,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { TASK_CALLS } from '#contract/calls/task-calls.ts';
import { TASK_POLL_MS } from '#contract/limits.ts';
import { MESSAGES } from '#contract/messages.ts';
import { isRunning, type TaskStatus, type TaskView } from '#contract/tasks.ts';
import { ACCOUNT_KEY } from '../lib/account.ts';
import { failureMessage, invoke } from '../lib/calls.ts';
import { useGate } from '../lib/gate.ts';
import { useSession } from '../lib/session.tsx';
import { toast } from '../lib/toast.ts';
import { resumedCap } from './resumed-cap.ts';

export const TASKS_KEY = ['tasks'] as const;
const ACCOUNT_REFRESH_MS = 5_000;
const LIST_POLL_MS = 2_000;

export function taskKey(id: string) {
  return ['task', id] as const;
}

/** Shows a task as a change left it. A reply from before the change that arrives later is dropped: it could end the polling. */
export async function showChanged(client: QueryClient, task: TaskView): Promise<void> {
  await client.cancelQueries({ queryKey: taskKey(task.id) });
  client.setQueryData(taskKey(task.id), task);
}

/**
 * One task, fetched every second while it runs or its results are saved, even after a failure: a restarted server continues.
 * A stopped one is fetched again when the user returns to the page: another tab or a program may have resumed it. Also refreshes the
 * credit balance and the task lists.
 */
export function useTask(id: string | null) {
  const client = useQueryClient();
  const query = useQuery({
    queryKey: taskKey(id ?? ''),
    queryFn: ({ signal }) => invoke(TASK_CALLS.task, { id: id ?? '' }, { signal }),
    enabled: id !== null,
    staleTime: 0,
    refetchOnWindowFocus: true,
    refetchInterval: ({ state: { data } }) =>
      data && (isRunning(data.status) || data.save?.state === 'waiting') ? TASK_POLL_MS : false,
  });
  const spent = query.data?.creditsused;
  const running = query.data ? isRunning(query.data.status) : null;
  const refreshedAt = useRef(0);

  useEffect(() => {
    if (spent === undefined || Date.now() - refreshedAt.current < ACCOUNT_REFRESH_MS) return;
    refreshedAt.current = Date.now();
    void client.invalidateQueries({ queryKey: ACCOUNT_KEY });
  }, [client, spent]);

  useEffect(() => {
    if (running === null) return;
    void client.invalidateQueries({ queryKey: ACCOUNT_KEY });
    void client.invalidateQueries({ queryKey: TASKS_KEY });
  }, [client, running]);

  return query;
}

/** Which tasks a list has. */
export interface TaskFilter {
  /** in the name or the first items; empty for any */
  text: string;
  /** empty for any */
  type: string;
  statuses: readonly TaskStatus[];
  /** only runs that were undone, or none of them; both unless given */
  undone?: boolean;
}

/**
 * A page of the user's tasks, latest first, refetched while one of them runs and when the user returns to the page. `page` starts at 1; `filter` is
 * null for all tasks.
 */
export function useTasks(size: number, page = 1, filter: TaskFilter | null = null) {
  const { user } = useSession();
  return useQuery({
    queryKey: [...TASKS_KEY, user?.id, size, page, filter],
    queryFn: ({ signal }) =>
      invoke(
        TASK_CALLS.tasks,
        {
          page,
          limit: size,
          ...(filter && { search: filter.text, status: filter.statuses.join(',') }),
          ...(filter?.type && { type: filter.type }),
          ...(filter?.undone !== undefined && { undone: filter.undone ? 'true' : 'false' }),
        },
        { signal },
      ),
    enabled: user !== null,
    // Show the current page until the next one has loaded.
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: true,
    refetchInterval: ({ state }) =>
      state.data?.tasks.some(({ status }) => isRunning(status)) ? LIST_POLL_MS : false,
  });
}

/** Cancels a task. Finished rows stay. */
export function useCancelTask() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => invoke(TASK_CALLS.taskCancel, { id }),
    onSuccess: async (task) => {
      await showChanged(client, task);
      void client.invalidateQueries({ queryKey: TASKS_KEY });
      // The task may have ended before the request arrived.
      if (task.status === 'cancelled') toast.info(MESSAGES.tasks.cancelled);
    },
    onError: (error) => toast.error(failureMessage(error)),
  });
}

/** Deletes the rows of a stopped task. */
export function useDeleteRows() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => invoke(TASK_CALLS.taskDeleteRows, { id }),
    onSuccess: async (task) => {
      await showChanged(client, task);
      void client.invalidateQueries({ queryKey: TASKS_KEY });
      toast.success('Results deleted');
    },
    onError: (error) => toast.error(failureMessage(error)),
  });
}

/**
 * Resumes a stopped task, with the limit of `resumedCap`. The idempotency key includes when the task stopped, so repeated requests, from two
 * tabs or after a lost response, resume it once.
 */
export function useResumeTask() {
  const client = useQueryClient();
  const gate = useGate();
  return useMutation({
    mutationFn: (task: TaskView) =>
      invoke(
        TASK_CALLS.taskResume,
        { id: task.id, cap: resumedCap(task) },
        { idempotencyKey: `${task.id} ${task.finished_at}` },
      ),
    onSuccess: async (task) => {
      await showChanged(client, task);
      void client.invalidateQueries({ queryKey: TASKS_KEY });
    },
    onError: gate,
  });
}
