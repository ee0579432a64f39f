import { useDeferredValue, useId, useMemo, useRef, useState } from 'react';
import { ANSWER_FRESH_DAYS } from '#contract/limits.ts';
import { readWebsiteList } from '#engines/csv/website-list.ts';
import { attemptFor } from '#web/kit/attempt.ts';
import { useHandedList } from '#web/kit/handed-list.ts';
import { ListField } from '#web/kit/list-field.tsx';
import type { ListFormProps } from '#web/kit/list-tool-page.tsx';
import { Quote } from '#web/kit/quote.tsx';
import { readListFile } from '#web/kit/read-list-file.ts';
import { StartButton } from '#web/kit/start-button.tsx';
import { StartFailure } from '#web/kit/start-failure.tsx';
import { mostCredits } from '#web/kit/use-free-repeats.ts';
import { useListDraft } from '#web/kit/use-list-draft.ts';
import { useSample } from '#web/kit/use-sample.ts';
import { useSpend } from '#web/kit/use-spend.tsx';
import { cn } from '#web/lib/class-names.ts';
import { toast } from '#web/lib/toast.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Card, CardContent } from '#web/ui/card.tsx';
import { websiteExtraction } from '../definition.ts';
import { DepthChoice } from './depth-choice.tsx';
import { EMPTY_DRAFT, isShownWhole, lineRange, refusalOf, textWithFile, URL_DRAFT } from './draft.ts';
import { OwnColumns } from './own-columns.tsx';
import { TableColumn } from './table-column.tsx';
import { UrlCount } from './url-count.tsx';
import { joinTables, linesOfTable, ownTable, readUrlTable, requestOfList } from './url-table.ts';
import { useStart } from './use-start.ts';

const LIST_FILES = {
  label: 'File with URLs',
  accept: '.txt,.csv,.tsv,text/plain,text/csv,text/tab-separated-values',
  dropHint: 'Drop a TXT or CSV file to add its URLs',
};
const PLACEHOLDER = 'example.com\nhttps://www.example.org/contact\nexample.net';

/** The form for a list of URLs. The list stays until the task has started. */
export function UrlForm({ accountId, account, onStarted }: ListFormProps) {
  const [draft, setDraft] = useListDraft(accountId, URL_DRAFT);
  /** the chosen column of a table; null: the likeliest */
  const [column, setColumn] = useState<number | null>(null);
  /** whether the CSV file keeps the other columns of a table in the text */
  const [keepsColumns, setKeepsColumns] = useState(true);
  const [problem, setProblem] = useState<string | null>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const fieldId = useId();
  const start = useStart((task) => {
    setDraft(EMPTY_DRAFT);
    onStarted(task);
  });

  // Counting 10,000 lines must not slow down typing.
  const counted = useDeferredValue(draft.text);
  const list = useMemo(() => readWebsiteList(counted, { column }), [counted, column]);
  const table = useMemo(
    () => ownTable(counted, list, { keeps: keepsColumns, added: draft.table }),
    [counted, list, keepsColumns, draft.table],
  );

  const quoted = useMemo(
    () => ({ type: websiteExtraction.task.type, items: list.taken.map(({ url }) => url) }),
    [list],
  );

  const type = (text: string) => {
    setProblem(null);
    setDraft({ ...draft, text });
  };

  const clear = () => {
    const before = draft;
    setColumn(null);
    setKeepsColumns(true);
    setProblem(null);
    setDraft({ ...draft, text: '', table: null });
    field.current?.focus();
    toast.info('List cleared', { action: { label: 'Undo', onClick: () => setDraft(before) } });
  };

  const fillIn = (text: string) => {
    const before = draft;
    setProblem(null);
    setDraft({ ...draft, text, table: null });
    return before.text.trim() === '' ? null : () => setDraft(before);
  };
  useSample(() => fillIn(websiteExtraction.task.sample.join('\n')));
  useHandedList(websiteExtraction.task.type, fillIn);

  const { spend, isWaiting, question } = useSpend(account);
  const submit = () => {
    if (start.isPending) return;
    const read = readWebsiteList(draft.text, { column });
    const refusal = refusalOf({ urls: read.taken.map(({ url }) => url) });
    setProblem(refusal);
    if (refusal) {
      start.reset();
      field.current?.focus();
      return;
    }
    const { depth } = draft;
    const request = requestOfList(
      draft.text,
      read,
      ownTable(draft.text, read, { keeps: keepsColumns, added: draft.table }),
    );
    const identity = [
      depth,
      ...request.urls,
      ...(request.list?.columns ?? []),
      ...(request.list?.rows ?? []),
    ];
    const attempt = attemptFor(identity, draft.attempt, () => crypto.randomUUID());
    setDraft({ ...draft, attempt });
    const items = read.taken.map(({ url }) => url);
    spend({
      action: 'Extract Data',
      cost: items.length,
      upTo: true,
      exact: () => mostCredits({ type: websiteExtraction.task.type, items }),
      go: () => start.mutate({ request, depth, idempotencyKey: attempt.key }),
    });
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
    const read = await readListFile(file, 'TXT or CSV');
    if ('problem' in read) return setProblem(read.problem);
    setColumn(null);
    if (!isShownWhole(draft.text, read.text) && addTable(read.text)) return;
    type(textWithFile(draft.text, read.text));
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

  return (
    <Card>
      {question}
      <CardContent className="grid grid-cols-1 gap-3">
        <ListField
          id={fieldId}
          ref={field}
          label="One URL per line, or cells from a spreadsheet"
          text={draft.text}
          onText={type}
          placeholder={PLACEHOLDER}
          describedBy={`${fieldId}-count`}
          invalid={problem !== null}
          readOnly={start.isPending}
          file={LIST_FILES}
          onFile={(file) => void addFile(file)}
          onSubmit={submit}
          className="tabular-nums"
        />
        {list.table && <TableColumn table={list.table} disabled={start.isPending} onChange={setColumn} />}
        <UrlCount id={`${fieldId}-count`} list={list} onJump={jumpTo} onClear={clear} />
        {table && (
          <OwnColumns
            table={table}
            onLeaveOut={() => {
              setKeepsColumns(false);
              setDraft({ ...draft, table: null });
            }}
          />
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
          count={list.taken.length}
          noun="URL"
          quoted={quoted}
          account={account}
          note={`You only pay for URLs we can read. URLs you paid for in the last ${ANSWER_FRESH_DAYS} days are free.`}
        />
        <StartButton
          onClick={submit}
          busy={start.isPending || isWaiting}
          className={cn(start.isPending && 'cursor-progress')}
        >
          {start.isPending ? 'Starting…' : 'Extract Data'}
        </StartButton>
      </div>
    </Card>
  );
}
