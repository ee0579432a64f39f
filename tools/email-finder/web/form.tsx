import { Download, FileSpreadsheet, FileUp, X } from 'lucide-react';
import { useMemo, useRef } from 'react';
import type { AccountView } from '#contract/account.ts';
import { plural } from '#contract/plural.ts';
import type { ListFormProps } from '#web/kit/list-tool-page.tsx';
import { WORKBOOK_FILES } from '#web/kit/open-workbook.ts';
import { Quote } from '#web/kit/quote.tsx';
import { useKeptSave, useSaveAtEnd } from '#web/kit/save-at-end.tsx';
import { SheetChoice } from '#web/kit/sheet-choice.tsx';
import { StartFailure } from '#web/kit/start-failure.tsx';
import { useStartingList } from '#web/kit/starting-list.ts';
import { UnreadableNote } from '#web/kit/unreadable-note.tsx';
import { mostCredits, useFreeRepeats } from '#web/kit/use-free-repeats.ts';
import { useSample } from '#web/kit/use-sample.ts';
import { useSpend } from '#web/kit/use-spend.tsx';
import { hashList } from '#web/lib/attempt.ts';
import { cn } from '#web/lib/class-names.ts';
import { saveFile } from '#web/lib/download.ts';
import { toast } from '#web/lib/toast.ts';
import { useFileDrop } from '#web/lib/use-file-drop.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card, CardContent, CardFooter } from '#web/ui/card.tsx';
import { FileInput } from '#web/ui/file-input.tsx';
import { useRestoredFocus } from '#web/ui/use-restored-focus.ts';
import { emailFinder, writeEmailInput } from '../definition.ts';
import { EMAIL_MESSAGES } from '../messages.ts';
import { ColumnChoice } from './column-choice.tsx';
import { ListPreview, RowProblems } from './list-preview.tsx';
import { SAMPLE_CSV } from './sample-list.ts';
import { reread, startKey, startLabel, summarize, templateCsv, type Upload } from './upload.ts';
import { useStartList } from './use-start-list.ts';
import { useUpload } from './use-upload.ts';

/** Selects a list, previews it, sets its columns and starts it. */
export function ListForm({ accountId, account, onStarted }: ListFormProps) {
  const selected = useUpload(accountId);
  const { upload, problem, opening } = selected;
  const picker = useRef<HTMLInputElement>(null);
  // The buttons of an empty form and of a selected file replace each other.
  const content = useRestoredFocus<HTMLDivElement>(upload?.id);
  const { type } = emailFinder.task;
  const saving = useSaveAtEnd({ type, kept: useKeptSave(type, accountId) });
  const start = useStartList(onStarted, () => {
    saving.clear();
    return selected.clear();
  });
  const { spend, isWaiting, question } = useSpend(account);
  const { over, dropProps } = useFileDrop((file) => void select(file));

  const starting = start.isPending || isWaiting;
  const busy = starting || opening;

  const select = async (file: File, sheet?: string) => {
    // What is started must be what is shown.
    if (starting) return false;
    start.reset();
    return selected.select(file, sheet);
  };
  const fillIn = (text: string, name: string) => {
    const before = upload;
    return {
      isTaken: select(new File([text], name, { type: 'text/csv' })),
      restore: before && (() => void selected.restore(before)),
    };
  };
  useSample(() => fillIn(SAMPLE_CSV, 'sample.csv').restore, selected.ready);
  useStartingList(
    emailFinder.task.type,
    async (text) => {
      const { isTaken, restore } = fillIn(text, 'pasted-list.csv');
      return (await isTaken) ? { restore } : null;
    },
    selected.ready,
  );
  const saveTemplate = () => {
    saveFile(new Blob([templateCsv()], { type: 'text/csv;charset=utf-8' }), 'csv_template.csv');
    toast.success(EMAIL_MESSAGES.templateDownloaded);
  };

  return (
    <Card {...dropProps}>
      {question}
      <CardContent className="grid grid-cols-1 gap-4">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <p className="max-w-[60ch] text-muted-foreground">
            Upload a CSV or XLSX file with the columns first_name, last_name and domain, in any order. A full
            name column works too. With companies instead of domains, we find their domains first. If the file
            has a column of emails, we verify those, and find the emails of the other people.
          </p>
          <Button variant="secondary" size="sm" onClick={saveTemplate}>
            <Download aria-hidden />
            Download template
          </Button>
        </div>
        <FileInput
          ref={picker}
          label="CSV or XLSX file"
          accept={`.csv,text/csv,${WORKBOOK_FILES}`}
          onFile={(file) => void select(file)}
        />
        <div ref={content} tabIndex={-1} className="grid grid-cols-1 gap-4 outline-none">
          {upload ? (
            <SelectedList
              upload={upload}
              saved={selected.saved}
              busy={busy}
              onChange={selected.change}
              onSheet={(file, sheet) => void select(file, sheet)}
              onReplace={() => picker.current?.click()}
              onRemove={() => {
                void selected.clear();
                start.reset();
              }}
            />
          ) : (
            <div
              className={cn(
                'flex flex-col items-center gap-3 rounded-lg border border-dashed px-4 py-10 text-center transition-colors',
                over ? 'border-accent bg-accent-soft' : 'border-input',
              )}
            >
              <FileSpreadsheet aria-hidden className="size-6 text-muted-foreground" />
              <p className="text-muted-foreground">
                Drop a CSV or XLSX file here, up to 100,000 rows or 50 MB
              </p>
              <p className="max-w-[48ch] text-sm text-balance text-muted-foreground">
                1 credit per email found or verified. Unknown results, people without an email and duplicates
                are free.
              </p>
              <Button busy={opening} onClick={() => picker.current?.click()}>
                {!opening && <FileUp aria-hidden />}
                Upload CSV
              </Button>
            </div>
          )}
        </div>
        {upload && (
          <fieldset className="contents" disabled={busy}>
            {saving.field}
          </fieldset>
        )}
        {problem && (
          <Alert tone="danger" title={problem}>
            Nothing was uploaded.
          </Alert>
        )}
        {start.error && <StartFailure error={start.error} />}
      </CardContent>
      {upload && (
        <StartBar
          upload={upload}
          account={account}
          starting={starting}
          opening={opening}
          onStart={(spent) => {
            const save = saving.read();
            if (!save) return;
            spend({
              ...spent,
              upTo: true,
              go: () =>
                start.mutate({
                  input: {
                    csv_content: upload.text,
                    file_name: upload.name.slice(-255),
                    columns: upload.list.columns,
                    has_header: upload.list.hasHeader,
                    encoding: upload.encoding,
                    ...save,
                  },
                  key: `${startKey(upload)} ${hashList([JSON.stringify(save)])}`,
                }),
            });
          }}
        />
      )}
    </Card>
  );
}

