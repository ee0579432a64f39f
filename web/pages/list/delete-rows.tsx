import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { LIST_CALLS } from '#contract/calls/list-calls.ts';
import type { ListView } from '#contract/lists.ts';
import { invoke } from '../../lib/calls.ts';
import { formatNumber, plural } from '../../lib/format.ts';
import { type ChosenListRows, LISTS_KEY, overviewChanged } from '../../lib/lists.ts';
import { Button } from '../../ui/button.tsx';

interface DeleteRowsProps {
  list: Pick<ListView, 'id' | 'version'>;
  /** the IDs of the selected rows */
  rows: readonly number[];
  /** those of them that match the search and the filters, and aren't left out */
  shown: ChosenListRows;
  /** `edit`: what brings them back; null if they were gone before */
  onDeleted: (message: string, edit: string | null) => void;
  onNotDeleted: (error: unknown) => void;
}

/** Deletes the selected rows of a list after a second click, and says first how many of them aren't shown. */
export function DeleteRows({ list: { id, version }, rows, shown, onDeleted, onNotDeleted }: DeleteRowsProps) {
  const queries = useQueryClient();
  const [confirming, setConfirming] = useState(false);
  // A failure says nothing: the rows are those that were selected.
  const count = useQuery({
    queryKey: [...LISTS_KEY, 'shown-count', id, version, shown],
    queryFn: ({ signal }) => invoke(LIST_CALLS.listExportCount, { id, ...shown }, { signal }),
    enabled: confirming && Boolean(shown.search || shown.where || shown.leaveOut),
    gcTime: 0,
  });
  const hidden = count.data ? rows.length - count.data.rows : 0;
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
    <div className="flex flex-wrap items-center gap-2">
      {hidden > 0 && (
        <p role="status" className="text-sm text-warning">
          {hidden === 1 ? '1 of them isn’t shown.' : `${formatNumber(hidden)} of them aren’t shown.`}
        </p>
      )}
      <Button
        variant="danger"
        size="sm"
        busy={deletion.isPending || count.isLoading}
        onClick={() => deletion.mutate()}
      >
        Yes, delete {plural(rows.length, 'row')}
      </Button>
      <Button variant="secondary" size="sm" onClick={() => setConfirming(false)}>
        Keep
      </Button>
    </div>
  );
}
