import { TaskList } from '../features/task-history/task-list.tsx';

export function Component() {
  return <TaskList />;
}
