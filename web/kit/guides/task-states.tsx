import type { StopReason, TaskStatus } from '#contract/tasks.ts';
import { TaskStatusBadge } from '../task-status.tsx';
import { Meanings } from './meanings.tsx';

const STATES: readonly { status: TaskStatus; stop_reason: StopReason | null; meaning: string }[] = [
  { status: 'queued', stop_reason: null, meaning: 'Waiting for its turn. It starts automatically.' },
  { status: 'processing', stop_reason: null, meaning: 'In progress. You can close the tab.' },
  { status: 'completed', stop_reason: null, meaning: 'Every line is done.' },
  {
    status: 'cancelled',
    stop_reason: null,
    meaning: 'You stopped it. Finished rows are kept. Click Resume to do the rest.',
  },
  {
    status: 'cancelled',
    stop_reason: 'credits',
    meaning: 'Your credits ran out. Finished rows are kept. Resume it when you have credits.',
  },
  {
    status: 'timeout',
    stop_reason: null,
    meaning: 'It made no progress for too long. Finished rows are kept. Click Resume to do the rest.',
  },
  {
    status: 'failed',
    stop_reason: null,
    meaning: 'Something broke on our side. Unfinished lines cost nothing. Resume it.',
  },
];

/** The states of a task, with the badges that its page shows. */
export function TaskStates() {
  return (
    <Meanings
      title="What the status of a run means"
      entries={STATES.map(({ status, stop_reason, meaning }) => ({
        key: `${status}-${stop_reason}`,
        badge: <TaskStatusBadge task={{ status, stop_reason }} />,
        meaning,
      }))}
    />
  );
}
