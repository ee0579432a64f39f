import { CircleCheck, CircleMinus, CircleX, Coins, type LucideIcon } from 'lucide-react';
import { pluralForm } from '#contract/plural.ts';
import { formatNumber } from '../lib/format.ts';
import { notFoundCount, taskLabels } from './task-labels.ts';
import type { TaskSummary } from './use-task.ts';

type Counted = Pick<
  TaskSummary,
  'type' | 'processed' | 'total' | 'found' | 'failed' | 'creditsused' | 'creditsincluded' | 'freerepeats'
>;

/** A task's counts and cost in one line. */
export function TaskCounters({ task }: { task: Counted }) {
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-1 text-sm text-muted-foreground tabular-nums">
      <Counter icon={CircleCheck} mark="text-success" count={task.found} label="found" />
      <Counter icon={CircleMinus} count={notFoundCount(task)} label="not found" />
      <Counter
        icon={CircleX}
        mark={task.failed > 0 ? 'text-danger' : undefined}
        count={task.failed}
        label={taskLabels(task.type).failed.toLowerCase()}
      />
      {task.creditsused === 0 && task.creditsincluded > 0 ? (
        <Counter icon={Coins} label="Included in your plan" />
      ) : (
        <Counter
          icon={Coins}
          count={task.creditsused}
          label={`${pluralForm(task.creditsused, 'credit')} used`}
        />
      )}
      {task.freerepeats > 0 && (
        <Counter icon={CircleCheck} count={task.freerepeats} label="paid before, free" />
      )}
    </ul>
  );
}

interface CounterProps {
  icon: LucideIcon;
  mark?: string | undefined;
  count?: number;
  label: string;
}

function Counter({ icon: Icon, mark, count, label }: CounterProps) {
  return (
    <li className="inline-flex items-center gap-1.5 whitespace-nowrap">
      <Icon aria-hidden className={`size-3.5 ${mark ?? 'text-muted-foreground'}`} />
      <span>
        {count !== undefined && <span className="font-medium text-foreground">{formatNumber(count)}</span>}{' '}
        {label}
      </span>
    </li>
  );
}
