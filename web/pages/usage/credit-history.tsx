import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { Download, FileSpreadsheet, Receipt, SearchX, X } from 'lucide-react';
import { useId, useState } from 'react';
import { Link } from 'react-router';
import { ACCOUNT_CALLS } from '#contract/calls/account-calls.ts';
import type { CreditLine } from '#contract/credit-history.ts';
import { fileEnding, type TableFormat } from '#contract/file-types.ts';
import { plural } from '#contract/plural.ts';
import { taskPath } from '#tools/index/tools.ts';
import { taskTitle } from '../../kit/task-labels.ts';
import { failureMessage, invoke } from '../../lib/calls.ts';
import { downloadCall, downloadCsv } from '../../lib/download.ts';
import { formatDate, formatNumber } from '../../lib/format.ts';
import { useSession } from '../../lib/session.tsx';
import { ownTimeZone } from '../../lib/time-zone.ts';
import { toast } from '../../lib/toast.ts';
import { useQueryState } from '../../lib/use-query-state.ts';
import { Button } from '../../ui/button.tsx';
import { Card, CardContent, CardHeader, CardTitle } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Input } from '../../ui/input.tsx';
import { LoadFailure } from '../../ui/load-failure.tsx';
import { Select } from '../../ui/select.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Table, TableBody, TableCell, TableHead, TableHeaderCell, TableRow } from '../../ui/table.tsx';
import { useRestoredFocus } from '../../ui/use-restored-focus.ts';
import {
  type CreditPart,
  creditFilter,
  isDay,
  isFiltered,
  isReversed,
  KINDS,
  readCreditPart,
  writeCreditPart,
} from './history-part.ts';
import { amountText, totalsText } from './line-texts.ts';

/** The credit history: a line for each task, export and grant, with filters, totals and a CSV file. */
export function CreditHistory() {
  const [params, setParams] = useQueryState();
  const part = readCreditPart(params);
  const reversed = isReversed(part);
  const query = useCreditHistory(part, !reversed);
  const download = useDownload(part);
  const lines = reversed ? [] : query.data?.pages.flatMap((page) => page.lines);
  const totals = reversed ? null : query.data?.pages[0]?.totals;
  const change = (to: Partial<CreditPart>) =>
    setParams((before) => writeCreditPart(readCreditPart(before), to), { replace: true });
  // Until the lines of this part are here, those of the part before it are shown.
  const filtered = isFiltered(part) || query.isPlaceholderData;
  const empty = lines?.length === 0;
  return (
    <Card className="min-w-0 overflow-hidden" aria-busy={query.isPlaceholderData && !reversed}>
      <CardHeader className="flex-wrap gap-3">
        <div>
          <CardTitle>Credit history</CardTitle>
          <p className="text-sm text-muted-foreground">Newest first</p>
        </div>
        <div className="flex gap-2 print:hidden">
          <Button
            variant="secondary"
            size="sm"
            busy={download.isPending}
            disabled={!lines || empty}
            onClick={() => download.mutate('csv')}
          >
            {!download.isPending && <Download aria-hidden />}
            Download CSV
          </Button>
          <Button
            variant="secondary"
            size="sm"
            disabled={!lines || empty || download.isPending}
            onClick={() => download.mutate('xlsx')}
          >
            <FileSpreadsheet aria-hidden />
            XLSX
          </Button>
        </div>
      </CardHeader>
      {!(empty && !filtered) && (
        <CardContent className="grid gap-3 border-b border-border">
          <HistoryFilters part={part} onPart={change} empty={empty} />
          {totals && (
            <p role="status" className="text-sm tabular-nums">
              {totalsText(totals)}
            </p>
          )}
        </CardContent>
      )}
      {query.error && !lines ? (
        <CardContent>
          <LoadFailure
            title="We couldn't load your credit history"
            busy={query.isFetching}
            onRetry={() => query.refetch()}
          >
            {failureMessage(query.error)}
          </LoadFailure>
        </CardContent>
      ) : !lines ? (
        <CardContent role="status" aria-label="Loading your credit history" className="grid gap-3">
          {[0, 1, 2, 3].map((line) => (
            <Skeleton key={line} className="h-6 w-full" />
          ))}
        </CardContent>
      ) : empty ? (
        filtered ? (
          <EmptyState
            icon={SearchX}
            title={reversed ? 'The first day is after the last day' : 'Nothing matches'}
            action={
              <Button variant="secondary" onClick={() => change({ kind: '', from: '', to: '' })}>
                Show everything
              </Button>
            }
          >
            {reversed ? 'Choose other days.' : 'Choose another tool or other days.'}
          </EmptyState>
        ) : (
          <EmptyState icon={Receipt} title="No credit history yet">
            Every task and every export appears here with what it cost.
          </EmptyState>
        )
      ) : (
        <LineTable lines={lines} />
      )}
      {query.isFetchNextPageError ? (
        <LoadFailure
          title="We couldn't load more lines"
          className="m-4"
          busy={query.isFetchingNextPage}
          onRetry={() => query.fetchNextPage()}
        >
          {failureMessage(query.error)}
        </LoadFailure>
      ) : query.hasNextPage && !reversed ? (
        <div className="border-t border-border p-3 text-center print:hidden">
          <Button
            variant="secondary"
            size="sm"
            busy={query.isFetchingNextPage}
            onClick={() => query.fetchNextPage()}
          >
            Show more
          </Button>
        </div>
      ) : null}
      {lines && !query.hasNextPage && !empty && (
        <p className="border-t border-border px-4 py-3 text-sm text-muted-foreground md:px-5">
          End of history. To see your tasks, go to the{' '}
          <Link to="/dashboard/task-history" className="text-accent underline underline-offset-4">
            task history
          </Link>
          .
        </p>
      )}
    </Card>
  );
}

