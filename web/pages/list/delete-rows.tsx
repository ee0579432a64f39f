import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { LIST_CALLS } from '#contract/calls/list-calls.ts';
import { invoke } from '../../lib/calls.ts';
import { plural } from '../../lib/format.ts';
import { LISTS_KEY, overviewChanged } from '../../lib/lists.ts';
import { Button } from '../../ui/button.tsx';

interface DeleteRowsProps {
  /** the list */
  id: string;
  /** the IDs of the selected rows */
  rows: readonly number[];
  /** `edit`: what brings them back; null if they were gone before */
  onDeleted: (message: string, edit: string | null) => void;
  onNotDeleted: (error: unknown) => void;
}

/** Deletes the selected rows of a list after a second click. */
export function DeleteRows({ id, rows, onDeleted, onNotDeleted }: DeleteRowsProps) {
  const queries = useQueryClient();
  const [confirming, setConfirming] = useState(false);
  const deletion = useMutation({
    mutationFn: () => invoke(LIST_CALLS.listDeleteRows, { id, rows: [...rows] }),
    onSuccess: async ({ edit }) => {
      onDeleted(`${plural(rows.length, 'row')} deleted.`, edit);
      void overviewChanged(queries);
      await queries.invalidateQueries({ queryKey: LISTS_KEY });
    },
    onError: onNotDeleted,
  });
  if (!confirming)
    return (
      <Button variant="secondary" size="sm" onClick={() => setConfirming(true)}>
        <Trash2 aria-hidden />
        Delete {plural(rows.length, 'row')}
      </Button>
    );
  return (
    <div className="flex gap-2">
      <Button variant="danger" size="sm" busy={deletion.isPending} onClick={() => deletion.mutate()}>
        Yes, delete {plural(rows.length, 'row')}
      </Button>
      <Button variant="secondary" size="sm" onClick={() => setConfirming(false)}>
        Keep
      </Button>
    </div>
  );
}
