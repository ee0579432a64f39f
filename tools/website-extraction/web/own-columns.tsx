import { plural } from '#web/lib/format.ts';
import { Button } from '#web/ui/button.tsx';
import { isSaved } from './draft.ts';
import type { UrlTable } from './url-table.ts';

const NAMES_SHOWN = 3;

/** Says which columns of the list the CSV file keeps. */
export function OwnColumns({ table, onLeaveOut }: { table: UrlTable; onLeaveOut: () => void }) {
  const names = table.columns.slice(0, NAMES_SHOWN).join(', ');
  const more = table.columns.length - NAMES_SHOWN;
  return (
    <div className="flex items-start justify-between gap-4 text-sm text-muted-foreground">
      <p className="min-w-0 wrap-anywhere">
        Your CSV file will keep the list's own columns: {names}
        {more > 0 && ` and ${more} more`} ({plural(table.rows.length, 'row')}).
        {!isSaved(table) && ' The list is too large to survive a reload of this page.'}
      </p>
      <Button variant="link" size="inline" className="min-h-6 text-muted-foreground" onClick={onLeaveOut}>
        Leave out
      </Button>
    </div>
  );
}
