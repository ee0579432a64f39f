import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { LIST_CALLS } from '#contract/calls/list-calls.ts';
import type { ListView } from '#contract/lists.ts';
import { plural } from '#contract/plural.ts';
import { TASKS_KEY } from '../../kit/use-task.ts';
import { failureMessage, invoke } from '../../lib/calls.ts';
import { LISTS_PATH, overviewChanged } from '../../lib/lists.ts';
import { toast } from '../../lib/toast.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';

export interface DeleteListProps {
  list: ListView;
  onKeep: () => void;
}

/** Deletes a list after a second click. */
export default function DeleteList({ list, onKeep }: DeleteListProps) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const deletion = useMutation({
    mutationFn: () => invoke(LIST_CALLS.listDelete, { id: list.id }),
    onSuccess: async () => {
      toast.success(`“${list.name}” has been deleted.`);
      // This page shows the overview too, so it must be without the list before it opens.
      await overviewChanged(queries);
      // Tasks that worked in it no longer link to it.
      void queries.invalidateQueries({ queryKey: TASKS_KEY });
      await navigate(LISTS_PATH);
    },
  });
  return (
    <Alert
      tone="danger"
      className="mb-6"
      title={`Delete “${list.name}” with its ${plural(list.rows, 'row')}?`}
      action={
        <>
          <Button variant="danger" size="sm" busy={deletion.isPending} onClick={() => deletion.mutate()}>
            Delete list
          </Button>
          <Button variant="ghost" size="sm" onClick={onKeep}>
            Keep it
          </Button>
        </>
      }
    >
      {deletion.error
        ? failureMessage(deletion.error)
        : "This can't be undone. Results in your task history stay."}
    </Alert>
  );
}
