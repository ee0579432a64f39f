import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { ListView } from '#contract/lists.ts';
import { plural } from '#contract/plural.ts';
import { writeSelectedRows } from '#contract/selected-rows.ts';
import { isRunning } from '#contract/tasks.ts';
import type { DataGridHandle } from '../../kit/data-grid/data-grid-props.ts';
import { chosenRows } from '../../kit/list-params.ts';
import { useRowSelection } from '../../kit/use-row-selection.ts';
import { ACCOUNT_QUERY, includesWork } from '../../lib/account.ts';
import { failureMessage } from '../../lib/calls.ts';
import { Card } from '../../ui/card.tsx';
import { LoadFailure } from '../../ui/load-failure.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { hasTour, keyOfTour } from './has-tour.ts';
import { ListDialogs } from './list-dialogs.tsx';
import { ListGrid } from './list-grid.tsx';
import { ListTableFooter } from './list-table-footer.tsx';
import type { ListTableParts } from './list-table-parts.ts';
import { ListToolbar } from './list-toolbar.tsx';
import { StartFromList } from './start-from-list.tsx';
import { useComputedRows } from './use-formulas.ts';
import { useListCosts } from './use-list-costs.ts';
import { useLatestRun, useRunActions } from './use-list-runs.ts';

const ListTour = lazy(() => import('./list-tour.tsx'));
const RunBar = lazy(() => import('./run-bar.tsx').then((part) => ({ default: part.RunBar })));

interface ListTableCardProps extends ListTableParts {
  /** the exclusion lists of the account, without this one */
  exclusions: readonly ListView[];
  /** the IDs of those in use */
  leaveOut: readonly string[];
  /** the hints of a first list */
  tour: { begins: boolean; exported: boolean };
}

/** The rows of a list as a table, with what fills its columns. */
export function ListTableCard({ exclusions, leaveOut, tour, ...parts }: ListTableCardProps) {
  const { list, table, edits, part, dialogs } = parts;
  const { windows, total, setList } = table;
  const { search, where } = part;
  const selection = useRowSelection(JSON.stringify([search, where]));
  const { data: account } = useQuery(ACCOUNT_QUERY);
  const { run, isUndone } = useLatestRun(list, windows);
  const actions = useRunActions(() => void windows.refresh());
  const [edited, setEdited] = useState(false);
  const grid = useRef<DataGridHandle>(null);
  const isTouring = account !== undefined && (tour.begins || hasTour(account.id, list.id));
  useComputedRows(list, windows);
  const costs = useListCosts(list, run);
  const filtering = search !== '' || where.length > 0;
  const without = leaveOut.length > 0 ? { leaveOut: leaveOut.join(',') } : {};
  const chosen = { ...chosenRows(part, list.columns), ...without };
  const selected = [...selection.ids];
  // Rows that were selected one by one may not match any more.
  const usedRows =
    selection.all || selected.length === 0 ? chosen : { ...without, selected: writeSelectedRows(selected) };
  const rowsNote =
    selected.length > 0 && !selection.all
      ? `The ${plural(selected.length, 'selected row')}.`
      : filtering
        ? `The ${plural(total ?? 0, 'row')} of your search and filters.`
        : null;

  return (
    <>
      <StartFromList list={list} part={part} rows={usedRows} selection={selection} />
      {isTouring && (
        <Suspense fallback={null}>
          <ListTour
            storageKey={keyOfTour(account.id)}
            listId={list.id}
            begins={tour.begins}
            did={{
              run: run !== null && !isRunning(run.status),
              open: dialogs.latest?.kind === 'cell',
              edit: edited,
              export: tour.exported,
            }}
          />
        </Suspense>
      )}
      {run && (
        <Suspense fallback={<Skeleton className="mb-4 h-16 w-full" />}>
          <RunBar key={run.id} list={list} run={run} isUndone={isUndone} actions={actions} />
        </Suspense>
      )}
      <Card className="overflow-hidden">
        <ListToolbar
          {...parts}
          exclusions={exclusions}
          leaveOut={leaveOut}
          selection={selection}
          chosen={chosen}
          rows={usedRows}
        />
        {table.error !== null && (
          <LoadFailure title="We couldn't load these rows" onRetry={table.retry} className="m-4 md:mx-5">
            {failureMessage(table.error)}
          </LoadFailure>
        )}
        {(table.error === null || total !== null) && (
          <ListGrid
            {...parts}
            costs={costs}
            isIncluded={includesWork(account)}
            selection={selection}
            filtering={filtering}
            onEdited={() => setEdited(true)}
            grid={grid}
          />
        )}
        <ListTableFooter list={list} table={table} filtering={filtering} costs={costs} account={account} />
      </Card>
      <ListDialogs
        list={list}
        dialogs={dialogs}
        windows={windows}
        account={account}
        actions={actions}
        rows={usedRows}
        leavesOutAll={leaveOut.length === exclusions.length}
        rowsNote={rowsNote}
        onChanged={(changed) => {
          setList(changed);
          void windows.refresh();
        }}
        onColumnAdded={(changed) => {
          flushSync(() => setList(changed));
          const added = changed.columns.at(-1);
          if (added !== undefined && total) grid.current?.goTo(0, added);
        }}
        onRemoved={(message, edit) => void edits.onRemoved(message, edit)}
        imports={edits.imports}
        onBrokenOff={edits.onBrokenOff}
        onPutBack={edits.onPutBack}
      />
    </>
  );
}
