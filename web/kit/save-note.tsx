import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Link } from 'react-router';
import { isRunning, type TaskView } from '#contract/tasks.ts';
import { LISTS_KEY, listPath, savedText } from '../lib/lists.ts';
import { Alert } from '../ui/alert.tsx';

/** How the results of a task get to the list that was chosen at its start; nothing without one. */
export function SaveNote({
  task,
  canSave = true,
}: {
  task: Pick<TaskView, 'status' | 'found' | 'save' | 'rows_deleted_at'>;
  /** false: the page has no “Save to list” */
  canSave?: boolean;
}) {
  const { save, status, found, rows_deleted_at } = task;
  const client = useQueryClient();
  const state = save?.state;
  useEffect(() => {
    if (state === 'done') void client.invalidateQueries({ queryKey: LISTS_KEY });
  }, [client, state]);
  if (!save) return null;
  const { name, listId, problem } = save;
  const hasRows = save.added + save.updated > 0;
  const list = hasRows && listId !== null && (
    <Link to={listPath(listId)} className="font-medium text-accent underline underline-offset-4">
      Open list
    </Link>
  );
  if (save.state === 'failed')
    return (
      <Alert
        tone="warning"
        title={
          hasRows ? `Not all results are in the list “${name}”` : `Nothing was saved to the list “${name}”`
        }
      >
        {hasRows && `${savedText(save)} `}
        {problem}
        {canSave &&
          found > 0 &&
          rows_deleted_at === null &&
          ' All results are still here: “Save to list” saves them again.'}{' '}
        {list}
      </Alert>
    );
  return (
    <p role="status" className="text-sm text-muted-foreground tabular-nums">
      {save.state === 'done'
        ? savedText(save)
        : isRunning(status)
          ? `The results will be saved to the list “${name}” when the task ends.`
          : `Saving the results to the list “${name}”…`}{' '}
      {list}
    </p>
  );
}
