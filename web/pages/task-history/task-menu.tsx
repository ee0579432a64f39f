import { Ellipsis } from 'lucide-react';
import type { TaskView } from '#contract/tasks.ts';
import { useCostlyResume, useCostlyRetry } from '../../kit/task-actions.tsx';
import { taskTitle } from '../../kit/task-labels.ts';
import { useCsvDownload } from '../../kit/use-csv-download.ts';
import { useCancelTask, type useResumeTask } from '../../kit/use-task.ts';
import { useLoaded } from '../../lib/use-loaded.ts';
import { Button } from '../../ui/button.tsx';
import { useMenuTrigger } from '../../ui/menu-trigger.ts';
import type { TaskMenuItemsProps } from './task-menu-items.tsx';

interface TaskMenuProps {
  task: TaskView;
  resume: ReturnType<typeof useResumeTask>;
  onRename: () => void;
  onDelete: () => void;
}

const loadItems = () => import('./task-menu-items.tsx');

/** Everything else that can be done with a task. The content of the menu is loaded on first use. */
export function TaskMenu(props: TaskMenuProps) {
  const { task, resume } = props;
  const cancel = useCancelTask();
  const retry = useCostlyRetry(task);
  const resuming = useCostlyResume(resume, task);
  const download = useCsvDownload(task);
  const { trigger, menu } = useMenuTrigger(loadItems);
  const Items = useLoaded<TaskMenuItemsProps>(menu.open, loadItems, () => menu.onOpenChange(false));
  const busy = cancel.isPending || retry.isBusy || download.isPending || resuming.isBusy;
  return (
    <>
      <Button
        variant="ghost"
        size="icon-sm"
        busy={busy}
        aria-label={`Actions for ${taskTitle(task)}`}
        {...trigger}
      >
        {!busy && <Ellipsis aria-hidden />}
      </Button>
      {retry.question}
      {resuming.question}
      {Items && <Items {...props} {...{ menu, cancel, retry, download, resuming }} />}
    </>
  );
}
