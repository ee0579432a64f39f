import { Button } from '../ui/button.tsx';

const NAMES_SHOWN = 3;

interface OwnColumnsNoteProps {
  columns: readonly string[];
  /** what the file keeps. Default: "the list's own columns" */
  keeps?: string;
  /** what else to say about them */
  more?: string;
  onLeaveOut: () => void;
}

/** Says which columns of a list the CSV file keeps. */
export function OwnColumnsNote({
  columns,
  keeps = "the list's own columns",
  more = '',
  onLeaveOut,
}: OwnColumnsNoteProps) {
  const rest = columns.length - NAMES_SHOWN;
  return (
    <p className="min-w-0 text-sm wrap-anywhere text-muted-foreground">
      Your CSV file will keep {keeps}: {columns.slice(0, NAMES_SHOWN).join(', ')}
      {rest > 0 && ` and ${rest} more`}
      {more}.{' '}
      <Button variant="link" size="inline" className="text-muted-foreground" onClick={onLeaveOut}>
        Leave out
      </Button>
    </p>
  );
}
