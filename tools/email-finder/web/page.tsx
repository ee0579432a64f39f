import { useQueryClient } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import type { TaskView } from '#contract/tasks.ts';
import { OpenTask } from '#web/kit/open-task.tsx';
import { taskKey } from '#web/kit/use-task.ts';
import { useTaskResults } from '#web/kit/use-task-results.ts';
import { useAccount } from '#web/lib/account.ts';
import { cn } from '#web/lib/class-names.ts';
import { useSession } from '#web/lib/session.tsx';
import { Button } from '#web/ui/button.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { type EmailRow, emailFinder } from '../definition.ts';
import { ListForm } from './input/list-form.tsx';
import { SingleFinder, SingleVerifier } from './input/single-forms.tsx';
import { FINDER_MODES, ModeTabs } from './mode-tabs.tsx';
import { ReachBanner } from './reach-banner.tsx';
import { EmailResults } from './results/email-results.tsx';
import { STATUS_FILTERS } from './results/email-view.ts';
import { LookupCard } from './results/lookup-card.tsx';

const PATH = emailFinder.path;

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
          {mode === 'find' && <SingleFinder account={account} onStarted={open} last={answer} />}
          {mode === 'verify' && <SingleVerifier account={account} onStarted={open} last={answer} />}
        </>
      )}
      {taskId ? (
        <div className={cn(showsForm && 'mt-4')}>
          <OpenTask
            key={taskId}
            id={taskId}
            type="csv-extraction"
            newLabel="New search"
            single={(task, tick) => <Lookup task={task} tick={tick} onAnswer={setAnswer} />}
          >
            {(task, tick) => <Results task={task} tick={tick} />}
          </OpenTask>
        </div>
      ) : null}
    </>
  );
}

function Results({ task, tick }: { task: TaskView; tick: number }) {
  const results = useTaskResults(task, tick, STATUS_FILTERS);
  return <EmailResults {...results} />;
}

interface LookupProps {
  task: TaskView;
  tick: number;
  onAnswer: (row: EmailRow) => void;
}

function Lookup({ task, tick, onAnswer }: LookupProps) {
  const { rows, error, onRetry, onNeed } = useTaskResults(task, tick, STATUS_FILTERS);
  return (
    <LookupCard task={task} rows={rows} error={error} onRetry={onRetry} onNeed={onNeed} onAnswer={onAnswer} />
  );
}
