import { useQueryClient } from '@tanstack/react-query';
import { Building2, Plus } from 'lucide-react';
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
import { companyToDomain } from '../definition.ts';
import { CompanyForm } from './input/company-form.tsx';
import { CompanyResults } from './results/company-results.tsx';
import { OUTCOME_FILTERS } from './results/company-view.ts';

const PATH = companyToDomain.path;
const NEW_LABEL = 'New list';
/** The licenses ask for nothing but this; data/README.md has their texts. */
const INDEX_CREDITS =
  'Company index: Research Organization Registry, datenanfragen.de, gilbarbara/logos and Wikidata (CC0), CISA .gov domains (public domain), name-suggestion-index (BSD 3-Clause).';

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
        title={companyToDomain.title}
        contentKey={taskId}
        help={companyToDomain.description}
        actions={
          taskId && (
            <Button asChild variant="secondary">
              <Link to={PATH}>
                <Plus aria-hidden />
                {NEW_LABEL}
              </Link>
            </Button>
          )
        }
      />
      {taskId ? (
        <OpenTask key={taskId} id={taskId} type="company-to-domain" newLabel={NEW_LABEL}>
          {(task, tick) => <Results task={task} tick={tick} />}
        </OpenTask>
      ) : (
        <div className="grid grid-cols-1 gap-4">
          {user && <CompanyForm accountId={user.id} account={account} onStarted={open} />}
          <Card>
            <EmptyState icon={Building2} title={MESSAGES.tasks.noneYet}>
              Each domain comes with the reason for it. If no website clearly belongs to a company, we say so.
            </EmptyState>
          </Card>
          <p className="max-w-[80ch] text-xs text-muted-foreground">{INDEX_CREDITS}</p>
        </div>
      )}
    </>
  );
}

function Results({ task, tick }: { task: TaskView; tick: number }) {
  const results = useTaskResults(task, tick, OUTCOME_FILTERS);
  return <CompanyResults {...results} />;
}
