import {
  CircleCheck,
  CircleSlash,
  CircleX,
  Clock,
  Coins,
  LoaderCircle,
  type LucideIcon,
  Timer,
  Undo2,
} from 'lucide-react';
import type { TaskStatus, TaskView } from '#contract/tasks.ts';
import { Badge } from '../ui/badge.tsx';
import { statusLabel } from './task-labels.ts';

const ICONS: Record<TaskStatus, LucideIcon> = {
  queued: Clock,
  processing: LoaderCircle,
  completed: CircleCheck,
  failed: CircleX,
  timeout: Timer,
  cancelled: CircleSlash,
};

/** A task's status with an icon, or that what it did was undone. */
export function TaskStatusBadge({ task }: { task: Pick<TaskView, 'status' | 'stop_reason' | 'undone'> }) {
  if (task.undone)
    return (
      <Badge>
        <Undo2 aria-hidden />
        Undone
      </Badge>
    );
  const { label, tone } = statusLabel(task.status, task.stop_reason);
  const Icon =
    task.status === 'cancelled' && ['credits', 'budget', 'cap'].includes(task.stop_reason ?? '')
      ? Coins
      : ICONS[task.status];
  return (
    <Badge tone={tone}>
      <Icon aria-hidden className={task.status === 'processing' ? 'animate-spin' : undefined} />
      {label}
    </Badge>
  );
}
