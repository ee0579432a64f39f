import { useMemo } from 'react';
import { ANSWER_FRESH_DAYS } from '#contract/limits.ts';
import { plural } from '#contract/plural.ts';
import { type PastedWebsites, readPastedWebsites } from '#engines/csv/pasted-websites.ts';
import { ColumnChoice } from '#web/kit/column-choice.tsx';
import type { ListFormParts, ListNotesProps } from '#web/kit/list-form.tsx';
import { OwnColumnsNote } from '#web/kit/own-columns-note.tsx';
import { websiteExtraction } from '../definition.ts';
import { DepthChoice } from './depth-choice.tsx';
import { isSaved, lineRange, URL_DRAFT, type UrlDraft, validationMessage, withFile } from './draft.ts';
import { PeopleChoice } from './people-choice.tsx';
import { UrlCount } from './url-count.tsx';
import { listUrlRequest, ownTable } from './url-table.ts';

/** The form for a list of URLs. */
export const URL_FORM: ListFormParts<UrlDraft, PastedWebsites, typeof websiteExtraction.calls.start> = {
  tool: websiteExtraction,
  drafts: URL_DRAFT,
  field: {
    label: 'One URL per line, or cells from a spreadsheet',
    placeholder: 'example.com\nhttps://www.example.org/contact\nexample.net',
    className: 'tabular-nums',
  },
  files: {
    label: 'File with URLs',
    accept: '.txt,.csv,.tsv,text/plain,text/csv,text/tab-separated-values',
    dropHint: 'Drop a TXT, CSV or XLSX file to add its URLs',
    kinds: 'TXT, CSV or XLSX',
  },
  action: 'Extract Data',
  note: `You only pay for URLs we can read. URLs you paid for in the last ${ANSWER_FRESH_DAYS} days are free.`,
  read: ({ text, column }) => readPastedWebsites(text, { column }),
  items: ({ taken }) => taken.map(({ url }) => url),
  count: ({ taken }) => taken.length,
  validate: ({ taken }) => validationMessage({ urls: taken.map(({ url }) => url) }),
  request: (list, { text, depth, people, keepsColumns, table }) => ({
    ...listUrlRequest(text, list, ownTable(list, { keeps: keepsColumns, added: table })),
    depth,
    ...(people && { people }),
  }),
  hasPeople: ({ people }) => people,
  addFile: ({ text }, draft) => withFile(draft, text),
  reset: { table: null },
  notes: (props) => <UrlNotes {...props} />,
};

/** What is taken from the list and what isn't, its columns, and how many pages to read. */
function UrlNotes({
  id,
  draft,
  list,
  onDraft,
  onClear,
  disabled,
  field,
}: ListNotesProps<UrlDraft, PastedWebsites>) {
  const table = useMemo(
    () => ownTable(list, { keeps: draft.keepsColumns, added: draft.table }),
    [list, draft.keepsColumns, draft.table],
  );
  const jumpTo = (line: number) => {
    const { start, end } = lineRange(draft.text, line);
    field.current?.focus();
    field.current?.setSelectionRange(start, end);
    // Not every browser scrolls to the selection.
    if (field.current) {
      const lineHeight = Number.parseFloat(getComputedStyle(field.current).lineHeight) || 20;
      field.current.scrollTop = Math.max(0, (line - 3) * lineHeight);
    }
  };
  return (
    <>
      {list.table && (
        <ColumnChoice
          label="Column with the websites"
          columns={list.table.columns.map(({ name, websites }) => `${name} (${plural(websites, 'website')})`)}
          column={list.table.column}
          disabled={disabled}
          onColumn={(column) => onDraft({ ...draft, column })}
        />
      )}
      <UrlCount id={id} list={list} onJump={jumpTo} onClear={() => onClear()} />
      {table && (
        <OwnColumnsNote
          columns={table.columns}
          more={` (${plural(table.rows.length, 'row')})${isSaved(table) ? '' : '. The list is too large to survive a reload of this page'}`}
          onLeaveOut={() => onDraft({ ...draft, keepsColumns: false, table: null })}
        />
      )}
      <DepthChoice
        depth={draft.depth}
        disabled={disabled}
        onChange={(depth) => onDraft({ ...draft, depth })}
      />
      <PeopleChoice
        checked={draft.people}
        disabled={disabled}
        onChange={(people) => onDraft({ ...draft, people })}
      />
    </>
  );
}
