import { useQueryClient } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { Link, useSearchParams } from 'react-router';
import type { TaskView } from '#contract/tasks.ts';
import { ListForm } from '../features/email-finder/input/list-form.tsx';
import { SingleFinder, SingleVerifier } from '../features/email-finder/input/single-forms.tsx';
import { FINDER_MODES, ModeTabs } from '../features/email-finder/mode-tabs.tsx';
import { ReachBanner } from '../features/email-finder/reach-banner.tsx';
import { EmailResults } from '../features/email-finder/results/email-results.tsx';
import { STATUS_FILTERS } from '../features/email-finder/results/email-view.ts';
import { OpenTask } from '../features/tasks/open-task.tsx';
import { CsvButton } from '../features/tasks/task-actions.tsx';
import { taskKey } from '../features/tasks/use-task.ts';
import { useTaskResults } from '../features/tasks/use-task-results.ts';
import { useAccount } from '../lib/account.ts';
import { useSession } from '../lib/session.tsx';
import { Button } from '../ui/button.tsx';
import { PageHeader } from '../ui/page-header.tsx';

const PATH = '/dashboard/verified-email-finder';

/** The task that is shown, and what is given to start one, live in the address. */
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
        title="CSV Extraction and Email Finder"
        shows={taskId}
        help="The work email of a person, asked of the mail server itself. A guess never looks verified."
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
        <OpenTask key={taskId} id={taskId} type="csv-extraction" again="New search">
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
