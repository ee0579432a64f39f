import { TaskList } from './task-list.tsx';

export function Component() {
  return <TaskList />;
}