interface SelectedListProps {
  upload: Upload;
  saved: boolean;
  busy: boolean;
  onChange: (upload: Upload) => void;
  onSheet: (workbook: File, sheet: string) => void;
  onReplace: () => void;
  onRemove: () => void;
}

function SelectedList({ upload, saved, busy, onChange, onSheet, onReplace, onRemove }: SelectedListProps) {
  const { rowProblems, duplicates, companies } = useMemo(() => summarize(upload.list), [upload.list]);
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="min-w-0 tabular-nums" role="status">
          <span className="font-medium break-all">{upload.name}</span>
          <span className="text-muted-foreground">
            {' · '}
            {plural(upload.list.rows.length, 'row')}
            {duplicates > 0 && ` · ${plural(duplicates, 'duplicate')}`}
            {saved && ' · saved in this browser until you start'}
          </span>
        </p>
        <div className="flex gap-2">
          <Button variant="secondary" size="sm" disabled={busy} onClick={onReplace}>
            <FileUp aria-hidden />
            Replace file
          </Button>
          <Button variant="ghost" size="sm" disabled={busy} onClick={onRemove}>
            <X aria-hidden />
            Remove
          </Button>
        </div>
      </div>
      {upload.workbook && (
        <SheetChoice
          workbook={upload.workbook}
          disabled={busy}
          onSheet={(sheet) => upload.workbook && onSheet(upload.workbook.file, sheet)}
        />
      )}
      <ColumnChoice
        list={upload.list}
        disabled={busy}
        onChange={(choice) => onChange(reread(upload, choice))}
      />
      {companies > 0 && (
        <p className="text-sm text-muted-foreground">
          We first find the {companies === 1 ? 'domain' : 'domains'} of{' '}
          {plural(companies, 'company', 'companies')} by name, in the same run. That is included: you pay 1
          credit for each email we find.
        </p>
      )}
      <UnreadableNote text={upload.text} />
      <ListPreview list={upload.list} />
      <RowProblems rowProblems={rowProblems} />
    </>
  );
}

const FREE_NOTE =
  'Unknown results, people without an email, duplicates, and results you paid for recently are free.';

interface StartBarProps {
  upload: Upload;
  account: AccountView | undefined;
  starting: boolean;
  /** whether another file is being read */
  opening: boolean;
  /** Takes what the button says, and what the list costs. */
  onStart: (spent: { action: string; cost: number; exact: () => Promise<number> }) => void;
}

function StartBar({ upload, account, starting, opening, onStart }: StartBarProps) {
  const { items, inputs, addresses, companies, problem } = useMemo(
    () => summarize(upload.list),
    [upload.list],
  );
  const quoted = useMemo(
    () => ({ type: emailFinder.task.type, items: inputs.map(writeEmailInput) }),
    [inputs],
  );
  const free = useFreeRepeats(quoted);
  const action = problem ? 'Find emails' : startLabel({ items, addresses, companies });
  return (
    <CardFooter>
      {problem ? (
        <p role="status" className="text-sm text-warning">
          {problem}
        </p>
      ) : (
        <Quote
          count={items}
          noun={addresses === items ? 'email' : 'row'}
          account={account}
          note={companies > 0 ? `${FREE_NOTE} Finding the domains is included.` : FREE_NOTE}
          free={free}
        />
      )}
      <Button
        className="w-full sm:w-auto"
        busy={starting || opening}
        disabled={problem !== null}
        onClick={() => onStart({ action, cost: items, exact: () => mostCredits(quoted) })}
      >
        {starting ? 'Starting…' : action}
      </Button>
    </CardFooter>
  );
}
