import { History, RefreshCw } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { MESSAGES } from '#contract/messages.ts';
import { formatNumber } from '../../../lib/format.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { LoadFailure } from '../../../ui/load-failure.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { useTasks } from '../use-task.ts';
import { TaskCard } from './task-card.tsx';

const PAGE_TASKS = 20;

/** All tasks of the account, latest first, a page at a time; what runs moves by itself. */
export function TaskList() {
  const [limit, setLimit] = useState(PAGE_TASKS);
  const { data, error, isFetching, isPlaceholderData, refetch, dataUpdatedAt } = useTasks(limit);
  const [refreshing, setRefreshing] = useState(false);
  const refresh = async () => {
    setRefreshing(true);
    await refetch();
    setRefreshing(false);
  };

  return (
    <>
      <PageHeader
        title="Task History"
        help="Everything you ran, with its results. A running task goes on when you close the page."
        actions={
          <Button variant="secondary" busy={refreshing} onClick={refresh}>
            {!refreshing && <RefreshCw aria-hidden />}
            Refresh
          </Button>
        }
      />
      <div className="grid grid-cols-1 gap-3" aria-busy={!data && isFetching}>
        {error && (
          <LoadFailure
            title={data ? 'The list could not be brought up to date' : 'Your tasks could not be loaded'}
            busy={refreshing}
            onRetry={refresh}
          >
            {data
              ? 'What you see is how it was a moment ago.'
              : 'They are kept on the server. Check your connection.'}
          </LoadFailure>
        )}
        {!data && !error && <LoadingCards />}
        {data?.tasks.length === 0 && <NoTasks />}
        {data?.tasks.map((task) => (
          <TaskCard key={task.id} task={task} tick={dataUpdatedAt} />
        ))}
        {data && data.tasks.length > 0 && (
          <Footer shown={data.tasks.length} count={data.count}>
            <Button variant="secondary" busy={isPlaceholderData} onClick={() => setLimit(limit + PAGE_TASKS)}>
              Show more
            </Button>
          </Footer>
        )}
      </div>
    </>
  );
}

function Footer({ shown, count, children }: { shown: number; count: number; children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 pt-1">
      <p role="status" className="text-sm text-muted-foreground tabular-nums">
        {formatNumber(shown)} of {formatNumber(count)} tasks
      </p>
      {shown < count && children}
    </div>
  );
}

function NoTasks() {
  return (
    <Card>
      <EmptyState
        icon={History}
        title={MESSAGES.tasks.none}
        action={
          <Button asChild>
            <Link to="/dashboard/website-extraction">Start with Website Extraction</Link>
          </Button>
        }
      >
        Paste a list of websites and its emails, phones and social profiles are kept here.
      </EmptyState>
    </Card>
  );
}

function LoadingCards() {
  return (
    <div role="status" aria-label="Loading your tasks" className="grid gap-3">
      {['a', 'b', 'c', 'd'].map((key) => (
        <Card key={key} className="flex flex-wrap items-start justify-between gap-4 p-4 md:px-5">
          <div className="grid gap-2.5">
            <Skeleton className="h-5 w-56" />
            <Skeleton className="h-4 w-44" />
            <Skeleton className="h-4 w-64" />
          </div>
          <div className="flex gap-2">
            <Skeleton className="h-8 w-28" />
            <Skeleton className="h-8 w-28" />
          </div>
        </Card>
      ))}
    </div>
  );
}
