import { useMutation, useQueryClient } from '@tanstack/react-query';
import { CalendarClock, CircleAlert, CirclePause } from 'lucide-react';
import { useRef } from 'react';
import { Link } from 'react-router';
import { SCHEDULE_CALLS } from '#contract/calls/schedule-calls.ts';
import { plural } from '#contract/plural.ts';
import type { ScheduleRunView, ScheduleView } from '#contract/schedules.ts';
import { timeText, zoneLabel } from '../../kit/schedules/schedule-time.ts';
import { goesOn, runsKey, SCHEDULES_KEY } from '../../kit/schedules/use-schedules.ts';
import { failureMessage, invoke } from '../../lib/calls.ts';
import { formatDate } from '../../lib/format.ts';
import { listPath } from '../../lib/lists.ts';
import { toast } from '../../lib/toast.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { foundText } from './found-text.ts';

interface ScheduleItemProps {
  schedule: ScheduleView;
  onRuns: () => void;
  onEdit: () => void;
  onDelete: () => void;
}

/** A schedule, when it runs, what its last run found, and what can be done with it. */
export function ScheduleItem({ schedule, onRuns, onEdit, onDelete }: ScheduleItemProps) {
  const { name, subject, listId, time, cap, nextAt, pausedAt, pausedReason, lastRun } = schedule;
  const paused = pausedAt !== null;
  const { pause, run } = useScheduleChanges(schedule);
  return (
    <li className="grid gap-3 p-4 md:px-5">
      <div className="flex min-w-0 flex-wrap items-center gap-2">
        <h3 className="min-w-0 truncate text-base font-semibold">{name}</h3>
        {pausedReason ? (
          <Badge tone="warning">
            <CircleAlert aria-hidden />
            Paused
          </Badge>
        ) : paused ? (
          <Badge>
            <CirclePause aria-hidden />
            Paused
          </Badge>
        ) : (
          <Badge tone="success">
            <CalendarClock aria-hidden />
            On
          </Badge>
        )}
      </div>
      <dl className="grid gap-1 text-sm">
        <Fact label="What">
          {listId ? (
            <Link to={listPath(listId)} className="underline underline-offset-4">
              {subject}
            </Link>
          ) : (
            subject
          )}
        </Fact>
        <Fact label="When">
          {timeText(time)} ({zoneLabel(time.timeZone)})
        </Fact>
        {nextAt && <Fact label="Next run">{formatDate(nextAt)}</Fact>}
        {pausedReason && <Fact label="Why it paused">{pausedReason}</Fact>}
        <Fact label="Last run">
          {lastRun === null
            ? 'Not yet'
            : goesOn(lastRun)
              ? 'Running now'
              : `${formatDate(lastRun.startedAt)} · ${endText(lastRun)}`}
        </Fact>
        <Fact label="Spends at most">{plural(cap, 'credit')} a run</Fact>
      </dl>
      <div className="flex flex-wrap gap-2">
        <Button size="sm" variant="secondary" onClick={onRuns} aria-label={`Show what is new in ${name}`}>
          Show what is new
        </Button>
        <Button
          size="sm"
          variant="secondary"
          busy={run.isPending}
          disabled={goesOn(lastRun)}
          onClick={() => run.mutate()}
          aria-label={`Run now: ${name}`}
        >
          Run now
        </Button>
        <Button
          size="sm"
          variant="secondary"
          busy={pause.isPending}
          onClick={() => pause.mutate(!paused)}
          aria-label={`${paused ? 'Resume' : 'Pause'} ${name}`}
        >
          {paused ? 'Resume' : 'Pause'}
        </Button>
        <Button size="sm" variant="secondary" onClick={onEdit} aria-label={`Edit ${name}`}>
          Edit
        </Button>
        <Button size="sm" variant="danger" onClick={onDelete} aria-label={`Delete ${name}`}>
          Delete
        </Button>
      </div>
    </li>
  );
}

/** What a run found, and why it may not be all. */
function endText(run: ScheduleRunView): string {
  const { state, problem } = run;
  if (state !== 'done') return problem ?? 'Failed';
  return problem === null ? foundText(run) : `${foundText(run)}. ${problem}`;
}

function Fact({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <div className="grid gap-x-3 sm:grid-cols-[10rem_minmax(0,1fr)]">
      <dt className="text-muted-foreground">{label}</dt>
      <dd className="min-w-0 wrap-anywhere tabular-nums">{children}</dd>
    </div>
  );
}

function useScheduleChanges({ id }: ScheduleView) {
  const queries = useQueryClient();
  const key = useRef(crypto.randomUUID());
  // Also after an error: another tab may have deleted or started it.
  const refresh = async () => {
    await queries.invalidateQueries({ queryKey: SCHEDULES_KEY });
    await queries.invalidateQueries({ queryKey: runsKey(id) });
  };
  const pause = useMutation({
    mutationFn: (paused: boolean) => invoke(SCHEDULE_CALLS.scheduleChange, { id, paused }),
    onSuccess: ({ pausedAt }) =>
      void toast.success(pausedAt ? 'The schedule is paused.' : 'The schedule is on again.'),
    onError: (error) => toast.error(failureMessage(error)),
    onSettled: refresh,
  });
  const run = useMutation({
    mutationFn: () => invoke(SCHEDULE_CALLS.scheduleRun, { id }, { idempotencyKey: key.current }),
    onSuccess: () => {
      key.current = crypto.randomUUID();
      toast.success('The run starts now.');
    },
    onError: (error) => toast.error(failureMessage(error)),
    onSettled: refresh,
  });
  return { pause, run };
}
