import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { LIST_CALLS } from '#contract/calls/list-calls.ts';
import type { ListView } from '#contract/lists.ts';
import { plural } from '#contract/plural.ts';
import { writeSelectedRows } from '#contract/selected-rows.ts';
import { invoke } from '../../lib/calls.ts';
import { formatNumber } from '../../lib/format.ts';
import { type ChosenListRows, LISTS_KEY, overviewChanged } from '../../lib/lists.ts';
import { Button } from '../../ui/button.tsx';

interface DeleteRowsProps {
  list: Pick<ListView, 'id' | 'version'>;
  /** the IDs of the selected rows; null: all that match the search and the filters, and aren't left out */
  selected: readonly number[] | null;
  /** how many rows that is */
  count: number;
  /** the search, the filters and who is left out */
  chosen: ChosenListRows;
  /** `edit`: what brings them back; null if they were gone before */
  onDeleted: (message: string, edit: string | null) => void;
  /** `edit`: what brings back what was deleted, if something was */
  onNotDeleted: (error: unknown, edit: string) => void;
}

/** Deletes the selected rows of a list after a second click, and says first how many of them aren't shown. */
export function DeleteRows({
  list: { id, version },
  selected,
  count,
  chosen,
  onDeleted,
  onNotDeleted,
}: DeleteRowsProps) {
  const queries = useQueryClient();
  const [confirming, setConfirming] = useState(false);
  const shown = selected && { ...chosen, selected: writeSelectedRows(selected) };
  // A failure says nothing: the rows are those that were selected.
  const shownCount = useQuery({
    queryKey: [...LISTS_KEY, 'shown-count', id, version, shown],
    queryFn: ({ signal }) => invoke(LIST_CALLS.listExportCount, { id, ...shown }, { signal }),
    enabled: confirming && shown !== null && Boolean(shown.search || shown.where || shown.leaveOut),
    gcTime: 0,
  });
  const hidden = shownCount.data ? count - shownCount.data.rows : 0;
  const deletion = useMutation({
    mutationFn: (edit: string) =>
      invoke(
        LIST_CALLS.listDeleteRows,
        selected ? { id, rows: [...selected], edit } : { id, all: true, ...chosen, edit },
      ),
    onSuccess: async ({ edit, rows = count }) => {
      onDeleted(`${plural(rows, 'row')} deleted.`, edit);
      void overviewChanged(queries);
      await queries.invalidateQueries({ queryKey: LISTS_KEY });
    },
    onError: onNotDeleted,
  });
  if (!confirming)
    return (
      <Button variant="secondary" size="sm" onClick={() => setConfirming(true)}>
        <Trash2 aria-hidden />
        Delete {plural(count, 'row')}
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
        busy={deletion.isPending || shownCount.isLoading}
        onClick={() => deletion.mutate(crypto.randomUUID())}
      >
        Yes, delete {plural(count, 'row')}
      </Button>
      <Button
        variant="secondary"
        size="sm"
        disabled={deletion.isPending}
        onClick={() => setConfirming(false)}
      >
        Keep
      </Button>
    </div>
  );
}
