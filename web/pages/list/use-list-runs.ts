import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { LIST_STEP_CALLS } from '#contract/calls/list-step-calls.ts';
import { TASK_CALLS } from '#contract/calls/task-calls.ts';
import type { ListView } from '#contract/lists.ts';
import { plural } from '#contract/plural.ts';
import { isRunning, type TaskView } from '#contract/tasks.ts';
import { TASKS_KEY } from '../../kit/use-task.ts';
import { ACCOUNT_KEY } from '../../lib/account.ts';
import { failureMessage, invoke } from '../../lib/calls.ts';
import { useGate } from '../../lib/gate.ts';
import { toast } from '../../lib/toast.ts';
import type { RowWindows } from './row-windows.ts';

const POLL_MS = 1500;

/** The latest run of a list, looked at again while it goes on, with the rows on screen; and whether it was undone. */
export function useLatestRun(
  list: Pick<ListView, 'id'> | null,
  windows: RowWindows,
): { run: TaskView | null; isUndone: boolean } {
  const client = useQueryClient();
  const { data } = useQuery({
    queryKey: [...TASKS_KEY, 'list', list?.id],
    queryFn: ({ signal }) => list && invoke(LIST_STEP_CALLS.listRunLatest, { id: list.id }, { signal }),
    enabled: list !== null,
    refetchInterval: ({ state }) => (state.data?.run && isRunning(state.data.run.status) ? POLL_MS : false),
  });
  const run = data?.run ?? null;
  const progress = run && `${run.id} ${run.status} ${run.processed}`;
  const seen = useRef(progress);
  useEffect(() => {
    if (seen.current === progress) return;
    seen.current = progress;
    void windows.look();
    void client.invalidateQueries({ queryKey: ACCOUNT_KEY });
  }, [progress, windows, client]);
  return { run, isUndone: data?.undone ?? false };
}

/** Starts, stops, continues and undoes runs of a list. */
export function useRunActions(onChanged: () => void) {
  const client = useQueryClient();
  const gate = useGate();
  const refresh = () => {
    void client.invalidateQueries({ queryKey: ACCOUNT_KEY });
    onChanged();
    return client.invalidateQueries({ queryKey: TASKS_KEY });
  };
  const { listRun, listRunResume, listRunUndo } = LIST_STEP_CALLS;
  return {
    start: useMutation({
      mutationFn: ({ key, ...input }: Parameters<typeof invoke<typeof listRun>>[1] & { key: string }) =>
        invoke(listRun, input, { idempotencyKey: key }),
      onSuccess: () => void refresh(),
      onError: gate,
    }),
    cancel: useMutation({
      mutationFn: (id: string) => invoke(TASK_CALLS.taskCancel, { id }),
      onSuccess: () => void refresh(),
      onError: (error) => toast.error(failureMessage(error)),
    }),
    resume: useMutation({
      mutationFn: ({ task, cap }: { task: TaskView; cap?: number | null }) =>
        invoke(
          listRunResume,
          { task: task.id, cap },
          { idempotencyKey: `${task.id} ${task.finished_at} ${cap}` },
        ),
      onSuccess: () => void refresh(),
      onError: gate,
    }),
    undo: useMutation({
      mutationFn: (task: string) => invoke(listRunUndo, { task }),
      onSuccess: ({ cells, forgotten = 0 }) => {
        toast.success(
          `Restored ${plural(cells, 'cell')}`,
          forgotten > 0
            ? {
                description: `${plural(forgotten, 'cell')} couldn’t be restored, because the earlier values are no longer kept.`,
              }
            : undefined,
        );
        // Until then, it could be undone again.
        return refresh();
      },
      onError: (error) => toast.error(failureMessage(error)),
    }),
  };
}
