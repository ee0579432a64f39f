import { formatNumber } from '../../lib/format.ts';
import { Button } from '../../ui/button.tsx';
import type { ImportProgress } from './send-rows.ts';

/** What became of the rows that were imported. */
export function ImportSummary({ progress, onOpen }: { progress: ImportProgress; onOpen: () => void }) {
  return (
    <div className="grid gap-4">
      <p className="tabular-nums">
        {formatNumber(progress.added)} new, {formatNumber(progress.updated)} updated,{' '}
        {formatNumber(progress.refused)} left out.
      </p>
      <ul className="grid gap-1 text-sm text-muted-foreground">
        {[...progress.reasons].map(([reason, count]) => (
          <li key={reason}>
            {formatNumber(count)}: {reason}
          </li>
        ))}
      </ul>
      <div className="flex justify-end">
        <Button onClick={onOpen}>Open the list</Button>
      </div>
    </div>
  );
}
