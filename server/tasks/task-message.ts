import { BUDGET_SPENT } from '#contract/api-keys.ts';
import { MESSAGES } from '#contract/messages.ts';
import { CAP_REACHED, runSeconds } from '#contract/tasks.ts';
import type { TaskDefinition } from '#tools/tool.ts';
import type { TaskRecord } from './store.ts';

/** What a reply says about a task (spec lead tools §7): how it ended, or that it still runs. */
export function taskMessage(task: TaskRecord, own: TaskDefinition['messages']): string {
  switch (task.status) {
    case 'completed':
      return own.completed(task);
    case 'failed':
      return own.failed;
    case 'timeout':
      return MESSAGES.tasks.timedOut(runSeconds(task) ?? 0);
    case 'cancelled':
      if (task.stop_reason === 'credits') return MESSAGES.gate.ranOut;
      if (task.stop_reason === 'cap') return CAP_REACHED;
      return task.stop_reason === 'budget' ? BUDGET_SPENT : MESSAGES.tasks.cancelled;
    default:
      return MESSAGES.tasks.busy;
  }
}
