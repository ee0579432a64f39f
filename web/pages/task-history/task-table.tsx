import { ChevronRight } from 'lucide-react';
import { type ComponentType, type FormEvent, lazy, Suspense, useId, useState } from 'react';
import { Link } from 'react-router';
import { plural } from '#contract/plural.ts';
import { isRunning, type TaskView } from '#contract/tasks.ts';
import { taskPath } from '#tools/index/tools.ts';
import { LoadingTask } from '../../kit/loading-task.tsx';
import type { OpenTaskProps } from '../../kit/open-task.tsx';
import { DeleteConfirmation, KeptUntil } from '../../kit/row-retention.tsx';
import { ResumeRefusal } from '../../kit/task-actions.tsx';
import { optionsLabel, taskLabels, taskTitle } from '../../kit/task-labels.ts';
import { TaskStatusBadge } from '../../kit/task-status.tsx';
import { useResumeTask } from '../../kit/use-task.ts';
import { useRenameTask } from '../../kit/use-task-changes.ts';
import { cn } from '../../lib/class-names.ts';
import { formatDate, formatNumber, formatTaskCost } from '../../lib/format.ts';
import { useNarrow } from '../../lib/use-narrow.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Input } from '../../ui/input.tsx';
import { Progress } from '../../ui/progress.tsx';
import { Table, TableBody, TableCell, TableHead, TableHeaderCell, TableRow } from '../../ui/table.tsx';
import { Tooltip } from '../../ui/tooltip.tsx';
import { useRestoredFocus } from '../../ui/use-restored-focus.ts';
import { TOOL_PAGES } from '../all-pages.ts';
import { TaskMenu } from './task-menu.tsx';

const COLUMNS = 7;
const NARROW_COLUMNS = 3;

/** The tasks of one page. Narrow windows get one column for everything. */
export function TaskTable({ tasks }: { tasks: readonly TaskView[] }) {
  const narrow = useNarrow();
  const columns = narrow ? NARROW_COLUMNS : COLUMNS;
  return (
    <Card className="min-w-0 overflow-hidden">
      <Table label="Tasks" className={narrow ? 'table-fixed' : 'min-w-[46rem] table-fixed'}>
        {/* The hidden header of narrow windows can't set widths. */}
        {narrow && (
          <colgroup>
            <col className="w-11" />
            <col />
            <col className="w-14" />
          </colgroup>
        )}
        <TableHead className={narrow ? 'sr-only' : undefined}>
          <TableRow>
            <TableHeaderCell className="w-11">
              <span className="sr-only">Results</span>
            </TableHeaderCell>
            <TableHeaderCell>Name</TableHeaderCell>
            {!narrow && (
              <>
                <TableHeaderCell className="w-36">Status</TableHeaderCell>
                <TableHeaderCell className="w-40">Items</TableHeaderCell>
                <TableHeaderCell className="w-28 text-right">Cost</TableHeaderCell>
                <TableHeaderCell className="w-28 lg:w-42">Date</TableHeaderCell>
              </>
            )}
            <TableHeaderCell className={narrow ? 'w-14' : 'w-32'}>
              <span className="sr-only">Actions</span>
            </TableHeaderCell>
          </TableRow>
        </TableHead>
        {tasks.map((task) => (
          <TaskHistoryRow key={task.id} task={task} columns={columns} narrow={narrow} />
        ))}
      </Table>
    </Card>
  );
}

interface TaskRowProps {
  task: TaskView;
  /** the columns of the table */
  columns: number;
  /** one column for everything, besides the menu */
  narrow: boolean;
}

