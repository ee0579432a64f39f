import { useQueryClient } from '@tanstack/react-query';
import { SCHEDULE_CALLS } from '#contract/calls/schedule-calls.ts';
import type { ScheduleView } from '#contract/schedules.ts';
import { ConfirmDialog } from '../../kit/confirm-dialog.tsx';
import { SCHEDULES_KEY } from '../../kit/schedules/use-schedules.ts';
import { invoke } from '../../lib/calls.ts';
import { toast } from '../../lib/toast.ts';

export interface DeleteScheduleDialogProps {
  /** null closes it. */
  schedule: ScheduleView | null;
  onClose: () => void;
}

/** Asks before a schedule is deleted. */
export default function DeleteScheduleDialog({ schedule, onClose }: DeleteScheduleDialogProps) {
  const queries = useQueryClient();
  return (
    <ConfirmDialog
      subject={schedule}
      verb="Delete"
      help="It won’t run again, and the changes that its runs found are deleted. Your lists and tasks stay."
      action="Delete schedule"
      run={async (id) => {
        await invoke(SCHEDULE_CALLS.scheduleDelete, { id });
        await queries.invalidateQueries({ queryKey: SCHEDULES_KEY });
      }}
      onDone={() => {
        toast.success('The schedule was deleted.');
        onClose();
      }}
      onClose={onClose}
    />
  );
}
