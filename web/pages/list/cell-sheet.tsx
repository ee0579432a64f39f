import { useMutation, useQuery } from '@tanstack/react-query';
import { ThumbsDown, X } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { LIST_STEP_CALLS } from '#contract/calls/list-step-calls.ts';
import type { CellTry } from '#contract/list-cells.ts';
import type { ListColumn } from '#contract/list-columns.ts';
import type { ListRow, ListView } from '#contract/lists.ts';
import { plural } from '#contract/plural.ts';
import { CSV_LIST_SEPARATOR } from '#engines/csv/write-csv.ts';
import { stepTool } from '#tools/index/step-tools.ts';
import { toolOfType } from '#tools/index/tools.ts';
import { storedTexts } from '#tools/list-tool/row-text.ts';
import { failureMessage, invoke } from '../../lib/calls.ts';
import { formatDate, formatSeconds } from '../../lib/format.ts';
import { toast } from '../../lib/toast.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyValue } from '../../ui/empty-value.tsx';
import { LoadFailure } from '../../ui/load-failure.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { AnswerDetails } from './answer-details.tsx';
import { EarlierValues, type PutBack, TypedHistory } from './cell-history.tsx';
import { headerOf } from './grid-columns.ts';
import type { RowWindows } from './row-windows.ts';

export interface CellSheetProps {
  list: ListView;
  /** as it was when it was opened */
  row: ListRow;
  /** have the row as it is now, if it is on screen: a run may change it */
  windows: Pick<RowWindows, 'find' | 'subscribe'>;
  /** the column that was opened; null for the whole row */
  column: ListColumn | null;
  open: boolean;
  onClose: () => void;
  /** a value was called wrong, and the list changed */
  onWrong: (list: ListView) => void;
  onPutBack: PutBack;
}

/** Everything about one cell: its value, the answers of its tools with their evidence, cost and history; or about a row. */
export default function CellSheet({
  list,
  row: opened,
  windows,
  column,
  open,
  onClose,
  onWrong,
  onPutBack,
}: CellSheetProps) {
  const row = useSyncExternalStore(windows.subscribe, () => windows.find(opened.id)) ?? opened;
  const steps = list.steps.filter(({ id, kind }) => kind === 'tool' && (!column || column.step === id));
  const title = column ? headerOf(column) : (row.values[list.columns[0] ?? ''] ?? 'Row');
  const fields = column ? [column] : list.fields;
  // What is said about an answer that wasn't taken can't be wrong by itself.
  const isAnswered = ({ step }: ListColumn) =>
    steps.some(({ id }) => id === step && row.states?.[id]?.status !== 'nothing-found');
  return (
    <Sheet
      open={open}
      onOpenChange={(next) => !next && onClose()}
      side="right"
      title={title}
      className="w-[min(30rem,100vw)]"
    >
      <div className="flex items-center justify-between gap-3 border-b border-border px-5 py-3">
        <h2 className="truncate text-xl tracking-tight">{title}</h2>
        <Button variant="ghost" size="icon-sm" aria-label="Close" onClick={onClose}>
          <X aria-hidden />
        </Button>
      </div>
      <div className="grid flex-1 content-start gap-6 overflow-y-auto px-5 py-4">
        <dl className="grid gap-3">
          {fields.map((field) => (
            <div key={field.id}>
              <dt className="text-sm text-muted-foreground">{headerOf(field)}</dt>
              {isAnswered(field) && row.values[field.id] ? (
                row.values[field.id]?.split(CSV_LIST_SEPARATOR).map((value) => (
                  <dd key={value} className="flex items-start justify-between gap-3">
                    <span className="min-w-0 py-1 wrap-anywhere whitespace-pre-wrap">{value}</span>
                    <WrongButton list={list} row={row.id} column={field.id} value={value} onWrong={onWrong} />
                  </dd>
                ))
              ) : (
                <dd className="wrap-anywhere whitespace-pre-wrap">
                  {row.values[field.id] || <EmptyValue />}
                </dd>
              )}
            </div>
          ))}
        </dl>
        {steps.map((step) => (
          <StepAnswers key={step.id} list={list} row={row.id} step={step.id} name={step.name} />
        ))}
        {column && steps.length === 0 && (
          <TypedHistory list={list} row={row} column={column} onPutBack={onPutBack} />
        )}
      </div>
    </Sheet>
  );
}

