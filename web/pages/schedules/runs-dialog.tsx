import { useEffect, useState } from 'react';
import type { ScheduleView } from '#contract/schedules.ts';
import { useScheduleRuns } from '../../kit/schedules/use-schedules.ts';
import { failureMessage } from '../../lib/calls.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { LoadFailure } from '../../ui/load-failure.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { RunItem } from './run-item.tsx';

export interface RunsDialogProps {
  /** null closes it. */
  schedule: ScheduleView | null;
  /** the run that is open at first; null: the last one */
  run: string | null;
  onClose: () => void;
}

/** The runs of a schedule, and what each found new. */
export default function RunsDialog({ schedule, run, onClose }: RunsDialogProps) {
  // It stays while the dialog fades out.
  const [shown, setShown] = useState(schedule);
  useEffect(() => {
    if (schedule) setShown(schedule);
  }, [schedule]);
  return (
    <Dialog
      open={schedule !== null}
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={shown?.name ?? ''}
      help="What each run found, compared with the run before."
      className="w-[min(56rem,calc(100vw-2rem))] wrap-anywhere"
    >
      {shown && <Runs schedule={shown} run={run} />}
    </Dialog>
  );
}

function Runs({ schedule, run }: { schedule: ScheduleView; run: string | null }) {
  const { data, error, isFetching, refetch } = useScheduleRuns(schedule.id);
  if (error && !data)
    return (
      <LoadFailure title="We couldn't load the runs" busy={isFetching} onRetry={() => refetch()}>
        {failureMessage(error)}
      </LoadFailure>
    );
  if (!data) return <Skeleton className="h-40 w-full" />;
  if (data.runs.length === 0)
    return (
      <p className="text-muted-foreground">
        It hasn’t run yet. The first run has nothing to compare with; the ones after it show what is new.
      </p>
    );
  const openAtFirst = run ?? data.runs.find(({ state }) => state === 'done')?.id;
  return (
    <div className="grid gap-3">
      <ul className="grid divide-y divide-border rounded-lg border border-border">
        {data.runs.map((each) => (
          <RunItem key={each.id} run={each} isOpenAtFirst={each.id === openAtFirst} />
        ))}
      </ul>
      <p className="text-sm text-muted-foreground">The last {data.keptRuns} runs are kept.</p>
    </div>
  );
}
