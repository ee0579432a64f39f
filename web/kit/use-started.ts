import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import type { TaskView } from '#contract/tasks.ts';
import { taskPath } from '#tools/index/tools.ts';
import { toast } from '../lib/toast.ts';
import { useIsShown } from '../lib/use-is-shown.ts';
import { taskKey } from './use-task.ts';

/**
 * What to do with a task that has started: `open` it, unless the person has left the form meanwhile. Then the page that they
 * are on stays, and a message links to the task.
 */
export function useStarted(open: (task: TaskView) => void): (task: TaskView) => void {
  const isShown = useIsShown();
  const client = useQueryClient();
  const navigate = useNavigate();
  return (task) => {
    if (isShown()) return open(task);
    client.setQueryData(taskKey(task.id), task);
    const address = taskPath(task);
    toast.success('Started', {
      description: task.name,
      ...(address && { action: { label: 'View progress', onClick: () => void navigate(address) } }),
    });
  };
}
