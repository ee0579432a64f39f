import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { useNavigate } from 'react-router';
import { LIST_CALLS } from '#contract/calls/list-calls.ts';
import type { ListColumns } from '#contract/lists.ts';
import type { TaskOptions, TaskType } from '#contract/tasks.ts';
import { taskPath } from '#tools/index/tools.ts';
import { useStarted } from '../../kit/use-started.ts';
import { invoke } from '../../lib/calls.ts';
import { useGate } from '../../lib/gate.ts';
import { type ChosenListRows, LISTS_KEY } from '../../lib/lists.ts';

/** A task of a tool with rows of a list. */
export interface StartFromList extends ChosenListRows {
  id: string;
  type: TaskType;
  options?: TaskOptions;
}

/** What the task would work through and cost. Without `columns`, the server selects them. */
export function useListQuote(start: StartFromList, columns: ListColumns | null) {
  const input = { ...start, ...(columns ? { columns } : {}) };
  return useQuery({
    queryKey: [...LISTS_KEY, 'quote', input],
    queryFn: ({ signal }) => invoke(LIST_CALLS.listQuote, input, { signal }),
    placeholderData: keepPreviousData,
  });
}

/** Starts the task and opens it, unless the person has left meanwhile. A retry after a lost response reuses its key, so the task starts once. */
export function useListStart() {
  const gate = useGate();
  const navigate = useNavigate();
  const open = useStarted((task) => void navigate(taskPath(task) ?? '/dashboard/task-history'));
  const last = useRef<{ content: string; key: string } | null>(null);
  return useMutation({
    mutationFn: (input: StartFromList & { columns: ListColumns }) => {
      const content = JSON.stringify(input);
      if (last.current?.content !== content) last.current = { content, key: crypto.randomUUID() };
      return invoke(LIST_CALLS.listStart, input, { idempotencyKey: last.current.key });
    },
    onSuccess: (task) => {
      last.current = null;
      open(task);
    },
    onError: gate,
  });
}