function useDownload(part: CreditPart) {
  return useMutation({
    mutationFn: async (format: TableFormat) => {
      const name = `credit_history_${new Date().toISOString().slice(0, 10)}.${fileEnding(format)}`;
      const input = { ...creditFilter(part, ownTimeZone()), format };
      if (format !== 'xlsx') return downloadCsv(ACCOUNT_CALLS.creditHistoryCsv, input, name);
      await downloadCall(ACCOUNT_CALLS.creditHistoryCsv, input, name);
      return null;
    },
    onSuccess: (lines) =>
      toast.success(lines === null ? 'Downloaded the Excel workbook' : `Downloaded ${plural(lines, 'line')}`),
    onError: (error) =>
      toast.error("We couldn't download your credit history", { description: failureMessage(error) }),
  });
}

interface HistoryFiltersProps {
  part: CreditPart;
  /** There are no lines, and a button that shows all of them. */
  empty: boolean;
  onPart: (change: Partial<CreditPart>) => void;
}

function HistoryFilters({ part, empty, onPart }: HistoryFiltersProps) {
  // The buttons that show everything go with the filters.
  const filters = useRestoredFocus<HTMLElement>(`${isFiltered(part)} ${empty}`);
  return (
    <search
      ref={filters}
      tabIndex={-1}
      aria-label="Credit history"
      className="flex flex-wrap items-center gap-2 outline-none print:hidden"
    >
      <Select
        size="sm"
        aria-label="What for"
        value={part.kind}
        onChange={({ target }) => onPart({ kind: target.value })}
        className="w-full sm:w-56"
      >
        <option value="">Everything</option>
        {KINDS.map(([kind, label]) => (
          <option key={kind} value={kind}>
            {label}
          </option>
        ))}
      </Select>
      <Day label="From" value={part.from} max={part.to} onDay={(from) => onPart({ from })} />
      <Day label="To" value={part.to} min={part.from} onDay={(to) => onPart({ to })} />
      {isFiltered(part) && (
        <Button variant="ghost" size="sm" onClick={() => onPart({ kind: '', from: '', to: '' })}>
          <X aria-hidden />
          Clear
        </Button>
      )}
    </search>
  );
}

