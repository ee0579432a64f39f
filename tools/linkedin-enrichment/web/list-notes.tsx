import { FileText, X } from 'lucide-react';
import { useId } from 'react';
import type { LinkedinList } from '#engines/csv/linkedin-list.ts';
import { formatNumber, plural } from '#web/lib/format.ts';
import { Button } from '#web/ui/button.tsx';
import { Label } from '#web/ui/label.tsx';
import { Select } from '#web/ui/select.tsx';
import type { SavedPage } from './saved-page.ts';

const REFUSED_SHOWN = 3;
const NAMES_SHOWN = 3;

interface ListNotesProps {
  id: string;
  list: LinkedinList;
  pages: readonly SavedPage[];
  keepsColumns: boolean;
  disabled: boolean;
  onColumn: (column: number) => void;
  onLeaveOut: () => void;
  onRemovePage: (page: SavedPage) => void;
  onClear: () => void;
}

/** What is taken from the list, and what isn't a profile and why. */
export function ListNotes(props: ListNotesProps) {
  const { id, list, pages, keepsColumns, onLeaveOut, onClear } = props;
  const { entries, repeats, table } = list;
  if (entries.length === 0 && pages.length === 0)
    return (
      <p id={id} className="text-sm text-muted-foreground">
        Sales Navigator links work too. You can drop a TXT file, a CSV file with a LinkedIn column, or profile
        pages that you saved.
      </p>
    );
  const refused = entries.filter(({ fault }) => fault !== null);
  const hints = entries.filter(({ name, company }) => name !== null && company !== null).length;
  const parts = [
    repeats > 0 && `${plural(repeats, 'duplicate')} skipped`,
    hints > 0 && `${plural(hints, 'profile')} with a name and company`,
    refused.length > 0 && `${plural(refused.length, 'line')} without a profile, free of charge`,
  ].filter(Boolean);
  return (
    <div className="grid gap-2 text-sm text-muted-foreground">
      {table && <ColumnChoice {...props} table={table} />}
      <div className="flex items-start justify-between gap-4">
        <div id={id} className="min-w-0">
          {parts.length > 0 && <p className="tabular-nums">{parts.join(' · ')}</p>}
          {refused.length > 0 && (
            <ul className="mt-0.5">
              {refused.slice(0, REFUSED_SHOWN).map(({ line, linkedinUrl, fault }) => (
                <li key={`${line} ${linkedinUrl}`} className="wrap-anywhere">
                  Line {formatNumber(line)}: {fault}
                </li>
              ))}
              {refused.length > REFUSED_SHOWN && (
                <li>and {formatNumber(refused.length - REFUSED_SHOWN)} more. Their rows say why.</li>
              )}
            </ul>
          )}
          {table && keepsColumns && (
            <p className="wrap-anywhere">
              Your CSV file will keep the list's own columns: {table.columns.slice(0, NAMES_SHOWN).join(', ')}
              {table.columns.length > NAMES_SHOWN && ` and ${table.columns.length - NAMES_SHOWN} more`}.{' '}
              <Button variant="link" size="inline" className="text-muted-foreground" onClick={onLeaveOut}>
                Leave out
              </Button>
            </p>
          )}
        </div>
        <Button variant="link" size="inline" className="min-h-6 text-muted-foreground" onClick={onClear}>
          Clear
        </Button>
      </div>
      <SavedPages {...props} />
    </div>
  );
}

function ColumnChoice({
  table,
  disabled,
  onColumn,
}: Pick<ListNotesProps, 'disabled' | 'onColumn'> & { table: NonNullable<LinkedinList['table']> }) {
  const id = useId();
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
      <Label htmlFor={id}>Column with the profiles</Label>
      <Select
        id={id}
        className="w-auto max-w-full"
        disabled={disabled}
        value={table.column}
        onChange={({ target: { value } }) => onColumn(Number(value))}
      >
        {table.columns.map((name, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: columns keep their order.
          <option key={at} value={at}>
            {name}
          </option>
        ))}
      </Select>
    </div>
  );
}

function SavedPages({ pages, onRemovePage }: Pick<ListNotesProps, 'pages' | 'onRemovePage'>) {
  if (pages.length === 0) return null;
  return (
    <ul aria-label="Saved pages" className="grid gap-1">
      {pages.map((page) => (
        <li key={page.name} className="flex min-w-0 items-center gap-2">
          <FileText aria-hidden className="size-4 shrink-0" />
          <span className="truncate">{page.name}</span>
          <Button
            variant="ghost"
            size="sm"
            aria-label={`Remove ${page.name}`}
            onClick={() => onRemovePage(page)}
          >
            <X aria-hidden />
          </Button>
        </li>
      ))}
    </ul>
  );
}
