import { useMutation } from '@tanstack/react-query';
import { LIST_STEP_CALLS } from '#contract/calls/list-step-calls.ts';
import type { AutoWait, ListView } from '#contract/lists.ts';
import { plural } from '#contract/plural.ts';
import { failureMessage, invoke } from '../../lib/calls.ts';
import { toast } from '../../lib/toast.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import StepLacks from './step-lacks.tsx';

interface AutoRunWaitProps {
  /** a list that runs by itself */
  list: ListView;
  onChanged: (list: ListView) => void;
}

/** Why the new rows of a list that runs by itself wait, in all columns or in some; nothing if they don't. */
export default function AutoRunWait({ list, onChanged }: AutoRunWaitProps) {
  return (
    <>
      <ListWait list={list} onChanged={onChanged} />
      <StepLacks steps={list.steps} />
    </>
  );
}

function ListWait({ list, onChanged }: AutoRunWaitProps) {
  const { id, autoCap: cap, autoWait } = list;
  const goOn = useMutation({
    mutationFn: () => invoke(LIST_STEP_CALLS.listSetAutoRun, { id, cap }),
    onSuccess: onChanged,
    onError: (error) => toast.error(failureMessage(error)),
  });
  if (cap === null || autoWait === null) return null;
  const { title, text, again } = waitTexts(cap)[autoWait];
  return (
    <Alert
      tone="warning"
      title={title}
      className="mb-4"
      action={
        again && (
          <Button variant="secondary" size="sm" busy={goOn.isPending} onClick={() => goOn.mutate()}>
            {again}
          </Button>
        )
      }
    >
      {text}
    </Alert>
  );
}

/** `again`: the button that lets them run. */
function waitTexts(cap: number): Record<AutoWait, { title: string; text: string; again?: string }> {
  return {
    cap: {
      title: 'New rows wait for the next month',
      text: `This list can spend up to ${plural(cap, 'credit')} a month on new rows, and what is left isn’t enough for the next row. To run the rows sooner, raise the limit under Run.`,
    },
    credits: {
      title: 'New rows wait for credits',
      text: 'Your account can’t pay for the next row. Once it has enough credits, new rows run automatically again.',
    },
    budget: {
      title: 'New rows wait for the budget of an API key',
      text: 'The key that turned this on has used up its budget of the month. New rows run next month, or once the key has a larger budget.',
    },
    storage: {
      title: 'New rows wait for space',
      text: 'Your account has no room for the results of another run. Delete the results of old tasks in Task History. The rows are tried again every hour.',
      again: 'Try now',
    },
    stopped: {
      title: 'New rows wait because a run was stopped or undone',
      text: 'Click the button to let new rows run automatically again, along with the rows that the run left empty.',
      again: 'Run new rows again',
    },
    access: {
      title: 'New rows wait because all access to your account was ended',
      text: 'Someone else may have let this list run, or changed it. Check what its columns do, and click the button to let new rows run automatically again.',
      again: 'Run new rows again',
    },
  };
}
