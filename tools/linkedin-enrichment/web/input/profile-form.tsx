import { useDeferredValue, useId, useMemo, useRef, useState } from 'react';
import { toast } from 'sonner';
import type { AccountView } from '#contract/account.ts';
import { MESSAGES } from '#contract/messages.ts';
import { decodeText, type TextFault, textFault } from '#engines/csv/decode-csv.ts';
import { readLinkedinList } from '#engines/csv/linkedin-list.ts';
import { attemptFor } from '#web/kit/attempt.ts';
import { ListField } from '#web/kit/list-field.tsx';
import type { ListFormProps } from '#web/kit/list-tool-page.tsx';
import { StartButton } from '#web/kit/start-button.tsx';
import { StartFailure } from '#web/kit/start-failure.tsx';
import { useSample } from '#web/kit/use-sample.ts';
import { type Persistence, usePersistedState } from '#web/lib/use-persisted-state.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Card, CardContent } from '#web/ui/card.tsx';
import { SAMPLE_PROFILES } from '../sample-list.ts';
import { ListNotes } from './list-notes.tsx';
import {
  draftStorageKey,
  EMPTY_DRAFT,
  type ProfileDraft,
  parseDraft,
  refusalOf,
  requestOf,
  textWithFile,
} from './profile-draft.ts';
import { ProfileQuote } from './profile-quote.tsx';
import { isPageFile, readSavedPage, type SavedPage } from './saved-page.ts';
import { useStart } from './use-start.ts';

const FILE_MAX_BYTES = 25 * 1024 * 1024;
const MAX_PAGES = 50;
const LIST_FILES = {
  label: 'File with profile URLs',
  accept: '.txt,.csv,.tsv,.html,.htm,text/plain,text/csv,text/html',
  dropHint: 'Drop a TXT or CSV file, or a saved profile page',
};
const PLACEHOLDER = SAMPLE_PROFILES.join('\n');

const FILE_FAULTS: Record<TextFault, string> = {
  workbook: 'is a spreadsheet. Save it as “CSV UTF-8”, or copy its cells and paste them here.',
  binary: "isn't a text file. Choose a TXT, CSV or HTML file.",
};

/** The form for a list of profile URLs. The list stays until the task has started. */
export function ProfileForm({ accountId, account, onStarted }: ListFormProps) {
  const [draft, setDraft] = useDraft(accountId);
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

  useSample(() => {
    const before = draft;
    type(SAMPLE_PROFILES.join('\n'));
    return before.text.trim() === '' ? null : () => setDraft(before);
  });

  const submit = () => {
    if (start.isPending) return;
    const read = readLinkedinList(draft.text, { column });
    const refusal =
      refusalOf(draft.text, read, pages.length) ?? creditRefusal(account, read.profiles + pages.length);
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
    start.mutate({ request, idempotencyKey: attempt.key });
  };

  const addFile = async (file: File) => {
    if (file.size > FILE_MAX_BYTES)
      return setProblem(`${file.name} is larger than 25 MB. Split it into smaller files.`);
    try {
      const bytes = new Uint8Array(await file.arrayBuffer());
      const fault = textFault(bytes);
      if (fault !== null) return setProblem(`${file.name} ${FILE_FAULTS[fault]}`);
      const text = decodeText(bytes).replaceAll('\0', '');
      if (text.trim() === '') return setProblem(`${file.name} is empty.`);
      if (!isPageFile(file)) {
        setColumn(null);
        return type(textWithFile(draft.text, text));
      }
      if (pages.length >= MAX_PAGES) return setProblem(`Add at most ${MAX_PAGES} saved pages at a time.`);
      setProblem(null);
      setPages((before) => [...before, readSavedPage(file.name, text)]);
    } catch {
      setProblem(`Couldn't read ${file.name}. Choose a text, CSV or HTML file.`);
    }
  };

  return (
    <Card>
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
        <ProfileQuote count={list.profiles + pages.length} account={account} />
        <StartButton onClick={submit} busy={start.isPending}>
          {start.isPending ? MESSAGES.linkedin.processing : 'Enrich Profiles'}
        </StartButton>
      </div>
    </Card>
  );
}

/** The credit check (spec lead tools §5). The server checks again. */
function creditRefusal(account: AccountView | undefined, profiles: number): string | null {
  if (!account || account.isStaff || account.credits === 'unlimited') return null;
  const credits = Number(account.credits);
  // Without any credits, the access gate says what to do.
  return credits > 0 && credits < profiles ? MESSAGES.linkedin.creditsShort(profiles, credits) : null;
}

/** The account's draft, saved in this browser through errors, reloads and closed tabs. */
function useDraft(accountId: string): [ProfileDraft, (next: ProfileDraft) => void] {
  const keeping = useMemo<Persistence<ProfileDraft>>(
    () => ({
      key: draftStorageKey(accountId),
      parse: parseDraft,
      format: (draft) => (draft.text === '' && !draft.attempt ? null : JSON.stringify(draft)),
      // Save the idempotency key before sending its request.
      atOnce: (before, next) => before.attempt !== next.attempt,
    }),
    [accountId],
  );
  return usePersistedState(keeping);
}
