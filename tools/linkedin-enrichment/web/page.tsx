import { useQueryClient } from '@tanstack/react-query';
import { IdCard, Plus } from 'lucide-react';
import { Link, useSearchParams } from 'react-router';
import { MESSAGES } from '#contract/messages.ts';
import type { TaskView } from '#contract/tasks.ts';
import { OpenTask } from '#web/kit/open-task.tsx';
import { taskKey } from '#web/kit/use-task.ts';
import { useTaskResults } from '#web/kit/use-task-results.ts';
import { useAccount } from '#web/lib/account.ts';
import { useSession } from '#web/lib/session.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { linkedinEnrichment } from '../definition.ts';
import { ProfileForm } from './input/profile-form.tsx';
import { ProfileResults } from './results/profile-results.tsx';
import { OUTCOME_FILTERS } from './results/profile-view.ts';

const NEW_LABEL = 'New list';

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
        title={linkedinEnrichment.title}
        contentKey={taskId}
        help={linkedinEnrichment.description}
        actions={
          taskId && (
            <Button asChild variant="secondary">
              <Link to={linkedinEnrichment.path}>
                <Plus aria-hidden />
                {NEW_LABEL}
              </Link>
            </Button>
          )
        }
      />
      {taskId ? (
        <OpenTask key={taskId} id={taskId} type="linkedin-enrichment" newLabel={NEW_LABEL}>
          {(task, tick) => <Results task={task} tick={tick} />}
        </OpenTask>
      ) : (
        <div className="grid grid-cols-1 gap-4">
          {user && <ProfileForm accountId={user.id} account={account} onStarted={open} />}
          <Card>
            <EmptyState icon={IdCard} title={MESSAGES.tasks.noneYet}>
              Each value comes with its source and date. Data of another person is never mixed in: if we can't
              tell people apart, we leave the value out.
            </EmptyState>
          </Card>
        </div>
      )}
    </>
  );
}

function Results({ task, tick }: { task: TaskView; tick: number }) {
  const results = useTaskResults(task, tick, OUTCOME_FILTERS);
  return <ProfileResults {...results} />;
}
