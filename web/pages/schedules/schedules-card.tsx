import { CalendarClock } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { plural } from '#contract/plural.ts';
import type { ScheduleView } from '#contract/schedules.ts';
import type { ScheduleDialogProps } from '../../kit/schedules/schedule-dialog.tsx';
import { useSchedules } from '../../kit/schedules/use-schedules.ts';
import { failureMessage } from '../../lib/calls.ts';
import { LISTS_PATH } from '../../lib/lists.ts';
import { useLoaded } from '../../lib/use-loaded.ts';
import { useQueryState } from '../../lib/use-query-state.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { Card, CardContent, CardHeader, CardTitle } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LoadFailure } from '../../ui/load-failure.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import type { DeleteScheduleDialogProps } from './delete-schedule-dialog.tsx';
import type { RunsDialogProps } from './runs-dialog.tsx';
import { ScheduleItem } from './schedule-item.tsx';

const loadDialog = () => import('../../kit/schedules/schedule-dialog.tsx');
const loadRuns = () => import('./runs-dialog.tsx');
const loadDelete = () => import('./delete-schedule-dialog.tsx');

/** The schedules of the account. `?schedule=` opens the runs of one. */
export function SchedulesCard() {
  const { data, error, isFetching, refetch } = useSchedules();
  const [params, setParams] = useQueryState();
  const [editing, setEditing] = useState<ScheduleView | null>(null);
  const [deleting, setDeleting] = useState<ScheduleView | null>(null);
  const opened = data?.schedules.find(({ id }) => id === params.get('schedule')) ?? null;
  const open = (id: string | null) =>
    setParams(() => new URLSearchParams(id === null ? {} : { schedule: id }), { replace: id === null });
  const Dialog = useLoaded<ScheduleDialogProps>(editing !== null, loadDialog, () => setEditing(null));
  const Runs = useLoaded<RunsDialogProps>(opened !== null, loadRuns, () => open(null));
  const DeleteDialog = useLoaded<DeleteScheduleDialogProps>(deleting !== null, loadDelete, () =>
    setDeleting(null),
  );
  if (error && !data)
    return (
      <LoadFailure title="We couldn't load your schedules" busy={isFetching} onRetry={() => refetch()}>
        {failureMessage(error)}
      </LoadFailure>
    );
  if (!data) return <Skeleton className="h-56 w-full" />;
  const { schedules, maxSchedules } = data;
  return (
    <Card className="min-w-0 overflow-hidden">
      {schedules.length === 0 ? (
        <EmptyState
          icon={CalendarClock}
          title="No schedules yet"
          action={
            <Button asChild>
              <Link to={LISTS_PATH}>Open your lists</Link>
            </Button>
          }
        >
          Choose Repeat where the work is: in Run on a list, above the leads of a search, or on a finished
          task that read websites. Each run tells you what is new.
        </EmptyState>
      ) : (
        <>
          <CardHeader>
            <CardTitle>Your schedules</CardTitle>
          </CardHeader>
          {schedules.length >= maxSchedules && (
            <CardContent className="border-b border-border">
              <Alert tone="info">
                You have {plural(maxSchedules, 'schedule')}, the most an account can have.
              </Alert>
            </CardContent>
          )}
          <ul className="divide-y divide-border">
            {schedules.map((schedule) => (
              <ScheduleItem
                key={schedule.id}
                schedule={schedule}
                onRuns={() => open(schedule.id)}
                onEdit={() => setEditing(schedule)}
                onDelete={() => setDeleting(schedule)}
              />
            ))}
          </ul>
        </>
      )}
      {Dialog && <Dialog of={editing && { edit: editing }} onClose={() => setEditing(null)} />}
      {Runs && <Runs schedule={opened} run={params.get('run')} onClose={() => open(null)} />}
      {DeleteDialog && <DeleteDialog schedule={deleting} onClose={() => setDeleting(null)} />}
    </Card>
  );
}
