import { formatNumber, plural } from '../../../lib/format.ts';
import { Progress } from '../../../ui/progress.tsx';
import type { SaveProgress } from './use-lead-save.ts';

/** The progress of saving leads to a list. */
export function SaveLine({ progress: { name, done, leads } }: { progress: SaveProgress }) {
  return (
    <div className="grid gap-2 text-sm tabular-nums">
      <p role="status">
        {leads === null
          ? `Saving to “${name}”…`
          : `${formatNumber(done)} of ${plural(leads, 'lead')} saved to “${name}”`}
      </p>
      <Progress done={done} total={leads ?? 0} label="Save progress" />
    </div>
  );
}
