import { CircleAlert, CircleCheck, CircleSlash, Clock } from 'lucide-react';
import { useState } from 'react';
import type { ScheduleRunView } from '#contract/schedules.ts';
import { goesOn } from '../../kit/schedules/use-schedules.ts';
import { formatDate, formatTaskCost } from '../../lib/format.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { FoundChanges } from './found-changes.tsx';
import { foundText } from './found-text.ts';

const STATES = {
  starting: { tone: 'neutral', icon: Clock, label: 'Starting' },
  running: { tone: 'neutral', icon: Clock, label: 'Running' },
  done: { tone: 'success', icon: CircleCheck, label: 'Done' },
  skipped: { tone: 'warning', icon: CircleSlash, label: 'Skipped' },
  failed: { tone: 'danger', icon: CircleAlert, label: 'Failed' },
} as const;

/** A run, and what it found. */
export function RunItem({ run, isOpenAtFirst }: { run: ScheduleRunView; isOpenAtFirst: boolean }) {
  const [isOpen, setOpen] = useState(isOpenAtFirst);
  const { tone, icon: Icon, label } = STATES[run.state];
  const hasChanges = run.state === 'done' && !run.first && run.added + run.changed + run.gone > 0;
  return (
    <li className="grid grid-cols-1 gap-2 p-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Badge tone={tone}>
          <Icon aria-hidden />
          {label}
        </Badge>
        {run.state === 'done' && <span className="font-medium tabular-nums">{foundText(run)}</span>}
        <span className="text-sm text-muted-foreground tabular-nums">
          {formatDate(run.startedAt)}
          {!goesOn(run) &&
            ` · ${formatTaskCost({ creditsused: Math.max(0, run.spent - run.included), creditsincluded: run.included })}`}
        </span>
        {hasChanges && (
          <Button
            variant="secondary"
            size="sm"
            className="ml-auto"
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
            aria-label={`${isOpen ? 'Hide' : 'Show'} what is new in the run of ${formatDate(run.startedAt)}`}
          >
            {isOpen ? 'Hide' : 'Show'}
          </Button>
        )}
      </div>
      {run.problem && <p className="text-sm text-muted-foreground">{run.problem}</p>}
      {hasChanges && isOpen && <FoundChanges run={run} />}
    </li>
  );
}
