import { Download } from 'lucide-react';
import { useAccountExport } from '../../lib/account-export.ts';
import { Button } from '../../ui/button.tsx';
import { SettingsCard } from './settings-card.tsx';

/** Exports all account data as a file. */
export function DataCard() {
  const download = useAccountExport();
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
