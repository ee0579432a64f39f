import { FileUp } from 'lucide-react';
import { type KeyboardEvent, useDeferredValue, useId, useMemo, useRef, useState } from 'react';
import { toast } from 'sonner';
import type { AccountView } from '#contract/account.ts';
import type { TaskView } from '#contract/tasks.ts';
import { parseUrlLines } from '#contract/website.ts';
import { decodeText } from '#engines/csv/decode-csv.ts';
import { Quote } from '#web/kit/quote.tsx';
import { StartFailure } from '#web/kit/start-failure.tsx';
import { cn } from '#web/lib/class-names.ts';
import { useFileDrop } from '#web/lib/use-file-drop.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card, CardContent } from '#web/ui/card.tsx';
import { Label } from '#web/ui/label.tsx';
import { Textarea } from '#web/ui/textarea.tsx';
import { DepthChoice } from './depth-choice.tsx';
import { OwnColumns } from './own-columns.tsx';
import { UrlCount } from './url-count.tsx';
import { attemptFor, EMPTY_DRAFT, lineRange, refusalOf, urlLinesOfFile } from './url-draft.ts';
import { joinTables, linesOfTable, readUrlTable, requestOf } from './url-table.ts';
import { useDraft } from './use-draft.ts';
import { useStart } from './use-start.ts';

const FILE_MAX_BYTES = 25 * 1024 * 1024;
const PLACEHOLDER = 'example.com\nhttps://www.example.org/contact\nexample.net';

interface UrlFormProps {
  accountId: string;
  account: AccountView | undefined;
  onStarted: (task: TaskView) => void;
}

