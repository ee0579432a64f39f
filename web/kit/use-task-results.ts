import { useCallback, useMemo, useState } from 'react';
import type { TaskView } from '#contract/tasks.ts';
import { useQueryState } from '../lib/use-query-state.ts';
import { type RowFilterChange, readRowFilter, writeRowFilter } from './row-filter.ts';
import { useTaskRows } from './use-task-rows.ts';

/** A task's rows and their filter, which is in the URL. `tick` changes each time the task is fetched. */
export function useTaskResults(task: TaskView, tick: number, choices: readonly string[]) {
  const [params, setParams] = useQueryState();
  const [wanted, setWanted] = useState(1);
  const { rows, error, retry } = useTaskRows(task, wanted, tick);
  const filter = useMemo(() => readRowFilter(params, choices), [params, choices]);
  const onFilter = useCallback(
    (change: RowFilterChange) =>
      setParams((before) => writeRowFilter(before, change(readRowFilter(before, choices))), {
        replace: true,
      }),
    [setParams, choices],
  );
  return { task, rows, error, onRetry: retry, onNeed: setWanted, filter, onFilter };
}
