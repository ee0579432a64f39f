import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { SCHEDULE_CALLS } from '#contract/calls/schedule-calls.ts';
import type { TableFormat } from '#contract/file-types.ts';
import { plural } from '#contract/plural.ts';
import type { FoundChange, ScheduleRunView } from '#contract/schedules.ts';
import { failureMessage, invoke } from '../../lib/calls.ts';
import { downloadCall, downloadCsv } from '../../lib/download.ts';
import { toast } from '../../lib/toast.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { LoadFailure } from '../../ui/load-failure.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';

const KINDS = {
  added: { tone: 'success', label: 'New' },
  changed: { tone: 'warning', label: 'Changed' },
  gone: { tone: 'neutral', label: 'Gone' },
} as const;
/** Values of a new row that fit in a line. */
const SHOWN_VALUES = 4;

/** What a run found new, gone and changed, with its CSV file. */
export function FoundChanges({ run }: { run: ScheduleRunView }) {
  const query = useInfiniteQuery({
    queryKey: ['schedule-changes', run.id],
    queryFn: ({ pageParam, signal }) =>
      invoke(
        SCHEDULE_CALLS.scheduleChanges,
        { run: run.id, ...(pageParam === null ? {} : { after: pageParam }) },
        { signal },
      ),
    initialPageParam: null as number | null,
    getNextPageParam: (page) => page.next,
  });
  const { data, error, isFetching, refetch, hasNextPage, fetchNextPage, isFetchNextPageError } = query;
  const download = useMutation({
    mutationFn: async (format: TableFormat) => {
      const input = { run: run.id, format };
      if (format !== 'xlsx') return downloadCsv(SCHEDULE_CALLS.scheduleCsv, input, 'changes.csv');
      await downloadCall(SCHEDULE_CALLS.scheduleCsv, input, 'changes.xlsx');
      return null;
    },
    onSuccess: (rows) =>
      toast.success(rows === null ? 'Downloaded the Excel workbook' : `Downloaded ${plural(rows, 'row')}.`),
    onError: (failure) => toast.error(failureMessage(failure)),
  });
  if (error && !data)
    return (
      <LoadFailure title="We couldn't load what is new" busy={isFetching} onRetry={() => refetch()}>
        {failureMessage(error)}
      </LoadFailure>
    );
  if (!data) return <Skeleton className="h-24 w-full" />;
  const names = new Map(data.pages[0]?.columns.map(({ id, name }) => [id, name]));
  return (
    <div className="grid grid-cols-1 gap-2">
      <ul className="grid gap-2 text-sm" aria-label="What is new">
        {data.pages.flatMap((page) =>
          page.changes.map((change) => <Change key={change.position} change={change} names={names} />),
        )}
      </ul>
      {isFetchNextPageError && (
        <LoadFailure
          title="We couldn't load more of what is new"
          busy={isFetching}
          onRetry={() => fetchNextPage()}
        >
          {failureMessage(error)}
        </LoadFailure>
      )}
      <div className="flex flex-wrap gap-2">
        {hasNextPage && !isFetchNextPageError && (
          <Button variant="secondary" size="sm" busy={isFetching} onClick={() => fetchNextPage()}>
            Show more
          </Button>
        )}
        {(['csv', 'xlsx'] as const).map((format) => {
          const busy = download.isPending && download.variables === format;
          return (
            <Button
              key={format}
              variant="secondary"
              size="sm"
              busy={busy}
              onClick={() => download.mutate(format)}
            >
              {!busy && <Download aria-hidden />}
              Download {format.toUpperCase()}
            </Button>
          );
        })}
      </div>
    </div>
  );
}

function Change({ change, names }: { change: FoundChange; names: ReadonlyMap<string, string> }) {
  const { kind, changed, values, before } = change;
  const { tone, label } = KINDS[kind];
  const filled = [...names].filter(([id]) => values[id]);
  const [title, ...others] = filled.filter(([id]) => !changed.includes(id));
  return (
    <li className="grid grid-cols-[5.5rem_minmax(0,1fr)] items-start gap-x-3">
      <span>
        <Badge tone={tone}>{label}</Badge>
      </span>
      <div className="min-w-0">
        {filled.length === 0 ? (
          <p className="text-muted-foreground">
            {kind === 'gone' ? 'A row that isn’t there anymore.' : 'Its values aren’t kept anymore.'}
          </p>
        ) : (
          <p className="truncate font-medium">{title ? values[title[0]] : null}</p>
        )}
        {kind === 'changed' ? (
          <dl>
            {changed.map((id) => (
              <div key={id} className="flex min-w-0 flex-wrap gap-x-2">
                <dt className="text-muted-foreground">{names.get(id) ?? id}</dt>
                <dd className="min-w-0">
                  {before[id] && (
                    <>
                      <del className="text-muted-foreground">{before[id]}</del>{' '}
                    </>
                  )}
                  {values[id] ? <ins className="no-underline">{values[id]}</ins> : <i>empty</i>}
                </dd>
              </div>
            ))}
          </dl>
        ) : (
          <p className="truncate text-muted-foreground">
            {others
              .slice(0, SHOWN_VALUES)
              .map(([id]) => values[id])
              .join(' · ')}
          </p>
        )}
      </div>
    </li>
  );
}
