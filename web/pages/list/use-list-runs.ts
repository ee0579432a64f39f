import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { LIST_STEP_CALLS } from '#contract/calls/list-step-calls.ts';
import { TASK_CALLS } from '#contract/calls/task-calls.ts';
import type { ListView } from '#contract/lists.ts';
import { isRunning, type TaskView } from '#contract/tasks.ts';
import { TASKS_KEY } from '../../kit/use-task.ts';
import { ACCOUNT_KEY } from '../../lib/account.ts';
import { failureMessage, invoke } from '../../lib/calls.ts';
import { useGate } from '../../lib/gate.ts';
import { toast } from '../../lib/toast.ts';
import type { RowWindows } from './row-windows.ts';

const POLL_MS = 1500;

/** The latest run of a list, looked at again while it goes on, with the rows on screen. */
export function useLatestRun(list: Pick<ListView, 'id'> | null, windows: RowWindows): TaskView | null {
  const client = useQueryClient();
  const { data } = useQuery({
    queryKey: [...TASKS_KEY, 'list', list?.id],
    queryFn: async ({ signal }) => {
      if (!list) return null;
      return (await invoke(LIST_STEP_CALLS.listRunLatest, { id: list.id }, { signal })).run;
    },
    enabled: list !== null,
    refetchInterval: ({ state }) => (state.data && isRunning(state.data.status) ? POLL_MS : false),
  });
  const run = data ?? null;
  const progress = run && `${run.id} ${run.status} ${run.processed}`;
  const seen = useRef(progress);
  useEffect(() => {
    if (seen.current === progress) return;
    seen.current = progress;
    void windows.refresh();
    void client.invalidateQueries({ queryKey: ACCOUNT_KEY });
  }, [progress, windows, client]);
  return run;
}

/** Starts, stops, continues and undoes runs of a list. */
export function useRunActions(onChanged: () => void) {
  const client = useQueryClient();
  const gate = useGate();
  const refresh = () => {
    void client.invalidateQueries({ queryKey: TASKS_KEY });
    void client.invalidateQueries({ queryKey: ACCOUNT_KEY });
    onChanged();
  };
  const { listRun, listRunResume, listRunUndo } = LIST_STEP_CALLS;
  return {
    start: useMutation({
      mutationFn: ({ key, ...input }: Parameters<typeof invoke<typeof listRun>>[1] & { key: string }) =>
        invoke(listRun, input, { idempotencyKey: key }),
      onSuccess: refresh,
      onError: gate,
    }),
    cancel: useMutation({
      mutationFn: (id: string) => invoke(TASK_CALLS.taskCancel, { id }),
      onSuccess: refresh,
      onError: (error) => toast.error(failureMessage(error)),
    }),
    resume: useMutation({
      mutationFn: ({ task, cap }: { task: TaskView; cap?: number | null }) =>
        invoke(
          listRunResume,
          { task: task.id, cap },
          { idempotencyKey: `${task.id} ${task.finished_at} ${cap}` },
        ),
      onSuccess: refresh,
      onError: gate,
    }),
    undo: useMutation({
      mutationFn: (task: string) => invoke(listRunUndo, { task }),
      onSuccess: ({ cells }) => {
        refresh();
        toast.success(cells === 1 ? 'Put 1 cell back' : `Put ${cells.toLocaleString('en-US')} cells back`);
      },
      onError: (error) => toast.error(failureMessage(error)),
    }),
  };
}
