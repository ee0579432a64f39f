import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { LIST_CALLS } from '#contract/calls/list-calls.ts';
import { LIST_TABLE_CALLS } from '#contract/calls/list-table-calls.ts';
import type { ListView } from '#contract/lists.ts';
import { plural } from '#contract/plural.ts';
import { failureMessage, invoke } from '../../lib/calls.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogFooter } from '../../ui/dialog.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { headerOf } from './grid-columns.ts';

export interface DuplicatesDialogProps {
  list: ListView;
  open: boolean;
  /** the columns to compare at first */
  columns: readonly string[];
  onClose: () => void;
  /** `edit`: what takes it back */
  onMerged: (list: ListView, message: string, edit: string | null) => void;
  /** `edit`: what takes back what was merged, if something was */
  onNotMerged: (error: unknown, edit: string) => void;
}

const COLUMNS_MAX = 5;
/** How often the rows are counted while they are merged. */
const COUNT_MS = 3000;

/** Counts the rows that repeat another one, and merges them. */
export default function DuplicatesDialog({
  list,
  open,
  columns,
  onClose,
  onMerged,
  onNotMerged,
}: DuplicatesDialogProps) {
  const [chosen, setChosen] = useState<readonly string[]>(columns);
  const { data, error, isFetching } = useQuery({
    queryKey: ['duplicates', list.id, list.version, chosen],
    queryFn: ({ signal }) =>
      invoke(LIST_TABLE_CALLS.listMergeDuplicates, { id: list.id, columns: [...chosen] }, { signal }),
    enabled: open && chosen.length > 0,
    placeholderData: keepPreviousData,
    gcTime: 0,
  });
  const merge = useMutation({
    mutationFn: (edit: string) =>
      invoke(LIST_TABLE_CALLS.listMergeDuplicates, { id: list.id, columns: [...chosen], merge: true, edit }),
    onSuccess(merged) {
      onMerged(merged.list, `${plural(merged.duplicates, 'row')} merged.`, merged.edit);
    },
    onError: onNotMerged,
  });
  const { data: now } = useQuery({
    queryKey: ['merged-so-far', list.id],
    queryFn: ({ signal }) => invoke(LIST_CALLS.listRows, { id: list.id, limit: 1 }, { signal }),
    enabled: merge.isPending,
    refetchInterval: COUNT_MS,
    gcTime: 0,
  });
  const failure = merge.error ?? error;
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title="Find duplicates"
      help="Rows with the same values in these columns. Capitals, accents, spaces, and different spellings of the same profile, phone or web address don’t matter."
      insistent={merge.isPending}
    >
      <div className="flex flex-col gap-4">
        <fieldset
          aria-label="Columns to compare"
          className="max-h-64 overflow-y-auto rounded-lg border border-border p-2"
        >
          {list.fields.map((field) => {
            const isChosen = chosen.includes(field.id);
            return (
              <label
                key={field.id}
                className="flex min-h-8 items-center gap-2.5 rounded-md px-2 hover:bg-muted"
              >
                <input
                  type="checkbox"
                  className="size-4 accent-(--accent)"
                  checked={isChosen}
                  disabled={!isChosen && chosen.length >= COLUMNS_MAX}
                  onChange={({ target }) =>
                    setChosen(
                      target.checked ? [...chosen, field.id] : chosen.filter((other) => other !== field.id),
                    )
                  }
                />
                <span className="min-w-0 truncate">{headerOf(field)}</span>
              </label>
            );
          })}
        </fieldset>
        {chosen.length === 0 ? (
          <p className="text-sm text-warning">Choose a column.</p>
        ) : failure ? (
          <Alert tone="danger" title="The rows weren’t compared">
            {failureMessage(failure)}
          </Alert>
        ) : merge.isPending ? (
          <p role="status" className="tabular-nums">
            {now ? `The list has ${plural(now.list.rows, 'row')} so far.` : 'Merging…'} You can close this
            window. Merging continues.
          </p>
        ) : data ? (
          <p role="status" className="tabular-nums">
            {data.duplicates === 0 ? (
              'There are no duplicates.'
            ) : (
              <>
                <span className="font-medium">
                  {plural(data.duplicates, 'row')} {data.duplicates === 1 ? 'repeats' : 'repeat'} another one.
                </span>{' '}
                <span className="text-muted-foreground">
                  The first row of each group stays, and takes the values that it lacks.
                </span>
              </>
            )}
          </p>
        ) : (
          <Skeleton className="h-6 w-56" />
        )}
        <DialogFooter>
          <Button variant="secondary" onClick={onClose}>
            {merge.isPending ? 'Close' : 'Cancel'}
          </Button>
          <Button
            busy={merge.isPending || isFetching}
            disabled={!data || data.duplicates === 0 || chosen.length === 0}
            onClick={() => merge.mutate(crypto.randomUUID())}
          >
            {data && data.duplicates > 0 ? `Merge ${plural(data.duplicates, 'row')}` : 'Merge'}
          </Button>
        </DialogFooter>
      </div>
    </Dialog>
  );
}
