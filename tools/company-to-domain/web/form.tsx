import { useDeferredValue, useId, useMemo, useRef, useState } from 'react';
import { COMPANY_NOTICE_ABOVE } from '#contract/limits.ts';
import { attemptFor } from '#web/kit/attempt.ts';
import { useHandedList } from '#web/kit/handed-list.ts';
import { EMPTY_DRAFT, listDraftFormat } from '#web/kit/list-draft.ts';
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
import { plural } from '#web/lib/format.ts';
import { toast } from '#web/lib/toast.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card, CardContent } from '#web/ui/card.tsx';
import { companyToDomain, writeCompanyInput } from '../definition.ts';
import { type CompanyDraft, readDraft, refusalOf, requestOf, textWithFile } from './draft.ts';
import { useStart } from './use-start.ts';

const DRAFT = listDraftFormat(companyToDomain.task.type);
const LIST_FILES = {
  label: 'File with company names',
  accept: '.txt,.csv,.tsv,text/plain,text/csv',
  dropHint: 'Drop a TXT or CSV file to add its companies',
};
const NAMES_SHOWN = 3;
const PLACEHOLDER = 'Nordlicht Logistik GmbH\nOak & Sons Ltd\nBrightwave';

/** The form for a list of company names. The list stays until the task has started. */
export function CompanyForm({ accountId, account, onStarted }: ListFormProps) {
  const [draft, setDraft] = useListDraft(accountId, DRAFT);
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
  const list = useMemo(() => readDraft(counted), [counted]);
  const count = list.entries.length;
  const quoted = useMemo(
    () => ({ type: companyToDomain.task.type, items: list.entries.map(writeCompanyInput) }),
    [list],
  );

  const type = (text: string) => {
    setProblem(null);
    setDraft({ ...draft, text });
  };

  const clear = () => {
    const before = draft;
    setKeepsColumns(true);
    type('');
    field.current?.focus();
    toast.info('List cleared', { action: { label: 'Undo', onClick: () => setDraft(before) } });
  };

  const fillIn = (text: string) => {
    const before = draft;
    type(text);
    return before.text.trim() === '' ? null : () => setDraft(before);
  };
  useSample(() => fillIn(companyToDomain.task.sample.join('\n')));
  useHandedList(companyToDomain.task.type, fillIn);

  const { spend, isWaiting, question } = useSpend(account);
  const submit = () => {
    if (start.isPending) return;
    const read = readDraft(draft.text);
    const refusal = refusalOf(read.entries);
    setProblem(refusal);
    if (refusal) {
      start.reset();
      field.current?.focus();
      return;
    }
    const request = requestOf(read, keepsColumns);
    const attempt = attemptFor([JSON.stringify(request)], draft.attempt, () => crypto.randomUUID());
    setDraft({ ...draft, attempt });
    const items = read.entries.map(writeCompanyInput);
    spend({
      action: 'Find domains',
      cost: items.length,
      upTo: true,
      exact: () => mostCredits({ type: companyToDomain.task.type, items }),
      go: () => start.mutate({ request, idempotencyKey: attempt.key }),
    });
  };

  const addFile = async (file: File) => {
    const read = await readListFile(file, 'TXT or CSV');
    if ('problem' in read) return setProblem(read.problem);
    const text = textWithFile(draft.text, read.text);
    if (text === null)
      setProblem(`${file.name} has no company column. Name one column “company” and open the file again.`);
    else if (readDraft(text).entries.length === 0) setProblem(`${file.name} has no company names.`);
    else type(text);
  };

  return (
    <Card>
      {question}
      <CardContent className="grid grid-cols-1 gap-3">
        <ListField
          id={fieldId}
          ref={field}
          label="One company per line"
          text={draft.text}
          onText={type}
          placeholder={PLACEHOLDER}
          describedBy={`${fieldId}-count`}
          invalid={problem !== null}
          readOnly={start.isPending}
          file={LIST_FILES}
          onFile={(file) => void addFile(file)}
          onSubmit={submit}
        />
        <CompanyCount
          id={`${fieldId}-count`}
          list={list}
          keepsColumns={keepsColumns}
          onLeaveOut={() => setKeepsColumns(false)}
          onClear={clear}
        />
        {problem && <Alert tone="danger">{problem}</Alert>}
        {start.error && <StartFailure error={start.error} keptMessage="Your list is still here." />}
      </CardContent>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-t border-border px-4 py-3 md:px-5">
        <Quote
          count={count}
          noun="name"
          account={account}
          note="You only pay for domains we find."
          quoted={quoted}
        />
        <StartButton onClick={submit} busy={start.isPending || isWaiting} disabled={count === 0}>
          {start.isPending ? 'Starting…' : 'Find domains'}
        </StartButton>
      </div>
    </Card>
  );
}

interface CompanyCountProps {
  id: string;
  list: CompanyDraft;
  keepsColumns: boolean;
  onLeaveOut: () => void;
  onClear: () => void;
}

/** The detected count, and what the list has besides names. */
function CompanyCount({ id, list, keepsColumns, onLeaveOut, onClear }: CompanyCountProps) {
  const { entries, duplicates, hints, table } = list;
  if (entries.length === 0)
    return (
      <p id={id} className="text-sm text-muted-foreground">
        You can drop a TXT file, or a CSV file with a company column. Its country and website columns help,
        too.
      </p>
    );
  const parts = [
    `${plural(entries.length, 'company', 'companies')} detected`,
    duplicates > 0 &&
      (table && keepsColumns
        ? `${plural(table.rows.length, 'row')}, each company paid once`
        : `${plural(duplicates, 'duplicate')} skipped`),
    hints > 0 && `${plural(hints, 'line')} with a country or website`,
  ].filter(Boolean);
  return (
    <div className="flex items-start justify-between gap-4 text-sm text-muted-foreground">
      <p id={id} role="status" className="min-w-0 tabular-nums">
        {parts.join(' · ')}
        {table && keepsColumns && (
          <span className="block wrap-anywhere">
            Your CSV file will keep every row and the list's own columns:{' '}
            {table.columns.slice(0, NAMES_SHOWN).join(', ')}
            {table.columns.length > NAMES_SHOWN && ` and ${table.columns.length - NAMES_SHOWN} more`}.{' '}
            <Button variant="link" size="inline" className="text-muted-foreground" onClick={onLeaveOut}>
              Leave out
            </Button>
          </span>
        )}
        {entries.length > COMPANY_NOTICE_ABOVE && (
          <span className="block">
            Lists of more than {COMPANY_NOTICE_ABOVE} names can take a few minutes.
          </span>
        )}
      </p>
      <Button variant="link" size="inline" className="min-h-6 text-muted-foreground" onClick={onClear}>
        Clear
      </Button>
    </div>
  );
}