/** One task: a row that opens it, and its results below on request. */
function TaskHistoryRow({ task, columns, narrow }: TaskRowProps) {
  const [open, setOpen] = useState(false);
  const [renaming, setRenaming] = useState(false);
  const [deleting, setDeleting] = useState(false);
  const resume = useResumeTask();
  const resultsId = useId();
  const tool = [taskLabels(task.type).name, optionsLabel(task)].filter(Boolean).join(' · ');
  const address = taskPath(task);
  const date = <time dateTime={task.createdat}>{formatDate(task.createdat)}</time>;
  const counts = countTexts(task);
  const below = deleting || Boolean(resume.error);
  const name = <TaskName task={task} renaming={renaming} onDone={() => setRenaming(false)} />;

  return (
    <TableBody aria-label={taskTitle(task)} className="last:[&>tr:last-child>td]:border-b-0">
      <TableRow>
        <TableCell className={cn('pr-0 pl-2 group-last:border-b md:pl-3', narrow && 'align-top')}>
          <Tooltip content={open ? 'Hide Results' : 'View Results'}>
            <button
              type="button"
              aria-expanded={open}
              aria-controls={open ? resultsId : undefined}
              aria-label={`${open ? 'Hide Results' : 'View Results'} of ${taskTitle(task)}`}
              onClick={() => setOpen(!open)}
              className={cn(
                'flex size-8 items-center justify-center rounded-md text-muted-foreground hover:bg-muted hover:text-foreground',
                narrow && 'mt-2',
              )}
            >
              <ChevronRight aria-hidden className={cn('size-4 transition-transform', open && 'rotate-90')} />
            </button>
          </Tooltip>
        </TableCell>
        <TableCell className="max-w-0 py-2.5 group-last:border-b">
          {name}
          <p className="truncate text-muted-foreground">{tool}</p>
          {narrow && (
            <div className="grid gap-1.5 whitespace-normal tabular-nums">
              <p className="text-muted-foreground">{date}</p>
              <span>
                <TaskStatusBadge task={task} />
              </span>
              <p className="flex flex-wrap gap-x-3 text-muted-foreground">
                <span className="text-foreground">{counts.total}</span>
                {(task.processed > 0 ? counts.results : []).map((text) => (
                  <span key={text}>{text}</span>
                ))}
                <span>{formatTaskCost(task)}</span>
              </p>
              <TaskProgress task={task} />
            </div>
          )}
        </TableCell>
        {!narrow && (
          <>
            <TableCell className="group-last:border-b">
              <TaskStatusBadge task={task} />
            </TableCell>
            <TableCell className="whitespace-normal group-last:border-b">
              <Counts task={task} />
            </TableCell>
            <TableCell className="text-right tabular-nums group-last:border-b">
              {formatTaskCost(task)}
            </TableCell>
            <TableCell className="whitespace-normal text-muted-foreground tabular-nums group-last:border-b">
              {date}
            </TableCell>
          </>
        )}
        <TableCell className={cn('pr-2 text-right group-last:border-b md:pr-3', narrow && 'align-top')}>
          <span className={cn('inline-flex items-center gap-1 align-middle', narrow && 'mt-2')}>
            {!narrow && address && (
              <Button asChild variant="secondary" size="sm">
                <Link to={address}>Open</Link>
              </Button>
            )}
            <TaskMenu
              task={task}
              resume={resume}
              onRename={() => setRenaming(true)}
              onDelete={() => setDeleting(true)}
            />
          </span>
        </TableCell>
      </TableRow>
      {below && (
        <tr>
          <td colSpan={columns} className="border-b border-border bg-surface px-4 py-3 md:px-5">
            {deleting && <DeleteConfirmation task={task} onDone={() => setDeleting(false)} />}
            <ResumeRefusal error={resume.error} />
          </td>
        </tr>
      )}
      {open && (
        <tr id={resultsId}>
          <td colSpan={columns} className="max-w-0 border-b border-border bg-surface p-2 md:p-3">
            <KeptUntil task={task} className="mb-2 px-2" />
            <TaskResults task={task} />
          </td>
        </tr>
      )}
    </TableBody>
  );
}

