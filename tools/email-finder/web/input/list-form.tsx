import { Download, FileSpreadsheet, FileUp, X } from 'lucide-react';
import { useMemo, useRef } from 'react';
import { toast } from 'sonner';
import type { AccountView } from '#contract/account.ts';
import { MESSAGES } from '#contract/messages.ts';
import type { TaskView } from '#contract/tasks.ts';
import { Quote } from '#web/kit/quote.tsx';
import { StartFailure } from '#web/kit/start-failure.tsx';
import { cn } from '#web/lib/class-names.ts';
import { saveFile } from '#web/lib/download.ts';
import { formatNumber, plural } from '#web/lib/format.ts';
import { useFileDrop } from '#web/lib/use-file-drop.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card, CardContent } from '#web/ui/card.tsx';
import { ColumnChoice } from './column-choice.tsx';
import { ListPreview, OddRows } from './list-preview.tsx';
import { reread, startKey, summarise, templateCsv, type Upload } from './upload.ts';
import { useStartList } from './use-start-list.ts';
import { useUpload } from './use-upload.ts';

interface ListFormProps {
  accountId: string;
  account: AccountView | undefined;
  onStarted: (task: TaskView) => void;
}

/** Where a list is chosen, looked at, its columns named, quoted and sent. */
export function ListForm({ accountId, account, onStarted }: ListFormProps) {
  const chosen = useUpload(accountId);
  const { upload, problem, opening } = chosen;
  const picker = useRef<HTMLInputElement>(null);
  const start = useStartList((task) => {
    chosen.clear();
    onStarted(task);
  });
  const { over, dropProps } = useFileDrop((file) => take(file));

  const take = (file: File) => {
    start.reset();
    void chosen.take(file);
  };
  const saveTemplate = () => {
    saveFile(new Blob([templateCsv()], { type: 'text/csv;charset=utf-8' }), 'csv_template.csv');
    toast.success(MESSAGES.csv.templateDownloaded);
  };

  return (
    <Card {...dropProps}>
      <CardContent className="grid grid-cols-1 gap-4">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <p className="max-w-[60ch] text-muted-foreground">
            A .csv file with the columns first_name, last_name and domain, in any order; one column of full
            names works too. A column of emails is verified instead.
          </p>
          <Button variant="secondary" size="sm" onClick={saveTemplate}>
            <Download aria-hidden />
            Download template
          </Button>
        </div>
        <input
          ref={picker}
          type="file"
          accept=".csv,text/csv"
          className="hidden"
          tabIndex={-1}
          aria-label="CSV file"
          onChange={(event) => {
            const file = event.target.files?.[0];
            if (file) take(file);
            // The same file may be chosen again.
            event.target.value = '';
          }}
        />
        {upload ? (
          <ChosenList
            upload={upload}
            kept={chosen.kept}
            busy={start.isPending}
            onChange={chosen.change}
            onReplace={() => picker.current?.click()}
            onRemove={() => {
              chosen.clear();
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
            <p className="text-muted-foreground">Drop a .csv file here, up to 100,000 rows or 50 MB</p>
            <p className="max-w-[48ch] text-sm text-balance text-muted-foreground">
              1 credit for each answer. What nobody tells us, and repeated rows, cost nothing.
            </p>
            <Button busy={opening} onClick={() => picker.current?.click()}>
              {!opening && <FileUp aria-hidden />}
              Upload CSV
            </Button>
          </div>
        )}
        {problem && (
          <Alert tone="danger" title={problem}>
            Nothing was sent.
          </Alert>
        )}
        {start.error && <StartFailure error={start.error} />}
      </CardContent>
      {upload && (
        <StartLine
          upload={upload}
          account={account}
          busy={start.isPending}
          onStart={() =>
            start.mutate({
              input: {
                csv_content: upload.text,
                file_name: upload.name.slice(-255),
                columns: upload.list.columns,
                has_header: upload.list.hasHeader,
              },
              key: startKey(upload),
            })
          }
        />
      )}
    </Card>
  );
}

interface ChosenListProps {
  upload: Upload;
  kept: boolean;
  busy: boolean;
  onChange: (upload: Upload) => void;
  onReplace: () => void;
  onRemove: () => void;
}

function ChosenList({ upload, kept, busy, onChange, onReplace, onRemove }: ChosenListProps) {
  const { odd, duplicates } = useMemo(() => summarise(upload.list), [upload.list]);
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="min-w-0 tabular-nums" role="status">
          <span className="font-medium break-all">{upload.name}</span>
          <span className="text-muted-foreground">
            {' · '}
            {plural(upload.list.rows.length, 'row')}
            {duplicates > 0 && ` · ${formatNumber(duplicates)} repeated, worked once`}
            {kept && ' · kept in this browser until started'}
          </span>
        </p>
        <div className="flex gap-2">
          <Button variant="secondary" size="sm" disabled={busy} onClick={onReplace}>
            <FileUp aria-hidden />
            Other file
          </Button>
          <Button variant="ghost" size="sm" disabled={busy} onClick={onRemove}>
            <X aria-hidden />
            Remove
          </Button>
        </div>
      </div>
      <ColumnChoice
        list={upload.list}
        disabled={busy}
        onChange={(choice) => onChange(reread(upload, choice))}
      />
      <ListPreview list={upload.list} />
      <OddRows odd={odd} />
    </>
  );
}

interface StartLineProps {
  upload: Upload;
  account: AccountView | undefined;
  busy: boolean;
  onStart: () => void;
}

function StartLine({ upload, account, busy, onStart }: StartLineProps) {
  const { items, problem } = useMemo(() => summarise(upload.list), [upload.list]);
  const verifies = upload.list.columns.email !== null;
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-t border-border px-4 py-3 md:px-5">
      {problem ? (
        <p role="status" className="text-sm text-warning">
          {problem}
        </p>
      ) : (
        <Quote
          count={items}
          noun="row"
          account={account}
          note="Only answers are charged. What nobody tells us, and repeated rows, cost nothing."
        />
      )}
      <Button className="w-full sm:w-auto" busy={busy} disabled={problem !== null} onClick={onStart}>
        {busy ? 'Starting…' : verifies ? 'Verify Emails' : 'Find Emails'}
      </Button>
    </div>
  );
}
