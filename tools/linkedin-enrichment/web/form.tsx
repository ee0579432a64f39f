import { useDeferredValue, useId, useMemo, useRef, useState } from 'react';
import type { AccountView } from '#contract/account.ts';
import { MESSAGES } from '#contract/messages.ts';
import { type LinkedinList, readLinkedinList } from '#engines/csv/linkedin-list.ts';
import { attemptFor } from '#web/kit/attempt.ts';
import { useHandedList } from '#web/kit/handed-list.ts';
import { EMPTY_DRAFT, listDraftFormat } from '#web/kit/list-draft.ts';
import { ListField } from '#web/kit/list-field.tsx';
import type { ListFormProps } from '#web/kit/list-tool-page.tsx';
import { readListFile } from '#web/kit/read-list-file.ts';
import { StartButton } from '#web/kit/start-button.tsx';
import { StartFailure } from '#web/kit/start-failure.tsx';
import { mostCredits, useFreeRepeats } from '#web/kit/use-free-repeats.ts';
import { useListDraft } from '#web/kit/use-list-draft.ts';
import { useSample } from '#web/kit/use-sample.ts';
import { useSpend } from '#web/kit/use-spend.tsx';
import { toast } from '#web/lib/toast.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Card, CardContent } from '#web/ui/card.tsx';
import { linkedinEnrichment, writeLinkedinInput } from '../definition.ts';
import { refusalOf, requestOf, textWithFile } from './draft.ts';
import { ListNotes } from './list-notes.tsx';
import { ProfileQuote } from './profile-quote.tsx';
import { isPageFile, readSavedPage, type SavedPage } from './saved-page.ts';
import { useStart } from './use-start.ts';

const DRAFT = listDraftFormat(linkedinEnrichment.task.type);
const MAX_PAGES = 50;
const LIST_FILES = {
  label: 'File with profile URLs',
  accept: '.txt,.csv,.tsv,.html,.htm,text/plain,text/csv,text/html',
  dropHint: 'Drop a TXT or CSV file, or a saved profile page',
};
const PLACEHOLDER = linkedinEnrichment.task.sample.join('\n');

/** The form for a list of profile URLs. The list stays until the task has started. */
export function ProfileForm({ accountId, account, onStarted }: ListFormProps) {
  const [draft, setDraft] = useListDraft(accountId, DRAFT);
  const [pages, setPages] = useState<readonly SavedPage[]>([]);
  /** the chosen column of a table; null: the likeliest */
  const [column, setColumn] = useState<number | null>(null);
  const [keepsColumns, setKeepsColumns] = useState(true);
  const [problem, setProblem] = useState<string | null>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const fieldId = useId();
  const start = useStart((task) => {
    setDraft(EMPTY_DRAFT);
    setPages([]);
    onStarted(task);
  });

  // Counting 10,000 lines must not slow down typing.
  const counted = useDeferredValue(draft.text);
  const list = useMemo(() => readLinkedinList(counted, { column }), [counted, column]);

  const quoted = useMemo(() => ({ type: linkedinEnrichment.task.type, items: itemsOf(list) }), [list]);
  const { repeats, sample } = useFreeRepeats(quoted);

  const type = (text: string) => {
    setProblem(null);
    setDraft({ ...draft, text });
  };

  const clear = () => {
    const before = { draft, pages };
    setColumn(null);
    setKeepsColumns(true);
    setPages([]);
    type('');
    field.current?.focus();
    const undo = () => {
      setDraft(before.draft);
      setPages(before.pages);
    };
    toast.info('List cleared', { action: { label: 'Undo', onClick: undo } });
  };

  const fillIn = (text: string) => {
    const before = draft;
    type(text);
    return before.text.trim() === '' ? null : () => setDraft(before);
  };
  useSample(() => fillIn(linkedinEnrichment.task.sample.join('\n')));
  useHandedList(linkedinEnrichment.task.type, fillIn);

  const { spend, isWaiting, question } = useSpend(account);
  const submit = () => {
    if (start.isPending) return;
    const read = readLinkedinList(draft.text, { column });
    const refusal =
      refusalOf(draft.text, read, pages.length) ??
      creditRefusal(account, read.profiles + pages.length, repeats);
    setProblem(refusal);
    if (refusal) {
      start.reset();
      field.current?.focus();
      return;
    }
    const request = {
      ...requestOf(read, keepsColumns),
      ...(pages.length > 0 ? { pages: pages.map(({ html }) => html) } : {}),
    };
    const attempt = attemptFor([JSON.stringify(request)], draft.attempt, () => crypto.randomUUID());
    setDraft({ ...draft, attempt });
    const items = itemsOf(read);
    spend({
      action: 'Enrich Profiles',
      cost: items.length + pages.length,
      upTo: true,
      exact: async () => pages.length + (await mostCredits({ type: linkedinEnrichment.task.type, items })),
      go: () => start.mutate({ request, idempotencyKey: attempt.key }),
    });
  };

  const addFile = async (file: File) => {
    const read = await readListFile(file, 'TXT, CSV or HTML');
    if ('problem' in read) return setProblem(read.problem);
    if (!isPageFile(file)) {
      setColumn(null);
      return type(textWithFile(draft.text, read.text));
    }
    if (pages.length >= MAX_PAGES) return setProblem(`Add at most ${MAX_PAGES} saved pages at a time.`);
    setProblem(null);
    setPages((before) => [...before, readSavedPage(file.name, read.text)]);
  };

  return (
    <Card>
      {question}
      <CardContent className="grid grid-cols-1 gap-3">
        <ListField
          id={fieldId}
          ref={field}
          label="One profile URL per line, or cells from a spreadsheet"
          text={draft.text}
          onText={type}
          placeholder={PLACEHOLDER}
          describedBy={`${fieldId}-notes`}
          invalid={problem !== null}
          readOnly={start.isPending}
          file={LIST_FILES}
          onFile={(file) => void addFile(file)}
          onSubmit={submit}
        />
        <ListNotes
          id={`${fieldId}-notes`}
          list={list}
          pages={pages}
          keepsColumns={keepsColumns}
          disabled={start.isPending}
          onColumn={setColumn}
          onLeaveOut={() => setKeepsColumns(false)}
          onRemovePage={(page) => setPages((before) => before.filter((each) => each !== page))}
          onClear={clear}
        />
        {problem && <Alert tone="danger">{problem}</Alert>}
        {start.error && <StartFailure error={start.error} keptMessage="Your list is still here." />}
      </CardContent>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-t border-border px-4 py-3 md:px-5">
        <ProfileQuote
          count={list.profiles + pages.length}
          repeats={repeats}
          isSample={sample}
          account={account}
        />
        <StartButton onClick={submit} busy={start.isPending || isWaiting}>
          {start.isPending ? MESSAGES.linkedin.processing : 'Enrich Profiles'}
        </StartButton>
      </div>
    </Card>
  );
}

/** The profiles of a list, as a task stores them. */
function itemsOf({ entries }: LinkedinList): string[] {
  return entries
    .filter(({ fault }) => fault === null)
    .map(({ linkedinUrl }) => writeLinkedinInput({ linkedinUrl, name: null, company: null, page: null }));
}

/** The credit check (spec lead tools §5), without profiles that are free. The server checks again. */
function creditRefusal(account: AccountView | undefined, profiles: number, repeats: number): string | null {
  if (!account || account.isStaff || account.credits === 'unlimited') return null;
  const credits = Number(account.credits);
  const most = profiles - repeats;
  // Without any credits, the access gate says what to do.
  return credits > 0 && credits < most ? MESSAGES.linkedin.creditsShort(most, credits) : null;
}
