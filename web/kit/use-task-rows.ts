import { useEffect, useRef, useState } from 'react';
import { TASK_CALLS } from '#contract/calls/task-calls.ts';
import { isRunning, type TaskRow, type TaskView } from '#contract/tasks.ts';
import { invoke } from '../lib/calls.ts';
import { absorb, advance, EMPTY_FEED, nextPage } from './row-feed.ts';

export interface TaskRows {
  /** loaded rows, in position order */
  rows: readonly TaskRow[];
  loading: boolean;
  /** why the last page failed to load; null after a success */
  error: unknown;
  retry(): void;
}

/**
 * The finished rows of a task, loaded in pages up to `wanted` (rows from the top; Infinity for all). `tick`
 * changes each time the task is fetched. The task can't change during the component's life: use its id as the
 * component's key.
 */
export function useTaskRows(
  task: Pick<TaskView, 'id' | 'status' | 'processed'>,
  wanted: number,
  tick: number,
): TaskRows {
  const [feed, setFeed] = useState(EMPTY_FEED);
  const [failure, setFailure] = useState<{ error: unknown; tick: number } | null>(null);
  const [loading, setLoading] = useState(false);
  const busy = useRef(false);
  const rereadAt = useRef(-1);
  const { id, processed } = task;
  const running = isRunning(task.status);
  // A running task is fetched again automatically, and a failed page with it.
  const failed = failure !== null && (!running || failure.tick === tick);

  useEffect(() => {
    if (busy.current || failed) return;
    const need = { processed, wanted };
    const current = advance(feed, need);
    const page = nextPage(current, need, !running || rereadAt.current !== tick);
    if (!page) return;
    if (page.after < current.frontier) rereadAt.current = tick;
    busy.current = true;
    setLoading(true);
    const end = () => {
      busy.current = false;
      setLoading(false);
    };
    invoke(TASK_CALLS.taskRows, { id, ...page }).then(
      (reply) => {
        end();
        setFailure(null);
        setFeed(absorb(current, reply));
      },
      (error: unknown) => {
        end();
        setFailure({ error, tick });
      },
    );
  }, [feed, failed, id, processed, running, tick, wanted]);

  return { rows: feed.rows, loading, error: failed ? failure.error : null, retry: () => setFailure(null) };
}
