import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import type { TaskView } from '#contract/tasks.ts';
import { showChanged, taskKey } from './use-task.ts';

it('drops what was said about a task before it changed', async () => {
  const client = new QueryClient();
  const task = (status: string) => ({ id: 'one', status }) as TaskView;
  const replies: ((task: TaskView) => void)[] = [];
  const shown = new QueryObserver(client, {
    queryKey: taskKey('one'),
    queryFn: () => new Promise<TaskView>((resolve) => replies.push(resolve)),
  });
  client.setQueryData(taskKey('one'), task('cancelled'));
  const stop = shown.subscribe(() => {});
  expect(replies).toHaveLength(1);
  await showChanged(client, task('processing'));
  replies[0]?.(task('cancelled'));
  await new Promise((resolve) => setImmediate(resolve));
  expect(shown.getCurrentResult().data?.status).toBe('processing');
  stop();
});
