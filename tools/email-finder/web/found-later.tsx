import type { TaskView } from '#contract/tasks.ts';
import { plural } from '#web/lib/format.ts';
import { Alert } from '#web/ui/alert.tsx';

/** Says how many people a second try found after the task had ended. */
export function FoundLater({ task }: { task: Pick<TaskView, 'foundlater'> }) {
  if (task.foundlater === 0) return null;
  return (
    <Alert
      tone="success"
      title={`${plural(task.foundlater, 'more email', 'more emails')} found later that day`}
    >
      <p>
        After this task, we learned how addresses at some of these companies are formed. We tried the people
        who weren’t found again, free of charge.
      </p>
    </Alert>
  );
}
