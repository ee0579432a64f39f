import { plural } from '#contract/plural.ts';
import { ColumnChoice } from '#web/kit/column-choice.tsx';
import { type ListDraft, listDraftFormat } from '#web/kit/list-draft.ts';
import type { ListFormParts, ListNotesProps } from '#web/kit/list-form.tsx';
import { OwnColumnsNote } from '#web/kit/own-columns-note.tsx';
import { toast } from '#web/lib/toast.ts';
import { Button } from '#web/ui/button.tsx';
import { companyToDomain, writeCompanyInput } from '../definition.ts';
import { COMPANY_MESSAGES } from '../messages.ts';
import {
  type CompanyDraft,
  columnChoice,
  columnWarning,
  companyRequest,
  readDraft,
  validationMessage,
  withFile,
} from './draft.ts';

/** Above this, the page says that it takes a few minutes (spec lead tools §5). */
const NOTICE_ABOVE = 50;

/** The form for a list of company names. */
export const COMPANY_FORM: ListFormParts<ListDraft, CompanyDraft, typeof companyToDomain.calls.start> = {
  tool: companyToDomain,
  drafts: listDraftFormat(companyToDomain.task.type, {}),
  field: {
    label: 'One company per line',
    placeholder: 'Nordlicht Logistik GmbH\nOak & Sons Ltd\nBrightwave',
  },
  files: {
    label: 'File with company names',
    accept: '.txt,.csv,.tsv,text/plain,text/csv',
    dropHint: 'Drop a TXT, CSV or XLSX file to add its companies',
    kinds: 'TXT, CSV or XLSX',
  },
  action: 'Find domains',
  note: 'You only pay for domains we find.',
  needsList: true,
  read: ({ text, column }) => readDraft(text, column),
  items: ({ entries }) => entries.map(writeCompanyInput),
  count: ({ entries }) => entries.length,
  validate: ({ entries }) => validationMessage(entries),
  request: (list, { keepsColumns }) => companyRequest(list, keepsColumns),
  addFile: (file, draft) => {
    const next = withFile(draft, file.text);
    if (next === null)
      return {
        problem: `${file.name} has no company column. Name one column “company” and open the file again.`,
      };
    if (readDraft(next.text, next.column).entries.length === 0)
      return { problem: `${file.name} has no company names.` };
    return { ...draft, ...next };
  },
  onStarted: ({ total }) => {
    if (total > NOTICE_ABOVE) toast.info(COMPANY_MESSAGES.batches(total));
  },
  notes: (props) => <CompanyNotes {...props} />,
};

/** What is taken from the list. */
function CompanyNotes(props: ListNotesProps<ListDraft, CompanyDraft>) {
  const { id, list, draft, onDraft, onClear, disabled } = props;
  const { entries, duplicates, hints } = list;
  const table = draft.keepsColumns ? list.table : null;
  const columns = columnChoice(list);
  const warning = columnWarning(list);
  if (entries.length === 0 && !columns)
    return (
      <p id={id} className="text-sm text-muted-foreground">
        You can drop a TXT file, or a CSV or XLSX file with a company column. Its country and website columns
        help, too.
      </p>
    );
  const parts = [
    `${plural(entries.length, 'company', 'companies')} detected`,
    duplicates > 0 &&
      (table
        ? `${plural(table.rows.length, 'row')}, each company paid once`
        : `${plural(duplicates, 'duplicate')} skipped`),
    hints > 0 && `${plural(hints, 'line')} with a country or website`,
  ].filter(Boolean);
  return (
    <div className="grid gap-2 text-sm text-muted-foreground">
      {columns && (
        <ColumnChoice
          label="Column with the companies"
          columns={columns.names}
          column={columns.chosen}
          disabled={disabled}
          onColumn={(index) => onDraft({ ...draft, column: columns.columnAt(index) })}
        />
      )}
      <div className="flex items-start justify-between gap-4">
        <div className="min-w-0">
          <p id={id} role="status" className="tabular-nums">
            {parts.join(' · ')}
            {warning && <span className="block text-warning">{warning}</span>}
            {entries.length > NOTICE_ABOVE && (
              <span className="block">Lists of more than {NOTICE_ABOVE} names can take a few minutes.</span>
            )}
          </p>
          {table && (
            <OwnColumnsNote
              columns={table.columns}
              keeps="every row and the list's own columns"
              onLeaveOut={() => onDraft({ ...draft, keepsColumns: false })}
            />
          )}
        </div>
        <Button
          variant="link"
          size="inline"
          className="min-h-6 text-muted-foreground"
          onClick={() => onClear()}
        >
          Clear
        </Button>
      </div>
    </div>
  );
}
