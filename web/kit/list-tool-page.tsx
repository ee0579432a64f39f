import { useQueryClient } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { type ReactNode, Suspense } from 'react';
import { Link, useSearchParams } from 'react-router';
import type { AccountView } from '#contract/account.ts';
import type { TaskView } from '#contract/tasks.ts';
import { useAccount } from '../lib/account.ts';
import { useSession } from '../lib/session.tsx';
import { Button } from '../ui/button.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { LoadingTask } from './loading-task.tsx';
import type { OpenTaskProps } from './open-task.tsx';
import { taskKey } from './use-task.ts';

/** What the form of a new list gets. */
export interface ListFormProps {
  accountId: string;
  account: AccountView | undefined;
  onStarted: (task: TaskView) => void;
}

interface ListToolPageProps {
  tool: { title: string; description: string; path: string };
  /** the label of the link that starts a new list */
  newLabel: string;
  form: (props: ListFormProps) => ReactNode;
  /** the open task with its results; a lazy component, since the form doesn't need it */
  task: (props: OpenTaskProps) => ReactNode;
  /** shown below the heading */
  banner?: ReactNode;
  /** A kind of form, which is kept in the URL as `mode`. The form of a mode stays above its task. */
  mode?: string | undefined;
}

/** The page of a tool that works on lists: the form of a new list, or the task in the URL. */
export function ListToolPage({ tool, newLabel, form, task, banner, mode }: ListToolPageProps) {
  const [params, setParams] = useSearchParams();
  const id = params.get('task');
  const client = useQueryClient();
  const { user } = useSession();
  const { data: account } = useAccount();
  const showsForm = !id || mode !== undefined;

  const open = (started: TaskView) => {
    client.setQueryData(taskKey(started.id), started);
    setParams({ task: started.id, ...(mode && { mode }) });
    window.scrollTo({ top: 0 });
  };

  return (
    <>
      <PageHeader
        title={tool.title}
        contentKey={id}
        help={tool.description}
        actions={
          !showsForm && (
            <Button asChild variant="secondary">
              <Link to={tool.path}>
                <Plus aria-hidden />
                {newLabel}
              </Link>
            </Button>
          )
        }
      />
      {banner}
      {showsForm && user && form({ accountId: user.id, account, onStarted: open })}
      {id && (
        <div className={showsForm ? 'mt-4' : undefined}>
          <Suspense key={id} fallback={<LoadingTask />}>
            {task({ id, newLabel })}
          </Suspense>
        </div>
      )}
    </>
  );
}
