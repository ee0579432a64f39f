import { History, RefreshCw, SearchX, X } from 'lucide-react';
import { useId, useState } from 'react';
import { Link } from 'react-router';
import { TASK_SEARCHED_ITEMS } from '#contract/limits.ts';
import { MESSAGES } from '#contract/messages.ts';
import { plural } from '#contract/plural.ts';
import { hasTasks, TOOLS, toolFor } from '#tools/index/tools.ts';
import type { TaskToolDefinition } from '#tools/tool.ts';
import { SearchField } from '../../kit/search-field.tsx';
import { useTasks } from '../../kit/use-task.ts';
import { failureMessage } from '../../lib/calls.ts';
import { useQueryState } from '../../lib/use-query-state.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LoadFailure } from '../../ui/load-failure.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Pagination } from '../../ui/pagination.tsx';
import { Select } from '../../ui/select.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useRestoredFocus } from '../../ui/use-restored-focus.ts';
import {
  type HistoryPart,
  historyFilter,
  readHistoryPart,
  SEARCH_MAX_CHARS,
  STATUS_CHOICES,
  writeHistoryPart,
} from './history-part.ts';
import { taskHistory } from './page.ts';
import { TaskTable } from './task-table.tsx';

const PAGE_TASKS = 20;
const TASK_TOOLS = TOOLS.filter(hasTasks);
const TYPES = TASK_TOOLS.map(({ task }) => task.type);

/** Lists all tasks of the account, newest first, a page at a time. Running tasks update automatically. */
export function Component() {
  const [params, setParams] = useQueryState();
  const part = readHistoryPart(params, TYPES);
  const { page } = part;
  const filter = historyFilter(part);
  const { data, error, isFetching, isPlaceholderData, refetch } = useTasks(PAGE_TASKS, page, filter);
  const pages = Math.ceil((data?.count ?? 0) / PAGE_TASKS);
  const [refreshing, setRefreshing] = useState(false);
  const refresh = async () => {
    setRefreshing(true);
    await refetch();
    setRefreshing(false);
  };

  const change = (to: Partial<HistoryPart>) =>
    setParams((before) => writeHistoryPart(readHistoryPart(before, TYPES), to), { replace: true });
  const clear = () => change({ search: '', type: '', status: '' });
  const turn = (to: number) => {
    setParams((before) => writeHistoryPart(readHistoryPart(before, TYPES), { page: to }));
    window.scrollTo({ top: 0 });
  };
  const none = data?.count === 0 && !isPlaceholderData;

  return (
    <>
      <PageHeader
        title={taskHistory.title}
        help={taskHistory.description}
        actions={
          <Button variant="secondary" busy={refreshing} onClick={refresh}>
            {!refreshing && <RefreshCw aria-hidden />}
            Refresh
          </Button>
        }
      />
      <div className="grid grid-cols-1 gap-3" aria-busy={isFetching && (!data || isPlaceholderData)}>
        {!(none && !filter) && (
          <HistoryFilters tools={TASK_TOOLS} part={part} onPart={change} onClear={clear} />
        )}
        {error && (
          <LoadFailure
            title={data ? "We couldn't refresh the list" : "We couldn't load your tasks"}
            busy={refreshing}
            onRetry={refresh}
          >
            {data
              ? 'This list may be out of date.'
              : `${failureMessage(error)} Your tasks are safe on the server.`}
          </LoadFailure>
        )}
        {!data && !error && <LoadingRows />}
        {none && (filter ? <NoMatch onClear={clear} /> : <NoTasks />)}
        {data && data.tasks.length === 0 && data.count > 0 && <PastTheEnd onFirst={() => turn(1)} />}
        {data && data.tasks.length > 0 && <TaskTable tasks={data.tasks} />}
        {data && data.tasks.length > 0 && (
          <div className="flex flex-wrap items-center justify-between gap-3 pt-1">
            <p role="status" className="text-sm text-muted-foreground tabular-nums">
              {plural(data.count, filter ? 'matching task' : 'task')}
            </p>
            {pages > 1 && <Pagination label="Pages of tasks" page={page} pages={pages} onPage={turn} />}
          </div>
        )}
      </div>
    </>
  );
}

