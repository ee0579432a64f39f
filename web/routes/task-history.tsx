import { TaskList } from '../features/tasks/history/task-list.tsx';

export function Component() {
  return <TaskList />;
}