/** The form for a list of URLs. The list stays until the task has started. */
export function UrlForm({ accountId, account, onStarted }: UrlFormProps) {
  const [draft, setDraft] = useDraft(accountId);
  const [problem, setProblem] = useState<string | null>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const picker = useRef<HTMLInputElement>(null);
  const fieldId = useId();
  const start = useStart((task) => {
    setDraft({ ...EMPTY_DRAFT, depth: draft.depth });
    onStarted(task);
  });
  const { over, dropProps } = useFileDrop((file) => addFile(file));

  // Counting 10,000 lines must not slow down typing.
  const counted = useDeferredValue(draft.text);
  const lines = useMemo(() => parseUrlLines(counted.split('\n')), [counted]);

  const type = (text: string) => {
    setProblem(null);
    setDraft({ ...draft, text });
  };

  const clear = () => {
    const before = draft;
    setProblem(null);
    setDraft({ ...draft, text: '', table: null });
    field.current?.focus();
    toast.info('List cleared', { action: { label: 'Undo', onClick: () => setDraft(before) } });
  };

  const submit = () => {
    if (start.isPending) return;
    const { urls } = parseUrlLines(draft.text.split('\n'));
    const refusal = refusalOf({ urls });
    setProblem(refusal);
    if (refusal) {
      start.reset();
      field.current?.focus();
      return;
    }
    const { depth } = draft;
    const request = requestOf(draft.text, draft.table);
    const identity = [
      depth,
      ...request.urls,
      ...(request.list?.columns ?? []),
      ...(request.list?.rows ?? []),
    ];
    const attempt = attemptFor(identity, draft.attempt, () => crypto.randomUUID());
    setDraft({ ...draft, attempt });
    start.mutate({ request, depth, idempotencyKey: attempt.key });
  };

  /** Adds a list with more columns. Returns whether the text is one. */
  const addTable = (text: string): boolean => {
    const added = readUrlTable(text);
    if (!added) return false;
    setProblem(null);
    const lines = [draft.text.trimEnd(), ...linesOfTable(added)].filter(Boolean);
    setDraft({ ...draft, text: lines.join('\n'), table: joinTables(draft.table, added) });
    return true;
  };

  const addFile = async (file: File) => {
    if (file.size > FILE_MAX_BYTES) {
      setProblem(`${file.name} is larger than 25 MB. Split it into smaller files.`);
      return;
    }
    try {
      const content = decodeText(new Uint8Array(await file.arrayBuffer()));
      if (addTable(content)) return;
      const added = urlLinesOfFile(content);
      if (added.length === 0) setProblem(`${file.name} is empty.`);
      else type([draft.text.trimEnd(), ...added].filter(Boolean).join('\n'));
    } catch {
      setProblem(`Couldn't read ${file.name}. Choose a text or CSV file.`);
    }
  };

  const jumpTo = (line: number) => {
    const { start: from, end } = lineRange(draft.text, line);
    field.current?.focus();
    field.current?.setSelectionRange(from, end);
    // Not every browser scrolls to the selection.
    if (field.current) {
      const lineHeight = Number.parseFloat(getComputedStyle(field.current).lineHeight) || 20;
      field.current.scrollTop = Math.max(0, (line - 3) * lineHeight);
    }
  };

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      submit();
    }
  };

  return (
    <Card>
      <CardContent className="grid grid-cols-1 gap-3">
        <div className="flex items-center justify-between gap-4">
          <Label htmlFor={fieldId}>One URL per line</Label>
          <Button variant="ghost" size="sm" className="-mr-2" onClick={() => picker.current?.click()}>
            <FileUp aria-hidden />
            Open file
          </Button>
          <input
            ref={picker}
            type="file"
            accept=".txt,.csv,.tsv,text/plain,text/csv,text/tab-separated-values"
            className="hidden"
            tabIndex={-1}
            aria-label="File with URLs"
            onChange={(event) => {
              const file = event.target.files?.[0];
              if (file) void addFile(file);
              // Allows selecting the same file again.
              event.target.value = '';
            }}
          />
        </div>
        <div className="relative" {...dropProps}>
          <Textarea
            ref={field}
            id={fieldId}
            rows={9}
            value={draft.text}
            onChange={(event) => type(event.target.value)}
            onKeyDown={onKeyDown}
            onPaste={(event) => {
              const pasted = event.clipboardData.getData('text/plain');
              // Cells of a spreadsheet have tabs between them.
              if (pasted.includes('\t') && addTable(pasted)) event.preventDefault();
            }}
            placeholder={PLACEHOLDER}
            spellCheck={false}
            autoCapitalize="off"
            autoCorrect="off"
            autoComplete="off"
            readOnly={start.isPending}
            aria-invalid={problem ? true : undefined}
            aria-describedby={`${fieldId}-count`}
            className="max-h-[50vh] min-h-40 leading-6 whitespace-pre tabular-nums"
          />
          {over && (
            <div className="pointer-events-none absolute inset-0 flex items-center justify-center rounded-md border-2 border-dashed border-accent bg-accent-soft/95 font-medium text-accent">
              Drop a TXT or CSV file to add its URLs
            </div>
          )}
        </div>
        <UrlCount id={`${fieldId}-count`} lines={lines} onJump={jumpTo} onClear={clear} />
        {draft.table && (
          <OwnColumns table={draft.table} onLeaveOut={() => setDraft({ ...draft, table: null })} />
        )}
        <DepthChoice
          depth={draft.depth}
          disabled={start.isPending}
          onChange={(depth) => setDraft({ ...draft, depth })}
        />
        {problem && <Alert tone="danger">{problem}</Alert>}
        {start.error && <StartFailure error={start.error} keptMessage="Your list is still here." />}
      </CardContent>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-t border-border px-4 py-3 md:px-5">
        <Quote
          count={lines.urls.length}
          noun="URL"
          account={account}
          note="You only pay for pages we can read."
        />
        <Button
          onClick={submit}
          busy={start.isPending}
          aria-keyshortcuts="Control+Enter Meta+Enter"
          title="Ctrl+Enter or ⌘+Enter"
          className={cn('w-full sm:w-auto', start.isPending && 'cursor-progress')}
        >
          {start.isPending ? 'Starting…' : 'Extract Data'}
        </Button>
      </div>
    </Card>
  );
}