function NoMatch({ onClear }: { onClear: () => void }) {
  return (
    <Card>
      <EmptyState
        icon={SearchX}
        title="No tasks match"
        action={
          <Button variant="secondary" onClick={onClear}>
            Show all tasks
          </Button>
        }
      >
        Try another word, tool or status. Items after the first {TASK_SEARCHED_ITEMS} of a list aren't
        searched.
      </EmptyState>
    </Card>
  );
}

/** Takes the place of a page after the last one. */
function PastTheEnd({ onFirst }: { onFirst: () => void }) {
  return (
    <Card>
      <EmptyState
        icon={History}
        title="This page has no tasks"
        action={
          <Button variant="secondary" onClick={onFirst}>
            Show the latest tasks
          </Button>
        }
      >
        Your task history ends before this page.
      </EmptyState>
    </Card>
  );
}

function NoTasks() {
  const { path, label } = toolFor('websites');
  return (
    <Card>
      <EmptyState
        icon={History}
        title={MESSAGES.tasks.none}
        action={
          <Button asChild>
            <Link to={path}>Start with {label}</Link>
          </Button>
        }
      >
        Paste a list of websites, and their emails, phone numbers and social profiles appear here.
      </EmptyState>
    </Card>
  );
}

function LoadingRows() {
  return (
    <Card role="status" aria-label="Loading your tasks">
      {['a', 'b', 'c', 'd', 'e', 'f'].map((key) => (
        <div
          key={key}
          className="flex min-h-16 items-center justify-between gap-4 border-b border-border px-4 last:border-b-0 md:px-5"
        >
          <div className="grid gap-1.5">
            <Skeleton className="h-4 w-48" />
            <Skeleton className="h-3.5 w-32" />
          </div>
          <Skeleton className="h-6 w-24 rounded-full" />
        </div>
      ))}
    </Card>
  );
}

interface HistoryFiltersProps {
  tools: readonly TaskToolDefinition[];
  part: HistoryPart;
  onPart: (change: Partial<HistoryPart>) => void;
  onClear: () => void;
}

function HistoryFilters({ tools, part, onPart, onClear }: HistoryFiltersProps) {
  const hint = useId();
  // The buttons that show all tasks go with the filters.
  const filters = useRestoredFocus<HTMLElement>(historyFilter(part) !== null);
  return (
    <search ref={filters} tabIndex={-1} aria-label="Task history" className="grid gap-1.5 outline-none">
      <div className="flex flex-wrap items-center gap-2">
        <SearchField
          label="Search tasks"
          placeholder="Search names and items"
          describedBy={hint}
          text={part.search}
          maxLength={SEARCH_MAX_CHARS}
          onText={(search) => onPart({ search })}
          className="w-full sm:w-auto sm:min-w-56 sm:flex-1 lg:max-w-96"
        />
        <Choice
          label="Tool"
          all="All tools"
          choices={tools.map(({ label, task: { type } }) => [type, label])}
          value={part.type}
          onValue={(type) => onPart({ type })}
        />
        <Choice
          label="Status"
          all="All statuses"
          choices={Object.entries(STATUS_CHOICES).map(([status, { label }]) => [status, label])}
          value={part.status}
          onValue={(status) => onPart({ status })}
        />
        {historyFilter(part) && (
          <Button variant="ghost" size="sm" onClick={onClear}>
            <X aria-hidden />
            Clear
          </Button>
        )}
      </div>
      <p id={hint} className="text-sm text-muted-foreground">
        Searches task names and the first {TASK_SEARCHED_ITEMS} items of each list.
      </p>
    </search>
  );
}

interface ChoiceProps {
  label: string;
  /** the choice that filters nothing */
  all: string;
  choices: readonly (readonly [value: string, label: string])[];
  value: string;
  onValue: (value: string) => void;
}

function Choice({ label, all, choices, value, onValue }: ChoiceProps) {
  return (
    <Select
      size="sm"
      aria-label={label}
      value={value}
      onChange={(event) => onValue(event.target.value)}
      className="min-w-32 flex-1 sm:max-w-52 sm:flex-none"
    >
      <option value="">{all}</option>
      {choices.map(([choice, text]) => (
        <option key={choice} value={choice}>
          {text}
        </option>
      ))}
    </Select>
  );
}
