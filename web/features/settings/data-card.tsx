import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { toast } from 'sonner';
import { CALLS } from '#contract/calls.ts';
import { CallError } from '#contract/errors.ts';
import { MESSAGES } from '#contract/messages.ts';
import { downloadCall } from '../../lib/download.ts';
import { Button } from '../../ui/button.tsx';
import { SettingsCard } from './settings-card.tsx';

/** Exports all account data as a file. */
export function DataCard() {
  const download = useMutation({
    mutationFn: () => downloadCall(CALLS.accountExport, {}, 'leadwell-account.json'),
    onError: (error) =>
      toast.error(error instanceof CallError ? error.message : MESSAGES.settings.exportFailed),
  });
  return (
    <SettingsCard
      id="data"
      title="Your data"
      help="Download a JSON file with your profile, sessions, payments, credit history and all tasks with their results."
    >
      <div>
        <Button variant="secondary" busy={download.isPending} onClick={() => download.mutate()}>
          <Download aria-hidden /> Export my data
        </Button>
      </div>
    </SettingsCard>
  );
}
