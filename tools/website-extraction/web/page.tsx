import { useQueryClient } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { Link, useSearchParams } from 'react-router';
import type { TaskView } from '#contract/tasks.ts';
import { OpenTask } from '#web/kit/open-task.tsx';
import { taskKey } from '#web/kit/use-task.ts';
import { useTaskResults } from '#web/kit/use-task-results.ts';
import { useAccount } from '#web/lib/account.ts';
import { useSession } from '#web/lib/session.tsx';
import { Button } from '#web/ui/button.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { websiteExtraction } from '../definition.ts';
import { UrlForm } from './input/url-form.tsx';
import { WebsiteResults } from './results/website-results.tsx';
import { OUTCOME_FILTERS } from './results/website-row.ts';

const PATH = websiteExtraction.path;

/** The open task is in the URL. */
export function Component() {
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
        title={websiteExtraction.title}
        contentKey={taskId}
        help={websiteExtraction.description}
        actions={
          taskId && (
            <Button asChild variant="secondary">
              <Link to={PATH}>
                <Plus aria-hidden />
                New extraction
              </Link>
            </Button>
          )
        }
      />
      {taskId ? (
        <OpenTask key={taskId} id={taskId} type="website-extraction" newLabel="New extraction">
          {(task, tick) => <Results task={task} tick={tick} />}
        </OpenTask>
      ) : (
        user && <UrlForm accountId={user.id} account={account} onStarted={open} />
      )}
    </>
  );
}

function Results({ task, tick }: { task: TaskView; tick: number }) {
  const results = useTaskResults(task, tick, OUTCOME_FILTERS);
  return <WebsiteResults {...results} />;
}
