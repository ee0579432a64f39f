import { X } from 'lucide-react';
import { useId, useState } from 'react';
import type { AccountView } from '#contract/account.ts';
import type { ListColumns, ListQuote, ListView } from '#contract/lists.ts';
import { plural } from '#contract/plural.ts';
import type { TaskOptions, TaskType } from '#contract/tasks.ts';
import type { ListPart } from '../../kit/list-params.ts';
import { Quote } from '../../kit/quote.tsx';
import { StartFailure } from '../../kit/start-failure.tsx';
import { useSpend } from '../../kit/use-spend.tsx';
import { failureMessage } from '../../lib/calls.ts';
import { columnTitle } from '../../lib/column-title.ts';
import type { ChosenListRows } from '../../lib/lists.ts';
import { Button } from '../../ui/button.tsx';
import { Card, CardContent, CardFooter, CardHeader, CardTitle } from '../../ui/card.tsx';
import { Label } from '../../ui/label.tsx';
import { LoadFailure } from '../../ui/load-failure.tsx';
import { Select } from '../../ui/select.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useListQuote, useListStart } from './use-start-from-list.ts';

export interface StartFromListCardProps {
  list: ListView;
  /** the tool */
  type: TaskType;
  /** what the tool starts with, if it does several things */
  options: TaskOptions | undefined;
  /** the label of the tool's button */
  action: string;
  /** what to know about it */
  about: string | undefined;
  /** of the list */
  rows: ChosenListRows;
  /** what the table shows; null if the rows are selected */
  part: ListPart | null;
  account: AccountView | undefined;
  onClose: () => void;
}

/** Starts a tool with the rows of a list: its columns, what it costs at most, and the start button. */
export default function StartFromListCard({
  list,
  type,
  options,
  action,
  about,
  rows,
  part,
  account,
  onClose,
}: StartFromListCardProps) {
  const [chosen, setChosen] = useState<ListColumns | null>(null);
  const wanted = { id: list.id, type, ...rows, ...(options && { options }) };
  const { data: quote, error, isFetching, isPlaceholderData, refetch } = useListQuote(wanted, chosen);
  const start = useListStart();
  const { spend, isWaiting, question } = useSpend(account);
  const note = part && usedRowsNote(part);
  return (
    <Card>
      {question}
      <CardHeader>
        <CardTitle>{action}</CardTitle>
        <Button variant="ghost" size="icon-sm" aria-label="Close" className="-mr-2" onClick={onClose}>
          <X aria-hidden />
        </Button>
      </CardHeader>
      <CardContent className="grid grid-cols-1 gap-4">
        {error && !quote && (
          <LoadFailure title="We couldn't read the list" busy={isFetching} onRetry={() => refetch()}>
            {failureMessage(error)}
          </LoadFailure>
        )}
        {!quote && !error && <Skeleton className="h-16 w-full" />}
        {quote && (
          <ColumnSelects
            list={list}
            quote={quote}
            columns={chosen ?? quote.columns}
            disabled={start.isPending}
            onColumns={(columns) => {
              start.reset();
              setChosen(columns);
            }}
          />
        )}
        {about && <p className="text-sm text-muted-foreground">{about}</p>}
        {note && <p className="text-sm text-muted-foreground wrap-anywhere">{note}</p>}
        {quote && quote.problem === null && quote.skipped > 0 && (
          <p className="text-sm text-muted-foreground tabular-nums">
            {plural(quote.skipped, 'row')} left out: no value, the same as another row, or not readable.
          </p>
        )}
        {start.error && <StartFailure error={start.error} />}
      </CardContent>
      {quote && (
        <CardFooter>
          {quote.problem ? (
            <p role="status" className="text-sm text-warning">
              {quote.problem}
            </p>
          ) : (
            <Quote
              count={quote.items}
              noun={quote.itemNoun}
              account={account}
              note="Rows that fail are free."
            />
          )}
          <Button
            className="w-full sm:w-auto"
            busy={start.isPending || isPlaceholderData || isWaiting}
            disabled={quote.problem !== null || quote.items === 0}
            onClick={() =>
              spend({
                action,
                cost: quote.credits,
                upTo: true,
                go: () => start.mutate({ ...wanted, columns: chosen ?? quote.columns }),
              })
            }
          >
            {start.isPending ? 'Starting…' : action}
          </Button>
        </CardFooter>
      )}
    </Card>
  );
}

interface ColumnSelectsProps {
  list: ListView;
  quote: ListQuote;
  columns: ListColumns;
  disabled: boolean;
  onColumns: (columns: ListColumns) => void;
}

/** One choice for each column that the tool reads. */
function ColumnSelects({ list, quote: { roles }, columns, disabled, onColumns }: ColumnSelectsProps) {
  const id = useId();
  return (
    <fieldset
      disabled={disabled}
      className="grid grid-cols-1 gap-3 sm:grid-cols-2 lg:grid-cols-3 xl:grid-cols-5"
    >
      <legend className="sr-only">Columns</legend>
      {roles.map(({ role, label, required }) => (
        <div key={role} className="grid min-w-0 content-end gap-1.5">
          <Label htmlFor={`${id}-${role}`}>{label}</Label>
          <Select
            id={`${id}-${role}`}
            value={columns[role] ?? ''}
            onChange={({ target: { value } }) => onColumns({ ...columns, [role]: value || null })}
          >
            <option value="">{required ? 'Choose a column' : 'None'}</option>
            {list.columns.map((column) => (
              <option key={column} value={column}>
                {columnTitle(column)}
              </option>
            ))}
          </Select>
        </div>
      ))}
    </fieldset>
  );
}

/** Which rows are used, if a search or filters leave out some. */
function usedRowsNote({ search, where }: ListPart): string | null {
  if (where.length > 0)
    return 'Only the rows that match your filters are used. Remove the filters to use all rows.';
  return search ? `Only the rows that match “${search}” are used. Clear the search to use all rows.` : null;
}
