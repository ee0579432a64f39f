import { useQueryClient } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { Link, useSearchParams } from 'react-router';
import type { TaskView } from '#contract/tasks.ts';
import { OpenTask } from '#web/kit/open-task.tsx';
import { CsvButton } from '#web/kit/task-actions.tsx';
import { taskKey } from '#web/kit/use-task.ts';
import { useTaskResults } from '#web/kit/use-task-results.ts';
import { useAccount } from '#web/lib/account.ts';
import { useSession } from '#web/lib/session.tsx';
import { Button } from '#web/ui/button.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { emailFinder } from '../definition.ts';
import { ListForm } from './input/list-form.tsx';
import { SingleFinder, SingleVerifier } from './input/single-forms.tsx';
import { FINDER_MODES, ModeTabs } from './mode-tabs.tsx';
import { ReachBanner } from './reach-banner.tsx';
import { EmailResults } from './results/email-results.tsx';
import { STATUS_FILTERS } from './results/email-view.ts';

const PATH = emailFinder.path;

/** The open task and the search type are in the URL. */
export function Component() {
  const [params, setParams] = useSearchParams();
  const taskId = params.get('task');
  const mode = FINDER_MODES.find((each) => each === params.get('mode')) ?? 'list';
  const client = useQueryClient();
  const { user } = useSession();
  const { data: account } = useAccount();
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
          taskId && (
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
      {taskId ? (
        <OpenTask key={taskId} id={taskId} type="csv-extraction" newLabel="New search">
          {(task, tick) => <Results task={task} tick={tick} />}
        </OpenTask>
      ) : (
        <>
          <ModeTabs mode={mode} path={PATH} />
          {mode === 'list' && user && <ListForm accountId={user.id} account={account} onStarted={open} />}
          {mode === 'find' && <SingleFinder account={account} onStarted={open} />}
          {mode === 'verify' && <SingleVerifier account={account} onStarted={open} />}
        </>
      )}
    </>
  );
}

function Results({ task, tick }: { task: TaskView; tick: number }) {
  const results = useTaskResults(task, tick, STATUS_FILTERS);
  return <EmailResults {...results} actions={<CsvButton task={task} />} />;
}
