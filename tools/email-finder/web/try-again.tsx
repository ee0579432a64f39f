import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { plural } from '#contract/plural.ts';
import { isRunning, type TaskView } from '#contract/tasks.ts';
import { useSpend } from '#web/kit/use-spend.tsx';
import { useStarted } from '#web/kit/use-started.ts';
import { taskKey } from '#web/kit/use-task.ts';
import { useAccount } from '#web/lib/account.ts';
import { failureMessage, invoke } from '#web/lib/calls.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { emailFinder } from '../definition.ts';

/** Offers to try people again who weren't found, when more is known about their domains. */
export function TryAgain({ task }: { task: TaskView }) {
  const [, setParams] = useSearchParams();
  const client = useQueryClient();
  const hasMissing = !isRunning(task.status) && (task.outcomes.not_found ?? 0) > 0;
  const queryKey = ['email-try-again', task.id];
  const { data } = useQuery({
    queryKey,
    queryFn: ({ signal }) => invoke(emailFinder.calls.knownMore, { id: task.id }, { signal }),
    enabled: hasMissing && task.rows_deleted_at === null,
  });
  const open = useStarted((started) => {
    client.setQueryData(taskKey(started.id), started);
    setParams({ task: started.id });
  });
  const start = useMutation({
    // What was free when the page loaded may cost credits now.
    mutationFn: (free: boolean) => invoke(emailFinder.calls.tryAgain, { id: task.id, free }),
    onSuccess: open,
    onError: () => client.invalidateQueries({ queryKey }),
  });
  const { data: account } = useAccount();
  const { spend, isWaiting, question } = useSpend(account);
  if (!data || data.people === 0) return null;
  const people = data.people === 1 ? 'person' : 'people';
  return (
    <Alert tone="info" title={`We know more now about ${plural(data.people, 'person', 'people')} not found`}>
      <p>
        Since then we learned how addresses at {data.people === 1 ? 'this company' : 'these companies'} are
        formed.{' '}
        {data.free
          ? `You can try the ${people} again once, free of charge.`
          : 'You pay 1 credit for each email we find.'}
      </p>
      {start.error && <p className="mt-1">{failureMessage(start.error)}</p>}
      {question}
      <Button
        size="sm"
        variant="secondary"
        className="mt-2"
        busy={start.isPending || isWaiting}
        onClick={() =>
          spend({
            action: 'Try again',
            cost: data.free ? 0 : data.people,
            upTo: true,
            go: () => start.mutate(data.free),
          })
        }
      >
        Try again
      </Button>
    </Alert>
  );
}
