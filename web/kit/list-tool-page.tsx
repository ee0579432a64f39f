import { useQueryClient } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { type ComponentType, type ReactNode, Suspense } from 'react';
import { Link, useSearchParams } from 'react-router';
import type { AccountView } from '#contract/account.ts';
import type { TaskType, TaskView } from '#contract/tasks.ts';
import { useAccount } from '../lib/account.ts';
import { useSession } from '../lib/session.tsx';
import { Button } from '../ui/button.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { LoadingTask } from './loading-task.tsx';
import { taskKey } from './use-task.ts';

/** What the form of a new list gets. */
export interface ListFormProps {
  accountId: string;
  account: AccountView | undefined;
  onStarted: (task: TaskView) => void;
}

/** What the open task of a list gets. */
export interface OpenListProps {
  id: string;
  type: TaskType;
  newLabel: string;
}

interface ListToolPageProps {
  tool: { title: string; description: string; path: string; task: { type: TaskType } };
  /** the label of the link that starts a new list */
  newLabel: string;
  form: (props: ListFormProps) => ReactNode;
  /** the open task with its results; a lazy component, since the form doesn't need it */
  Task: ComponentType<OpenListProps>;
}

/** The page of a tool that works on lists: the form of a new list, or the task in the URL. */
export function ListToolPage({ tool, newLabel, form, Task }: ListToolPageProps) {
  const [params, setParams] = useSearchParams();
  const taskId = params.get('task');
  const client = useQueryClient();
  const { user } = useSession();
  const { data: account } = useAccount();

  const open = (task: TaskView) => {
    client.setQueryData(taskKey(task.id), task);
    setParams({ task: task.id });
    window.scrollTo({ top: 0 });
  };

  return (
    <>
      <PageHeader
        title={tool.title}
        contentKey={taskId}
        help={tool.description}
        actions={
          taskId && (
            <Button asChild variant="secondary">
              <Link to={tool.path}>
                <Plus aria-hidden />
                {newLabel}
              </Link>
            </Button>
          )
        }
      />
      {taskId ? (
        <Suspense fallback={<LoadingTask />}>
          <Task key={taskId} id={taskId} type={tool.task.type} newLabel={newLabel} />
        </Suspense>
      ) : (
        user && form({ accountId: user.id, account, onStarted: open })
      )}
    </>
  );
}
