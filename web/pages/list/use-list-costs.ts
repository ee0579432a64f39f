import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { LIST_STEP_CALLS } from '#contract/calls/list-step-calls.ts';
import type { ListCosts } from '#contract/list-runs.ts';
import type { ListView } from '#contract/lists.ts';
import { isRunning, type TaskView } from '#contract/tasks.ts';
import { TASKS_KEY } from '../../kit/use-task.ts';
import { invoke } from '../../lib/calls.ts';

/** The server adds up all cells of a list, so a run shows its costs in steps. */
const POLL_MS = 10_000;

/** What the steps of a list found and cost; null until it is known, and for a list without tools. */
export function useListCosts({ id, steps, rows }: ListView, run: TaskView | null): ListCosts | null {
  const tools = steps.flatMap((step) => (step.kind === 'tool' ? [step.id] : []));
  const running = run !== null && isRunning(run.status);
  const { data } = useQuery({
    // What changes them changes the rows, the steps, or tasks.
    queryKey: [...TASKS_KEY, 'list-costs', id, rows, tools, running || run?.id],
    queryFn: ({ signal }) => invoke(LIST_STEP_CALLS.listCosts, { id }, { signal }),
    enabled: tools.length > 0,
    refetchInterval: running ? POLL_MS : false,
    placeholderData: keepPreviousData,
  });
  return tools.length > 0 ? (data ?? null) : null;
}
