import { FileText, X } from 'lucide-react';
import { plural } from '#contract/plural.ts';
import type { PastedProfiles } from '#engines/csv/pasted-profiles.ts';
import { ColumnChoice } from '#web/kit/column-choice.tsx';
import type { ListNotesProps } from '#web/kit/list-form.tsx';
import { OwnColumnsNote } from '#web/kit/own-columns-note.tsx';
import { formatNumber } from '#web/lib/format.ts';
import { Button } from '#web/ui/button.tsx';
import type { ProfileDraft } from './draft.ts';
import type { SavedPage } from './saved-page.ts';

const REFUSED_SHOWN = 3;

/** What is taken from the list, and what isn't a profile and why. */
export function ListNotes(props: ListNotesProps<ProfileDraft, PastedProfiles>) {
  const { id, draft, list, onDraft, disabled } = props;
  const { pages } = draft;
  const { entries, repeats, table } = list;
  const clear = () => props.onClear({ pages: [] });
  if (entries.length === 0 && pages.length === 0)
    return (
      <p id={id} className="text-sm text-muted-foreground">
        Sales Navigator links work too. You can drop a TXT file, a CSV or XLSX file with a LinkedIn column, or
        profile pages that you saved.
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
      {table && (
        <ColumnChoice
          label="Column with the profiles"
          columns={table.columns}
          column={table.column}
          disabled={disabled}
          onColumn={(column) => onDraft({ ...draft, column })}
        />
      )}
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
          {table && draft.keepsColumns && (
            <OwnColumnsNote
              columns={table.columns}
              onLeaveOut={() => onDraft({ ...draft, keepsColumns: false })}
            />
          )}
        </div>
        <Button variant="link" size="inline" className="min-h-6 text-muted-foreground" onClick={clear}>
          Clear
        </Button>
      </div>
      <SavedPages
        pages={pages}
        onRemove={(page) => onDraft({ ...draft, pages: pages.filter((kept) => kept !== page) })}
      />
    </div>
  );
}

function SavedPages({
  pages,
  onRemove,
}: {
  pages: readonly SavedPage[];
  onRemove: (page: SavedPage) => void;
}) {
  if (pages.length === 0) return null;
  return (
    <ul aria-label="Saved pages" className="grid gap-1">
      {pages.map((page) => (
        <li key={page.name} className="flex min-w-0 items-center gap-2">
          <FileText aria-hidden className="size-4 shrink-0" />
          <span className="truncate">{page.name}</span>
          <Button variant="ghost" size="sm" aria-label={`Remove ${page.name}`} onClick={() => onRemove(page)}>
            <X aria-hidden />
          </Button>
        </li>
      ))}
    </ul>
  );
}