/** Calls a value of a tool wrong, so that the cell takes the next answer and this one never comes again. */
function WrongButton({
  list,
  row,
  column,
  value,
  onWrong,
}: {
  list: ListView;
  row: number;
  column: string;
  value: string;
  onWrong: (list: ListView) => void;
}) {
  const { listCellWrong } = LIST_STEP_CALLS;
  const mark = useMutation({
    mutationFn: () => invoke(listCellWrong, { id: list.id, row, column, value }),
    onSuccess: (changed) => {
      toast.success('Your lists won’t take this answer again.', { description: value });
      onWrong(changed);
    },
    onError: (error) => toast.error('This wasn’t saved', { description: failureMessage(error) }),
  });
  return (
    <Button
      variant="ghost"
      size="sm"
      busy={mark.isPending}
      aria-label={`Wrong: ${value}`}
      title="Take the next answer, and never this one again"
      onClick={() => mark.mutate()}
    >
      <ThumbsDown aria-hidden />
      Wrong
    </Button>
  );
}

const STATUS_LABELS: Readonly<Record<string, string>> = {
  done: 'Filled',
  'nothing-found': 'Not found',
  failed: 'Failed',
  skipped: 'Skipped',
};

function StepAnswers({ list, row, step, name }: { list: ListView; row: number; step: string; name: string }) {
  const { listCell } = LIST_STEP_CALLS;
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['list-cell', list.id, row, step, list.version],
    queryFn: ({ signal }) => invoke(listCell, { id: list.id, row, step }, { signal }),
  });
  return (
    <section aria-label={name} className="grid gap-3 border-t border-border pt-4">
      <div className="flex items-center justify-between gap-3">
        <h3 className="font-medium">{name}</h3>
        {data?.state.status && <Badge>{STATUS_LABELS[data.state.status]}</Badge>}
      </div>
      {error && !data && (
        <LoadFailure title="We couldn't load this cell" busy={isFetching} onRetry={() => refetch()}>
          {failureMessage(error)}
        </LoadFailure>
      )}
      {!data && !error && <Skeleton className="h-20 w-full" />}
      {data && (
        <>
          {data.state.stale && (
            <p className="text-sm text-warning">What this was made from has changed since. Run it again.</p>
          )}
          {data.state.note && <p className="text-sm text-muted-foreground">{data.state.note}</p>}
          {data.tries.length === 0 && data.state.status === null && (
            <p className="text-sm text-muted-foreground">This cell has not been run yet.</p>
          )}
          <ol className="grid gap-3">
            {data.tries.map((each, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the order of tries never changes.
              <Answer key={index} answer={each} />
            ))}
          </ol>
          {data.workedAt && (
            <p className="text-sm text-muted-foreground tabular-nums">
              {plural(data.cost, 'credit')}
              {data.ms !== null && ` · ${formatSeconds(data.ms / 1000)}`} · {formatDate(data.workedAt)}
            </p>
          )}
          {data.history.length > 0 && (
            <details className="text-sm">
              <summary className="cursor-pointer text-muted-foreground">
                {plural(data.history.length, 'earlier value')}
              </summary>
              <EarlierValues history={data.history} />
            </details>
          )}
        </>
      )}
    </section>
  );
}

/** What one tool said, with where it found it. */
function Answer({ answer }: { answer: CellTry }) {
  const tool = stepTool(answer.tool);
  const verdict = tool?.verdicts.find(({ value }) => value === answer.verdict)?.label;
  // The first field is what the tool looks for.
  const [looked] = tool?.fields ?? [];
  const isRefused = !answer.accepted && !answer.failed && tool?.about !== undefined && looked !== undefined;
  const value = isRefused ? storedTexts(tool.value?.(answer.row, looked.field)).join('; ') : '';
  return (
    <li className="grid gap-1.5 rounded-lg border border-border px-4 py-3">
      <div className="flex items-center justify-between gap-3 text-sm">
        <span className="font-medium">{toolOfType(answer.tool)?.label ?? tool?.action ?? answer.tool}</span>
        <span className="text-muted-foreground">
          {answer.accepted
            ? 'Answer taken'
            : answer.failed
              ? 'Failed'
              : value
                ? `Not taken: ${verdict ?? answer.verdict}`
                : 'No answer'}
        </span>
      </div>
      {value && <p className="font-medium wrap-anywhere">{value}</p>}
      <p className="text-sm wrap-anywhere">{answer.text}</p>
      <AnswerDetails answer={answer} />
    </li>
  );
}