const RESULTS = import.meta.glob<{ default: ComponentType<OpenTaskProps> }>(
  '../../../tools/*/web/results.tsx',
);
/** The open tasks of the tools, by type. */
const OPEN_TASKS = new Map(
  TOOL_PAGES.flatMap(({ tool, folder }) => {
    const load = RESULTS[`../../${folder}/results.tsx`];
    return tool.task && load ? [[tool.task.type, lazy(load)] as const] : [];
  }),
);

/** The results of a task, as on the page of its tool. */
function TaskResults({ task: { id, type } }: Pick<TaskRowProps, 'task'>) {
  const OpenTask = OPEN_TASKS.get(type);
  if (!OpenTask) return <p>This version has no page for these results. Download the CSV file to see them.</p>;
  return (
    <Suspense fallback={<LoadingTask />}>
      <OpenTask key={id} id={id} inHistory />
    </Suspense>
  );
}

/** "30 URLs" and what came out of them, or the progress of a task that isn't done. */
function Counts({ task }: { task: TaskView }) {
  const { total, results } = countTexts(task);
  return (
    <div className="tabular-nums">
      <p>{total}</p>
      {task.processed > 0 && <p className="text-muted-foreground">{results.join(' · ')}</p>}
      <TaskProgress task={task} />
    </div>
  );
}

function TaskProgress({ task }: { task: TaskView }) {
  if (!isRunning(task.status)) return null;
  const label = `${taskTitle(task)} progress`;
  return <Progress label={label} done={task.processed} total={task.total} className="mt-1 h-1" />;
}

function countTexts({ type, processed, total, found, failed, freerepeats }: TaskView): {
  total: string;
  results: string[];
} {
  const labels = taskLabels(type);
  const failures = failed > 0 ? [`${formatNumber(failed)} ${labels.failed.toLowerCase()}`] : [];
  const repeats = freerepeats > 0 ? [`${formatNumber(freerepeats)} paid before, free`] : [];
  return {
    total:
      processed < total
        ? `${formatNumber(processed)} of ${plural(total, labels.item)}`
        : plural(total, labels.item),
    results: [`${formatNumber(found)} found`, ...failures, ...repeats],
  };
}

interface TaskNameProps {
  task: TaskView;
  renaming: boolean;
  /** the name was saved, or stays as it was */
  onDone: () => void;
}

/** The name of a task, which opens it, or the form that changes the name. */
function TaskName({ task, renaming, onDone }: TaskNameProps) {
  const container = useRestoredFocus<HTMLDivElement>(renaming);
  return (
    <div ref={container} tabIndex={-1} className="outline-none">
      {renaming ? <RenameForm task={task} onDone={onDone} /> : <TaskTitle task={task} />}
    </div>
  );
}

function TaskTitle({ task }: Pick<TaskNameProps, 'task'>) {
  const address = taskPath(task);
  const title = taskTitle(task);
  if (!address)
    return (
      <span className="block truncate font-medium" title={title}>
        {title}
      </span>
    );
  return (
    <Link
      to={address}
      title={title}
      className="block min-h-6 truncate leading-6 font-medium hover:text-accent hover:underline hover:underline-offset-4"
    >
      {title}
    </Link>
  );
}

function RenameForm({ task, onDone }: Pick<TaskNameProps, 'task' | 'onDone'>) {
  const [name, setName] = useState(task.name);
  const rename = useRenameTask();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const next = name.trim();
    if (next && next !== task.name && !rename.isPending)
      await rename.mutateAsync({ id: task.id, name: next });
    onDone();
  };
  return (
    <form
      className="flex flex-wrap items-center gap-2 py-1.5"
      onSubmit={(event) => void submit(event).catch(() => undefined)}
    >
      <Input
        autoFocus
        aria-label="Task name"
        value={name}
        maxLength={200}
        onChange={(event) => setName(event.target.value)}
        onFocus={(event) => event.target.select()}
        onKeyDown={(event) => event.key === 'Escape' && onDone()}
        className="h-8 min-w-32 flex-1"
      />
      <Button type="submit" size="sm" variant="secondary" busy={rename.isPending}>
        Save
      </Button>
    </form>
  );
}
