import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useId } from 'react';
import { CALLS } from '#contract/calls.ts';
import { LONG_TASK_MINUTES } from '#contract/limits.ts';
import { MESSAGES } from '#contract/messages.ts';
import { invoke, messageOf } from '../../lib/calls.ts';
import { toast } from '../../lib/toast.ts';
import { Label } from '../../ui/label.tsx';
import { Switch } from '../../ui/switch.tsx';
import { SettingsCard } from './settings-card.tsx';

const MAIL_SETTINGS_KEY = ['mail-settings'] as const;

/** Which emails the user wants. */
export function NotificationsCard() {
  const id = useId();
  const queries = useQueryClient();
  const { data } = useQuery({
    queryKey: MAIL_SETTINGS_KEY,
    queryFn: ({ signal }) => invoke(CALLS.mailSettings, {}, { signal }),
  });
  const save = useMutation({
    mutationFn: (longTasks: boolean) => invoke(CALLS.saveMailSettings, { longTasks }),
    onSuccess: (saved) => {
      queries.setQueryData(MAIL_SETTINGS_KEY, saved);
      toast.success(MESSAGES.settings.mailSaved);
    },
    onError: (error) => toast.error(messageOf(error)),
  });
  const shown = save.isPending ? save.variables : (data?.longTasks ?? false);
  return (
    <SettingsCard
      id="notifications"
      title="Notifications"
      help="Emails about your account's security are always sent."
    >
      <div className="flex items-start justify-between gap-4">
        <div className="grid gap-0.5">
          <Label htmlFor={id}>Email me when a long task ends</Label>
          <p className="text-sm text-muted-foreground">
            One email per task, if the task took {LONG_TASK_MINUTES} minutes or more
          </p>
        </div>
        <Switch
          id={id}
          checked={shown}
          disabled={!data}
          onCheckedChange={(checked) => save.mutate(checked)}
        />
      </div>
    </SettingsCard>
  );
}
