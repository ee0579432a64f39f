import { useQueryClient } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import type { TaskView } from '#contract/tasks.ts';
import { LoadingTask } from '#web/kit/loading-task.tsx';
import { taskKey } from '#web/kit/use-task.ts';
import { useAccount } from '#web/lib/account.ts';
import { cn } from '#web/lib/class-names.ts';
import { useSession } from '#web/lib/session.tsx';
import { Button } from '#web/ui/button.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { type EmailRow, emailFinder } from '../definition.ts';
import { ListForm } from './form.tsx';
import { FINDER_MODES, ModeTabs } from './mode-tabs.tsx';
import { ReachBanner } from './reach-banner.tsx';

const PATH = emailFinder.path;
const Search = lazy(() => import('./open-search.tsx'));
const SingleForm = lazy(() => import('./single-forms.tsx'));

/** The open task and the search type are in the URL. */
export function Component() {
  const [params, setParams] = useSearchParams();
  const taskId = params.get('task');
  const mode = FINDER_MODES.find((each) => each === params.get('mode')) ?? 'list';
  const client = useQueryClient();
  const { user } = useSession();
  const { data: account } = useAccount();
  // A single lookup keeps its form above the answer.
  const showsForm = !taskId || mode !== 'list';
  const [answer, setAnswer] = useState<EmailRow | null>(null);
  const open = (task: TaskView) => {
    client.setQueryData(taskKey(task.id), task);
    setParams(mode === 'list' ? { task: task.id } : { task: task.id, mode });
    window.scrollTo({ top: 0 });
  };

  return (
    <>
      <PageHeader
        title={emailFinder.title}
        contentKey={taskId}
        help={emailFinder.description}
        actions={
          taskId &&
          !showsForm && (
            <Button asChild variant="secondary">
              <Link to={mode === 'list' ? PATH : `${PATH}?mode=${mode}`}>
                <Plus aria-hidden />
                New search
              </Link>
            </Button>
          )
        }
      />
      <ReachBanner />
      {showsForm && (
        <>
          <ModeTabs mode={mode} path={PATH} />
          {mode === 'list' && user && <ListForm accountId={user.id} account={account} onStarted={open} />}
          {mode !== 'list' && (
            <Suspense fallback={<Skeleton className="h-48 w-full" />}>
              <SingleForm mode={mode} account={account} onStarted={open} last={answer} />
            </Suspense>
          )}
        </>
      )}
      {taskId ? (
        <div className={cn(showsForm && 'mt-4')}>
          <Suspense fallback={<LoadingTask />}>
            <Search key={taskId} id={taskId} onAnswer={setAnswer} />
          </Suspense>
        </div>
      ) : null}
    </>
  );
}