interface DayProps {
  label: string;
  value: string;
  min?: string;
  max?: string;
  onDay: (day: string) => void;
}

function Day({ label, value, min, max, onDay }: DayProps) {
  const id = useId();
  const [typed, setTyped] = useState({ text: value, of: value });
  if (typed.of !== value) setTyped({ text: value, of: value });
  const type = (text: string) => {
    setTyped({ text, of: value });
    if (text === '' || isDay(text)) onDay(text);
  };
  return (
    <div className="flex items-center gap-2">
      <label htmlFor={id} className="w-10 text-sm text-muted-foreground sm:w-auto">
        {label}
      </label>
      <Input
        id={id}
        type="date"
        className="h-8 w-44 sm:w-36"
        value={typed.text}
        min={min || '2000-01-01'}
        max={max || '2099-12-31'}
        onChange={({ target }) => type(target.value)}
        onBlur={() => setTyped({ text: value, of: value })}
      />
    </div>
  );
}

function LineTable({ lines }: { lines: readonly CreditLine[] }) {
  return (
    <Table inCard label="Credit history">
      <TableHead>
        <TableRow>
          <TableHeaderCell className="hidden sm:table-cell">Date</TableHeaderCell>
          <TableHeaderCell className="pl-4 sm:pl-3">What for</TableHeaderCell>
          <TableHeaderCell className="hidden sm:table-cell">Task</TableHeaderCell>
          <TableHeaderCell className="text-right">Credits</TableHeaderCell>
        </TableRow>
      </TableHead>
      <TableBody>
        {lines.map((line) => (
          <Line key={line.id} line={line} />
        ))}
      </TableBody>
    </Table>
  );
}

/** On phones, the date and task are below what it was for, so that the credits stay visible. */
function Line({ line }: { line: CreditLine }) {
  return (
    <TableRow>
      <TableCell className="hidden whitespace-nowrap text-muted-foreground tabular-nums sm:table-cell">
        {formatDate(line.at)}
      </TableCell>
      <TableCell className="py-2 pl-4 sm:py-0 sm:pl-3">
        {line.label}
        {line.refunded > 0 && (
          <span className="text-muted-foreground"> · {formatNumber(line.refunded)} refunded</span>
        )}
        <span className="block text-muted-foreground sm:hidden">
          <span className="block tabular-nums">{formatDate(line.at)}</span>
          <span className="block max-w-56 truncate">
            <TaskLink line={line} />
          </span>
        </span>
      </TableCell>
      <TableCell className="hidden max-w-80 truncate sm:table-cell">
        <TaskLink line={line} />
      </TableCell>
      <TableCell className="text-right font-medium whitespace-nowrap tabular-nums">
        {amountText(line)}
      </TableCell>
    </TableRow>
  );
}

/** The task with its link; for a run of a list, that of the list. */
function TaskLink({ line: { taskId, taskType, listId, name } }: { line: CreditLine }) {
  if (taskId === null || taskType === null) return null;
  const title = taskTitle({ name, type: taskType });
  const address = taskPath({ id: taskId, type: taskType, options: listId === null ? {} : { list: listId } });
  if (!address) return title;
  return (
    <Link to={address} className="text-accent underline underline-offset-4">
      {title}
    </Link>
  );
}

const PAGE_LINES = 50;

/** Loads the lines of the user's credit history that `part` has, newest first, a page at a time. */
function useCreditHistory(part: CreditPart, enabled: boolean) {
  const { user } = useSession();
  return useInfiniteQuery({
    queryKey: ['credit-history', user?.id, part],
    queryFn: ({ signal, pageParam }) =>
      invoke(
        ACCOUNT_CALLS.creditHistory,
        { ...creditFilter(part, ownTimeZone()), before: pageParam, limit: PAGE_LINES },
        { signal },
      ),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: (page) => page.next ?? undefined,
    enabled: user !== null && enabled,
    staleTime: 0,
    placeholderData: (before) => before,
  });
}
